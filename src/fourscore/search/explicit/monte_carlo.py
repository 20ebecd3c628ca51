"""Monte Carlo tree search on an explicit tree: playouts walk at random to a leaf.

The steps are those of `fourscore.search.mcts.tree`: descend by the upper confidence bound, give a
leaf its children when it is reached for the second time, play on at random, carry the result up.
Values are scaled: the smallest leaf counts as a loss (0 points), the largest as a win (2). Nothing
is proven, for a tree of numbers has no wins.
"""

import math
import random
from dataclasses import dataclass, field

import numpy as np

from fourscore.core.bitboard import ONGOING
from fourscore.errors import InputError
from fourscore.jit.structs import new_struct
from fourscore.search.control import Cancel, Stopwatch
from fourscore.search.explicit.game_tree import GameTree
from fourscore.search.recording import (
    BLANK,
    LONGEST_GAME,
    OPEN,
    ROW,
    TALLY,
    Recorder,
    TreeRecording,
)
from fourscore.search.trace_columns import PLAYOUT, NodeKind
from fourscore.search.types import Report, Value

__all__ = ["DEFAULT_PLAYOUTS", "MOST_PLAYOUTS", "bound_of", "mcts", "scaled"]

DEFAULT_PLAYOUTS, MOST_PLAYOUTS = 100, 20_000
NODE = np.dtype(
    [
        ("points", np.float64),  # of the player who moved there
        ("visits", np.int32),
        ("proof", np.int8),
        ("plies", np.uint8),
    ]
)


def scaled(tree: GameTree, value: float) -> float:
    """Return the points of a leaf's value for Max: 0 for the smallest leaf, 2 for the largest."""
    low, high = tree.bounds
    return 1.0 if high == low else 2 * (value - low) / (high - low)


def bound_of(mean: float, visits: int, above: int, c: float) -> float:
    """Return the upper confidence bound of a child: its mean and the weight of exploration.

    >>> round(bound_of(0.5, 4, 10, 1.4), 3)
    1.562
    """
    return math.inf if visits == 0 else mean + c * math.sqrt(math.log(above) / visits)


@dataclass
class _Growth:
    """A tree while it grows; everything by node of the explicit tree."""

    tree: GameTree
    c: float
    chance: random.Random
    visits: list[int]
    points: list[float]
    """Of the player who moved to the node."""
    children: dict[int, list[int]] = field(default_factory=dict)
    """Of the nodes that have been expanded, in the order in which they are tried."""

    def simulate(self) -> tuple[int, float]:
        """Run one playout; return where it left the tree, and Max's points."""
        path = self.descend()
        points = self.play(path[-1])
        for node in path:
            self.visits[node] += 1
            self.points[node] += points if self._is_max_behind(node) else 2 - points
        return path[-1], points

    def _is_max_behind(self, node: int) -> bool:
        """Return whether Max made the move to a node; a chance node belongs to who moved there."""
        return self.tree.is_chance[node] == self.tree.is_max(node)

    def descend(self) -> list[int]:
        """Walk down to a node without children in the tree so far."""
        path = [0]
        while self.tree.children[path[-1]]:
            node = path[-1]
            if node not in self.children:
                if self.visits[node] == 0 and node != 0:
                    break
                self.expand(node)
            path.append(self.choose(node))
        return path

    def expand(self, node: int) -> None:
        below = list(self.tree.children[node])
        self.chance.shuffle(below)
        self.children[node] = below

    def choose(self, node: int) -> int:
        """Return the child with the highest bound, or the one that chance brings."""
        if self.tree.is_chance[node]:
            return self.draw(node)
        best, most = -1, -math.inf
        for child in self.children[node]:
            visits = self.visits[child]
            mean = self.points[child] / 2 / visits if visits else 0
            bound = bound_of(mean, visits, max(1, self.visits[node]), self.c)
            if bound > most:
                best, most = child, bound
        return best

    def draw(self, node: int) -> int:
        """Return a child at random: of a chance node by its probabilities."""
        below = self.tree.children[node]
        if not self.tree.is_chance[node]:
            return self.chance.choice(below)
        return self.chance.choices(below, [self.tree.probability[each] for each in below])[0]

    def play(self, node: int) -> float:
        """Walk on at random; return Max's points at the leaf."""
        while self.tree.children[node]:
            node = self.draw(node)
        value = self.tree.value[node]
        assert value is not None
        return scaled(self.tree, value)


def mcts(
    tree: GameTree,
    record: Recorder,
    playouts: int | None = None,
    *,
    c: float = 1.4,
    seed: int = 0,
    cancel: Cancel | None = None,
) -> Report:
    """Run playouts from the root, and choose the move visited most."""
    playouts = DEFAULT_PLAYOUTS if playouts is None else playouts
    if playouts > MOST_PLAYOUTS:
        raise InputError(f"on a tree of one's own mcts runs {MOST_PLAYOUTS:,} playouts at most")
    watch, size = Stopwatch(), len(tree)
    growth = _Growth(tree, c, random.Random(seed), [0] * size, [0.0] * size)
    found, row_of = [0], {0: 0}
    leaves, points = list[int](), list[float]()
    for _ in range(playouts):
        if cancel is not None and cancel.cancelled:
            break
        leaf, result = growth.simulate()
        if leaf not in row_of:
            row_of[leaf] = len(found)
            found.append(leaf)
        leaves.append(leaf)
        points.append(result)
    _record(record, growth, found, row_of, leaves, points)
    return _report(growth, watch, len(found), len(leaves), playouts)


def _record(
    record: Recorder,
    growth: _Growth,
    found: list[int],
    row_of: dict[int, int],
    leaves: list[int],
    points: list[float],
) -> None:
    """Write the rows and the playouts as the kernel does."""
    tree, cap = growth.tree, record.cap
    rows, played = np.empty(cap, ROW), np.empty(len(leaves), PLAYOUT)
    count = min(cap, len(found))
    for row, node in enumerate(found[:count]):
        rows[row] = BLANK[0]
        rows["parent"][row] = row_of[tree.parent[node]] if node else -1
        rows["order"][row], rows["move"][row] = row, tree.move[node]
        rows["depth"][row], rows["reason"][row] = tree.depth[node], OPEN
        kind = NodeKind.CHANCE if tree.is_chance[node] else NodeKind(tree.depth[node] % 2)
        rows["kind"][row], rows["place"][row] = kind, node
    for at, leaf in enumerate(leaves):
        while row_of[leaf] >= count:
            leaf = tree.parent[leaf]
        played[at] = row_of[leaf], points[at]
    tally = new_struct(TALLY)
    tally["rows"], tally["left_out"] = count, len(found) - count
    tally["playouts"] = len(leaves)
    nodes = np.zeros(len(tree), NODE)
    nodes["points"], nodes["visits"], nodes["proof"] = growth.points, growth.visits, ONGOING
    record.algorithm, record.options = "mcts", {"c": str(growth.c)}
    record.iterations, record.nodes = [(0, 0)], nodes
    games = np.zeros((len(leaves), LONGEST_GAME), np.uint8)
    record.recording = TreeRecording(rows, tally, np.zeros(0, np.int32), played, games)


def _report(growth: _Growth, watch: Stopwatch, nodes: int, playouts: int, wanted: int) -> Report:
    tree, visits = growth.tree, growth.visits
    line, node = list[int](), 0
    while not tree.is_chance[node] and any(visits[child] for child in tree.children[node]):
        node = max(tree.children[node], key=lambda child: visits[child])
        line.append(node)
    tried = [child for child in tree.children[0] if visits[child]]
    values = {
        tree.move[child]: Value(
            growth.points[child] / 2 / visits[child],
            visits=visits[child],
            wins=growth.points[child] / 2,
        )
        for child in tried
    }
    deepest = max(tree.depth[node] for node in range(len(tree)) if visits[node] or node == 0)
    return Report(
        column=tree.move[line[0]] if line else tree.move[tree.children[0][0]],
        values=values,
        nodes=nodes,
        depth=deepest,
        seconds=watch.seconds,
        line=tuple(tree.move[child] for child in line),
        playouts=playouts,
        complete=playouts >= wanted,
    )
