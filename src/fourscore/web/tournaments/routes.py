"""The routes of tournaments, which outlive requests and servers: a folder stores them."""

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from contextlib import suppress
from typing import Annotated, Any, Literal, TypeVar

from fastapi import APIRouter, Path, Query, Request
from pydantic import BaseModel
from sse_starlette import EventSourceResponse, ServerSentEvent
from starlette.responses import Response

from fourscore.errors import FourscoreError
from fourscore.schemas.games import TournamentGameView
from fourscore.web.problems import STOPPING, Refused, problem_json
from fourscore.web.responses import EVENTS, NO_STORE, event, send_model, stream
from fourscore.web.routing import BODY, JOB, PREFIX, QUICK, Responses, problems
from fourscore.web.service import client_of, get_service
from fourscore.web.tournaments.jobs import StandingsRequest, StandingsResult, standings
from fourscore.web.tournaments.scheduler import TournamentScheduler
from fourscore.web.tournaments.schemas import (
    MOST_AGENTS,
    MOST_GAMES,
    MOST_PER_PAIRING,
    GamesView,
    GoneView,
    TournamentRequest,
    TournamentsView,
    TournamentView,
)
from fourscore.web.tournaments.tournament import Tournament
from fourscore.web.tournaments.views import export_ledger, game_view, games_view

__all__ = ["router"]

MAX_COUNT = 100
EVENT_SECONDS = 0.25
"""Seconds between two events of a stream, at least."""
FILES = {
    "ledger": ("application/vnd.sqlite3", "ledger"),
    "csv": ("text/csv; charset=utf-8", "csv"),
    "jsonl": ("application/jsonl; charset=utf-8", "jsonl"),
    "games": ("text/plain; charset=utf-8", "txt"),
}
"""The media type and the suffix of a download, by its format."""
router = APIRouter(prefix=PREFIX, tags=["tournaments"])
Route = TypeVar("Route", bound=Callable[..., Any])
FOUND = QUICK | problems(404)
CHANGED = FOUND | JOB | problems(403)

Id = Annotated[str, Path(max_length=20, examples=["k3f9w2ab7c"])]
First = Annotated[int, Query(ge=0, le=2**31, description="How many to leave out.")]
Count = Annotated[int, Query(ge=1, le=MAX_COUNT)]
Place = Annotated[int | None, Query(ge=1, le=MOST_AGENTS, description="An agent's number, from 1.")]


def _get_scheduler(request: Request) -> TournamentScheduler:
    scheduler: TournamentScheduler = request.app.state.scheduler
    return scheduler


def _find(request: Request, name: str) -> tuple[TournamentScheduler, Tournament]:
    scheduler = _get_scheduler(request)
    return scheduler, scheduler.find(name)


def _view(request: Request, tournament: Tournament) -> TournamentView:
    return tournament.view(_get_scheduler(request).before(tournament))


async def _full_view(request: Request, tournament: Tournament) -> TournamentView:
    """Return everything about a tournament, with the standings after all its games."""
    async with tournament.standings_lock:
        is_stale = tournament.standings is None or not tournament.is_running
        if is_stale and tournament.done and tournament.standings_games != tournament.done:
            await _update_standings(request, tournament)
    return _view(request, tournament)


async def _update_standings(request: Request, tournament: Tournament) -> None:
    done, ledger = tournament.done, _get_scheduler(request).store.ledger(tournament.record.id)
    asked = StandingsRequest(ledger=ledger)
    with get_service(request).submit(request, standings, asked) as handle:
        word, content = await handle.result()
    if word == "problem":
        problem = json.loads(content)
        raise Refused(problem["status"], problem["detail"], 2)
    if tournament.done == done:
        tournament.set_standings(StandingsResult.model_validate_json(content).standings)


# Starting and looking


@router.post("/tournaments", response_model=TournamentView, responses=JOB | BODY)
async def post_tournament(request: Request, body: TournamentRequest) -> Response:
    """Start a tournament; it is played in the background, whether anybody watches or not."""
    created = _get_scheduler(request).create(body, client_of(request))
    return send_model(request, _view(request, created))


@router.get("/tournaments", response_model=TournamentsView, responses=QUICK)
async def get_tournaments(request: Request, first: First = 0, count: Count = 20) -> Response:
    """The tournaments that are stored, the newest first."""
    scheduler = _get_scheduler(request)
    found = scheduler.newest_first()
    lines = [each.line(scheduler.before(each)) for each in found[first : first + count]]
    return send_model(request, TournamentsView(total=len(found), first=first, tournaments=lines))


@router.get("/tournaments/{id}", response_model=TournamentView, responses=FOUND | JOB)
async def get_tournament(request: Request, id: Id) -> Response:  # noqa: A002
    """How a tournament stands: state, progress, cross table, ratings."""
    _, tournament = _find(request, id)
    return send_model(request, await _full_view(request, tournament))


STREAMED: Responses = {
    200: {
        "description": "Events: `progress` with everything as it stands now, at once and again "
        "when it changes; when the tournament has ended, `result` with the same.",
        "content": {EVENTS: {"schema": {"type": "string"}}},
    }
}


@router.get(
    "/tournaments/{id}/events",
    response_class=EventSourceResponse,
    responses=FOUND | JOB | STREAMED,
)
async def get_events(request: Request, id: Id) -> Response:  # noqa: A002
    """Watch a tournament; the first event says how it stands now."""
    scheduler, tournament = _find(request, id)
    await _full_view(request, tournament)
    scheduler.watchers.check(client_of(request))
    return stream(_events(request, tournament))


async def _events(request: Request, tournament: Tournament) -> AsyncIterator[ServerSentEvent]:
    scheduler = _get_scheduler(request)
    with scheduler.watchers.watching(client_of(request)):
        while not tournament.is_over:
            if scheduler.is_closing:
                yield event("problem", problem_json(503, STOPPING))
                return
            view, version = await _newest(request, tournament), tournament.version
            yield event("progress", view.model_dump_json())
            await tournament.wait_for_change(version)
            await asyncio.sleep(EVENT_SECONDS)
        yield event("result", (await _newest(request, tournament)).model_dump_json())


async def _newest(request: Request, tournament: Tournament) -> TournamentView:
    """Return everything as it stands; where nobody here plays, with the standings of all games."""
    if tournament.is_over or tournament.is_elsewhere:
        # If it was deleted, or the server is too busy, what is known has to suffice.
        with suppress(FourscoreError):
            return await _full_view(request, tournament)
    return _view(request, tournament)


# Changing


def _post(path: str, view: type[BaseModel]) -> Callable[[Route], Route]:
    """Make a route that changes a tournament."""
    return router.post(f"/tournaments/{{id}}{path}", response_model=view, responses=CHANGED)


@_post("/cancel", TournamentView)
async def cancel(request: Request, id: Id) -> Response:  # noqa: A002
    """Stop a tournament. Its games stay; one that has ended is left as it is."""
    scheduler, tournament = _find(request, id)
    scheduler.cancel(tournament)
    return send_model(request, _view(request, tournament))


@_post("/resume", TournamentView)
async def resume(
    request: Request,
    id: Id,  # noqa: A002
    games: Annotated[
        int | None,
        Query(ge=2, le=MOST_PER_PAIRING, description="Games for each pairing from now on."),
    ] = None,
) -> Response:
    """Resume a tournament that was stopped or has failed, or make any one longer."""
    scheduler, tournament = _find(request, id)
    scheduler.resume(tournament, games, client_of(request))
    return send_model(request, _view(request, tournament))


@_post("/delete", GoneView)
async def delete(request: Request, id: Id) -> Response:  # noqa: A002
    """Delete a tournament with all its games."""
    scheduler, tournament = _find(request, id)
    await scheduler.delete(tournament)
    return send_model(request, GoneView(id=id))


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
    """The games that have been played, in the order of their numbers."""
    scheduler, tournament = _find(request, id)
    if not tournament.done:
        return send_model(request, GamesView(total=0, first=first, games=[]))
    ledger = scheduler.store.ledger(id)
    found = await asyncio.to_thread(games_view, ledger, (agent, opponent), result, first, count)
    return send_model(request, found)


@router.get("/tournaments/{id}/games/{number}", response_model=TournamentGameView, responses=FOUND)
async def get_game(
    request: Request,
    id: Id,  # noqa: A002
    number: Annotated[int, Path(ge=0, le=MOST_GAMES)],
) -> Response:
    """One game, with what each move cost."""
    scheduler, tournament = _find(request, id)
    ledger = scheduler.store.ledger(id)
    found = await asyncio.to_thread(game_view, ledger, number) if tournament.done else None
    if found is None:
        raise Refused(404, "there is no such game")
    return send_model(request, found)


EXPORTED: Responses = {
    200: {
        "description": "The file.",
        "content": {
            kind.partition(";")[0]: {"schema": {"type": "string"}} for kind, _ in FILES.values()
        },
    }
}


@router.get("/tournaments/{id}/export", response_class=Response, responses=FOUND | JOB | EXPORTED)
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
    scheduler, tournament = _find(request, id)
    if not tournament.done:
        raise Refused(404, "no game has been played yet")
    media_type, suffix = FILES[format]
    ledger = scheduler.store.ledger(id)
    async with scheduler.exports:
        content = await asyncio.to_thread(export_ledger, ledger, format, table)
    name = f"fourscore-{id}{'-moves' if (format, table) == ('csv', 'moves') else ''}.{suffix}"
    headers = {**NO_STORE, "Content-Disposition": f'attachment; filename="{name}"'}
    return Response(content, 200, headers, media_type)
