"""The three states on which one of the five course reports compared its algorithms.

Each state has what the report published about it, to be compared with what is measured here.
"""

from dataclasses import dataclass

from fourscore.core.notation import read_board, write_column
from fourscore.core.position import Position
from fourscore.errors import InputError

__all__ = ["STATES", "Reported", "State", "find_state"]

BLOCK = 3
"""The column that has to be blocked in the second and the third state."""


@dataclass(frozen=True, slots=True)
class Reported:
    """What was published about an algorithm in a state."""

    algorithm: str
    """As fourscore's specs call it."""
    says: str
    plays: int | None = None
    """The column that it played, where that was published."""
    avoids: int | None = None
    """The column that it should have played and did not."""

    def agrees(self, column: int) -> bool | None:
        """Return whether a column is what was published, or None if nothing was."""
        if self.plays is not None:
            return column == self.plays
        return None if self.avoids is None else column != self.avoids


@dataclass(frozen=True, slots=True)
class State:
    """A position with what was published about it."""

    number: int
    words: str
    board: str
    reported: tuple[Reported, ...]

    @property
    def position(self) -> Position:
        return read_board(self.board)


TIMES = {"minimax": "about 6 s", "mcts": "5 s for 1,219 iterations"}


def _must_block(where: str) -> tuple[Reported, ...]:
    column = write_column(BLOCK)
    return (
        Reported("astar", f"does not block column {column}", avoids=BLOCK),
        Reported("minimax", f"blocks {where}; {TIMES['minimax']}", plays=BLOCK),
        Reported("mcts", f"blocks {where}; {TIMES['mcts']}", plays=BLOCK),
    )


STATES = (
    State(
        1,
        "the empty board",
        "-------/-------/-------/-------/-------/-------",
        (
            Reported("minimax", TIMES["minimax"]),
            Reported("mcts", f"plays the centre; {TIMES['mcts']}", plays=3),
        ),
    ),
    State(
        2,
        "X has three in the bottom row, and O has to block column 4",
        "-------/-------/-------/-------/-------/XXX--OO",
        _must_block("column 4"),
    ),
    State(
        3,
        "X has three on a diagonal, and O has to block column 4",
        "-------/-------/-------/O-XX---/OXOX---/XXOOXO-",
        _must_block("column 4"),
    ),
)


def find_state(number: int) -> State:
    """Return a state by its number, from 1.

    >>> find_state(2).position.turn
    'O'
    """
    for state in STATES:
        if state.number == number:
            return state
    raise InputError(f"there is no state {number}; the states are 1, 2 and 3")
