"""`Position`: the board as the side to move sees it. The kernels of `bitboard` do the work."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from fourscore.core import bitboard
from fourscore.core.bitboard import Rules
from fourscore.core.picture import board_svg
from fourscore.core.variants import STANDARD, VARIANTS, Variant, make_rules
from fourscore.errors import IllegalMoveError, InputError, UnsupportedError

__all__ = [
    "EMPTY",
    "PLAYERS",
    "Cell",
    "Landing",
    "Outcome",
    "Position",
    "centre_first",
    "opponent",
    "require_ongoing",
    "require_variant",
]

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
    row: int


class Landing(NamedTuple):
    """A column where an aimed disc may land, and with which probability."""

    column: int
    probability: Fraction


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


@dataclass(frozen=True, slots=True, repr=False)
class Position:
    """A board, the side to move and the rules; immutable and hashable.

    The constructor does not check its arguments. `Position.empty`, `play` and the readers in
    `notation` and `reader` return valid positions only.

    >>> position = Position.empty().play(3).play(3)
    >>> position.turn, position.legal
    ('X', (0, 1, 2, 3, 4, 5, 6))
    """

    mine: int = 0
    """The discs of the side to move, in the layout that `bitboard` draws."""
    filled: int = 0
    """The discs of both."""
    rules: Rules = field(default_factory=make_rules)

    @classmethod
    def empty(cls, width: int = 7, height: int = 6, variant: Variant = STANDARD) -> "Position":
        """Return the board before the first move."""
        return cls(0, 0, make_rules(width, height, variant))

    # What the position is

    @property
    def width(self) -> int:
        return self.rules.width

    @property
    def height(self) -> int:
        return self.rules.height

    @property
    def variant(self) -> Variant:
        return next(
            each
            for each in VARIANTS.values()
            if (each.plays_on, each.slips) == (self.rules.plays_on, self.rules.slips)
        )

    @property
    def ply(self) -> int:
        """The number of discs on the board."""
        return self.filled.bit_count()

    @property
    def turn(self) -> str:
        """The player to move: "X" or "O"."""
        return PLAYERS[self.ply % 2]

    @property
    def key(self) -> int:
        """An integer unique among the positions of this size.

        >>> Position.empty().play(0).key
        1
        """
        return bitboard.key(self.mine, self.filled)

    @property
    def opponent(self) -> str:
        """The player who is not to move."""
        return PLAYERS[1 - self.ply % 2]

    def discs(self, player: str) -> int:
        """Return the discs of "X" or "O" as a bitboard."""
        return self.mine if player == self.turn else self.mine ^ self.filled

    # Moves

    @property
    def legal(self) -> tuple[int, ...]:
        """Return the playable columns from left to right; none once the game is over."""
        if self.is_over:
            return ()
        tops = self.filled >> (self.height - 1)
        stride = self.rules.stride
        return tuple(c for c in range(self.width) if not tops >> (c * stride) & 1)

    def legal_from_centre(self) -> tuple[int, ...]:
        """Return the playable columns in the order of `centre_first`."""
        legal = self.legal
        return tuple(column for column in centre_first(self.width) if column in legal)

    def play(self, column: int) -> "Position":
        """Return the position after a disc in `column`, which counts from 0.

        Raises `IllegalMoveError` if there is no such column, it is full, or the game is over.
        """
        if not 0 <= column < self.width:
            raise IllegalMoveError(f"there is no column {column + 1} on a {self.size} board")
        cell = bitboard.playable_cell(self.mine, self.filled, column, self.rules)
        if not cell:
            over = self.outcome
            raise IllegalMoveError(
                f"the game is over: {over}" if over else f"column {column + 1} is full"
            )
        return Position(self.mine ^ self.filled, self.filled | cell, self.rules)

    def column_height(self, column: int) -> int:
        """Return the number of discs in a column, which is the row where the next one lands.

        >>> Position.empty().play(3).column_height(3)
        1
        """
        stride = self.rules.stride
        return (self.filled >> (column * stride) & ((1 << stride) - 1)).bit_count()

    def landings(self, aim: int) -> tuple[Landing, ...]:
        """Return the columns where a disc aimed at `aim` may land; the probabilities sum to 1.

        >>> from fourscore.core.variants import SLIP
        >>> [str(each.probability) for each in Position.empty(variant=SLIP).landings(0)]
        ['3/5', '2/5']
        """
        self.play(aim)  # raises if the move is illegal
        if not self.rules.slips:
            return (Landing(aim, Fraction(1)),)
        weights = {
            column: bitboard.landing_weight(self.filled, aim, column, self.rules)
            for column in range(max(0, aim - 1), min(self.width, aim + 2))
        }
        total = sum(weights.values())
        return tuple(
            Landing(column, Fraction(weight, total)) for column, weight in weights.items() if weight
        )

    # The end

    @property
    def is_over(self) -> bool:
        return bitboard.result(self.mine, self.filled, self.rules) != bitboard.ONGOING

    @property
    def outcome(self) -> Outcome | None:
        """Return who won and with which cells, or None if the game is not over."""
        result = bitboard.result(self.mine, self.filled, self.rules)
        if result == bitboard.ONGOING:
            return None
        if result == bitboard.DRAW:
            return Outcome(None)
        winner = self.turn if result == bitboard.WIN else self.opponent
        fours = bitboard.cells_of_fours(self.discs(winner), self.rules)
        return Outcome(winner, tuple(self.cells(fours)))

    # Threats

    def threats(self, player: str) -> tuple[Cell, ...]:
        """Return the empty cells, reachable or not, where `player` would complete a four.

        >>> from fourscore.core.notation import read_moves
        >>> read_moves("112233").threats("X")
        (Cell(column=3, row=0),)
        """
        return tuple(
            self.cells(bitboard.winning_cells(self.discs(player), self.filled, self.rules))
        )

    @property
    def winning_columns(self) -> tuple[int, ...]:
        """Return the columns where the side to move completes a four."""
        if self.is_over:
            return ()
        wins = bitboard.immediate_wins(self.mine, self.filled, self.rules)
        return tuple(self.columns(wins))

    # Symmetry and views

    def mirror(self) -> "Position":
        """Return the position with left and right swapped."""
        return Position(
            bitboard.mirror(self.mine, self.rules),
            bitboard.mirror(self.filled, self.rules),
            self.rules,
        )

    @property
    def size(self) -> str:
        return f"{self.width}x{self.height}"

    def at(self, column: int, row: int) -> str:
        """Return "X", "O" or "-" for a cell."""
        bit = 1 << (column * self.rules.stride + row)
        if not self.filled & bit:
            return EMPTY
        return "X" if self.discs("X") & bit else "O"

    def rows(self) -> tuple[str, ...]:
        """Return the rows as text, the top one first."""
        return tuple(
            "".join(self.at(column, row) for column in range(self.width))
            for row in reversed(range(self.height))
        )

    def grid(self) -> NDArray[np.int8]:
        """Return a NumPy array, top row first: 0 empty, 1 player one, 2 player two."""
        marks = {EMPTY: 0, "X": 1, "O": 2}
        return np.array([[marks[mark] for mark in row] for row in self.rows()], dtype=np.int8)

    def cells(self, board: int) -> Iterator[Cell]:
        """Yield the cells of a bitboard, column by column from the bottom."""
        while board:
            low = board & -board
            board ^= low
            yield Cell(*divmod(low.bit_length() - 1, self.rules.stride))

    def columns(self, board: int) -> Iterator[int]:
        """Return the columns of a bitboard's cells, from left to right."""
        return (cell.column for cell in self.cells(board))

    def __str__(self) -> str:
        """Draw the board in a frame, with the column numbers below."""
        edge = "+" + "-" * (2 * self.width + 1) + "+"
        body = [f"| {' '.join(row)} |" for row in self.rows()]
        numbers = "  " + " ".join(str((column + 1) % 10) for column in range(self.width))
        return "\n".join([edge, *body, edge, numbers])

    def __repr__(self) -> str:
        return f"<Position {'/'.join(self.rows())} {self.turn} to move, {self.variant}>"

    def _repr_svg_(self) -> str:
        outcome = self.outcome
        return board_svg(self.rows(), outcome.cells if outcome else ())


def require_ongoing(position: Position) -> None:
    """Raise `InputError` if the game is over."""
    if position.is_over:
        raise InputError(f"the game is over: {position.outcome}")


def require_variant(position: Position, name: str, *supported: str) -> None:
    """Raise `UnsupportedError` if `name` is not defined for the position's variant."""
    if position.variant.name not in supported:
        raise UnsupportedError(
            f"{name} is not defined for the variant {position.variant}; "
            f"it plays {' and '.join(supported)}"
        )
