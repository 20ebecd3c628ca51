"""`Trace`: the tree that a search really visited, as arrays, and how to walk it.

The search itself writes the rows; see `fourscore.search.recording`. Values belong to the mover,
as in the searches: at a chance node to the player who aims, and for A*, where only one player
moves, to that one.

A row is named by its number. Rows come in the order in which they were found, parents first.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from fourscore.core.position import PLAYERS, Position
from fourscore.errors import InputError
from fourscore.search.evaluation.base import WIN_VALUE, proven_result
from fourscore.search.recording import Kind, Reason
from fourscore.search.types import Bound, Report, Value

__all__ = ["UNKNOWN", "Iteration", "Node", "Trace"]

UNKNOWN = 127
"""Stands in `Trace.proof` and `Trace.exact` where nothing is known."""
Ints = NDArray[np.integer[Any]]
Floats = NDArray[np.float64]


class Iteration(NamedTuple):
    """One search from the root; deepening makes several."""

    depth: int
    first: int
    """Its root's row."""


class Node(NamedTuple):
    """All that a trace knows of one node."""

    id: int
    parent: int | None
    move: int | None
    """The column played, aimed at, or landed in."""
    order: int | None
    """The how-manieth node that was visited, from 0; None if it never was."""
    depth: int
    """Discs since the root."""
    kind: Kind
    reason: Reason
    window: tuple[float, float]
    value: Value | None
    cut_by: int | None
    """The node whose value set the bound that cut; its parent is the ancestor who holds it."""
    remembered: int | None
    """The column that deepening's memory put first."""
    exact: int | None
    """The exact score, where truth has been told."""


@dataclass(frozen=True, eq=False)
class Trace:
    """What one decision visited; `trace` makes it, `fourscore.insight.trace.file` keeps it.

    >>> from fourscore.core.notation import read_moves
    >>> from fourscore.insight.trace.tracing import trace
    >>> seen = trace("alphabeta:depth=3", read_moves("4453"))
    >>> len(seen) == seen.report.nodes
    True
    >>> [int(seen.move[child]) for child in seen.children(0)]
    [3, 2, 4, 1, 5, 0, 6]
    """

    spec: str
    """The agent."""
    algorithm: str
    options: dict[str, str]
    """What the search was told that its tree depends on."""
    position: Position
    report: Report
    cap: int
    left_out: int
    """Visited nodes that came after the cap; all others are here."""
    iterations: tuple[Iteration, ...]
    parent: Ints = field(repr=False)
    move: Ints = field(repr=False)
    order: Ints = field(repr=False)
    depth: Ints = field(repr=False)
    kind: Ints = field(repr=False)
    reason: Ints = field(repr=False)
    alpha: Floats = field(repr=False)
    beta: Floats = field(repr=False)
    value: Floats = field(repr=False)
    """NaN where there is none: a search that was stopped, a state that A* never weighed."""
    cut_by: Ints = field(repr=False)
    remembered: Ints = field(repr=False)
    visits: Ints = field(repr=False)
    """Monte Carlo: how often each node was on the way; else 0."""
    proof: Ints = field(repr=False)
    """Monte Carlo: 1, 0 or -1 for the mover where it is certain, else UNKNOWN."""
    plies: Ints = field(repr=False)
    """Monte Carlo: discs until the end, where it is certain."""
    proven_at: Ints = field(repr=False)
    """Monte Carlo: the playout that made it certain, else -1."""
    playout_leaf: Ints = field(repr=False)
    """Monte Carlo: by playout, the node where it left the tree (or the last one traced)."""
    playout_points: Ints = field(repr=False)
    """2, 1 or 0: whether the side that searches won, drew or lost it."""
    exact: Ints | None = field(default=None, repr=False)
    """Exact scores for the mover, UNKNOWN where not solved; see `fourscore.insight.trace.truth`."""

    def __len__(self) -> int:
        """Count the rows: visited nodes, and for A* also what it found and never took out."""
        return len(self.parent)

    @property
    def visited(self) -> int:
        """The visited nodes that have rows: all of them, without those left out."""
        return int((self.order >= 0).sum())

    @property
    def is_complete(self) -> bool:
        return self.left_out == 0

    # One node

    def __getitem__(self, node: int) -> Node:
        def known(number: int) -> int | None:
            return None if number < 0 else int(number)

        return Node(
            id=int(node),
            parent=known(self.parent[node]),
            move=known(self.move[node]),
            order=known(self.order[node]),
            depth=int(self.depth[node]),
            kind=Kind(self.kind[node]),
            reason=Reason(self.reason[node]),
            window=(float(self.alpha[node]), float(self.beta[node])),
            value=self.opinion(node),
            cut_by=known(self.cut_by[node]),
            remembered=known(self.remembered[node]),
            exact=self.exact_score(node),
        )

    def exact_score(self, node: int) -> int | None:
        """Return the exact score for the mover, if it has been told."""
        if self.exact is None or self.exact[node] == UNKNOWN:
            return None
        return int(self.exact[node])

    def bound(self, node: int) -> Bound:
        """Say how a node's value stands to what a search without cuts would find."""
        reason = self.reason[node]
        if reason in (Reason.CUT, Reason.STOPPED):
            return Bound.LOWER
        if reason == Reason.DONE and self.value[node] <= self.alpha[node]:
            return Bound.UPPER
        return Bound.EXACT

    def opinion(self, node: int) -> Value | None:
        """Return what the search thinks of a node, as its mover sees it; None if nothing."""
        value = float(self.value[node])
        if math.isnan(value):
            return None
        if self.algorithm == "mcts":
            return self._monte_carlo(node, value)
        if self.algorithm == "astar":
            return Value(int(value))
        result = proven_result(value)
        plies = None if result is None else round(WIN_VALUE - abs(value)) - int(self.depth[node])
        if self.reason[node] == Reason.TERMINAL:
            result, plies = result or 0, 0
        number = int(value) if value.is_integer() else value
        return Value(number, self.bound(node), result, plies)

    def _monte_carlo(self, node: int, value: float) -> Value:
        visits, proof = int(self.visits[node]), int(self.proof[node])
        if proof == UNKNOWN:
            return Value(value, visits=visits)
        return Value((1 + proof) / 2, result=proof, plies=int(self.plies[node]), visits=visits)

    def speaks_for(self, node: int) -> str:
        """Name the player to whom a node's value belongs: "X" or "O"."""
        turns = 0 if self.algorithm == "astar" else int(self.depth[node])
        return PLAYERS[(self.position.ply + turns) % 2]

    # The tree

    @cached_property
    def _family(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """The rows sorted by parent, and where each node's children begin among them."""
        order = np.argsort(self.parent, kind="stable")
        starts = np.searchsorted(self.parent[order], np.arange(len(self) + 1))
        return order, starts

    def children(self, node: int) -> list[int]:
        """Return the children in the order in which they were found."""
        order, starts = self._family
        return [int(child) for child in order[starts[node] : starts[node + 1]]]

    @property
    def roots(self) -> tuple[int, ...]:
        """The root of each iteration; the last of them is that of the answer, if complete."""
        return tuple(each.first for each in self.iterations)

    @property
    def root(self) -> int:
        """The root of the deepest search that found the answer."""
        if not self.iterations:
            raise InputError("the trace is empty: the search was stopped before it began")
        settled = [root for root in self.roots if self._answers(root)]
        return settled[-1] if settled else self.roots[-1]

    def _answers(self, root: int) -> bool:
        moves = {int(self.move[child]) for child in self.children(root)}
        return self.report.column in moves and not math.isnan(self.value[root])

    def iteration(self, node: int) -> Iteration:
        """Return the search from the root to which a node belongs."""
        return [each for each in self.iterations if each.first <= node][-1]

    def path(self, node: int) -> list[int]:
        """Return the nodes from the root down to this one."""
        way = [int(node)]
        while (above := int(self.parent[way[-1]])) >= 0:
            way.append(above)
        return way[::-1]

    @cached_property
    def sizes(self) -> list[int]:
        """How many rows each node's subtree has, itself included."""
        sizes, parents = [1] * len(self), self.parent.tolist()
        for node in range(len(self) - 1, 0, -1):
            if parents[node] >= 0:
                sizes[parents[node]] += sizes[node]
        return sizes

    def best_child(self, node: int) -> int | None:
        """Return the child that the search likes best: the one from which the value comes."""
        children = self.children(node)
        if self.kind[node] == Kind.CHANCE or not children:
            return None
        if self.algorithm == "mcts":
            return max(children, key=self._liking)
        if self.algorithm == "astar":
            on_plan = [child for child in children if child in self._plan]
            return on_plan[0] if on_plan else None
        # The children of a position are all aims, or all positions of the other side.
        sign = 1 if self.kind[children[0]] == Kind.CHANCE else -1
        target = sign * self.value[node]
        return next((child for child in children if self.value[child] == target), None)

    def _liking(self, child: int) -> tuple[int, ...]:
        """Order children of Monte Carlo as their parent's mover should want them."""
        proof, visits, plies = (int(each[child]) for each in (self.proof, self.visits, self.plies))
        turned = proof if self.kind[child] == Kind.CHANCE else -proof
        if proof != UNKNOWN and turned != 0:
            return (2, -plies, visits) if turned > 0 else (0, plies, visits)
        return 1, visits, 0

    @cached_property
    def _plan(self) -> frozenset[int]:
        goal = np.flatnonzero(self.reason == Reason.GOAL)
        return frozenset(self.path(int(goal[0]))) if len(goal) else frozenset()

    @cached_property
    def line(self) -> tuple[int, ...]:
        """The nodes of the principal variation from the root, as far as they were traced."""
        return self._follow(self.root, self.report.line)

    def line_from(self, node: int) -> tuple[int, ...]:
        """Return the nodes of the line that the search likes best from a node on."""
        if node == self.root:
            return self.line
        line = [node]
        while (best := self.best_child(line[-1])) is not None:
            line.append(best)
        return tuple(line)

    def _follow(self, root: int, columns: Sequence[int]) -> tuple[int, ...]:
        line = [root]
        for column in columns:
            found = [child for child in self.children(line[-1]) if self.move[child] == column]
            if not found:
                break
            line.append(found[0])
        return tuple(line)

    # Boards

    def moves(self, node: int) -> list[int]:
        """Return the columns in which discs have landed since the root."""
        return [
            int(self.move[each]) for each in self.path(node)[1:] if self.kind[each] != Kind.CHANCE
        ]

    @cached_property
    def boards(self) -> tuple[list[int], list[int]]:
        """The discs of the side to move, and of both, at every node, as bitboards.

        For A* the side to move stays the same; a chance node has the board above it.
        """
        stride = self.position.rules.stride
        mine, filled = [self.position.mine] * len(self), [self.position.filled] * len(self)
        parents, moves, kinds = self.parent.tolist(), self.move.tolist(), self.kind.tolist()
        for node, (above, column, kind) in enumerate(zip(parents, moves, kinds, strict=True)):
            if above < 0:
                continue
            own, both = mine[above], filled[above]
            if kind != Kind.CHANCE:
                grown = both | (both + (1 << (column * stride)))
                own = own | (grown ^ both) if kind == Kind.FRONTIER else own ^ both
                both = grown
            mine[node], filled[node] = own, both
        return mine, filled

    def position_at(self, node: int) -> Position:
        """Return the position of a node; of the aim, for a chance node.

        The states of A* are no positions of a game; see `rows`.
        """
        return Position(self.boards[0][node], self.boards[1][node], self.position.rules)

    def rows(self, node: int) -> tuple[str, ...]:
        """Return a node's board as text, the top row first."""
        if self.algorithm != "astar":
            return self.position_at(node).rows()
        grid = [list(row) for row in self.position.rows()]
        for cell in self.position.cells(self.boards[1][node] ^ self.position.filled):
            grid[self.position.height - 1 - cell.row][cell.column] = self.position.turn
        return tuple("".join(row) for row in grid)

    def pruned(self, node: int) -> tuple[int, ...]:
        """Return the columns that a cut-off left out, from left to right.

        None are given for a node whose moves the cap has left out of the trace.
        """
        if self.reason[node] != Reason.CUT or node in self.unfinished:
            return ()
        tried = {int(self.move[child]) for child in self.children(node)}
        rules, tops = self.position.rules, self.boards[1][node] >> (self.position.height - 1)
        return tuple(
            column
            for column in range(rules.width)
            if column not in tried and not tops >> (column * rules.stride) & 1
        )

    @cached_property
    def unfinished(self) -> frozenset[int]:
        """The nodes of a depth-first search that were open when the cap was reached.

        They have their values, but not all of their children are here.
        """
        if not self.left_out or self.algorithm in ("astar", "mcts"):
            return frozenset()
        return frozenset(self.path(len(self) - 1))

    def probability(self, node: int) -> float:
        """Return how likely a node is, once its parent is reached: 1 but under chance."""
        above = int(self.parent[node])
        if above < 0 or self.kind[above] != Kind.CHANCE:
            return 1.0
        landings = self.position_at(above).landings(int(self.move[above]))
        return float(next(p for column, p in landings if column == self.move[node]))

    # Monte Carlo over time

    def visits_at(self, playouts: int) -> NDArray[np.int64]:
        """Count how often each node had been on the way after so many playouts."""
        counts = np.bincount(self.playout_leaf[:playouts], minlength=len(self)).astype(np.int64)
        return self._carried_up(counts)

    def points_at(self, playouts: int) -> NDArray[np.int64]:
        """Add up the half-points of the side that searches, node by node."""
        points = np.zeros(len(self), np.int64)
        np.add.at(points, self.playout_leaf[:playouts], self.playout_points[:playouts])
        return self._carried_up(points)

    def _carried_up(self, amounts: NDArray[np.int64]) -> NDArray[np.int64]:
        carried, parents = amounts.tolist(), self.parent.tolist()
        for node in range(len(self) - 1, 0, -1):
            carried[parents[node]] += carried[node]
        return np.array(carried, np.int64)

    # How it shows itself in a notebook

    def _repr_svg_(self) -> str:
        from fourscore.insight.trees.svg import tree_svg
        from fourscore.insight.trees.view import make_view

        return tree_svg(make_view(self, across=14))

    def _repr_html_(self) -> str:
        return f'<div style="overflow: auto">{self._repr_svg_()}</div>'

    def __repr__(self) -> str:
        more = f", {self.left_out:,} left out" if self.left_out else ""
        return f"<Trace of {self.spec}: {self.visited:,} nodes{more}>"
