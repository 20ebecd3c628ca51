"""Alpha-beta: minimax that leaves out what cannot change the answer.

The window (alpha, beta) holds what both sides are sure of already. A move that reaches beta
is too good: the opponent avoids this node, so its other moves need no look (a cut-off). The
better the order of moves, the sooner cut-offs come.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from fourscore.core.bitboard import Rules, landing_cell
from fourscore.core.kernel import kernel
from fourscore.core.position import Position, require_ongoing, require_variant
from fourscore.search.control import STOP, Cancel, Counters, enter_node, running
from fourscore.search.evaluation.base import UNSETTLED, Evaluation, settle
from fourscore.search.evaluation.windows import WINDOWS
from fourscore.search.recording import (
    CUT,
    DONE,
    STOPPED,
    Marks,
    Recorder,
    note_bound,
    note_end,
    note_position,
    note_remembered,
    note_settled,
)
from fourscore.search.tree import Root, begin_line, extend_line
from fourscore.search.types import Limit, OnProgress, Report

__all__ = ["DEFAULT_DEPTH", "INFINITY", "alphabeta", "new_memory", "run", "search_below"]

DEFAULT_DEPTH = 8
INFINITY = 2**61
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
) -> Report:
    """Search to `limit.depth`; chooses the same column with the same value as minimax.

    Columns that are no better than one before them are only shown to be so: their values are
    upper bounds.

    >>> alphabeta(Position.empty(), Limit(depth=5)).column
    3
    """
    require_variant(position, "alphabeta", "standard", "fill")
    require_ongoing(position)
    root = Root(position, limit.depth or DEFAULT_DEPTH, evaluation, order)
    with running(limit, cancel) as counters:
        run(position, root, counters, marks=root.begin(record, "alphabeta"))
    return root.report(counters)


def new_memory() -> NDArray[np.int64]:
    """Return an empty memory of best moves: a key and a column a slot."""
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
    """Value a position `ply` discs below the root of a tree, as the search of that tree would.

    The game may be over there. `fourscore.insight.trace.cuts` asks so what a cut-off has saved.
    """
    root = Root(position, depth, evaluation, order)
    lines = np.full((ply + depth + 2, ply + depth + 2), -1, dtype=np.int8)
    return _search(position.mine, position.filled, *window, depth, ply, root.weights,
                   position.rules, counters, root.order, root.values, root.bounds, lines, None,
                   None)  # fmt: skip


def run(
    position: Position,
    root: Root,
    counters: Counters,
    memory: NDArray[np.int64] | None = None,
    marks: Marks | None = None,
) -> None:
    """Run the kernel; with a memory, each node's best move of last time is tried first."""
    _search(position.mine, position.filled, -INFINITY, INFINITY, root.depth, 0, root.weights,
            position.rules, counters, root.order, root.values, root.bounds, root.lines,
            memory, marks)  # fmt: skip


@kernel
def _slot(mine: int, filled: int) -> int:
    key = mine + filled
    return ((key * 0x2545F4914F6CDD1D) >> 40) & (MEMORY_SLOTS - 1)


@kernel
def _search(
    mine: int,
    filled: int,
    alpha: int,
    beta: int,
    depth: int,
    ply: int,
    weights: Any,
    rules: Rules,
    counters: Counters,
    order: Any,
    values: Any,
    bounds: Any,
    lines: Any,
    memory: Any,
    marks: Any,
) -> int:
    if enter_node(counters):
        return 0
    if marks is not None:
        note_position(marks, ply, ply, filled, alpha, beta, rules)
    begin_line(lines, ply)
    best = settle(mine, filled, depth, ply, weights, rules)
    if best != UNSETTLED:
        if marks is not None:
            note_settled(marks, ply, best, mine, filled, rules)
        return best
    first = -1
    if memory is not None and ply > 0:
        slot = _slot(mine, filled)
        if memory[slot, 0] == mine + filled:
            first = memory[slot, 1]
            if marks is not None:
                note_remembered(marks, ply, first)
    best_column, floor = -1, alpha
    for place in range(-1, rules.width):
        column = first if place < 0 else order[place]
        if column < 0 or (column == first and place >= 0):
            continue
        cell = landing_cell(filled, column, rules)
        if cell == 0:
            continue
        value = -_search(mine ^ filled, filled | cell, -beta, -alpha, depth - 1, ply + 1, weights,
                         rules, counters, order, values, bounds, lines, memory,
                         marks)  # fmt: skip
        if counters[STOP]:
            if marks is not None:
                note_end(marks, ply, best, STOPPED)
            return best
        if ply == 0:
            values[column] = value
            bounds[column] = best_column >= 0 and value <= best
        if value > best:
            best, best_column = value, column
            if value > alpha:
                alpha = value
                extend_line(lines, ply, column)
                if marks is not None:
                    note_bound(marks, ply)
            if alpha >= beta:
                break
    if marks is not None:
        note_end(marks, ply, best, CUT if alpha >= beta else DONE)
    if memory is not None and best > floor:
        slot = _slot(mine, filled)
        memory[slot, 0], memory[slot, 1] = mine + filled, best_column
    return best
