"""What a search records while it runs, if asked to: one row for each node.

A search takes ``record``, a `Recorder` or None, and passes its arrays, or None, to its kernel.
The kernel calls a ``note_…`` function wherever something is to be recorded; given None, Numba
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
    "note_bound",
    "note_chance",
    "note_end",
    "note_playout",
    "note_position",
    "note_remembered",
    "note_settled",
    "note_state",
    "note_taken",
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

# What `Marks.stack` holds for each level of the current path.
NODE, ALPHA_BY, BETA_BY, FILLED = 0, 1, 2, 3
# What `Marks.tally` holds.
USED, LEFT_OUT = 0, 1


class Marks(NamedTuple):
    """The arrays that the kernels of depth-limited searches and of A* write to."""

    rows: NDArray[np.void]
    stack: NDArray[np.int64]
    """By level: the node, the nodes whose values set alpha and beta (-1: none), the discs."""
    tally: NDArray[np.int64]
    """The number of rows in use, and of visited nodes that did not fit."""


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
            stack = np.full((LEVELS, 4), -1, np.int64)
            self.marks = Marks(np.empty(self.cap, ROW), stack, np.zeros(2, np.int64))
        self.marks.stack[0, FILLED] = position.filled
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
def note_position(
    marks: Marks, level: int, depth: int, filled: int, alpha: int, beta: int, rules: Rules
) -> None:
    """Enter a position; the move is the column of the last disc."""
    move = -1
    if level > 0:
        move = column_of(filled ^ marks.stack[level - 1, FILLED], rules)
    # For the other side alpha and beta change places.
    by_alpha = marks.stack[level - 1, BETA_BY] if level > 0 else -1
    by_beta = marks.stack[level - 1, ALPHA_BY] if level > 0 else -1
    marks.stack[level, ALPHA_BY], marks.stack[level, BETA_BY] = by_alpha, by_beta
    marks.stack[level, FILLED] = filled
    _note(marks, level, depth, move, depth & 1, alpha, beta)


@kernel
def note_chance(marks: Marks, level: int, depth: int, aim: int) -> None:
    """Enter a chance node: a disc is aimed in the position above."""
    marks.stack[level, ALPHA_BY] = marks.stack[level, BETA_BY] = -1
    marks.stack[level, FILLED] = marks.stack[level - 1, FILLED]
    _note(marks, level, depth, aim, CHANCE, -UNBOUNDED, UNBOUNDED)


@kernel
def _note(
    marks: Marks, level: int, depth: int, move: int, kind: int, alpha: int, beta: int
) -> None:
    """Use the next row, if one is left, for the node being entered."""
    rows, node = marks.rows, marks.tally[USED]
    if node == len(rows):
        marks.tally[LEFT_OUT] += 1
        marks.stack[level, NODE] = -1
        return
    marks.tally[USED] += 1
    marks.stack[level, NODE] = node
    parent = marks.stack[level - 1, NODE] if level > 0 else -1
    _fill(rows, node, parent, move, depth, kind, STOPPED)
    rows[node].alpha = -math.inf if alpha <= -UNBOUNDED else alpha
    rows[node].beta = math.inf if beta >= UNBOUNDED else beta


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
def note_settled(
    marks: Marks, level: int, value: float, mine: int, filled: int, rules: Rules
) -> None:
    """Leave a node that needed no search."""
    over = result(mine, filled, rules) != ONGOING
    note_end(marks, level, value, TERMINAL if over else LEAF)


@kernel
def note_end(marks: Marks, level: int, value: float, reason: int) -> None:
    """Leave a node with its value, if it has found one."""
    node = marks.stack[level, NODE]
    if node < 0:
        return
    marks.rows[node].reason = reason
    if value > -UNBOUNDED:
        marks.rows[node].value = value
    if reason == CUT:
        marks.rows[node].cut_by = marks.stack[level, BETA_BY]


@kernel
def note_bound(marks: Marks, level: int) -> None:
    """Note that the child just left has raised alpha."""
    marks.stack[level, ALPHA_BY] = marks.stack[level + 1, NODE]


@kernel
def note_remembered(marks: Marks, level: int, column: int) -> None:
    """Note the column that the move memory put first."""
    node = marks.stack[level, NODE]
    if node >= 0:
        marks.rows[node].remembered = column


# Best first: A*


@kernel
def note_state(
    marks: Marks, node: int, parent: int, move: int, depth: int, priority: int, hopeless: bool
) -> None:
    """Note a state when it is found: hopeless, or put on the frontier."""
    if node >= len(marks.rows):
        return
    marks.tally[USED] = node + 1
    reason = HOPELESS if hopeless else WAITING
    _fill(marks.rows, node, parent, move, depth, FRONTIER, reason)
    marks.rows[node].order = -1
    if not hopeless:
        marks.rows[node].value = priority


@kernel
def note_taken(marks: Marks, node: int, order: int, reason: int) -> None:
    """Note that a state is taken from the frontier."""
    if node >= len(marks.rows):
        marks.tally[LEFT_OUT] += 1
        return
    marks.rows[node].order = order
    marks.rows[node].reason = reason


# Monte Carlo


@kernel
def note_playout(
    growth: Growth,
    nodes: NDArray[np.void],
    path: NDArray[np.int64],
    level: int,
    slips: int,
    fresh: bool,
    points: int,
) -> None:
    """Note one simulation: the new node, if any, the proofs on its path, its result."""
    leaf, parent = path[level], path[level - 1]
    depth, chance = level >> slips, level & slips
    if fresh:
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
    _note_proofs(growth, nodes, path, level, made)
    if made < len(growth.playouts):
        growth.playouts[made].leaf = growth.ids[leaf]
        # A node's points belong to the player who moved there.
        growth.playouts[made].points = points if (depth ^ chance) & 1 else 2 - points
    growth.made[0] = made + 1


@kernel
def _note_proofs(
    growth: Growth, nodes: NDArray[np.void], path: NDArray[np.int64], level: int, made: int
) -> None:
    """Note which nodes of the path have become certain."""
    rows = growth.rows
    for each in range(level + 1):
        place = path[each]
        row = growth.ids[place]
        # A node without a row of its own shares that of an ancestor.
        if nodes[place].proof != ONGOING and rows[row].place == place and rows[row].proven_at < 0:
            rows[row].proven_at = made
