"""What a search writes down while it runs, if it is asked to: a row for each node.

A search takes ``record``, a `Recorder` or None, and hands its arrays, or None, to its kernel.
The kernel calls a ``note_…`` function at each turn where something is to be written; under
None Numba drops these calls, so that the search that is watched is the one that plays.

Rows come in the order in which nodes are found, parents before children. When the rows are
used up, the search goes on and counts what it leaves out.
"""

import math
from dataclasses import dataclass, field
from enum import IntEnum
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from fourscore.core.bitboard import ONGOING, Rules, column_of, result
from fourscore.core.kernel import kernel
from fourscore.core.position import Position
from fourscore.errors import InputError

__all__ = [
    "CUT",
    "DONE",
    "GOAL",
    "LEFT_OUT",
    "ROW",
    "STOPPED",
    "USED",
    "Growth",
    "Kind",
    "Marks",
    "Reason",
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


class Kind(IntEnum):
    """What stands at a node."""

    MAX = 0
    """The player who searches is to move."""
    MIN = 1
    """The other one is."""
    CHANCE = 2
    """A disc is aimed; chance says where it lands."""
    FRONTIER = 3
    """A state of A*, where only one player moves."""


class Reason(IntEnum):
    """Why a search went no further at a node."""

    STOPPED = 0
    """A limit or a cancel ended the search while it was here."""
    LEAF = 1
    """The depth is used up: the value is the evaluation's."""
    TERMINAL = 2
    """The game is over."""
    CUT = 3
    """A move reached beta: the others need no look."""
    DONE = 4
    """All moves have been looked at."""
    GOAL = 5
    """A*: the plan ends here."""
    WAITING = 6
    """A*: still on the frontier."""
    HOPELESS = 7
    """A*: no line is left to fill; never put on the frontier."""
    OPEN = 8
    """Monte Carlo: more playouts would go on from here."""
    PROVEN = 9
    """Monte Carlo: the result is certain."""


# Kernels take plain numbers.
STOPPED, LEAF, TERMINAL, CUT, DONE, GOAL, WAITING, HOPELESS, OPEN, _ = (
    int(each) for each in Reason
)
CHANCE, FRONTIER = int(Kind.CHANCE), int(Kind.FRONTIER)

ROW = np.dtype(
    [
        ("alpha", np.float64),  # the window on entry, as the mover sees it
        ("beta", np.float64),
        ("value", np.float64),  # as the mover sees it; who aims, at a chance node
        ("parent", np.int32),  # -1 for a root
        ("order", np.int32),  # the how-manieth node that was visited; -1 if never
        ("cut_by", np.int32),  # the node whose value set the bound that cut; else -1
        ("place", np.int32),  # Monte Carlo: where the node stands in the tree's own array
        ("proven_at", np.int32),  # Monte Carlo: the playout that made it certain; else -1
        ("move", np.int8),  # the column played, aimed at or landed in; -1 for a root
        ("depth", np.int8),  # discs since the root
        ("kind", np.int8),
        ("reason", np.int8),
        ("remembered", np.int8),  # the column that the memory put first; else -1
    ],
    align=True,
)
PLAYOUT = np.dtype([("leaf", np.int32), ("points", np.int8)], align=True)
LEVELS = 130
"""Room for the longest way down: 62 discs, their aims, and the root."""
UNBOUNDED = 2**60
"""Bounds beyond this stand for none."""

# What `Marks.stack` holds of each level of the way down.
NODE, ALPHA_BY, BETA_BY, FILLED = 0, 1, 2, 3
# What `Marks.tally` holds.
USED, LEFT_OUT = 0, 1


class Marks(NamedTuple):
    """The arrays in which the kernels of depth-limited searches and of A* write."""

    rows: NDArray[np.void]
    stack: NDArray[np.int64]
    """By level: the node, those whose values set alpha and beta (-1: none), the discs."""
    tally: NDArray[np.int64]
    """The rows in use, and the visited nodes that found no room."""


class Growth(NamedTuple):
    """The arrays in which the kernel of Monte Carlo tree search writes."""

    rows: NDArray[np.void]
    tally: NDArray[np.int64]
    ids: NDArray[np.int32]
    """The row of each place of the tree, or of its next ancestor that has one."""
    playouts: NDArray[np.void]
    """By playout: the row where it left the tree, and its points for the side that searches."""
    made: NDArray[np.int64]
    """How many playouts are written down."""


@dataclass
class Recorder:
    """Records one decision of a search; `fourscore.insight.trace` makes a `Trace` of it."""

    cap: int = 100_000
    """The most rows."""
    algorithm: str = ""
    options: dict[str, str] = field(default_factory=dict)
    """What the search was told that its tree depends on, such as the evaluation."""
    iterations: list[tuple[int, int]] = field(default_factory=list)
    """The depth of each search from the root, and the row with which it begins."""
    marks: Marks | None = None
    growth: Growth | None = None
    nodes: Any = None
    """Monte Carlo: the nodes of the tree as the search left them."""

    def __post_init__(self) -> None:
        if self.cap < 1:
            raise InputError(f"a trace of {self.cap} nodes holds nothing; 1 is the least")

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
        rows[0] = (-math.inf, math.inf, 0, -1, 0, -1, 0, -1, -1, 0, Kind.MAX, Reason.OPEN, -1)
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
    """Enter a position; the column that led here is where the last disc lies."""
    move = -1
    if level > 0:
        move = column_of(filled ^ marks.stack[level - 1, FILLED], rules)
    # Seen by the other side, who set alpha sets beta.
    by_alpha = marks.stack[level - 1, BETA_BY] if level > 0 else -1
    by_beta = marks.stack[level - 1, ALPHA_BY] if level > 0 else -1
    marks.stack[level, ALPHA_BY], marks.stack[level, BETA_BY] = by_alpha, by_beta
    marks.stack[level, FILLED] = filled
    _note(marks, level, depth, move, depth & 1, alpha, beta)


@kernel
def note_chance(marks: Marks, level: int, depth: int, aim: int) -> None:
    """Enter a chance node: a disc is aimed from the position above."""
    marks.stack[level, ALPHA_BY] = marks.stack[level, BETA_BY] = -1
    marks.stack[level, FILLED] = marks.stack[level - 1, FILLED]
    _note(marks, level, depth, aim, CHANCE, -UNBOUNDED, UNBOUNDED)


@kernel
def _note(
    marks: Marks, level: int, depth: int, move: int, kind: int, alpha: int, beta: int
) -> None:
    """Take the next row for a node that is entered now, if there is one left."""
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
    rows[node].alpha, rows[node].beta = -math.inf, math.inf
    rows[node].value = math.nan
    rows[node].parent = parent
    rows[node].order = node
    rows[node].cut_by = rows[node].proven_at = -1
    rows[node].place = 0
    rows[node].move = move
    rows[node].depth = depth
    rows[node].kind = kind
    rows[node].reason = reason
    rows[node].remembered = -1


@kernel
def note_settled(
    marks: Marks, level: int, value: float, mine: int, filled: int, rules: Rules
) -> None:
    """Leave a node that needed no search."""
    over = result(mine, filled, rules) != ONGOING
    note_end(marks, level, value, TERMINAL if over else LEAF)


@kernel
def note_end(marks: Marks, level: int, value: float, reason: int) -> None:
    """Leave a node with its value, unless it has found none."""
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
    """Note that the child which has just been left has raised alpha."""
    marks.stack[level, ALPHA_BY] = marks.stack[level + 1, NODE]


@kernel
def note_remembered(marks: Marks, level: int, column: int) -> None:
    """Note the column that the memory puts first."""
    node = marks.stack[level, NODE]
    if node >= 0:
        marks.rows[node].remembered = column


# Best first: A*


@kernel
def note_state(
    marks: Marks, node: int, parent: int, move: int, depth: int, priority: int, hopeless: bool
) -> None:
    """Note a state when it is found, hopeless or put on the frontier."""
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
    """Note one simulation: its way down, the node that is new, its result."""
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
        # A node's points are those of who led there.
        growth.playouts[made].points = points if (depth ^ chance) & 1 else 2 - points
    growth.made[0] = made + 1


@kernel
def _note_proofs(
    growth: Growth, nodes: NDArray[np.void], path: NDArray[np.int64], level: int, made: int
) -> None:
    """Note which nodes of the way have become certain."""
    rows = growth.rows
    for each in range(level + 1):
        place = path[each]
        row = growth.ids[place]
        # A place without a row of its own stands for an ancestor.
        if nodes[place].proof != ONGOING and rows[row].place == place and rows[row].proven_at < 0:
            rows[row].proven_at = made
