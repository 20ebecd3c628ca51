"""The addresses of tournaments. They outlive requests and servers: all is kept in a folder."""

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from contextlib import suppress
from typing import Annotated, Any, Literal, TypeVar

from fastapi import APIRouter, Path, Query, Request
from sse_starlette import EventSourceResponse, ServerSentEvent
from starlette.responses import Response

from fourscore.errors import FourscoreError
from fourscore.schemas.base import Schema
from fourscore.schemas.games import TournamentGameView
from fourscore.web import problems
from fourscore.web.answers import EVENTS, event, passing, stream
from fourscore.web.problems import Refused
from fourscore.web.routing import LONG, POSTED, PREFIX, QUICK, list_problems
from fourscore.web.service import Service, client_of, service_of
from fourscore.web.tournaments.schemas import (
    MOST_AGENTS,
    MOST_GAMES,
    MOST_PER_PAIRING,
    AddedUp,
    GamesView,
    GoneView,
    TournamentRequest,
    TournamentsView,
    TournamentView,
)
from fourscore.web.tournaments.tournament import Tournament
from fourscore.web.tournaments.views import export_ledger, game_view, games_view
from fourscore.web.workers.pool import STOPPING

__all__ = ["router"]

MOST_ON_PAGE = 100
PACE = 0.25
"""Seconds between two events of a stream, at the least."""
FILES = {
    "ledger": ("application/vnd.sqlite3", "ledger"),
    "csv": ("text/csv; charset=utf-8", "csv"),
    "jsonl": ("application/jsonl; charset=utf-8", "jsonl"),
    "games": ("text/plain; charset=utf-8", "txt"),
}
"""By format, the media type and the ending of a download."""
router = APIRouter(prefix=PREFIX, tags=["tournaments"])
Route = TypeVar("Route", bound=Callable[..., Any])
FOUND = QUICK | list_problems(404)
CHANGED = FOUND | LONG | list_problems(403)

Id = Annotated[str, Path(max_length=20, examples=["k3f9w2ab7c"])]
First = Annotated[int, Query(ge=0, le=2**31, description="How many to leave out.")]
Count = Annotated[int, Query(ge=1, le=MOST_ON_PAGE)]
Place = Annotated[int | None, Query(ge=1, le=MOST_AGENTS, description="An agent's number, from 1.")]


def _post(path: str, shape: type[Schema]) -> Callable[[Route], Route]:
    """Make a route that changes a tournament."""
    return router.post(f"/tournaments/{{id}}{path}", response_model=shape, responses=CHANGED)


def _find(request: Request, name: str) -> tuple[Service, Tournament]:
    service = service_of(request)
    return service, service.keeper.find(name)


async def _view(request: Request, tournament: Tournament) -> str:
    """Return everything about a tournament, adding its games up if nobody has."""
    async with tournament.adding_up:
        stale = tournament.standings is None or not tournament.is_running
        if stale and tournament.done and tournament.counted != tournament.done:
            await _add_up(request, tournament)
    return _shown(service_of(request), tournament)


async def _add_up(request: Request, tournament: Tournament) -> None:
    service, done = service_of(request), tournament.done
    ledger = service.keeper.store.ledger(tournament.record.id)
    with service.submit(request, "standings", {"ledger": str(ledger)}) as job:
        word, content = await job.answer()
    if word == "problem":
        told = json.loads(content)
        raise Refused(told["status"], told["detail"], 2)
    if tournament.done == done:
        tournament.add_up(AddedUp.model_validate_json(content).standings)


def _shown(service: Service, tournament: Tournament) -> str:
    return tournament.view(service.keeper.before(tournament)).model_dump_json()


# Starting and looking


@router.post("/tournaments", response_model=TournamentView, responses=LONG | POSTED)
async def post_tournament(request: Request, body: TournamentRequest) -> Response:
    """Start a tournament; it is played in the background, whoever watches."""
    service = service_of(request)
    created = service.keeper.create(body, client_of(request))
    return passing(_shown(service, created))


@router.get("/tournaments", response_model=TournamentsView, responses=QUICK)
async def get_tournaments(request: Request, first: First = 0, count: Count = 20) -> Response:
    """The tournaments that are kept, the newest first."""
    keeper = service_of(request).keeper
    found = keeper.newest_first()
    lines = [each.line(keeper.before(each)) for each in found[first : first + count]]
    return passing(
        TournamentsView(total=len(found), first=first, tournaments=lines).model_dump_json()
    )


@router.get("/tournaments/{id}", response_model=TournamentView, responses=FOUND | LONG)
async def get_tournament(request: Request, id: Id) -> Response:  # noqa: A002
    """How a tournament stands: state, progress, cross table, ratings."""
    _, tournament = _find(request, id)
    return passing(await _view(request, tournament))


STREAMED: dict[int | str, dict[str, Any]] = {
    200: {
        "description": "Events: `progress` with everything as it stands now, at once and again "
        "when it changes; when the tournament has ended, `result` with the same.",
        "content": {EVENTS: {"schema": {"type": "string"}}},
    }
}


@router.get(
    "/tournaments/{id}/events",
    response_class=EventSourceResponse,
    responses=FOUND | LONG | STREAMED,
)
async def get_events(request: Request, id: Id) -> Response:  # noqa: A002
    """Watch a tournament; whoever joins late or again hears first how it stands."""
    service, tournament = _find(request, id)
    await _view(request, tournament)
    service.keeper.admit(client_of(request))
    return stream(_events(request, tournament))


async def _events(request: Request, tournament: Tournament) -> AsyncIterator[ServerSentEvent]:
    keeper = service_of(request).keeper
    with keeper.watching(client_of(request)):
        while not tournament.is_over:
            if keeper.is_closing:
                yield event("problem", json.dumps(problems.as_dict(503, STOPPING)))
                return
            content, version = await _newest(request, tournament), tournament.version
            yield event("progress", content)
            await tournament.change(version)
            await asyncio.sleep(PACE)
        yield event("result", await _newest(request, tournament))


async def _newest(request: Request, tournament: Tournament) -> str:
    """Return everything as it stands; where nobody here plays, with the table of all games."""
    if tournament.is_over or tournament.is_elsewhere:
        # It was deleted, perhaps, or there is too much to do: then what is known will have to do.
        with suppress(FourscoreError):
            return await _view(request, tournament)
    return _shown(service_of(request), tournament)


# Changing


@_post("/cancel", TournamentView)
async def cancel(request: Request, id: Id) -> Response:  # noqa: A002
    """Stop a tournament. What was played stays; one that has ended is left as it is."""
    service, tournament = _find(request, id)
    service.keeper.cancel(tournament)
    return passing(_shown(service, tournament))


@_post("/resume", TournamentView)
async def resume(
    request: Request,
    id: Id,  # noqa: A002
    games: Annotated[
        int | None,
        Query(ge=2, le=MOST_PER_PAIRING, description="Games for each pairing from now on."),
    ] = None,
) -> Response:
    """Go on with a tournament that was stopped or has failed, or make any one longer."""
    service, tournament = _find(request, id)
    service.keeper.resume(tournament, games, client_of(request))
    return passing(_shown(service, tournament))


@_post("/delete", GoneView)
async def delete(request: Request, id: Id) -> Response:  # noqa: A002
    """Remove a tournament with all its games."""
    service, tournament = _find(request, id)
    await service.keeper.delete(tournament)
    return passing(GoneView(id=id).model_dump_json())


# Games


@router.get("/tournaments/{id}/games", response_model=GamesView, responses=FOUND)
async def get_games(
    request: Request,
    id: Id,  # noqa: A002
    agent: Place = None,
    opponent: Place = None,
    result: Annotated[
        Literal["won", "drawn", "lost", "void"] | None,
        Query(description="As the agent saw it, or X if none is named."),
    ] = None,
    first: First = 0,
    count: Count = 20,
) -> Response:
    """The games that are played, in the order of their numbers."""
    service, tournament = _find(request, id)
    if not tournament.done:
        return passing(GamesView(total=0, first=first, games=[]).model_dump_json())
    ledger = service.keeper.store.ledger(id)
    found = await asyncio.to_thread(games_view, ledger, (agent, opponent), result, first, count)
    return passing(found.model_dump_json())


@router.get("/tournaments/{id}/games/{number}", response_model=TournamentGameView, responses=FOUND)
async def get_game(
    request: Request,
    id: Id,  # noqa: A002
    number: Annotated[int, Path(ge=0, le=MOST_GAMES)],
) -> Response:
    """One game, with what each move cost."""
    service, tournament = _find(request, id)
    ledger = service.keeper.store.ledger(id)
    found = await asyncio.to_thread(game_view, ledger, number) if tournament.done else None
    if found is None:
        raise Refused(404, "there is no such game")
    return passing(found.model_dump_json())


EXPORTED: dict[int | str, dict[str, Any]] = {
    200: {
        "description": "The file.",
        "content": {
            kind.partition(";")[0]: {"schema": {"type": "string"}} for kind, _ in FILES.values()
        },
    }
}


@router.get("/tournaments/{id}/export", response_class=Response, responses=FOUND | LONG | EXPORTED)
async def get_export(
    request: Request,
    id: Id,  # noqa: A002
    format: Annotated[  # noqa: A002
        Literal["ledger", "csv", "jsonl", "games"],
        Query(description="The ledger itself, tables, lines of JSON, or games as text."),
    ] = "ledger",
    table: Annotated[
        Literal["games", "moves"], Query(description="For csv, what a row is.")
    ] = "games",
) -> Response:
    """All games as a file."""
    service, tournament = _find(request, id)
    if not tournament.done:
        raise Refused(404, "no game has been played yet")
    kind, ending = FILES[format]
    ledger = service.keeper.store.ledger(id)
    async with service.keeper.exporting:
        content = await asyncio.to_thread(export_ledger, ledger, format, table)
    name = f"fourscore-{id}{'-moves' if (format, table) == ('csv', 'moves') else ''}.{ending}"
    headers = {
        "Content-Disposition": f'attachment; filename="{name}"',
        "Cache-Control": "no-store",
    }
    return Response(content, 200, headers, kind)
