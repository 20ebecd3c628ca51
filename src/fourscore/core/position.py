"""`Position`: the board as the side to move sees it."""

from collections.abc import Callable, Iterator, Sequence
from operator import index
from typing import TYPE_CHECKING, Any, NoReturn, SupportsIndex, TypeAlias, Union

from fourscore.core import bitboard
from fourscore.core.bitboard import Rules
from fourscore.core.picture import board_svg
from fourscore.core.plain import open_columns, read_digits
from fourscore.core.values import EMPTY, PLAYERS, Cell, Landing, Outcome, centre_first, opponent
from fourscore.core.variants import VARIANTS, Variant, make_rules
from fourscore.errors import IllegalMoveError, InputError, UnsupportedError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from fourscore.core.game import Game

__all__ = [
    "EMPTY",
    "PLAYERS",
    "Cell",
    "Landing",
    "Outcome",
    "Position",
    "PositionLike",
    "as_column",
    "centre_first",
    "opponent",
    "require_ongoing",
    "require_variant",
]

PositionLike: TypeAlias = Union[
    "Position", "Game", str, int, Sequence[int], Sequence[Sequence[int]], "NDArray[Any]"
]
"""What `Position` takes, and so does every public function that takes a position."""


class Position:
    """A board, the side to move and the rules; immutable and hashable.

    It is made from what people write: moves, a drawn board or a game, a list of cells as ConnectX
    has it, an array as `grid` returns, a `key`, a `Game` or another position. `variant` and `size`
    name other rules and another board. What no game can reach raises `NotationError`.

    >>> position = Position("4453")
    >>> position
    Position("4453")
    >>> position.turn, position.legal
    ('X', (0, 1, 2, 3, 4, 5, 6))
    >>> Position(position.grid()) == Position(position.key) == position
    True
    >>> Position("4453", variant="fill", size=(9, 6)).size
    '9x6'
    """

    __slots__ = ("_legal", "_moves", "filled", "mine", "rules")

    mine: int
    """The discs of the side to move, in the layout that `fourscore.core.bitboard` draws."""
    filled: int
    """The discs of both."""
    rules: Rules
    """The size and the variant, as kernels take them."""
    _legal: tuple[int, ...] | None
    """What `legal` returns, once it has been asked for."""
    _moves: str
    """The moves it was made from; not set on others."""

    def __new__(
        cls,
        source: PositionLike = "",
        *,
        variant: Variant | str | None = None,
        size: tuple[int, int] | str | None = None,
    ) -> "Position":
        if variant is None and size is None:
            if type(source) is Position:
                return source
            if type(source) is str and (discs := read_digits(source, STANDARD_RULES)) is not None:
                return cls.from_bitboards(*discs, STANDARD_RULES, source)
        from fourscore.core.conversion import convert

        return convert(source, variant, size)

    @staticmethod
    def from_bitboards(
        mine: int, filled: int, rules: Rules, moves: str | None = None
    ) -> "Position":
        """Make a position of boards that are known to be valid, and perhaps the moves to it.

        Nothing is checked.
        """
        position = _new(Position)
        _set_mine(position, mine)
        _set_filled(position, filled)
        _set_rules(position, rules)
        _set_legal(position, None)
        if moves is not None:
            _set_moves(position, moves)
        return position

    @classmethod
    def empty(
        cls, width: int = 7, height: int = 6, variant: Variant | str = "standard"
    ) -> "Position":
        """Return the board before the first move."""
        return cls.from_bitboards(0, 0, make_rules(width, height, variant))

    @classmethod
    def random(
        cls,
        plies: int,
        seed: int = 0,
        *,
        variant: Variant | str | None = None,
        size: tuple[int, int] | str | None = None,
    ) -> "Position":
        """Return a position after `plies` random moves, where the game is not over.

        Each move is drawn uniformly from the legal ones; games that end too soon are drawn anew.
        The same seed gives the same position.

        >>> Position.random(plies=8, seed=1).ply
        8
        """
        from fourscore.core.conversion import draw

        return draw(plies, seed, cls(variant=variant, size=size))

    # Immutable values

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(f"a position cannot be changed: {name} cannot be set")

    def __delattr__(self, name: str) -> NoReturn:
        raise AttributeError(f"a position cannot be changed: {name} cannot be deleted")

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Position):
            return NotImplemented
        return self.mine == other.mine and self.filled == other.filled and self.rules == other.rules

    def __hash__(self) -> int:
        return hash((self.mine, self.filled))

    def __reduce__(self) -> tuple[Callable[..., "Position"], tuple[Any, ...]]:
        return Position.from_bitboards, (
            self.mine,
            self.filled,
            self.rules,
            getattr(self, "_moves", None),
        )

    def __copy__(self) -> "Position":
        return self

    def __deepcopy__(self, memo: dict[int, Any]) -> "Position":
        return self

    # What the position is

    @property
    def width(self) -> int:
        """The number of columns."""
        return self.rules.width

    @property
    def height(self) -> int:
        """The number of rows."""
        return self.rules.height

    @property
    def size(self) -> str:
        """The columns and rows, such as "7x6"."""
        return f"{self.width}x{self.height}"

    @property
    def variant(self) -> Variant:
        """The rules by which it is played."""
        return _VARIANTS[self.rules.plays_on, self.rules.slips]

    @property
    def ply(self) -> int:
        """The number of discs on the board."""
        return self.filled.bit_count()

    @property
    def turn(self) -> str:
        """The player to move: "X" or "O"."""
        return PLAYERS[self.filled.bit_count() & 1]

    @property
    def opponent(self) -> str:
        """The player who is not to move."""
        return PLAYERS[1 - (self.filled.bit_count() & 1)]

    @property
    def key(self) -> int:
        """An integer unique among the positions of this size.

        >>> Position("1").key
        1
        """
        return self.mine + self.filled

    def discs(self, player: str) -> int:
        """Return the discs of "X" or "O" as a bitboard."""
        if player not in PLAYERS:
            raise InputError(f"{player!r} is not a player; the players are 'X' and 'O'")
        return self.mine if player == self.turn else self.mine ^ self.filled

    # Moves

    @property
    def legal(self) -> tuple[int, ...]:
        """The playable columns from left to right; none once the game is over."""
        legal = self._legal
        if legal is None:
            legal = open_columns(self.mine, self.filled, self.rules)
            _set_legal(self, legal)
        return legal

    def legal_from_centre(self) -> tuple[int, ...]:
        """Return the playable columns in the order of `centre_first`."""
        legal = self.legal
        return tuple(column for column in centre_first(self.width) if column in legal)

    def play(self, column: int) -> "Position":
        """Return the position after a disc in `column`, which counts from 0.

        Raises `IllegalMoveError` if there is no such column, it is full, or the game is over.
        """
        filled, rules, legal = self.filled, self.rules, self._legal
        if legal is None:
            legal = open_columns(self.mine, filled, rules)
            _set_legal(self, legal)
        if type(column) is not int:
            column = as_column(column)
        if column not in legal:
            raise self._refusal(column)
        position = _new(Position)
        _set_mine(position, self.mine ^ filled)
        _set_filled(position, filled | filled + (1 << column * rules.stride))
        _set_rules(position, rules)
        _set_legal(position, None)
        return position

    def _refusal(self, column: int) -> IllegalMoveError:
        """Say why a column cannot be played."""
        if not 0 <= column < self.width:
            return IllegalMoveError(
                f"column {{}} is not on a board of {self.width} columns ({{}} to {{}})",
                *(column, 0, self.width - 1),
            )
        if self.is_over:
            return IllegalMoveError(f"the game is over: {self.outcome}")
        return IllegalMoveError("column {} is full", column)

    def column_height(self, column: int) -> int:
        """Return the number of discs in a column, which is the row where the next one lands.

        >>> Position("4").column_height(3)
        1
        """
        stride = self.rules.stride
        return (self.filled >> (column * stride) & ((1 << stride) - 1)).bit_count()

    def landings(self, aim: int) -> tuple[Landing, ...]:
        """Return the columns where a disc aimed at `aim` may land; the probabilities sum to 1.

        >>> [str(each.probability) for each in Position(variant="slip").landings(0)]
        ['3/5', '2/5']
        """
        from fractions import Fraction

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
        """Whether the game has ended, by a four or by a full board."""
        return not self.legal

    @property
    def outcome(self) -> Outcome | None:
        """Who won and with which cells, or None if the game is not over."""
        if self.legal:
            return None
        result = bitboard.result(self.mine, self.filled, self.rules)
        if result == bitboard.DRAW:
            return Outcome(None)
        winner = self.turn if result == bitboard.WIN else self.opponent
        fours = bitboard.cells_of_fours(self.discs(winner), self.rules)
        return Outcome(winner, tuple(self.cells(fours)))

    # Threats

    def threats(self, player: str) -> tuple[Cell, ...]:
        """Return the empty cells, reachable or not, where `player` would complete a four.

        >>> Position("112233").threats("X")
        (Cell(column=3, row=0),)
        """
        return tuple(
            self.cells(bitboard.winning_cells(self.discs(player), self.filled, self.rules))
        )

    @property
    def winning_columns(self) -> tuple[int, ...]:
        """The columns where the side to move completes a four."""
        if self.is_over:
            return ()
        wins = bitboard.immediate_wins(self.mine, self.filled, self.rules)
        return tuple(self.columns(wins))

    # Symmetry and views

    def mirror(self) -> "Position":
        """Return the position with left and right swapped."""
        return Position.from_bitboards(
            bitboard.mirror(self.mine, self.rules),
            bitboard.mirror(self.filled, self.rules),
            self.rules,
        )

    def at(self, column: int, row: int) -> str:
        """Return "X", "O" or "-" for a cell; rows count from 0 at the bottom."""
        if column not in range(self.width) or row not in range(self.height):
            raise InputError(
                f"column {column!r} row {row!r} is not a cell of a {self.width}x{self.height} "
                "board; both count from 0"
            )
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

    def grid(self) -> "NDArray[np.int8]":
        """Return a NumPy array, top row first: 0 empty, 1 player one, 2 player two."""
        import numpy as np

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
        """Write the call that makes this position; the moves are one order that leads to it."""
        from fourscore.core.move_order import describe

        return f"Position({describe(self, getattr(self, '_moves', None))})"

    def _repr_svg_(self) -> str:
        outcome = self.outcome
        return board_svg(self.rows(), outcome.cells if outcome else ())


STANDARD_RULES = make_rules()
_VARIANTS = {(int(each.plays_on), int(each.slips)): each for each in VARIANTS.values()}
# Positions are made often. Setting slots through their descriptors is the fastest way that
# Python has, and `__setattr__` then refuses everyone else.
_new = object.__new__
_set_mine = Position.__dict__["mine"].__set__
_set_filled = Position.__dict__["filled"].__set__
_set_rules = Position.__dict__["rules"].__set__
_set_legal = Position.__dict__["_legal"].__set__
_set_moves = Position.__dict__["_moves"].__set__


def as_column(column: SupportsIndex) -> int:
    """Return a column as a plain int; raise `InputError` if it is no integer."""
    try:
        return int(index(column))
    except TypeError:
        raise InputError(f"{column!r} is not a column; columns are integers from 0") from None


def require_ongoing(position: Position) -> None:
    """Raise `InputError` if the game is over."""
    if position.is_over:
        raise InputError(f"the game is over: {position.outcome}")


def require_variant(position: Position, name: str, *supported: str) -> None:
    """Raise `UnsupportedError` if `name` does not play the position's variant."""
    if position.variant.name not in supported:
        raise UnsupportedError(
            f"{name} does not play the variant {position.variant}; "
            f"it plays {' and '.join(supported)}"
        )
