"""Alpha-beta: minimax without what cannot change the answer.

The window (alpha, beta) holds what each side is already sure of. A move that reaches beta is
too good: the opponent avoids this node, so its other moves need not be searched (a cut-off).
The better the move order, the sooner cut-offs come.
"""

import numpy as np

from fourscore.core.bitboard import landing_cell
from fourscore.core.position import Position, require_ongoing, require_variant
from fourscore.jit.kernel import kernel
from fourscore.runtime.time_source import SYSTEM_TIME, TimeSource
from fourscore.search.control import STOP, Cancel, Counters, enter_node
from fourscore.search.evaluation.base import UNSETTLED, Evaluation, settle
from fourscore.search.evaluation.windows import WINDOWS
from fourscore.search.node import Node, child_of
from fourscore.search.recording import (
    CUT,
    DONE,
    STOPPED,
    Recorder,
    record_bound,
    record_entry,
    record_exit,
    record_remembered,
    record_settled,
)
from fourscore.search.tree import (
    Context,
    Memory,
    Root,
    clear_line,
    extend_line,
)
from fourscore.search.types import Limit, OnProgress, Report

__all__ = [
    "DEFAULT_DEPTH",
    "INFINITY",
    "OPEN",
    "alphabeta",
    "new_memory",
    "run",
    "search_below",
    "search_columns",
]

DEFAULT_DEPTH = 8
INFINITY = 2**61
OPEN = (-INFINITY, INFINITY)
"""The window of a search that excludes nothing."""
MEMORY_SLOTS = 1 << 18


def alphabeta(
    position: Position,
    limit: Limit,
    *,
    evaluation: Evaluation = WINDOWS,
    order: str = "centre",
    cancel: Cancel | None = None,
    on_progress: OnProgress | None = None,  # noqa: ARG001
    record: Recorder | None = None,
    clock: TimeSource = SYSTEM_TIME,
) -> Report:
    """Search to `limit.depth` and choose the same column with the same value as minimax.

    Columns that are no better than an earlier one are only proven to be so: their values are
    upper bounds.

    >>> alphabeta(Position.empty(), Limit(depth=5)).column
    3
    """
    require_variant(position, "Alpha-beta", "standard", "fill")
    require_ongoing(position)
    root = Root(position, limit.depth or DEFAULT_DEPTH, evaluation, order, clock)
    return root.search(_search, limit, cancel, record, "alphabeta", OPEN)


def new_memory() -> Memory:
    """Return an empty memory of best moves: a key and a column in each slot."""
    return np.full((MEMORY_SLOTS, 2), -1, dtype=np.int64)


def search_below(
    position: Position,
    window: tuple[int, int],
    depth: int,
    ply: int,
    counters: Counters,
    evaluation: Evaluation = WINDOWS,
    order: str = "centre",
) -> int:
    """Return the value of a position `ply` discs below the root, as the search of the tree would.

    The game may be over there. `fourscore.insight.trace.cuts` counts with it what a cut-off saved.
    """
    root = Root(position, depth, evaluation, order)
    node = root.node._replace(depth=depth, ply=ply)
    return _search(node, *window, root.context(counters))


def run(root: Root, context: Context) -> None:
    """Search from the root; with a memory, each node tries its best move of last time first."""
    _search(root.node, *OPEN, context)


@kernel
def _slot(node: Node) -> int:
    key = node.mine + node.filled
    return ((key * 0x2545F4914F6CDD1D) >> 40) & (MEMORY_SLOTS - 1)


@kernel
def _recall(memory: Memory | None, node: Node) -> int:
    """Return the best column of last time, or -1; the root has an order of its own."""
    if memory is None:
        return -1
    slot = _slot(node)
    if node.ply > 0 and memory[slot, 0] == node.mine + node.filled:
        return int(memory[slot, 1])
    return -1


@kernel
def _remember(memory: Memory | None, node: Node, column: int) -> None:
    if memory is None:
        return
    slot = _slot(node)
    memory[slot, 0], memory[slot, 1] = node.mine + node.filled, column


@kernel
def _search(node: Node, alpha: int, beta: int, context: Context) -> int:
    if enter_node(context.counters):
        return 0
    record_entry(context.recording, node, alpha, beta)
    clear_line(context.arrays, node.ply)
    best = settle(node, context.weights, context.rules)
    if best != UNSETTLED:
        record_settled(context.recording, node, best)
        return best
    first = _recall(context.memory, node)
    record_remembered(context.recording, node, first)
    best_column, floor = -1, alpha
    for place in range(-1, context.rules.width):
        column = first if place < 0 else context.arrays.order[place]
        if column < 0 or (column == first and place >= 0):
            continue
        cell = landing_cell(node.filled, column, context.rules)
        if cell == 0:
            continue
        value = -_search(child_of(node, cell), -beta, -alpha, context)
        if context.counters[STOP]:
            record_exit(context.recording, node, best, STOPPED)
            return best
        if node.ply == 0:
            context.arrays.values[column] = value
            context.arrays.bounds[column] = best_column >= 0 and value <= best
        if value > best:
            best, best_column = value, column
            if value > alpha:
                alpha = value
                extend_line(context.arrays, node.ply, column)
                record_bound(context.recording, node)
            if alpha >= beta:
                break
    record_exit(context.recording, node, best, CUT if alpha >= beta else DONE)
    if best > floor:
        _remember(context.memory, node, best_column)
    return best


@kernel
def search_columns(node: Node, alpha: int, beta: int, context: Context) -> None:
    """Search every column with the window; an open one gives each its exact value."""
    if enter_node(context.counters):
        return
    for place in range(context.rules.width):
        column = context.arrays.order[place]
        cell = landing_cell(node.filled, column, context.rules)
        if cell == 0:
            continue
        value = -_search(child_of(node, cell), alpha, beta, context)
        if context.counters[STOP]:
            return
        context.arrays.values[column] = value
