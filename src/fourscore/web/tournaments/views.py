"""Views of a ledger in the server's folder: games a page at a time, and files."""

import io
import os
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import islice
from pathlib import Path

from fourscore.arena.database import LedgerUnavailable
from fourscore.arena.ledger import GameRow, Ledger
from fourscore.errors import InputError
from fourscore.schemas.games import TournamentGameView, game_line, tournament_game, write_ledger
from fourscore.web.tournaments.schemas import GamesView

__all__ = [
    "RESULTS",
    "export_ledger",
    "game_view",
    "games_view",
    "open_ledger",
    "without_folder",
]

RESULTS = {"won": 1.0, "drawn": 0.5, "lost": 0.0, "void": None}
"""An agent's points in a game, by the name of its result."""


@contextmanager
def open_ledger(path: Path) -> Iterator[Ledger]:
    """Open a ledger of the server's; errors do not name its folder."""
    try:
        with Ledger.open(path) as ledger:
            yield ledger
    except LedgerUnavailable as error:
        raise LedgerUnavailable(without_folder(error, path)) from None
    except InputError as error:
        raise InputError(without_folder(error, path)) from None


def without_folder(error: Exception, path: Path) -> str:
    """Return what is wrong with a file, without the server's folder."""
    return str(error).replace(f"{path.parent}{os.sep}", "")


def games_view(
    path: Path, pair: tuple[int | None, int | None], result: str | None, first: int, count: int
) -> GamesView:
    """Return some games: of an agent or a pairing, by their numbers from 1, and with a result.

    The result is as the first of the pair saw it, or X if none is named.
    """
    with open_ledger(path) as ledger:
        one, other = (_named(ledger, number) for number in pair)
        found = [row for row in ledger.games() if _fits(row, one, other, result)]
        page = islice(found, first, first + count)
        views = [game_line(ledger, row, list(ledger.moves(row.number))) for row in page]
    return GamesView(total=len(found), first=first, games=views)


def _named(ledger: Ledger, number: int | None) -> str | None:
    if number is None:
        return None
    if number > len(ledger.agents):
        raise InputError(f"there is no agent {number}; there are {len(ledger.agents)}")
    return list(ledger.agents)[number - 1]


def _fits(row: GameRow, agent: str | None, opponent: str | None, result: str | None) -> bool:
    if not {agent, opponent} - {None} <= {row.first, row.second}:
        return False
    turned = (agent or row.first) != row.first or (agent is None and opponent == row.first)
    points = None if row.result is None else 1 - row.result if turned else row.result
    return result is None or points == RESULTS[result]


def game_view(path: Path, number: int) -> TournamentGameView | None:
    """Return one game with its moves, or None if there is no such game."""
    with open_ledger(path) as ledger:
        row = next(iter(ledger.games([number])), None)
        if row is None:
            return None
        return tournament_game(ledger, row, list(ledger.moves(number)))


def export_ledger(path: Path, form: str, table: str) -> bytes:
    """Return a ledger for other programs: the file itself, or one of the export's texts."""
    with open_ledger(path) as ledger:
        if form == "ledger":
            return ledger.copy()
        out = io.StringIO()
        write_ledger(ledger, form, table, out)
        return out.getvalue().encode()
