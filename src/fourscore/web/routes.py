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
from fourscore.search.types import refuse_finished
from fourscore.solver.solver import refuse
from fourscore.web import reading
from fourscore.web.answers import EVENTS, Kept, answer, lasting, passing, told, wants_events
from fourscore.web.catalogue import agents_view
from fourscore.web.problems import MEDIA_TYPE as PROBLEM
from fourscore.web.schemas import (
    AgentsView,
    DropRequest,
    DropView,
    ImportRequest,
    MoveRequest,
    MovesText,
    MoveView,
    PositionRequest,
    PositionView,
    Shape,
    SizeText,
    StartText,
    VariantText,
)
from fourscore.web.schemas_truth import AnalysisView, ExplanationView, HintView, ReviewView
from fourscore.web.service import service_of
from fourscore.web.views import played_views, position_view

__all__ = ["PREFIX", "router"]

PREFIX = "/api/v1"
REVIEWS = 3
"""How many times the time of another request a review may take."""


def _problems(*statuses: int) -> dict[int | str, dict[str, Any]]:
    says = {
        403: "The request comes from a page of another site.",
        413: "The body is too long.",
        421: "The server does not answer to this host name.",
        422: "What was asked is wrong; `detail` says what and where.",
        429: "Too many requests of this client are being worked on.",
        503: "The server has too much to do, or the time was not enough.",
    }
    content = {PROBLEM: {"schema": {"$ref": "#/components/schemas/Problem"}}}
    return {status: {"description": says[status], "content": content} for status in statuses}


QUICK = _problems(421, 422)
LONG = _problems(421, 422, 429, 503)
POSTED = _problems(403, 413)
STREAM = {
    "description": "As JSON, or with `Accept: text/event-stream` as events: `progress` some "
    "times, then `result` with the same JSON, or `problem`.",
    "content": {EVENTS: {"schema": {"type": "string"}}},
}

Route = TypeVar("Route", bound=Callable[..., Any])
router = APIRouter(prefix=PREFIX)


def _asked(
    moves: Annotated[MovesText, Path()],
    start: Annotated[StartText, Query()] = None,
    size: Annotated[SizeText, Query()] = "7x6",
    variant: Annotated[VariantText, Query()] = "standard",
) -> Game:
    return reading.read(moves, start, size, variant)


Asked = Annotated[Game, Depends(_asked)]


def _read(body: PositionRequest) -> Game:
    return reading.read(body.moves, body.start, body.size, body.variant)


def _keep(request: Request, kept: Kept) -> Response:
    """Answer with something that cannot change, and have it ready for whoever asks again."""
    service_of(request).keep_answer(request.scope, kept)
    return lasting(request, kept)


# Positions


@router.get("/positions/{moves}", response_model=PositionView, responses=QUICK, tags=["positions"])
async def get_position(request: Request, game: Asked) -> Response:
    """Everything there is to show of a position, and what may be played in it."""
    return _keep(request, Kept.of(position_view(game).model_dump_json()))


@router.post(
    "/positions", response_model=PositionView, responses=QUICK | POSTED, tags=["positions"]
)
async def import_position(body: ImportRequest) -> PositionView:
    """Read whatever people paste: moves, a drawn board, or a game with its tags."""
    return position_view(reading.import_text(body.text, body.size, body.variant))


@router.post("/drops", response_model=DropView, responses=QUICK | POSTED, tags=["positions"])
async def drop(body: DropRequest) -> DropView:
    """Play a person's move; in slip this draws where the disc lands."""
    game = _read(body)
    seed = random.SystemRandom().getrandbits(32) if body.seed is None else body.seed
    game.play(body.column - 1, land(game.position, body.column - 1, seed))
    return DropView(played=played_views(game)[-1], position=position_view(game))


# The truth


def _truth(path: str, shape: type[Shape]) -> Callable[[Route], Route]:
    """Make a route whose answer a worker proves."""
    responses = LONG | {200: STREAM}
    return router.get(path, response_model=shape, responses=responses, tags=["truth"])


@_truth("/positions/{moves}/analysis", AnalysisView)
async def get_analysis(request: Request, game: Asked) -> Response:
    """The exact score of every column, proved. Standard rules only."""
    service, position = service_of(request), game.position
    refuse(position)
    kept = service.find_analysis(position)
    if kept is not None:
        return told(kept.content) if wants_events(request) else _keep(request, kept)

    def keep(content: str) -> Response:
        if not json.loads(content)["complete"]:
            return passing(content)
        kept = Kept.of(content)
        service.keep_analysis(position, kept)
        return _keep(request, kept)

    ask = {**reading.write(game), "seconds": service.settings.caps.seconds}
    return await answer(request, service.submit(request, "analysis", ask), keep)


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
    return await answer(request, job, lambda content: _keep(request, Kept.of(content)))


@_truth("/positions/{moves}/review", ReviewView)
async def get_review(request: Request, game: Asked) -> Response:
    """A whole game held against the truth, move by move. Standard rules only."""
    refuse(game.start)
    service = service_of(request)
    # As many proofs as moves; with a book a second is plenty, without one it takes its time.
    seconds = REVIEWS * service.settings.caps.seconds
    job = service.submit(request, "review", {**reading.write(game)}, seconds)
    return await answer(request, job, lambda content: _keep(request, Kept.of(content)))


@_truth("/positions/{moves}/hint", HintView)
async def get_hint(request: Request, game: Asked) -> Response:
    """A column to recommend, under any rules: the best if that is proved soon, else a guess."""
    refuse_finished(game.position)
    job = service_of(request).submit(request, "hint", {**reading.write(game)})
    return await answer(request, job, passing)


# Agents


@router.get("/agents", response_model=AgentsView, responses=_problems(421), tags=["agents"])
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
        **reading.write(_read(body)),
        "agent": body.agent,
        "limit": limit,
        "caps": asdict(caps),
        "seed": body.seed,
    }
    seconds = min(limit.get("seconds", caps.seconds), caps.seconds)
    return await answer(request, service.submit(request, "move", ask, seconds), passing)
