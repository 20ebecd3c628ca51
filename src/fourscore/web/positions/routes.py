"""The addresses of the API, version 1. Faces decide nothing: what may be played stands here."""

import json
import random
from collections.abc import Callable
from dataclasses import asdict
from typing import Annotated, Any, TypeVar

from fastapi import APIRouter, Depends, Path, Query, Request
from starlette.responses import Response

from fourscore.arena.match import land
from fourscore.core.game import Game
from fourscore.core.position import require_ongoing
from fourscore.schemas.agents import MoveView
from fourscore.schemas.base import Schema
from fourscore.schemas.positions import PositionView, played_views, position_view
from fourscore.schemas.review import ReviewView
from fourscore.schemas.truth import AnalysisView, ExplanationView, HintView
from fourscore.solver.solver import require_solvable
from fourscore.web import reading
from fourscore.web.agents.schemas import AgentsView, MoveRequest, agents_view
from fourscore.web.answers import Kept, answer, lasting, passing, told, wants_events
from fourscore.web.positions.schemas import DropRequest, DropView, ImportRequest
from fourscore.web.routing import (
    LONG,
    POSTED,
    PREFIX,
    QUICK,
    STREAM,
    keep,
    list_problems,
    read_body,
)
from fourscore.web.schemas import MovesText, SizeText, StartText, VariantText
from fourscore.web.service import service_of

__all__ = ["router"]

REVIEWS = 3
"""How many times the time of another request a review may take."""


Route = TypeVar("Route", bound=Callable[..., Any])
router = APIRouter(prefix=PREFIX)


async def _asked(
    moves: Annotated[MovesText, Path()],
    start: Annotated[StartText, Query()] = None,
    size: Annotated[SizeText, Query()] = "7x6",
    variant: Annotated[VariantText, Query()] = "standard",
) -> Game:
    # Not a plain function, which would take a thread, and far longer to hand over than to run.
    return reading.read(moves, start, size, variant)


Asked = Annotated[Game, Depends(_asked)]


# Positions


@router.get("/positions/{moves}", response_model=PositionView, responses=QUICK, tags=["positions"])
async def get_position(request: Request, game: Asked) -> Response:
    """Everything there is to show of a position, and what may be played in it."""
    return keep(request, Kept.of(position_view(game).model_dump_json()))


@router.post(
    "/positions", response_model=PositionView, responses=QUICK | POSTED, tags=["positions"]
)
async def import_position(body: ImportRequest) -> PositionView:
    """Read whatever people paste: moves, a drawn board, or a game with its tags."""
    return position_view(reading.import_text(body.text, body.size, body.variant))


@router.post("/drops", response_model=DropView, responses=QUICK | POSTED, tags=["positions"])
async def drop(body: DropRequest) -> DropView:
    """Play a person's move; in slip this draws where the disc lands."""
    game = read_body(body)
    seed = random.SystemRandom().getrandbits(32) if body.seed is None else body.seed
    game.play(body.column - 1, land(game.position, body.column - 1, seed))
    return DropView(played=played_views(game)[-1], position=position_view(game))


# The truth


def _truth(path: str, shape: type[Schema]) -> Callable[[Route], Route]:
    """Make a route whose answer a worker proves."""
    responses = LONG | {200: STREAM}
    return router.get(path, response_model=shape, responses=responses, tags=["truth"])


@_truth("/positions/{moves}/analysis", AnalysisView)
async def get_analysis(request: Request, game: Asked) -> Response:
    """The exact score of every column, proved. Standard rules only."""
    service, position = service_of(request), game.position
    require_solvable(position)
    kept = service.find_analysis(position)
    if kept is not None:
        return told(kept.content) if wants_events(request) else keep(request, kept)

    def remember(content: str) -> Response:
        if not json.loads(content)["complete"]:
            return passing(content)
        kept = Kept.of(content)
        service.keep_analysis(position, kept)
        return keep(request, kept)

    ask = {**reading.write(game), "seconds": service.settings.caps.seconds}
    return await answer(request, service.submit(request, "analysis", ask), remember)


@_truth("/positions/{moves}/explain", ExplanationView)
async def get_explanation(
    request: Request,
    game: Asked,
    column: Annotated[int | None, Query(ge=1, le=63, description="What this move does.")] = None,
) -> Response:
    """Why the position is won, drawn or lost, or what a column does, in plain words."""
    if column is not None:
        game.position.play(column - 1)
    ask = {**reading.write(game), "column": column}
    job = service_of(request).submit(request, "explain", ask)
    return await answer(request, job, lambda content: keep(request, Kept.of(content)))


@_truth("/positions/{moves}/review", ReviewView)
async def get_review(request: Request, game: Asked) -> Response:
    """A whole game held against the truth, move by move. Standard rules only."""
    require_solvable(game.start)
    service = service_of(request)
    # As many proofs as moves; with a book a second is plenty, without one it takes its time.
    seconds = REVIEWS * service.settings.caps.seconds
    job = service.submit(request, "review", {**reading.write(game)}, seconds)
    return await answer(request, job, lambda content: keep(request, Kept.of(content)))


@_truth("/positions/{moves}/hint", HintView)
async def get_hint(request: Request, game: Asked) -> Response:
    """A column to recommend, under any rules: the best if that is proved soon, else a guess."""
    require_ongoing(game.position)
    job = service_of(request).submit(request, "hint", {**reading.write(game)})
    return await answer(request, job, passing)


# Agents


@router.get("/agents", response_model=AgentsView, responses=list_problems(421), tags=["agents"])
async def get_agents(request: Request) -> Response:
    """Who there is to play: levels first, then every agent with its options and limits."""
    view = agents_view(service_of(request).settings.caps)
    kept = Kept.of(view.model_dump_json())
    response = lasting(request, kept)
    response.headers["Cache-Control"] = "no-cache"
    return response


@router.post(
    "/moves", response_model=MoveView, responses=LONG | POSTED | {200: STREAM}, tags=["agents"]
)
async def post_move(request: Request, body: MoveRequest) -> Response:
    """Let an agent choose a move and play it. Progress reports are `ReportView`s."""
    service, caps = service_of(request), service_of(request).settings.caps
    limit = {} if body.limit is None else body.limit.model_dump(exclude_none=True)
    ask = {
        **reading.write(read_body(body)),
        "agent": body.agent,
        "limit": limit,
        "caps": asdict(caps),
        "seed": body.seed,
    }
    seconds = min(limit.get("seconds", caps.seconds), caps.seconds)
    return await answer(request, service.submit(request, "move", ask, seconds), passing)
