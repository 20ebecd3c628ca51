"""Numbers that the solver's kernels share, computed once for each board size."""

from functools import cache
from typing import NamedTuple

from fourscore.core.bitboard import Rules
from fourscore.jit.kernel import compilable

__all__ = ["Board", "goal_of", "lost_now", "make_board", "wins_now"]


class Board(NamedTuple):
    """What the solver knows about a board size, beyond its rules."""

    rules: Rules
    cells: int
    spare: int
    """The bit above each column."""
    leader_rows: int
    """The rows that go to the side that leads while the other answers above each of its discs,
    counted from the top of a column downwards: on 7x6 the 1st, 3rd and 5th."""
    answer_rows: int
    """The other rows."""
    goal: int
    """See `goal_of`."""


def goal_of(rules: Rules) -> int:
    """Return the number from which the winner's discs are taken: 22 on 7x6.

    A win with the very last disc scores 1 or 2.
    """
    return (rules.width * rules.height + 1) // 2 + 1


@cache
def make_board(rules: Rules) -> Board:
    """Compute the numbers of a board size.

    >>> from fourscore.core.variants import make_rules
    >>> make_board(make_rules(7, 6)).goal
    22
    """
    height = rules.height
    leader_rows = rules.bottom * sum(1 << row for row in range(height) if (height - row) % 2 == 0)
    cells = rules.width * height
    return Board(
        rules=rules,
        cells=cells,
        spare=rules.bottom << height,
        leader_rows=leader_rows,
        answer_rows=rules.full ^ leader_rows,
        goal=goal_of(rules),
    )


@compilable
def wins_now(discs: int, board: Board) -> int:
    """Return the score of winning with the next disc when `discs` are on the board."""
    return board.goal - discs // 2 - 1


@compilable
def lost_now(discs: int, board: Board) -> int:
    """Return the score of losing to the other side's next disc, whatever is played."""
    return -(board.goal - (discs + 1) // 2 - 1)
