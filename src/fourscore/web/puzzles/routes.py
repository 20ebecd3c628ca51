"""The routes of puzzles, which are made on request; a seed or an id says which."""

from typing import Annotated, Literal

from fastapi import APIRouter, Path, Query, Request
from starlette.responses import Response

from fourscore.errors import InputError
from fourscore.schemas.puzzles import AnswerView, AttemptView, PuzzlesView, PuzzleView
from fourscore.web.puzzles import jobs
from fourscore.web.responses import cacheable, cacheable_if_complete, run_job
from fourscore.web.routing import EVENT_STREAM, JOB, PREFIX

__all__ = ["router"]

MAX_COUNT = 20
LEVELS = 10
router = APIRouter(prefix=PREFIX, tags=["puzzles"], responses=JOB | EVENT_STREAM)

Id = Annotated[str, Path(max_length=20, examples=["9a6808g00"])]
Level = Annotated[int, Query(ge=1, le=LEVELS)]


@router.get("/puzzles", response_model=PuzzlesView)
async def get_puzzles(
    request: Request,
    count: Annotated[int, Query(ge=1, le=MAX_COUNT, description="How many.")] = 3,
    seed: Annotated[int, Query(ge=0, le=2**62, description="The same seed, the same ones.")] = 0,
    kind: Annotated[
        Literal["win", "save"] | None, Query(description="Left out, both kinds.")
    ] = None,
    easiest: Level = 1,
    hardest: Level = LEVELS,
) -> Response:
    """Positions in which exactly one column wins, or exactly one saves the draw."""
    if easiest > hardest:
        raise InputError(f"level {easiest} is harder than level {hardest}")
    levels = [] if hardest - easiest + 1 == LEVELS else list(range(easiest, hardest + 1))
    asked = jobs.PuzzlesRequest(count=count, seed=seed, kind=kind, levels=levels)
    return await run_job(request, jobs.puzzles, asked, cacheable_if_complete)


@router.get("/puzzles/{id}", response_model=PuzzleView)
async def get_puzzle(request: Request, id: Id) -> Response:  # noqa: A002
    """One puzzle, by its id."""
    return await run_job(request, jobs.puzzle, jobs.PuzzleRequest(id=id), cacheable)


@router.get("/puzzles/{id}/tries/{column}", response_model=AttemptView)
async def try_column(
    request: Request,
    id: Id,  # noqa: A002
    column: Annotated[int, Path(ge=1, le=63)],
) -> Response:
    """Whether a column is the answer, and if not what is wrong with it."""
    asked = jobs.AttemptRequest(id=id, column=column)
    return await run_job(request, jobs.attempt, asked, cacheable)


@router.get("/puzzles/{id}/answer", response_model=AnswerView)
async def get_answer(request: Request, id: Id) -> Response:  # noqa: A002
    """The column, the line and the explanation."""
    return await run_job(request, jobs.answer, jobs.PuzzleRequest(id=id), cacheable)
