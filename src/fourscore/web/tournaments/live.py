"""The games that people watch: what is on the boards now, and how the latest games ended."""

import threading
from collections.abc import Iterable, Sequence
from typing import Any

from fourscore.arena.export import game_of
from fourscore.arena.ledger import GameRow, Ledger
from fourscore.arena.task import LiveGame
from fourscore.core.game import Move
from fourscore.core.notation import write_board
from fourscore.core.position import Cell, Position
from fourscore.schemas.games import describe_end
from fourscore.web.tournaments.schemas import LiveGameView

__all__ = ["SHOWN", "LiveGames"]

SHOWN = 6
"""Boards on the page."""


class LiveGames:
    """The latest games, from the notes of the process that plays them. Any thread may call it."""

    def __init__(self, names: Sequence[str]) -> None:
        self._names = names
        self._games: dict[int, LiveGameView] = {}
        self._lock = threading.Lock()

    def note(self, game: LiveGame) -> None:
        """Take a move that was just played."""
        planned = game.planned
        self._put(
            LiveGameView.of(
                planned,
                first=self._names[planned.first],
                second=self._names[planned.second],
                **_board(game.position, game.move),
            )
        )

    def end(self, ledger: Ledger, rows: Iterable[GameRow]) -> None:
        """Take how games ended."""
        for row in rows:
            played = game_of(ledger, row, ledger.moves(row.number))
            move = played.moves[-1] if played.moves else None
            self._put(LiveGameView.of(row, **_board(played.position, move), says=describe_end(row)))

    def _put(self, view: LiveGameView) -> None:
        with self._lock:
            known = self._games.get(view.number)
            if known is not None and known.says is not None:
                return  # a note that came late
            self._games[view.number] = view
            for number in sorted(self._games)[:-SHOWN]:
                del self._games[number]

    def views(self) -> list[LiveGameView]:
        """Return what is on the boards, by the numbers of the games."""
        with self._lock:
            return [self._games[number] for number in sorted(self._games)]


def _board(position: Position, move: Move | None) -> dict[str, Any]:
    """Return a board, and where its last disc is."""
    rows = write_board(position).split("/")
    return {"board": rows, "last": None if move is None else _top(rows, move.landing)}


def _top(rows: Sequence[str], column: int) -> Cell:
    """Return the highest disc of a column."""
    height = sum(row[column] != "-" for row in rows)
    return Cell(column, height - 1)
