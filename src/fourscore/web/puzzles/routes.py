"""The routes of puzzles, which are made on request; a seed or an id says which."""

from typing import Annotated

from fastapi import APIRouter, Path, Query, Request
from starlette.responses import Response

from fourscore.schemas.puzzles import AnswerView, AttemptView, PuzzlesView, PuzzleView
from fourscore.web.puzzles import jobs
from fourscore.web.responses import cacheable, cacheable_if_complete, run_job
from fourscore.web.routing import EVENT_STREAM, JOB, PREFIX

__all__ = ["router"]

router = APIRouter(prefix=PREFIX, tags=["puzzles"], responses=JOB | EVENT_STREAM)

Id = Annotated[str, Path(max_length=20, examples=["9a6808g00"])]
ColumnPath = Annotated[int, Path(ge=1, le=63)]


@router.get("/puzzles", response_model=PuzzlesView)
async def get_puzzles(
    request: Request, wanted: Annotated[jobs.PuzzlesRequest, Query()]
) -> Response:
    """Make positions in which exactly one column wins, or exactly one saves the draw."""
    _ = wanted.levels  # raises if there are none
    return await run_job(request, jobs.puzzles, wanted, cacheable_if_complete)


@router.get("/puzzles/{id}", response_model=PuzzleView)
async def get_puzzle(request: Request, id: Id) -> Response:
    """Return one puzzle, by its id."""
    return await run_job(request, jobs.puzzle, jobs.PuzzleRequest(id=id), cacheable)


@router.get("/puzzles/{id}/tries/{column}", response_model=AttemptView)
async def try_column(request: Request, id: Id, column: ColumnPath) -> Response:
    """Check whether a column is the answer, and if not, explain why."""
    attempt = jobs.AttemptRequest(id=id, column=column)
    return await run_job(request, jobs.attempt, attempt, cacheable)


@router.get("/puzzles/{id}/answer", response_model=AnswerView)
async def get_answer(request: Request, id: Id) -> Response:
    """Return the answer: the column, the line and the explanation."""
    return await run_job(request, jobs.answer, jobs.PuzzleRequest(id=id), cacheable)
