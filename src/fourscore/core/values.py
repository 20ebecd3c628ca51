"""The small values around a position: players, cells, landings and outcomes."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from fractions import Fraction

__all__ = ["EMPTY", "PLAYERS", "Cell", "Landing", "Outcome", "centre_first", "opponent"]

PLAYERS = ("X", "O")
"""Player one and player two, in the order they move."""
EMPTY = "-"
"""An empty cell."""


def opponent(player: str) -> str:
    """Return the other player.

    >>> opponent("X")
    'O'
    """
    return PLAYERS[1 - PLAYERS.index(player)]


def centre_first(width: int) -> tuple[int, ...]:
    """Return the columns from the centre outwards, the left one of a pair first.

    >>> centre_first(7)
    (3, 2, 4, 1, 5, 0, 6)
    """
    return tuple(sorted(range(width), key=lambda column: abs(2 * column - (width - 1))))


class Cell(NamedTuple):
    """A place on the board; column and row count from 0, rows from the bottom."""

    column: int
    """Counted from 0 at the left."""
    row: int
    """Counted from 0 at the bottom."""


class Landing(NamedTuple):
    """A column where an aimed disc may land, and with which probability."""

    column: int
    """The column, counted from 0."""
    probability: "Fraction"
    """How likely the disc is to land there."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended."""

    winner: str | None
    """"X", "O", or None for a draw."""
    cells: tuple[Cell, ...] = ()
    """The winner's cells that belong to a four."""

    @property
    def result(self) -> str:
        """The result as tournaments write it.

        >>> Outcome("X").result, Outcome(None).result
        ('1-0', '1/2-1/2')
        """
        return {"X": "1-0", "O": "0-1", None: "1/2-1/2"}[self.winner]

    def __str__(self) -> str:
        return f"{self.winner} wins" if self.winner else "draw"
