"""Minimax: search every line of play to a fixed depth.

    value(node) = its result or its evaluation     if it is settled
                = max of -value(child)             otherwise

Both players are one: values belong to the mover and change sign from ply to ply.
"""

from fourscore.core.bitboard import landing_cell
from fourscore.core.position import Position, require_ongoing, require_variant
from fourscore.jit.kernel import kernel
from fourscore.runtime.time_source import SYSTEM_TIME, TimeSource
from fourscore.search.control import STOP, Cancel, enter_node
from fourscore.search.evaluation.base import UNSETTLED, Evaluation, settle
from fourscore.search.evaluation.windows import WINDOWS
from fourscore.search.node import Node, child_of
from fourscore.search.recording import (
    DONE,
    STOPPED,
    UNBOUNDED,
    Recorder,
    record_entry,
    record_exit,
    record_settled,
)
from fourscore.search.tree import Context, Root, clear_line, extend_line
from fourscore.search.types import Limit, OnProgress, Report

__all__ = ["DEFAULT_DEPTH", "minimax"]

DEFAULT_DEPTH = 5


def minimax(
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
    """Search to `limit.depth`; of equal columns the first in order is chosen.

    >>> from fourscore.core.notation import read_moves
    >>> report = minimax(read_moves("112233"), Limit(depth=3))
    >>> report.column, report.values[3].plies
    (3, 1)
    """
    require_variant(position, "Minimax", "standard", "fill")
    require_ongoing(position)
    root = Root(position, limit.depth or DEFAULT_DEPTH, evaluation, order, clock)
    return root.search(_search, limit, cancel, record, "minimax")


@kernel
def _search(node: Node, context: Context) -> int:
    if enter_node(context.counters):
        return 0
    record_entry(context.recording, node, -UNBOUNDED, UNBOUNDED)
    clear_line(context.arrays, node.ply)
    best = settle(node, context.weights, context.rules)
    if best != UNSETTLED:
        record_settled(context.recording, node, best)
        return best
    for place in range(context.rules.width):
        column = context.arrays.order[place]
        cell = landing_cell(node.filled, column, context.rules)
        if cell == 0:
            continue
        value = -_search(child_of(node, cell), context)
        if context.counters[STOP]:
            record_exit(context.recording, node, best, STOPPED)
            return best
        if node.ply == 0:
            context.arrays.values[column] = value
        if value > best:
            best = value
            extend_line(context.arrays, node.ply, column)
    record_exit(context.recording, node, best, DONE)
    return best
