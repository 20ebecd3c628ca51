"""The exact score of every column of many boards, as an array."""

import numpy as np
from numpy.typing import NDArray

from fourscore.book.many import prove_columns
from fourscore.core.bitboard import Rules
from fourscore.core.planes import Boards
from fourscore.core.position import Position
from fourscore.search.control import Cancel
from fourscore.solver import Solver

__all__ = ["ILLEGAL", "Scores", "boards_as_positions", "score_columns"]

Scores = NDArray[np.int8]
ILLEGAL = -128
"""The score of a column that is full."""


def boards_as_positions(mine: Boards, filled: Boards, rules: Rules) -> list[Position]:
    """Return the position of each board."""
    return [
        Position.from_bitboards(own, both, rules)
        for own, both in zip(mine.tolist(), filled.tolist(), strict=True)
    ]


def score_columns(
    solver: Solver, mine: Boards, filled: Boards, rules: Rules, cancel: Cancel | None = None
) -> Scores:
    """Return the score of each column of each board, `ILLEGAL` where it is full.

    Raises `Cancelled` if cancelled before all are proved.
    """
    boards = boards_as_positions(mine, filled, rules)
    prove_columns(solver, boards, cancel)
    scores = np.full((len(boards), rules.width), ILLEGAL, np.int8)
    for row, board in enumerate(boards):
        for column, score in solver.columns(board, cancel=cancel).items():
            scores[row, column] = score.value
    return scores
