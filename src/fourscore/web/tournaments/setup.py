"""From what was asked for to a tournament of the arena, with everything bounded."""

import re

from fourscore.agents import agent
from fourscore.arena.openings import BALANCED_PLIES
from fourscore.arena.tournament import Settings
from fourscore.book import default_book
from fourscore.core.notation import parse_size
from fourscore.errors import InputError
from fourscore.search.types import Limit
from fourscore.web.tournaments.schemas import MOST_GAMES, TournamentRequest

__all__ = ["MOST", "arena_settings"]

MOST = Limit(depth=42, nodes=5_000_000, playouts=200_000, seconds=2.0)
"""What every decision is cut down to, whatever an agent's own budget is."""
MOST_EMPTY = 34
"""Empty cells of balanced openings that are not in the book: more take too long to prove."""
MOST_PLIES = 24


def arena_settings(asked: TournamentRequest) -> Settings:
    """Read what was asked for; raises `InputError` with what is wrong.

    No agent may run code of others, and no opening may be a file.
    """
    for spec in asked.agents:
        agent(spec, external=False)
    limit = {} if asked.limit is None else asked.limit.model_dump(exclude_none=True)
    settings = Settings(
        specs=tuple(asked.agents),
        games=asked.games,
        form=asked.format,
        openings=asked.openings,
        size=parse_size(asked.size),
        variant=asked.variant,
        limit=Limit(**limit) or None,
        seed=asked.seed,
        most=MOST,
    )
    _check_openings(settings)
    if settings.total > MOST_GAMES:
        raise InputError(
            f"{len(settings.pairings)} pairings of {settings.games} games are {settings.total:,} "
            f"games; {MOST_GAMES:,} are the most"
        )
    return settings


def _check_openings(settings: Settings) -> None:
    match = re.fullmatch(r"empty|(random|balanced)(?::([0-9]{1,2}))?", settings.openings)
    if match is None or settings.openings == "random":
        raise InputError(
            f"there are no openings {settings.openings!r}; "
            "they are empty, random:PLIES, balanced or balanced:PLIES"
        )
    kind, plies = match[1], int(match[2] or BALANCED_PLIES)
    board = settings.board
    if kind and plies > min(MOST_PLIES, board.width * board.height - 1):
        raise InputError(f"{settings.openings!r}: so many plies leave no game to play")
    if kind != "balanced":
        return
    if settings.variant != "standard":
        raise InputError(f"balanced openings need the standard rules, not {settings.variant}")
    book = default_book()
    known = book is not None and book.covers(board, plies)
    if not known and board.width * board.height - plies > MOST_EMPTY:
        raise InputError(
            f"{settings.openings!r} on {board.size} takes too long to prove; "
            f"leave {MOST_EMPTY} cells empty at most"
        )
