"""What a search records while it runs, if asked to: one row for each node.

A search takes ``record``, a `Recorder` or None, and passes its arrays, or None, to its kernel.
The kernel calls a ``record_…`` function wherever something is to be recorded; given None, Numba
compiles these calls away, so the traced search is the one that plays.

Rows come in the order in which nodes are found, parents before children. When the rows are
used up, the search continues and counts what it leaves out.
"""

import math
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from fourscore.core.bitboard import ONGOING, Rules, column_of, result
from fourscore.core.kernel import kernel
from fourscore.core.position import Position
from fourscore.errors import InputError
from fourscore.search.node import Node
from fourscore.search.trace_columns import COLUMNS, PLAYOUT, NodeKind, Reason

__all__ = [
    "CUT",
    "DEFAULT_CAP",
    "DONE",
    "GOAL",
    "LEFT_OUT",
    "STOPPED",
    "USED",
    "Growth",
    "Marks",
    "Recorder",
    "record_bound",
    "record_chance",
    "record_chance_exit",
    "record_entry",
    "record_exit",
    "record_playout",
    "record_remembered",
    "record_settled",
    "record_state",
    "record_taken",
]

# Kernels take plain numbers.
STOPPED, LEAF, TERMINAL, CUT, DONE, GOAL, WAITING, HOPELESS, OPEN, _ = (
    int(each) for each in Reason
)
CHANCE, FRONTIER = int(NodeKind.CHANCE), int(NodeKind.FRONTIER)

DEFAULT_CAP = 100_000
"""The most rows, unless told otherwise."""
RECORDED = {name: column for name, column in COLUMNS.items() if column.is_recorded}
ROW = np.dtype(
    [
        *((name, column.dtype) for name, column in RECORDED.items()),
        ("place", np.int32),  # Monte Carlo: the node's index in the tree's own array
    ],
    align=True,
)
BLANK = np.array([(*(column.blank for column in RECORDED.values()), 0)], ROW)
"""A row of which nothing is known yet."""
LEVELS = 130
"""Room for the longest path: 62 discs, their aims, and the root."""
UNBOUNDED = 2**60
"""Bounds beyond this mean no bound."""

TALLY = np.dtype([("used", np.int64), ("left_out", np.int64)])
USED, LEFT_OUT = 0, 1
STACK = np.dtype(
    [(name, np.int64, LEVELS) for name in ("row", "alpha_by", "beta_by", "filled")], align=True
)


class Marks(NamedTuple):
    """The arrays that the kernels of depth-limited searches and of A* write to."""

    rows: NDArray[np.void]
    stack: Any
    """By level: the node's row, the rows of those that set alpha and beta (-1: none), the discs."""
    tally: Any
    """The number of rows in use, and of visited nodes that did not fit."""
    rules: Rules


class Growth(NamedTuple):
    """The arrays that the kernel of Monte Carlo tree search writes to."""

    rows: NDArray[np.void]
    tally: NDArray[np.int64]
    ids: NDArray[np.int32]
    """The row of each node of the tree, or of its nearest ancestor that has one."""
    playouts: NDArray[np.void]
    """By playout: the row where it left the tree, and the points of the player who searches."""
    made: NDArray[np.int64]
    """The number of playouts recorded."""


@dataclass
class Recorder:
    """Records one decision of a search; `fourscore.insight.trace` turns it into a `Trace`."""

    cap: int = DEFAULT_CAP
    """The most rows."""
    algorithm: str = ""
    options: dict[str, str] = field(default_factory=dict)
    """The options that the tree depends on, such as the evaluation."""
    iterations: list[tuple[int, int]] = field(default_factory=list)
    """The depth of each search from the root, and its first row."""
    marks: Marks | None = None
    growth: Growth | None = None
    nodes: Any = None
    """Monte Carlo: the nodes of the tree at the end of the search."""

    def __post_init__(self) -> None:
        if self.cap < 1:
            raise InputError(f"a trace must hold at least 1 node, not {self.cap}")

    def begin(self, algorithm: str, position: Position, depth: int, **options: str) -> Marks:
        """Return the arrays for a search from the root; deepening begins several."""
        if self.marks is None:
            rows, stack, tally = np.empty(self.cap, ROW), np.zeros(1, STACK), np.zeros(1, TALLY)
            self.marks = Marks(rows, stack[0], tally[0], position.rules)
        self.algorithm, self.options = algorithm, options
        self.iterations.append((depth, int(self.marks.tally[USED])))
        return self.marks

    def begin_tree(self, nodes: NDArray[np.void], **options: str) -> Growth:
        """Return the arrays for Monte Carlo tree search with a tree of its own."""
        rows, playouts = np.empty(self.cap, ROW), np.empty(self.cap, PLAYOUT)
        _fill(rows, 0, -1, -1, 0, int(NodeKind.MAX), OPEN)
        self.algorithm, self.options, self.nodes = "mcts", options, nodes
        self.iterations = [(0, 0)]
        ids = np.zeros(len(nodes), np.int32)
        self.growth = Growth(rows, np.array([1, 0], np.int64), ids, playouts, np.zeros(1, np.int64))
        return self.growth


# Depth first: minimax, alpha-beta, expectiminimax


@kernel
def record_entry(marks: Marks | None, node: Node, alpha: int, beta: int) -> None:
    """Record that a position is entered; the move is the column of the last disc."""
    if marks is None:
        return
    level = node.ply << marks.rules.slips
    stack = marks.stack
    move = -1
    if level > 0:
        move = column_of(node.filled ^ stack.filled[level - 1], marks.rules)
        # For the other side alpha and beta change places.
        stack.alpha_by[level] = stack.beta_by[level - 1]
        stack.beta_by[level] = stack.alpha_by[level - 1]
    else:
        stack.alpha_by[level] = stack.beta_by[level] = -1
    stack.filled[level] = node.filled
    _enter(marks, level, node.ply, move, node.ply & 1)
    row = stack.row[level]
    if row >= 0:
        marks.rows[row].alpha = -math.inf if alpha <= -UNBOUNDED else alpha
        marks.rows[row].beta = math.inf if beta >= UNBOUNDED else beta


@kernel
def record_chance(marks: Marks | None, node: Node, aim: int) -> None:
    """Record that a chance node is entered: a disc is aimed in a position."""
    if marks is None:
        return
    level = (node.ply << marks.rules.slips) + 1
    stack = marks.stack
    stack.alpha_by[level] = stack.beta_by[level] = -1
    stack.filled[level] = stack.filled[level - 1]
    _enter(marks, level, node.ply, aim, CHANCE)


@kernel
def _enter(marks: Marks, level: int, depth: int, move: int, kind: int) -> None:
    """Use the next row, if one is left, for the node being entered."""
    row = marks.tally.used
    if row == len(marks.rows):
        marks.tally.left_out += 1
        marks.stack.row[level] = -1
        return
    marks.tally.used += 1
    marks.stack.row[level] = row
    parent = marks.stack.row[level - 1] if level > 0 else -1
    _fill(marks.rows, row, parent, move, depth, kind, STOPPED)


@kernel
def _fill(
    rows: NDArray[np.void], node: int, parent: int, move: int, depth: int, kind: int, reason: int
) -> None:
    """Write what is known of a node when it is found."""
    rows[node] = BLANK[0]
    rows[node].parent = parent
    rows[node].order = node
    rows[node].move = move
    rows[node].depth = depth
    rows[node].kind = kind
    rows[node].reason = reason


@kernel
def record_settled(marks: Marks | None, node: Node, value: float) -> None:
    """Record the value of a node that needs no search."""
    if marks is None:
        return
    over = result(node.mine, node.filled, marks.rules) != ONGOING
    record_exit(marks, node, value, TERMINAL if over else LEAF)


@kernel
def record_exit(marks: Marks | None, node: Node, value: float, reason: int) -> None:
    """Record that a position is left, with its value if it has found one."""
    if marks is None:
        return
    level = node.ply << marks.rules.slips
    _leave(marks, level, value, reason)


@kernel
def record_chance_exit(marks: Marks | None, node: Node, value: float) -> None:
    """Record the value of an aim."""
    if marks is None:
        return
    _leave(marks, (node.ply << marks.rules.slips) + 1, value, DONE)


@kernel
def _leave(marks: Marks, level: int, value: float, reason: int) -> None:
    row = marks.stack.row[level]
    if row < 0:
        return
    marks.rows[row].reason = reason
    if value > -UNBOUNDED:
        marks.rows[row].value = value
    if reason == CUT:
        marks.rows[row].cut_by = marks.stack.beta_by[level]


@kernel
def record_bound(marks: Marks | None, node: Node) -> None:
    """Record that the child just left has raised alpha."""
    if marks is None:
        return
    marks.stack.alpha_by[node.ply] = marks.stack.row[node.ply + 1]


@kernel
def record_remembered(marks: Marks | None, node: Node, column: int) -> None:
    """Record the column that the move memory puts first, if there is one."""
    if marks is None:
        return
    row = marks.stack.row[node.ply]
    if row >= 0:
        marks.rows[row].remembered = column


# Best first: A*


@kernel
def record_state(
    marks: Marks | None,
    node: int,
    parent: int,
    move: int,
    depth: int,
    priority: int,
    hopeless: bool,
) -> None:
    """Record a state when it is found: hopeless, or put on the frontier."""
    if marks is None or node >= len(marks.rows):
        return
    marks.tally.used = node + 1
    reason = HOPELESS if hopeless else WAITING
    _fill(marks.rows, node, parent, move, depth, FRONTIER, reason)
    marks.rows[node].order = -1
    if not hopeless:
        marks.rows[node].value = priority


@kernel
def record_taken(marks: Marks | None, node: int, order: int, reason: int) -> None:
    """Record that a state is taken from the frontier."""
    if marks is None:
        return
    if node >= len(marks.rows):
        marks.tally.left_out += 1
        return
    marks.rows[node].order = order
    marks.rows[node].reason = reason


# Monte Carlo


@kernel
def record_playout(
    growth: Growth | None,
    nodes: NDArray[np.void],
    path: NDArray[np.int64],
    level: int,
    slips: int,
    points: int,
) -> None:
    """Record one simulation: the new node, if any, the proofs on its path, its result."""
    if growth is None:
        return
    leaf, parent = path[level], path[level - 1]
    depth, chance = level >> slips, level & slips
    if nodes[leaf].visits == 1:
        growth.ids[leaf] = growth.ids[parent]
        if growth.tally[USED] == len(growth.rows):
            growth.tally[LEFT_OUT] += 1
        else:
            row = growth.tally[USED]
            growth.tally[USED] += 1
            kind = CHANCE if chance else depth & 1
            _fill(growth.rows, row, growth.ids[parent], nodes[leaf].column, depth, kind, OPEN)
            growth.rows[row].place = leaf
            growth.ids[leaf] = row
    made = growth.made[0]
    _record_proofs(growth, nodes, path, level, made)
    if made < len(growth.playouts):
        growth.playouts[made].leaf = growth.ids[leaf]
        # A node's points belong to the player who moved there.
        growth.playouts[made].points = points if (depth ^ chance) & 1 else 2 - points
    growth.made[0] = made + 1


@kernel
def _record_proofs(
    growth: Growth, nodes: NDArray[np.void], path: NDArray[np.int64], level: int, made: int
) -> None:
    """Record which nodes of the path have become certain."""
    rows = growth.rows
    for each in range(level + 1):
        place = path[each]
        row = growth.ids[place]
        # A node without a row of its own shares that of an ancestor.
        if nodes[place].proof != ONGOING and rows[row].place == place and rows[row].proven_at < 0:
            rows[row].proven_at = made
