"""The routes of puzzles: drawn, one a day, by id; tried and played out."""

from typing import Annotated

from fastapi import APIRouter, Path, Query, Request
from pydantic import BaseModel
from starlette.responses import Response

from fourscore.insight.puzzles.daily import daily_puzzle, parse_date, today
from fourscore.insight.puzzles.ids import read_id
from fourscore.insight.puzzles.shipped import draw, find_shipped
from fourscore.schemas.puzzles import (
    AnswerView,
    AttemptView,
    DailyPuzzleView,
    PuzzlesView,
    PuzzleView,
    StepView,
    SummaryView,
    daily_view,
    puzzle_view,
    summary_view,
)
from fourscore.web.cache import CachedResponse
from fourscore.web.puzzles import jobs
from fourscore.web.puzzles.schemas import PuzzlesRequest
from fourscore.web.responses import (
    accepts_events,
    cache_and_send,
    cacheable,
    no_store,
    run_job,
    single_event,
)
from fourscore.web.routing import EVENT_STREAM, JOB, PREFIX

__all__ = ["router"]

router = APIRouter(prefix=PREFIX, tags=["puzzles"], responses=JOB | EVENT_STREAM)

Id = Annotated[str, Path(max_length=20, examples=["9a6808g00"])]
ColumnPath = Annotated[int, Path(ge=1, le=63)]
DateQuery = Annotated[
    str | None,
    Query(max_length=40, description="Left out, today in UTC.", examples=["2026-01-31"]),
]
MovesQuery = Annotated[
    str,
    Query(
        max_length=200,
        description="The columns that both sides have played, the last by you.",
        examples=["4,3,3"],
    ),
]


@router.get("/puzzles", response_model=PuzzlesView)
async def get_puzzles(request: Request, wanted: Annotated[PuzzlesRequest, Query()]) -> Response:
    """Draw puzzles, in which exactly one column wins, or exactly one saves the draw."""
    found = draw(wanted.count, wanted.seed, **wanted.restrictions)
    return _send(request, PuzzlesView(complete=True, puzzles=[puzzle_view(each) for each in found]))


@router.get("/puzzles/summary", response_model=SummaryView)
async def get_summary(request: Request) -> Response:
    """Return how many puzzles there are, by grade, theme and aim."""
    return _send(request, summary_view())


@router.get("/puzzles/daily", response_model=DailyPuzzleView)
async def get_daily(request: Request, date: DateQuery = None) -> Response:
    """Return the puzzle of the day, which is the same for everybody; Monday's is the easiest."""
    day = today() if date is None else parse_date(date)
    view = daily_view(daily_puzzle(day), day)
    return no_store(request, view.model_dump_json()) if date is None else _send(request, view)


@router.get("/puzzles/{id}", response_model=PuzzleView)
async def get_puzzle(request: Request, id: Id) -> Response:
    """Return one puzzle, by its id."""
    shipped = find_shipped(read_id(id))
    if shipped is not None:
        return _send(request, puzzle_view(shipped))
    return await run_job(request, jobs.puzzle, jobs.PuzzleRequest(id=id), cacheable)


@router.get("/puzzles/{id}/play", response_model=StepView)
async def play(request: Request, id: Id, moves: MovesQuery) -> Response:
    """Play a puzzle out: judge your last move, and reply with the best defence."""
    wanted = jobs.PlayRequest(id=id, moves=moves)
    return await run_job(request, jobs.play, wanted, cacheable)


@router.get("/puzzles/{id}/tries/{column}", response_model=AttemptView)
async def try_column(request: Request, id: Id, column: ColumnPath) -> Response:
    """Check whether a column is the answer, and if not, explain why."""
    attempt = jobs.AttemptRequest(id=id, column=column)
    return await run_job(request, jobs.attempt, attempt, cacheable)


@router.get("/puzzles/{id}/answer", response_model=AnswerView)
async def get_answer(request: Request, id: Id) -> Response:
    """Return the answer: the column, the line and the explanation."""
    return await run_job(request, jobs.answer, jobs.PuzzleRequest(id=id), cacheable)


def _send(request: Request, view: BaseModel) -> Response:
    """Send what needs no worker and cannot change."""
    response = CachedResponse.of_model(view)
    if accepts_events(request):
        return single_event(response.content)
    return cache_and_send(request, response)
