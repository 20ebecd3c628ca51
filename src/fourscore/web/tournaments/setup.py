"""From a request to a tournament of the arena, with everything bounded."""

import re

from fourscore.arena.clock import TimeControl
from fourscore.arena.openings import BALANCED_PLIES, draw_openings
from fourscore.arena.tournament import Settings
from fourscore.book import default_book
from fourscore.core.notation import parse_size, plural
from fourscore.errors import InputError
from fourscore.search.types import Limit
from fourscore.web.local_agents import check_agents
from fourscore.web.schemas import given_limits
from fourscore.web.tournaments.schemas import MAX_GAMES, TournamentRequest

__all__ = ["MAX_LIMIT", "arena_settings"]

MAX_LIMIT = Limit(depth=42, nodes=5_000_000, playouts=200_000, seconds=2.0)
"""What the budget of every decision is cut down to."""
MAX_EMPTY = 34
"""Empty cells of balanced openings that are not in the book: more take too long to prove."""
MAX_PLIES = 24


def arena_settings(request: TournamentRequest, *, local_agents: bool = False) -> Settings:
    """Return the settings of a tournament; raises `InputError` if the request is wrong.

    Agents may be programs of this machine only with `local_agents`, and no opening may be a file.
    """
    check_agents(request.agents, local_agents)
    settings = Settings(
        agents=tuple(request.agents),
        games=request.games,
        form=request.format,
        openings=request.openings,
        size=parse_size(request.size),
        variant=request.variant,
        limit=Limit(**given_limits(request.limit)) or None,
        control=TimeControl(request.move_time, request.bank, request.increment or 0.0),
        seed=request.seed,
        most=MAX_LIMIT,
        rounds=request.rounds,
        adjudicate=request.adjudicate,
    )
    _check_openings(settings)
    if settings.total > MAX_GAMES:
        matches = settings.total // settings.games
        raise InputError(
            f"{plural(matches, 'pairing')} of {settings.games} games make "
            f"{settings.total:,} games; the limit is {MAX_GAMES:,}"
        )
    return settings


def _check_openings(settings: Settings) -> None:
    if settings.openings.startswith("suite:"):
        next(draw_openings(settings.openings, settings.board))
        return
    match = re.fullmatch(r"empty|(random|balanced)(?::([0-9]{1,2}))?", settings.openings)
    if match is None or settings.openings == "random":
        raise InputError(
            f"there are no openings {settings.openings!r}; "
            "choose empty, random:PLIES, balanced, balanced:PLIES or suite:NAME"
        )
    kind, plies = match[1], int(match[2] or BALANCED_PLIES)
    board = settings.board
    if kind and plies > min(MAX_PLIES, board.width * board.height - 1):
        raise InputError(f"{settings.openings!r}: that many plies leave no game to play")
    if kind != "balanced":
        return
    if settings.variant != "standard":
        raise InputError(f"balanced openings need the standard rules, not {settings.variant}")
    book = default_book()
    known = book is not None and book.covers(board, plies)
    if not known and board.width * board.height - plies > MAX_EMPTY:
        raise InputError(
            f"{settings.openings!r} on {board.size} takes too long to prove; "
            f"leave at most {MAX_EMPTY} cells empty"
        )
