"""What a search records while it runs, if asked to: one row for each node.

A search takes ``record``, a `Recorder` or None, and passes its arrays, or None, to its kernel.
The kernel calls a ``record_…`` function wherever something is to be recorded; given None, Numba
compiles these calls away, so the traced search is the one that plays.

Rows come in the order in which nodes are found, parents before children. When the rows are
used up, the search continues and counts what it leaves out.
"""

import math
from dataclasses import dataclass, field
from typing import Any, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from fourscore.core.bitboard import ONGOING, Rules, column_of, result
from fourscore.core.position import Position
from fourscore.errors import InputError
from fourscore.jit.kernel import kernel
from fourscore.jit.structs import Struct, new_struct
from fourscore.search.node import Node
from fourscore.search.trace_columns import COLUMNS, PLAYOUT, NodeKind, Reason

__all__ = [
    "CUT",
    "DEFAULT_CAP",
    "DONE",
    "GOAL",
    "STOPPED",
    "Recorder",
    "Recording",
    "TreeRecording",
    "record_bound",
    "record_chance",
    "record_chance_exit",
    "record_disc",
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
"""The default for the most rows."""
RECORDED = {name: column for name, column in COLUMNS.items() if column.is_recorded}
ROW = np.dtype(
    [
        *((name, column.dtype) for name, column in RECORDED.items()),
        ("place", np.int32),  # Monte Carlo: the node's index in the tree's own array
    ],
    align=True,
)
BLANK = np.zeros(1, ROW)
"""A row of which nothing is known yet; kernels hold it, with zeros between its fields."""
for _name, _column in RECORDED.items():  # a whole row would bring whatever lies between the fields
    BLANK[_name] = _column.blank
LEVELS = 130
"""Room for the longest path: 62 discs, their aims, and the root."""
LONGEST_GAME = 64
"""Room for the longest random game: 62 discs, and a zero behind the last one."""
UNBOUNDED = 2**60
"""Bounds beyond this mean no bound."""


class Tally(Struct, Protocol):
    """How much is recorded, as a struct."""

    rows: int
    """In use."""
    left_out: int
    """Visited nodes that did not fit."""
    playouts: int
    discs: int
    """Of the random game that is being played."""


class Path(Protocol):
    """The nodes between the root and the one being searched, by level, as a struct."""

    row: NDArray[np.int64]
    """Its row; -1 if it did not fit."""
    alpha_by: NDArray[np.int64]
    """The row of the node whose value set alpha, or -1."""
    beta_by: NDArray[np.int64]
    filled: NDArray[np.int64]
    """The discs on the board."""


TALLY = np.dtype([(name, np.int64) for name in ("rows", "left_out", "playouts", "discs")])
PATH = np.dtype([(name, np.int64, LEVELS) for name in ("row", "alpha_by", "beta_by", "filled")])


class Recording(NamedTuple):
    """The arrays that the kernels of depth-limited searches and of A* write to."""

    rows: NDArray[np.void]
    tally: Tally
    path: Path
    rules: Rules


class TreeRecording(NamedTuple):
    """The arrays that the kernels of Monte Carlo tree search and of PUCT write to."""

    rows: NDArray[np.void]
    tally: Tally
    ids: NDArray[np.int32]
    """The row of each node of the tree, or of its nearest ancestor that has one."""
    playouts: NDArray[np.void]
    """By playout: the row where it left the tree, and the points of the player who searches."""
    games: NDArray[np.uint8]
    """By playout: the columns of its random game, counted from 1, then zeros."""


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
    recording: Recording | TreeRecording | None = None
    nodes: Any = None
    """Monte Carlo: the nodes of the tree at the end of the search."""

    def __post_init__(self) -> None:
        if self.cap < 1:
            raise InputError(f"a trace must hold at least 1 node, not {self.cap}")

    def start(self, algorithm: str, position: Position, depth: int, **options: str) -> Recording:
        """Return the arrays for a search from the root; deepening starts several."""
        if not isinstance(self.recording, Recording):
            rows, tally, path = np.empty(self.cap, ROW), new_struct(TALLY), new_struct(PATH)
            self.recording = Recording(rows, tally, path, position.rules)
        self.algorithm, self.options = algorithm, options
        self.iterations.append((depth, int(self.recording.tally["rows"])))
        return self.recording

    def start_tree(self, algorithm: str, nodes: NDArray[np.void], **options: str) -> TreeRecording:
        """Return the arrays for a search that grows a tree of its own."""
        rows, playouts = np.empty(self.cap, ROW), np.empty(self.cap, PLAYOUT)
        _fill(rows, 0, -1, -1, 0, int(NodeKind.MAX), OPEN)
        self.algorithm, self.options, self.nodes = algorithm, options, nodes
        self.iterations = [(0, 0)]
        tally, ids = new_struct(TALLY), np.zeros(len(nodes), np.int32)
        tally["rows"] = 1
        games = np.zeros((self.cap, LONGEST_GAME), np.uint8)
        self.recording = TreeRecording(rows, tally, ids, playouts, games)
        return self.recording


# Depth first: minimax, alpha-beta, expectiminimax


@kernel
def record_entry(recording: Recording | None, node: Node, alpha: int, beta: int) -> None:
    """Record that a position is entered; the move is the column of the last disc."""
    if recording is None:
        return
    level = node.ply << recording.rules.slips
    path = recording.path
    move = -1
    if level > 0:
        move = column_of(node.filled ^ path.filled[level - 1], recording.rules)
        # For the other side alpha and beta change places.
        path.alpha_by[level] = path.beta_by[level - 1]
        path.beta_by[level] = path.alpha_by[level - 1]
    else:
        path.alpha_by[level] = path.beta_by[level] = -1
    path.filled[level] = node.filled
    _enter(recording, level, node.ply, move, node.ply & 1)
    row = path.row[level]
    if row >= 0:
        recording.rows[row].alpha = -math.inf if alpha <= -UNBOUNDED else alpha
        recording.rows[row].beta = math.inf if beta >= UNBOUNDED else beta


@kernel
def record_chance(recording: Recording | None, node: Node, aim: int) -> None:
    """Record that a chance node is entered: a disc is aimed in a position."""
    if recording is None:
        return
    level = (node.ply << recording.rules.slips) + 1
    path = recording.path
    path.alpha_by[level] = path.beta_by[level] = -1
    path.filled[level] = path.filled[level - 1]
    _enter(recording, level, node.ply, aim, CHANCE)


@kernel
def _enter(recording: Recording, level: int, depth: int, move: int, kind: int) -> None:
    """Use the next row, if one is left, for the node being entered."""
    row = recording.tally.rows
    if row == len(recording.rows):
        recording.tally.left_out += 1
        recording.path.row[level] = -1
        return
    recording.tally.rows += 1
    recording.path.row[level] = row
    parent = recording.path.row[level - 1] if level > 0 else -1
    _fill(recording.rows, row, parent, move, depth, kind, STOPPED)


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
def record_settled(recording: Recording | None, node: Node, value: float) -> None:
    """Record the value of a node that needs no search."""
    if recording is None:
        return
    over = result(node.mine, node.filled, recording.rules) != ONGOING
    record_exit(recording, node, value, TERMINAL if over else LEAF)


@kernel
def record_exit(recording: Recording | None, node: Node, value: float, reason: int) -> None:
    """Record that a position is left, with its value if it has found one."""
    if recording is None:
        return
    _leave(recording, node.ply << recording.rules.slips, value, reason)


@kernel
def record_chance_exit(recording: Recording | None, node: Node, value: float) -> None:
    """Record the value of an aim."""
    if recording is None:
        return
    _leave(recording, (node.ply << recording.rules.slips) + 1, value, DONE)


@kernel
def _leave(recording: Recording, level: int, value: float, reason: int) -> None:
    row = recording.path.row[level]
    if row < 0:
        return
    recording.rows[row].reason = reason
    if value > -UNBOUNDED:
        recording.rows[row].value = value
    if reason == CUT:
        recording.rows[row].cut_by = recording.path.beta_by[level]


@kernel
def record_bound(recording: Recording | None, node: Node) -> None:
    """Record that the child just left has raised alpha."""
    if recording is None:
        return
    recording.path.alpha_by[node.ply] = recording.path.row[node.ply + 1]


@kernel
def record_remembered(recording: Recording | None, node: Node, column: int) -> None:
    """Record the column that the move memory puts first, if there is one."""
    if recording is None:
        return
    row = recording.path.row[node.ply]
    if row >= 0:
        recording.rows[row].remembered = column


# Best first: A*


@kernel
def record_state(
    recording: Recording | None,
    node: int,
    parent: int,
    move: int,
    depth: int,
    priority: int,
    hopeless: bool,
) -> None:
    """Record a state when it is found: hopeless, or put on the frontier."""
    if recording is None or node >= len(recording.rows):
        return
    recording.tally.rows = node + 1
    reason = HOPELESS if hopeless else WAITING
    _fill(recording.rows, node, parent, move, depth, FRONTIER, reason)
    recording.rows[node].order = -1
    if not hopeless:
        recording.rows[node].value = priority


@kernel
def record_taken(recording: Recording | None, node: int, order: int, reason: int) -> None:
    """Record that a state is taken from the frontier."""
    if recording is None:
        return
    if node >= len(recording.rows):
        recording.tally.left_out += 1
        return
    recording.rows[node].order = order
    recording.rows[node].reason = reason


# Monte Carlo


@kernel
def record_disc(recording: TreeRecording | None, column: int) -> None:
    """Record a disc of the random game that is being played."""
    if recording is None:
        return
    made = recording.tally.playouts
    if made < len(recording.games):
        recording.games[made, recording.tally.discs] = column + 1
        recording.tally.discs += 1


@kernel
def record_playout(
    recording: TreeRecording | None,
    nodes: NDArray[np.void],
    path: NDArray[np.int64],
    level: int,
    slips: int,
    points: float,
) -> None:
    """Record one simulation: the new node, if any, the proofs on its path, its result."""
    if recording is None:
        return
    leaf, parent = path[level], path[level - 1]
    depth, chance = level >> slips, level & slips
    if nodes[leaf].visits == 1:
        recording.ids[leaf] = recording.ids[parent]
        if recording.tally.rows == len(recording.rows):
            recording.tally.left_out += 1
        else:
            row = recording.tally.rows
            recording.tally.rows += 1
            kind = CHANCE if chance else depth & 1
            _fill(recording.rows, row, recording.ids[parent], nodes[leaf].column, depth, kind, OPEN)
            recording.rows[row].place = leaf
            recording.ids[leaf] = row
    made = recording.tally.playouts
    _record_proofs(recording, nodes, path, level)
    if made < len(recording.playouts):
        recording.playouts[made].leaf = recording.ids[leaf]
        # A node's points belong to the player who moved there.
        recording.playouts[made].points = points if (depth ^ chance) & 1 else 2 - points
        if recording.rows[recording.ids[leaf]].place != leaf:
            # The board that the game began on is not in the trace.
            recording.games[made] = 0
    recording.tally.playouts += 1
    recording.tally.discs = 0


@kernel
def _record_proofs(
    recording: TreeRecording, nodes: NDArray[np.void], path: NDArray[np.int64], level: int
) -> None:
    """Record which nodes of the path have become certain."""
    rows = recording.rows
    for each in range(level + 1):
        place = path[each]
        row = recording.ids[place]
        # A node without a row of its own shares that of an ancestor.
        if nodes[place].proof != ONGOING and rows[row].place == place and rows[row].proven_at < 0:
            rows[row].proven_at = recording.tally.playouts
