"""Rows of a recording, written while a search walks an explicit tree.

The kernels of `fourscore.search.recording` read a node's move off the board. Here it is passed,
and the rows are the same: what a search on a game and a search on its tree record is equal.
"""

import math
from typing import Any

from numpy.typing import NDArray

from fourscore.core.position import Position
from fourscore.search.explicit.game_tree import GameTree
from fourscore.search.recording import BLANK, CUT, STOPPED, Recorder, Recording
from fourscore.search.trace_columns import NodeKind

__all__ = ["Rows", "stand_in"]


def stand_in(tree: GameTree) -> Position:
    """Return an empty board with a column for each branch, for what needs a position."""
    return Position.empty(max(*tree.move, tree.breadth - 1, 0) + 1, 1)


class Rows:
    """The rows of one search from the root."""

    def __init__(self, recorder: Recorder, tree: GameTree, algorithm: str, depth: int) -> None:
        self.tree = tree
        recording = recorder.start(algorithm, stand_in(tree), depth)
        assert isinstance(recording, Recording)
        self.rows: NDArray[Any] = recording.rows
        self.tally = recording.tally

    def enter(
        self, node: int, parent: int, alpha: float = -math.inf, beta: float = math.inf
    ) -> int:
        """Use the next row for a node, and return it; -1 if none is left."""
        row = int(self.tally["rows"])
        if row == len(self.rows):
            self.tally["left_out"] += 1
            return -1
        self.tally["rows"] = row + 1
        kind = NodeKind.CHANCE if self.tree.is_chance[node] else NodeKind(self.tree.depth[node] % 2)
        self.put(row, node, parent, kind, STOPPED)
        self.rows["alpha"][row], self.rows["beta"][row] = alpha, beta
        return row

    def put(self, row: int, node: int, parent: int, kind: int, reason: int) -> None:
        """Write what is known of a node when it is found."""
        rows = self.rows
        rows[row] = BLANK[0]
        rows["parent"][row], rows["order"][row], rows["kind"][row] = parent, row, kind
        rows["move"][row], rows["depth"][row] = self.tree.move[node], self.tree.depth[node]
        rows["reason"][row] = reason

    def leave(self, row: int, value: float, reason: int, beta_by: int = -1) -> None:
        """Write that a node is left with its value."""
        if row < 0:
            return
        self.rows["value"][row], self.rows["reason"][row] = value, reason
        if reason == CUT:
            self.rows["cut_by"][row] = beta_by

    def remember(self, row: int, move: int) -> None:
        """Write the move that the memory puts first."""
        if row >= 0:
            self.rows["remembered"][row] = move
