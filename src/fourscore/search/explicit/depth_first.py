"""Minimax, alpha-beta, deepening and expectiminimax on an explicit tree.

Each is written as the kernel of the same name is: negamax form, one move loop, the same order of
comparisons. A test holds them to it, row by row, on trees that are taken from positions. Deepening
differs in one point: the kernel tries the root's best column first at every node, and here a branch
has no namesakes elsewhere.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, field

from fourscore.errors import UnsupportedError
from fourscore.search.control import Stopwatch
from fourscore.search.explicit.game_tree import GameTree
from fourscore.search.explicit.rows import Rows
from fourscore.search.recording import CUT, DONE, LEAF, Recorder
from fourscore.search.types import Bound, Report, Value

__all__ = ["alphabeta", "deepening", "expectiminimax", "minimax"]

UNSETTLED = -math.inf


@dataclass
class _Search:
    """One search from the root, and what it has found."""

    tree: GameTree
    rows: Rows
    order: Sequence[int] = ()
    """The root's children, if they are not tried as they are written."""
    memory: dict[int, int] | None = None
    """Deepening: the best child of last time by node."""
    nodes: int = 0
    stopped_short: bool = False
    """Whether a node was left at the depth limit."""
    values: dict[int, float] = field(default_factory=dict)
    bounds: dict[int, bool] = field(default_factory=dict)
    lines: dict[int, tuple[int, ...]] = field(default_factory=dict)
    """The best line below each node."""

    def settle(self, node: int, depth: int) -> float | None:
        """Return the value of a leaf for its mover, or None if there is more to search."""
        if self.tree.children[node] and depth > 0:
            return None
        self.stopped_short |= bool(self.tree.children[node])
        value = self.tree.estimate[node]
        return value if self.tree.is_max(node) else -value + 0

    def children(self, node: int) -> Sequence[int]:
        return self.order if node == 0 and self.order else self.tree.children[node]

    def minimax(self, node: int, depth: int, above: int = -1) -> float:
        self.nodes += 1
        row = self.rows.enter(node, above)
        self.lines[node] = ()
        settled = self.settle(node, depth)
        if settled is not None:
            self.rows.leave(row, settled, LEAF)
            return settled
        best = UNSETTLED
        for child in self.children(node):
            value = -self.minimax(child, depth - 1, row) + 0
            best = self._compare(node, child, value, best)
        self.rows.leave(row, best, DONE)
        return best

    def expectiminimax(self, node: int, depth: int, above: int = -1) -> float:
        self.nodes += 1
        row = self.rows.enter(node, above)
        self.lines[node] = ()
        settled = self.settle(node, depth)
        if settled is not None:
            self.rows.leave(row, settled, LEAF)
            return settled
        best = UNSETTLED
        for child in self.children(node):
            if self.tree.is_chance[child]:
                value = self._expectation(child, depth, row)
            else:
                value = -self.expectiminimax(child, depth - 1, row) + 0
            best = self._compare(node, child, value, best)
        self.rows.leave(row, best, DONE)
        return best

    def _expectation(self, aim: int, depth: int, above: int) -> float:
        """Return the mean of what chance may bring, for the player who moved to it."""
        self.nodes += 1
        row = self.rows.enter(aim, above)
        self.lines[aim] = ()
        total = 0.0
        for child in self.tree.children[aim]:
            total -= self.tree.probability[child] * self.expectiminimax(child, depth - 1, row)
        value = tidy(total)
        self.rows.leave(row, value, DONE)
        return value

    def _compare(self, node: int, child: int, value: float, best: float) -> float:
        if node == 0:
            self.values[self.tree.move[child]] = value
        if value <= best:
            return best
        self.lines[node] = (child, *self.lines[child])
        return value

    def alphabeta(
        self, node: int, depth: int, window: tuple[float, float], by: tuple[int, int], above: int
    ) -> float:
        """Search a node; `by` has the rows whose values set alpha and beta."""
        self.nodes += 1
        alpha, beta = window
        alpha_by, beta_by = by
        row = self.rows.enter(node, above, alpha, beta)
        self.lines[node] = ()
        settled = self.settle(node, depth)
        if settled is not None:
            self.rows.leave(row, settled, LEAF)
            return settled
        best, best_child, floor = UNSETTLED, -1, alpha
        for child in self._recalled(node, row):
            next_row = int(self.rows.tally["rows"])
            value = -self.alphabeta(child, depth - 1, (-beta, -alpha), (beta_by, alpha_by), row) + 0
            if node == 0:
                self.values[self.tree.move[child]] = value
                self.bounds[self.tree.move[child]] = best_child >= 0 and value <= best
            if value > best:
                best, best_child = value, child
                if value > alpha:
                    alpha = value
                    self.lines[node] = (child, *self.lines[child])
                    alpha_by = next_row if next_row < len(self.rows.rows) else -1
                if alpha >= beta:
                    break
        self.rows.leave(row, best, CUT if alpha >= beta else DONE, beta_by)
        if self.memory is not None and best > floor:
            self.memory[node] = best_child
        return best

    def _recalled(self, node: int, row: int) -> list[int]:
        """Return the children in order: the best of last time first, except at the root."""
        children = list(self.children(node))
        first = None if self.memory is None or node == 0 else self.memory.get(node)
        if first is None:
            return children
        self.rows.remember(row, self.tree.move[first])
        return [first, *(child for child in children if child != first)]

    def report(self, depth: int, watch: Stopwatch, nodes: int) -> Report:
        """Report what was found."""
        line = self.lines[0]
        sure = next((at for at, child in enumerate(line) if self.tree.is_chance[child]), len(line))
        values = {
            move: Value(value, Bound.UPPER if self.bounds.get(move) else Bound.EXACT)
            for move, value in self.values.items()
        }
        return Report(
            column=self.tree.move[line[0]],
            values=values,
            nodes=nodes,
            depth=depth,
            seconds=watch.seconds,
            line=tuple(self.tree.move[child] for child in line[: sure + 1]),
        )


def tidy(number: float) -> float:
    """Return a sum of probabilities without the noise of its last digits."""
    rounded = round(number, 9) + 0.0
    return int(rounded) if rounded.is_integer() else rounded


def minimax(tree: GameTree, record: Recorder, depth: int | None = None) -> Report:
    """Search every line to a depth, or to the leaves."""
    refuse_chance(tree, "minimax")
    watch, depth = Stopwatch(), min(depth or tree.height, tree.height)
    search = _Search(tree, Rows(record, tree, "minimax", depth))
    search.minimax(0, depth)
    return search.report(depth, watch, search.nodes)


def alphabeta(tree: GameTree, record: Recorder, depth: int | None = None) -> Report:
    """Search without what cannot change the answer."""
    refuse_chance(tree, "alphabeta")
    watch, depth = Stopwatch(), min(depth or tree.height, tree.height)
    search = _Search(tree, Rows(record, tree, "alphabeta", depth))
    search.alphabeta(0, depth, (-math.inf, math.inf), (-1, -1), -1)
    return search.report(depth, watch, search.nodes)


def deepening(tree: GameTree, record: Recorder, depth: int | None = None) -> Report:
    """Search to depth 1, 2, 3, …, the best of each first in the next."""
    refuse_chance(tree, "deepening")
    watch, nodes, order = Stopwatch(), 0, tree.children[0]
    memory: dict[int, int] = {}
    report = Report(column=tree.move[order[0]])
    for level in range(1, min(depth or tree.height, tree.height) + 1):
        search = _Search(tree, Rows(record, tree, "deepening", level), order, memory)
        search.alphabeta(0, level, (-math.inf, math.inf), (-1, -1), -1)
        nodes += search.nodes
        report = search.report(level, watch, nodes)
        if not search.stopped_short:
            break
        best = search.lines[0][0]
        order = (best, *(child for child in order if child != best))
    return report


def expectiminimax(tree: GameTree, record: Recorder, depth: int | None = None) -> Report:
    """Search every line, with the mean at chance nodes."""
    watch, depth = Stopwatch(), min(depth or tree.height, tree.height)
    search = _Search(tree, Rows(record, tree, "expectiminimax", depth))
    search.expectiminimax(0, depth)
    return search.report(depth, watch, search.nodes)


def refuse_chance(tree: GameTree, name: str) -> None:
    """Raise `UnsupportedError` if there are chance nodes."""
    if tree.has_chance:
        raise UnsupportedError(
            f"{name} knows no chance nodes; expectiminimax and mcts can search this tree"
        )
