"""The routes of tournaments, which outlive requests and servers: a folder stores them."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import suppress
from typing import Annotated, Literal

from fastapi import APIRouter, Depends, Path, Query, Request
from sse_starlette import EventSourceResponse, ServerSentEvent
from starlette.responses import Response

from fourscore.errors import FourscoreError
from fourscore.schemas.games import TournamentGameView
from fourscore.web.downloads import Download
from fourscore.web.problems import STOPPING, Refused, problem_json
from fourscore.web.responses import EVENTS, event, stream
from fourscore.web.routing import BODY, JOB, PREFIX, QUICK, Responses, problems
from fourscore.web.service import client_of, get_service
from fourscore.web.tournaments.jobs import StandingsRequest, StandingsResult, standings
from fourscore.web.tournaments.scheduler import TournamentScheduler
from fourscore.web.tournaments.schemas import (
    MAX_AGENTS,
    MAX_GAMES,
    MAX_PER_PAIRING,
    DeletedView,
    GamesView,
    TournamentRequest,
    TournamentsView,
    TournamentView,
)
from fourscore.web.tournaments.tournament import Tournament
from fourscore.web.tournaments.views import export_ledger, game_view, games_view

__all__ = ["router"]

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
FOUND = QUICK | problems(404)
CHANGED = FOUND | JOB | problems(403)

First = Annotated[int, Query(ge=0, le=2**31, description="How many to leave out.")]
Count = Annotated[int, Query(ge=1, le=100)]
Agent = Annotated[int | None, Query(ge=1, le=MAX_AGENTS, description="An agent's number, from 1.")]
Number = Annotated[int, Path(ge=0, le=MAX_GAMES)]


async def _scheduler(request: Request) -> TournamentScheduler:
    scheduler: TournamentScheduler = request.app.state.scheduler
    return scheduler


Scheduler = Annotated[TournamentScheduler, Depends(_scheduler)]


async def _tournament(
    scheduler: Scheduler, id: Annotated[str, Path(max_length=20, examples=["k3f9w2ab7c"])]
) -> Tournament:
    return scheduler.find(id)


Found = Annotated[Tournament, Depends(_tournament)]
"""The tournament that a request names."""


async def _update_standings(request: Request, tournament: Tournament) -> None:
    """Have the standings computed, unless they are up to date or its process does it."""
    async with tournament.standings_lock:
        done = tournament.done
        is_stale = tournament.standings is None or not tournament.is_running
        if not is_stale or not done or tournament.standings_games == done:
            return
        job_request = StandingsRequest(ledger=tournament.ledger)
        with get_service(request).submit(request, standings, job_request) as handle:
            word, content = await handle.result()
        if word == "problem":
            problem = json.loads(content)
            raise Refused(problem["status"], problem["detail"], 2)
        if tournament.done == done:
            found = StandingsResult.model_validate_json(content)
            tournament.set_standings(found.standings, found.rounds)


# Starting and watching


@router.post("/tournaments", responses=JOB | BODY)
async def post_tournament(
    request: Request, scheduler: Scheduler, body: TournamentRequest
) -> TournamentView:
    """Start a tournament; it is played in the background, whether it is watched or not."""
    return scheduler.view(scheduler.create(body, client_of(request)))


@router.get("/tournaments", responses=QUICK)
async def get_tournaments(
    scheduler: Scheduler, first: First = 0, count: Count = 20
) -> TournamentsView:
    """List the stored tournaments, the newest first."""
    found = scheduler.newest_first()
    lines = [each.line(scheduler.before(each)) for each in found[first : first + count]]
    return TournamentsView(total=len(found), first=first, tournaments=lines)


@router.get("/tournaments/{id}", responses=FOUND | JOB)
async def get_tournament(
    request: Request, scheduler: Scheduler, tournament: Found
) -> TournamentView:
    """Return a tournament: state, progress, cross table, ratings."""
    await _update_standings(request, tournament)
    return scheduler.view(tournament)


STREAMED: Responses = {
    200: {
        "description": "Events: `progress` with everything as it stands now, immediately and again "
        "when it changes; when the tournament has ended, `result` with the same.",
        "content": {EVENTS: {"schema": {"type": "string"}}},
    }
}


@router.get(
    "/tournaments/{id}/events",
    response_class=EventSourceResponse,
    responses=FOUND | JOB | STREAMED,
)
async def get_events(request: Request, scheduler: Scheduler, tournament: Found) -> Response:
    """Watch a tournament; the first event has its current state."""
    await _update_standings(request, tournament)
    scheduler.watchers.check(client_of(request))
    return stream(_events(request, scheduler, tournament))


async def _events(
    request: Request, scheduler: TournamentScheduler, tournament: Tournament
) -> AsyncIterator[ServerSentEvent]:
    async def newest() -> str:
        # Where another server plays, the standings must be requested here. If it was deleted, or
        # the server is too busy, the known ones have to suffice.
        if tournament.is_over or tournament.is_elsewhere:
            with suppress(FourscoreError):
                await _update_standings(request, tournament)
        return scheduler.view(tournament).model_dump_json()

    with scheduler.watchers.watching(client_of(request)):
        while not tournament.is_over:
            if scheduler.is_closing:
                yield event("problem", problem_json(503, STOPPING))
                return
            content, version = await newest(), tournament.version
            yield event("progress", content)
            await tournament.wait_for_change(version)
            await asyncio.sleep(EVENT_SECONDS)
        yield event("result", await newest())


# Changing


@router.post("/tournaments/{id}/cancel", responses=CHANGED)
async def cancel(scheduler: Scheduler, tournament: Found) -> TournamentView:
    """Stop a tournament. Its games stay; one that has ended is left as it is."""
    scheduler.cancel(tournament)
    return scheduler.view(tournament)


@router.post("/tournaments/{id}/resume", responses=CHANGED)
async def resume(
    request: Request,
    scheduler: Scheduler,
    tournament: Found,
    games: Annotated[
        int | None,
        Query(ge=2, le=MAX_PER_PAIRING, description="Games for each pairing from now on."),
    ] = None,
) -> TournamentView:
    """Resume a tournament that was stopped or has failed, or make any one longer."""
    scheduler.resume(tournament, games, client_of(request))
    return scheduler.view(tournament)


@router.post("/tournaments/{id}/delete", responses=CHANGED)
async def delete(scheduler: Scheduler, tournament: Found) -> DeletedView:
    """Delete a tournament with all its games."""
    await scheduler.delete(tournament)
    return DeletedView(id=tournament.record.id)


# Games


@router.get("/tournaments/{id}/games", responses=FOUND)
async def get_games(
    tournament: Found,
    agent: Agent = None,
    opponent: Agent = None,
    result: Annotated[
        Literal["won", "drawn", "lost", "void"] | None,
        Query(description="As the agent saw it, or X if none is named."),
    ] = None,
    first: First = 0,
    count: Count = 20,
) -> GamesView:
    """List the games that have been played, in the order of their numbers."""
    if not tournament.done:
        return GamesView(total=0, first=first, games=[])
    pair = agent, opponent
    return await asyncio.to_thread(games_view, tournament.ledger, pair, result, first, count)


@router.get("/tournaments/{id}/games/{number}", responses=FOUND)
async def get_game(tournament: Found, number: Number) -> TournamentGameView:
    """Return one game, with what each move cost."""
    if tournament.done:
        found = await asyncio.to_thread(game_view, tournament.ledger, number)
        if found is not None:
            return found
    raise Refused(404, "there is no such game")


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
    scheduler: Scheduler,
    tournament: Found,
    format: Annotated[
        Literal["ledger", "csv", "jsonl", "games"],
        Query(description="The ledger itself, tables, lines of JSON, or games as text."),
    ] = "ledger",
    table: Annotated[
        Literal["games", "moves"], Query(description="For csv, what a row is.")
    ] = "games",
) -> Response:
    """Export all games as a file."""
    if not tournament.done:
        raise Refused(404, "no game has been played yet")
    room = scheduler.downloads.enter(client_of(request))
    try:
        async with scheduler.exports:
            content = await asyncio.to_thread(export_ledger, tournament.ledger, format, table)
    except BaseException:
        room.close()
        raise
    media_type, suffix = FILES[format]
    moves = "-moves" if (format, table) == ("csv", "moves") else ""
    name = f"fourscore-{tournament.record.id}{moves}.{suffix}"
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Download(content, room.close, headers=headers, media_type=media_type)
