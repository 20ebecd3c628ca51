"""The routes of exercises and of trees that people write."""

from typing import Annotated

from fastapi import APIRouter, Path, Query, Request
from pydantic import BaseModel
from starlette.responses import Response

from fourscore.insight.exercises.making import read_exercise_id
from fourscore.schemas.exercises import (
    ExamplesView,
    ExerciseView,
    ResultView,
    TreeShapeView,
    example_view,
    tree_shape,
)
from fourscore.search.explicit.examples import EXAMPLES, find_tree
from fourscore.web.cache import CachedResponse
from fourscore.web.exercises import jobs
from fourscore.web.responses import (
    accepts_events,
    cache_and_send,
    cacheable,
    no_store,
    run_job,
    single_event,
)
from fourscore.web.routing import EVENT_STREAM, JOB, PREFIX
from fourscore.web.schemas import LONGEST_TREE

__all__ = ["router"]

router = APIRouter(prefix=PREFIX, tags=["exercises"], responses=JOB | EVENT_STREAM)

Id = Annotated[str, Path(max_length=40, examples=["alphabeta-2-7"])]
TreeQuery = Annotated[
    str,
    Query(
        max_length=LONGEST_TREE,
        description="Nested lists of leaf values, or the name of an example.",
        examples=["[[3,12,8],[2,4,6],[14,5,2]]"],
    ),
]


@router.get("/exercises", response_model=ExerciseView)
async def get_exercise(
    request: Request, wanted: Annotated[jobs.ExerciseRequest, Query()]
) -> Response:
    """Return the exercise of a kind, a difficulty and a seed, which is the same everywhere."""
    return await run_job(request, jobs.exercise, wanted, cacheable)


@router.post("/exercises/{id}/result", response_model=ResultView)
async def mark_exercise(request: Request, id: Id, body: jobs.AnswersRequest) -> Response:
    """Mark the first answer to every question of an exercise."""
    read_exercise_id(id)
    wanted = jobs.MarkRequest(id=id, answers=body.answers)
    return await run_job(request, jobs.mark, wanted, no_store)


@router.get("/trees", response_model=TreeShapeView)
async def get_tree(request: Request, tree: TreeQuery) -> Response:
    """Return a tree that someone wrote, node by node, and the searches that can run on it."""
    return _send(request, tree_shape(find_tree(tree)))


@router.get("/trees/examples", response_model=ExamplesView)
async def get_examples(request: Request) -> Response:
    """Return the trees of the textbooks."""
    return _send(request, ExamplesView(examples=[example_view(each) for each in EXAMPLES.values()]))


def _send(request: Request, view: BaseModel) -> Response:
    """Send what needs no worker and cannot change."""
    response = CachedResponse.of_model(view)
    if accepts_events(request):
        return single_event(response.content)
    return cache_and_send(request, response)
