"""From a ledger to the shapes of the API: the standings, and games a page at a time."""

import io
import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from typing import Any

from fourscore.arena import export
from fourscore.arena.ledger import GameRow, Ledger, MoveRow
from fourscore.arena.rating import Ratings
from fourscore.arena.summary import Summary, summarise
from fourscore.core.game import write_game
from fourscore.core.position import PLAYERS
from fourscore.errors import InputError
from fourscore.insight.reports.words import say_summary
from fourscore.web import reading
from fourscore.web.tournaments.schemas import (
    CrossView,
    EloView,
    FaultView,
    GameLineView,
    GamesView,
    PlayedMoveView,
    StandingsView,
    StandingView,
    TallyView,
    TournamentGameView,
)

__all__ = [
    "RESULTS",
    "export_ledger",
    "game_view",
    "games_view",
    "opened",
    "standings_view",
    "without_folder",
]

RESULTS = {"won": 1.0, "drawn": 0.5, "lost": 0.0, "void": None}
"""What a game may have been for an agent, by name, and its points."""
WRITTEN = {1.0: "1-0", 0.5: "1/2-1/2", 0.0: "0-1", None: "*"}


@contextmanager
def opened(path: Path) -> Iterator[Ledger]:
    """Open a ledger of the server's; what is wrong with it is told without its folder."""
    try:
        with Ledger.open(path) as ledger:
            yield ledger
    except InputError as error:
        raise InputError(without_folder(error, path)) from None


def without_folder(error: Exception, path: Path) -> str:
    """Return what is wrong with a file; where the folder is concerns nobody who asks the server."""
    return str(error).replace(f"{path.parent}{os.sep}", "")


# The table


def standings_view(ledger: Ledger) -> StandingsView | None:
    """Add up all games of a ledger; None before the first."""
    summary = summarise(ledger)
    if summary.ratings is None:
        return None
    told = summary.as_dict()
    places = {name: number for number, name in enumerate(ledger.agents, start=1)}
    told["agents"] = [_standing(row, places) for row in told["agents"]]
    told["cross_table"] = [_cross(row, summary, summary.ratings) for row in told["cross_table"]]
    told["first_move_elo"] = _elo(told["first_move_elo"])
    for faults in ("forfeits", "voids"):
        told[faults] = [FaultView(**row) for row in told[faults]]
    return StandingsView(says=say_summary(summary), **told)


def _elo(row: dict[str, float] | None) -> EloView | None:
    return row and EloView(**row)  # type: ignore[return-value]


def _standing(row: dict[str, Any], places: dict[str, int]) -> StandingView:
    return StandingView(**{**row, "elo": _elo(row["elo"])}, number=places[row["name"]])


def _cross(row: dict[str, Any], summary: Summary, ratings: Ratings) -> CrossView:
    name, other = row["agent"], row["opponent"]
    met = summary.tally(name).games and summary.tally(other).games
    first = ratings.cross_table.as_first(name, other)
    return CrossView(
        **row,
        first=TallyView(**first._asdict()),
        superiority=ratings.los(name, other) if met else None,
    )


# Games


def games_view(
    path: Path, pair: tuple[int | None, int | None], result: str | None, first: int, count: int
) -> GamesView:
    """Return some games: of one agent or a pairing, by their numbers from 1, and with one result.

    The result is as the first of the pair saw it, or X if nobody is named.
    """
    with opened(path) as ledger:
        one, other = (_named(ledger, number) for number in pair)
        found = [row for row in ledger.games() if _fits(row, one, other, result)]
        page = islice(found, first, first + count)
        views = [GameLineView(**_line(ledger, row, list(ledger.moves(row.number)))) for row in page]
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


def _line(ledger: Ledger, row: GameRow, moves: list[MoveRow]) -> dict[str, Any]:
    asked = reading.write(export.game_of(ledger, row, moves))
    names = ("number", "first", "second", "forfeit", "plies", "seconds", "ended")
    return {
        **{name: getattr(row, name) for name in names},
        **asked,
        "result": WRITTEN[row.result],
        "says": _say(row),
    }


def _say(row: GameRow) -> str:
    """Return how a game ended."""
    if row.result is None:
        return row.reason
    if row.result == 0.5:
        return "a draw, the board is full"
    winner, loser = ("X", "O") if row.result else ("O", "X")
    if row.forfeit:
        return f"{winner} wins, {loser} forfeits: {row.reason}"
    return f"{winner} wins"


def game_view(path: Path, number: int) -> TournamentGameView | None:
    """Return one game with its moves, or None if there is no such game."""
    with opened(path) as ledger:
        row = next(iter(ledger.games([number])), None)
        if row is None:
            return None
        moves = list(ledger.moves(number))
        return TournamentGameView(
            **_line(ledger, row, moves),
            played=list(_played(moves)),
            text=write_game(export.game_of(ledger, row, moves)),
        )


def _played(moves: Iterable[MoveRow]) -> Iterable[PlayedMoveView]:
    for move in moves:
        told = move._asdict()
        del told["game"], told["landing"]
        told |= {"aim": move.aim + 1, "column": move.landing + 1}
        yield PlayedMoveView(**told, player=PLAYERS[move.ply % 2])


def export_ledger(path: Path, form: str, table: str) -> bytes:
    """Return a ledger for other programs: itself as it stands, or one of the export's texts."""
    with opened(path) as ledger:
        if form == "ledger":
            return ledger.copy()
        out = io.StringIO()
        export.write(ledger, form, table, out)
        return out.getvalue().encode()
