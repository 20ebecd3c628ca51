"""The routes of openings: the explorer, its shape, and a player's own games."""

from fastapi import APIRouter, Request
from pydantic import BaseModel
from starlette.responses import Response

from fourscore.core.position import require_ongoing
from fourscore.errors import InputError
from fourscore.insight.openings.explorer import explore, is_in_book
from fourscore.insight.openings.own_games import read_own
from fourscore.schemas.openings import (
    OpeningView,
    OwnGamesView,
    ShapeView,
    opening_view,
    shape_view,
)
from fourscore.solver.solver import require_solvable
from fourscore.web.cache import CachedResponse
from fourscore.web.openings import jobs
from fourscore.web.openings.schemas import MAX_GAMES, GamesRequest
from fourscore.web.position_params import GameParam, request_of
from fourscore.web.responses import (
    accepts_events,
    cache_and_send,
    cacheable,
    no_store,
    run_job,
    single_event,
)
from fourscore.web.routing import BODY, EVENT_STREAM, JOB, PREFIX, QUICK
from fourscore.web.service import get_service

__all__ = ["router"]

router = APIRouter(prefix=PREFIX, tags=["openings"])


@router.get("/openings", response_model=ShapeView, responses=QUICK)
async def get_shape(request: Request) -> Response:
    """Return how many positions of each ply are won, drawn and lost for the first player."""
    return _send(request, shape_view())


@router.get("/openings/{moves}", response_model=OpeningView, responses=JOB | EVENT_STREAM)
async def get_opening(request: Request, game: GameParam) -> Response:
    """Return what is known of every column, best play, and what players choose.

    Up to ten discs the book has it all; beyond, the solver proves it. Standard rules only.
    """
    require_solvable(game.position)
    require_ongoing(game.position)
    if is_in_book(game.position):
        return _send(request, opening_view(game, explore(game.position)))
    return await run_job(request, jobs.explore, request_of(game), cacheable)


@router.post("/games/study", response_model=OwnGamesView, responses=JOB | EVENT_STREAM | BODY)
async def post_games(request: Request, body: GamesRequest) -> Response:
    """Find where games leave the winning path: in which positions, how often, at what cost."""
    games = read_own(body.text)
    if len(games) > MAX_GAMES:
        raise InputError(f"there are {len(games):,} games; the maximum is {MAX_GAMES}")
    seconds = get_service(request).settings.review_seconds
    return await run_job(request, jobs.study, body, no_store, seconds)


def _send(request: Request, view: BaseModel) -> Response:
    """Send what needs no worker and cannot change."""
    response = CachedResponse.of_model(view)
    if accepts_events(request):
        return single_event(response.content)
    return cache_and_send(request, response)
