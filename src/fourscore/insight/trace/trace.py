"""`Trace`: the tree that a search visited, as arrays, and how to walk it.

The search itself writes the rows; see `fourscore.search.recording`. Values belong to the mover,
as in the searches: at a chance node to the player who aims, and in A*, where only one player
moves, to that player.

A node is named by the number of its row. Rows come in the order in which nodes were found,
parents first.
"""

import math
from bisect import bisect_right
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from fourscore.core.position import PLAYERS, Position
from fourscore.errors import InputError
from fourscore.search.evaluation.base import WIN_VALUE, proven_result
from fourscore.search.trace_columns import UNKNOWN, NodeKind, Reason, TraceColumns
from fourscore.search.types import Bound, Report, Value

if TYPE_CHECKING:
    from fourscore.insight.trace.truth import Truth

__all__ = ["Iteration", "Node", "Trace", "as_points"]

Number = TypeVar("Number", int, float)


def as_points(algorithm: str, numbers: NDArray[Any]) -> NDArray[Any]:
    """Return the points of playouts as a trace has them: those of random games are whole."""
    return numbers.astype(np.int8) if algorithm == "mcts" else numbers.round(4)


class Iteration(NamedTuple):
    """One search from the root; deepening makes several."""

    depth: int
    """How deep it searched, in plies."""
    first: int
    """The row of its root."""


class Node(NamedTuple):
    """Everything a trace knows about one node; None stands for "none"."""

    id: int
    """The number of its row."""
    parent: int | None
    """The row of its parent; None for a root."""
    move: int | None
    """The column played, aimed at or landed in, counted from 0."""
    order: int | None
    """Visit order from 0; None if it was never visited."""
    depth: int
    """Discs dropped since the root."""
    kind: NodeKind
    """Who decides."""
    reason: Reason
    """Why the search went no further."""
    window: tuple[float, float]
    """Alpha and beta on entry."""
    value: Value | None
    """What the search found for the mover."""
    cut_by: int | None
    """The node whose value set the bound that cut, if there was a cut-off."""
    remembered: int | None
    """The column that deepening's move memory put first."""
    exact: int | None
    """The exact score for the mover, if the trace has been solved."""


@dataclass(frozen=True, eq=False, kw_only=True)
class Trace(TraceColumns):
    """What one decision visited: a row for each node, and a column for each thing known of it.

    `fourscore.trace` makes one, and `fourscore.insight.trace.file` writes and reads its files.

    >>> from fourscore import trace
    >>> seen = trace("4453", "alphabeta:depth=3")
    >>> len(seen) == seen.report.nodes
    True
    >>> [int(seen.move[child]) for child in seen.children(0)]
    [3, 2, 4, 1, 5, 0, 6]
    """

    spec: str
    """The agent."""
    algorithm: str
    """The name of the search."""
    options: dict[str, str]
    """The options that the tree depends on."""
    position: Position
    """The position that was searched."""
    report: Report
    """The decision that the search came to."""
    cap: int
    """The most nodes that the trace may hold."""
    left_out: int
    """The number of visited nodes beyond the cap; all others are in the trace."""
    iterations: tuple[Iteration, ...]
    """The searches from the root, in order; one, unless the search deepens."""
    playout_leaf: NDArray[np.integer[Any]]
    """Monte Carlo, by playout: the node where it left the tree, or its last traced ancestor."""
    playout_points: NDArray[Any]
    """Monte Carlo, by playout: 2, 1 or 0 if the player who searches won, drew or lost; PUCT: what
    the network thought, between 0 and 2."""
    playout_games: NDArray[np.uint8] = field(default_factory=lambda: np.zeros((0, 0), np.uint8))
    """Monte Carlo, by playout: the columns of its random game, counted from 1, then zeros. Only
    zeros where none was played, or where it began beyond the cap. See `playout_game`."""

    has_boards: ClassVar[bool] = True
    """Whether its nodes are positions; those of a tree of one's own are not."""

    def say(self, text: str) -> str:
        """Return a sentence in the words of the trace; a tree of one's own has no columns."""
        return text

    def meaning(self, node: int) -> str:
        """Return in a sentence why the search went no further at a node."""
        return Reason(self.reason[node]).meaning

    @property
    def has_playouts(self) -> bool:
        """Whether the tree has grown by playouts: that of Monte Carlo tree search or of PUCT."""
        return self.algorithm in ("mcts", "zero")

    def __len__(self) -> int:
        """Count the rows: the visited nodes, and for A* also those still on the frontier."""
        return len(self.parent)

    @property
    def visited(self) -> int:
        """The number of visited nodes in the trace."""
        return int((self.order >= 0).sum())

    @property
    def nodes(self) -> int:
        """The number of visited nodes, in the trace or beyond its cap."""
        return self.visited + self.left_out

    def truth(self) -> "Truth":
        """Solve every node, and count where the search was wrong.

        >>> from fourscore import trace
        >>> trace("21366254327115", "minimax:depth=1").truth().solved
        8
        """
        from fourscore.insight.trace.truth import solve_nodes, summarize

        return summarize(solve_nodes(self))

    def draw(self, path: Path | str, *, nodes: int | None = None, depth: int | None = None) -> None:
        """Draw the tree, or the part of it that fits, to a .svg, .html or .dot file."""
        from fourscore.insight.trees.file import write_tree

        write_tree(self, Path(path), nodes, depth)

    @property
    def is_complete(self) -> bool:
        """Whether every visited node is in the trace."""
        return self.left_out == 0

    def truncated(self, count: int) -> "Trace":
        """Return the first `count` nodes alone, as a trace with that cap would have them.

        Playouts that went further end at the last of these nodes on their path.

        >>> from fourscore import trace
        >>> trace(Position.empty(), "minimax:depth=2").truncated(20)
        <Trace of minimax:depth=2: 20 nodes, 37 left out>
        """
        if count >= len(self):
            return self
        leaves = self.playout_leaf[:count].copy()
        games = self.playout_games[:count].copy()
        if len(games):
            games[leaves >= count] = 0
        while (beyond := leaves >= count).any():
            leaves[beyond] = self.parent[leaves[beyond]]
        columns: dict[str, Any] = {name: each[:count] for name, each in self.columns.items()}
        return replace(
            self,
            cap=count,
            left_out=self.left_out + int((self.order[count:] >= 0).sum()),
            iterations=tuple(each for each in self.iterations if each.first < count),
            playout_leaf=leaves,
            playout_points=self.playout_points[:count],
            playout_games=games,
            **columns,
        )

    # One node

    def __getitem__(self, node: int) -> Node:
        def known(column: NDArray[np.integer[Any]]) -> int | None:
            return None if column[node] < 0 else int(column[node])

        return Node(
            id=int(node),
            parent=known(self.parent),
            move=known(self.move),
            order=known(self.order),
            depth=int(self.depth[node]),
            kind=NodeKind(self.kind[node]),
            reason=Reason(self.reason[node]),
            window=(float(self.alpha[node]), float(self.beta[node])),
            value=self.value_at(node),
            cut_by=known(self.cut_by),
            remembered=known(self.remembered),
            exact=self.exact_score(node),
        )

    def exact_score(self, node: int) -> int | None:
        """Return the exact score for the mover, or None if the node has not been solved."""
        if self.exact is None or self.exact[node] == UNKNOWN:
            return None
        return int(self.exact[node])

    def bound(self, node: int) -> Bound:
        """Return how a node's value relates to what a search without cut-offs would find."""
        reason = self.reason[node]
        if reason in (Reason.CUT, Reason.STOPPED):
            return Bound.LOWER
        if reason == Reason.DONE and self.value[node] <= self.alpha[node]:
            return Bound.UPPER
        return Bound.EXACT

    def value_at(self, node: int) -> Value | None:
        """Return the value that the search found for a node's mover, or None if it found none."""
        value = float(self.value[node])
        if math.isnan(value):
            return None
        if self.has_playouts:
            return self._monte_carlo_value(node, value)
        if self.algorithm == "astar":
            return Value(int(value))
        result = proven_result(value)
        plies = None if result is None else round(WIN_VALUE - abs(value)) - int(self.depth[node])
        if self.reason[node] == Reason.TERMINAL:
            result, plies = result or 0, 0
        number = int(value) if value.is_integer() else value
        return Value(number, self.bound(node), result, plies)

    def _monte_carlo_value(self, node: int, value: float) -> Value:
        visits, proof = int(self.visits[node]), int(self.proof[node])
        if proof == UNKNOWN:
            return Value(value, visits=visits)
        return Value((1 + proof) / 2, result=proof, plies=int(self.plies[node]), visits=visits)

    def player_at(self, node: int) -> str:
        """Return the player to whom a node's value belongs: "X" or "O"."""
        turns = 0 if self.algorithm == "astar" else int(self.depth[node])
        return PLAYERS[(self.position.ply + turns) % 2]

    # The tree

    @cached_property
    def _by_parent(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """The rows sorted by parent, and where each node's children start among them."""
        order = np.argsort(self.parent, kind="stable")
        starts = np.searchsorted(self.parent[order], np.arange(len(self) + 1))
        return order, starts

    def children(self, node: int) -> list[int]:
        """Return the children in the order in which they were found."""
        order, starts = self._by_parent
        return [int(child) for child in order[starts[node] : starts[node + 1]]]

    @cached_property
    def roots(self) -> tuple[int, ...]:
        """The root of each iteration."""
        return tuple(each.first for each in self.iterations)

    @property
    def root(self) -> int:
        """The root of the deepest iteration that found the answer."""
        if not self.iterations:
            raise InputError("the trace is empty: the search was stopped before it began")
        answering = [root for root in self.roots if self._found_answer(root)]
        return answering[-1] if answering else self.roots[-1]

    def _found_answer(self, root: int) -> bool:
        moves = {int(self.move[child]) for child in self.children(root)}
        return self.report.column in moves and not math.isnan(self.value[root])

    def iteration(self, node: int) -> Iteration:
        """Return the iteration to which a node belongs."""
        return self.iterations[bisect_right(self.roots, node) - 1]

    def path(self, node: int) -> list[int]:
        """Return the nodes from the root down to this one."""
        path = [int(node)]
        while (above := int(self.parent[path[-1]])) >= 0:
            path.append(above)
        return path[::-1]

    @cached_property
    def sizes(self) -> list[int]:
        """The number of rows in each node's subtree, itself included."""
        return self._subtree_sums([1] * len(self))

    def _subtree_sums(self, amounts: list[Number]) -> list[Number]:
        sums, parents = list(amounts), self.parent.tolist()
        for node in range(len(self) - 1, 0, -1):
            if parents[node] >= 0:
                sums[parents[node]] += sums[node]
        return sums

    def best_child(self, node: int) -> int | None:
        """Return the child that the search prefers: the one its value comes from."""
        children = self.children(node)
        if self.kind[node] == NodeKind.CHANCE or not children:
            return None
        if self.has_playouts:
            return max(children, key=self._preference)
        if self.algorithm == "astar":
            return next((child for child in children if child in self._plan), None)
        # The children of a position are either all aims or all positions of the other side.
        sign = 1 if self.kind[children[0]] == NodeKind.CHANCE else -1
        target = sign * self.value[node]
        return next((child for child in children if self.value[child] == target), None)

    def _preference(self, child: int) -> tuple[int, ...]:
        """Return a key that orders Monte Carlo's children as their parent's mover prefers them."""
        proof, visits, plies = (int(each[child]) for each in (self.proof, self.visits, self.plies))
        result = proof if self.kind[child] == NodeKind.CHANCE else -proof
        if proof != UNKNOWN and result != 0:
            return (2, -plies, visits) if result > 0 else (0, plies, visits)
        return 1, visits, 0

    @cached_property
    def _plan(self) -> frozenset[int]:
        goal = np.flatnonzero(self.reason == Reason.GOAL)
        return frozenset(self.path(int(goal[0]))) if len(goal) else frozenset()

    @cached_property
    def line(self) -> tuple[int, ...]:
        """The nodes of the principal variation from the root, as far as they were traced."""
        line = [self.root]
        for column in self.report.line:
            found = [child for child in self.children(line[-1]) if self.move[child] == column]
            if not found:
                break
            line.append(found[0])
        return tuple(line)

    def line_from(self, node: int) -> tuple[int, ...]:
        """Return the nodes of the best line from a node on."""
        if node == self.root:
            return self.line
        line = [node]
        while (best := self.best_child(line[-1])) is not None:
            line.append(best)
        return tuple(line)

    @cached_property
    def unfinished(self) -> frozenset[int]:
        """The nodes of a depth-first search that were open when the cap was reached.

        They have values, but not all of their children are in the trace.
        """
        if not self.left_out or (self.algorithm == "astar" or self.has_playouts):
            return frozenset()
        return frozenset(self.path(self.visited - 1))

    # Boards

    def moves(self, node: int) -> list[int]:
        """Return the columns in which discs have landed since the root."""
        path = self.path(node)[1:]
        return [int(self.move[each]) for each in path if self.kind[each] != NodeKind.CHANCE]

    @cached_property
    def boards(self) -> tuple[list[int], list[int]]:
        """The discs of the side to move, and of both sides, at every node, as bitboards.

        In A* the side to move never changes; a chance node has the board of its parent.
        """
        stride = self.position.rules.stride
        mine, filled = [self.position.mine] * len(self), [self.position.filled] * len(self)
        parents, moves, kinds = self.parent.tolist(), self.move.tolist(), self.kind.tolist()
        for node, (above, column, kind) in enumerate(zip(parents, moves, kinds, strict=True)):
            if above < 0:
                continue
            own, both = mine[above], filled[above]
            if kind != NodeKind.CHANCE:
                after = both | (both + (1 << (column * stride)))
                own = own | (after ^ both) if kind == NodeKind.FRONTIER else own ^ both
                both = after
            mine[node], filled[node] = own, both
        return mine, filled

    def landing_cell(self, node: int) -> int:
        """Return the cell of the disc that led to a node as a bitboard; 0 for a root or an aim."""
        above, filled = int(self.parent[node]), self.boards[1]
        return filled[node] ^ filled[above] if above >= 0 else 0

    def landing_row(self, node: int) -> int | None:
        """Return the row of the disc that led to a node, or None for a root or an aim."""
        cell = self.landing_cell(node)
        return (cell.bit_length() - 1) % self.position.rules.stride if cell else None

    def position_at(self, node: int) -> Position:
        """Return the position of a node; for a chance node, the one before the disc lands.

        The states of A* are not positions of a game; see `rows`.
        """
        mine, filled = (board[node] for board in self.boards)
        return Position.from_bitboards(mine, filled, self.position.rules)

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

        There are none for a node whose children are not all in the trace.
        """
        return self._pruned.get(node, ())

    @cached_property
    def _pruned(self) -> dict[int, tuple[int, ...]]:
        """The columns left out at every node with a cut-off."""
        cut = set(np.flatnonzero(self.reason == Reason.CUT).tolist()) - self.unfinished
        tried: dict[int, list[int]] = {node: [] for node in cut}
        for above, column in zip(self.parent.tolist(), self.move.tolist(), strict=True):
            if above in cut:
                tried[above].append(column)
        width, height = self.position.width, self.position.height
        tops = [1 << column * self.position.rules.stride + height - 1 for column in range(width)]
        filled = self.boards[1]
        return {
            node: tuple(
                column
                for column, top in enumerate(tops)
                if not filled[node] & top and column not in tried[node]
            )
            for node in cut
        }

    def probability(self, node: int) -> float:
        """Return how likely a node is once its parent is reached: 1 except below chance."""
        above = int(self.parent[node])
        if above < 0 or self.kind[above] != NodeKind.CHANCE:
            return 1.0
        landings = self.position_at(above).landings(int(self.move[above]))
        return float(next(p for column, p in landings if column == self.move[node]))

    # Monte Carlo over time

    def visits_at(self, playouts: int) -> NDArray[np.int64]:
        """Return how often each node had been visited after so many playouts."""
        counts = np.bincount(self.playout_leaf[:playouts], minlength=len(self))
        return np.array(self._subtree_sums(counts.tolist()), np.int64)

    def points_at(self, playouts: int) -> NDArray[Any]:
        """Return the half-points of the player who searches at each node after so many playouts."""
        whole = self.playout_points.dtype.kind == "i"
        points = np.zeros(len(self), np.int64 if whole else np.float64)
        np.add.at(points, self.playout_leaf[:playouts], self.playout_points[:playouts])
        return np.array(self._subtree_sums(points.tolist()), points.dtype)

    def playout_game(self, playout: int) -> tuple[int, ...]:
        """Return the columns of a random game, from the node where the playout left the tree on.

        Columns count from 0; where discs slip, they are where discs landed. There are none if
        the result was certain there, in PUCT, and where the game began beyond the cap.

        >>> from fourscore import trace
        >>> seen = trace("4453", "mcts:playouts=5,seed=1")
        >>> position = seen.position_at(int(seen.playout_leaf[0]))
        >>> for column in seen.playout_game(0):
        ...     position = position.play(column)
        >>> position.is_over
        True
        """
        if playout >= len(self.playout_games):
            return ()
        columns = self.playout_games[playout]
        return tuple((columns[columns > 0].astype(int) - 1).tolist())

    # Notebooks

    def _repr_svg_(self) -> str:
        from fourscore.insight.trees.svg import trace_svg

        return trace_svg(self)

    def _repr_html_(self) -> str:
        return f'<div style="overflow: auto">{self._repr_svg_()}</div>'

    def __repr__(self) -> str:
        more = f", {self.left_out:,} left out" if self.left_out else ""
        return f"<Trace of {self.spec}: {self.visited:,} nodes{more}>"
