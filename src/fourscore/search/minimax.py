"""Minimax: look at every line of play to a fixed depth.

    value(node) = its result or its evaluation     if it is settled
                = max of -value(child)             otherwise

Both players are one: values belong to the mover and change sign from ply to ply.
"""

from typing import Any

from fourscore.core.bitboard import Rules, landing_cell
from fourscore.core.kernel import kernel
from fourscore.core.position import Position, require_ongoing, require_variant
from fourscore.search.control import STOP, Cancel, Counters, enter_node, running
from fourscore.search.evaluation.base import UNSETTLED, Evaluation, settle
from fourscore.search.evaluation.windows import WINDOWS
from fourscore.search.recording import (
    DONE,
    STOPPED,
    UNBOUNDED,
    Recorder,
    note_end,
    note_position,
    note_settled,
)
from fourscore.search.tree import Root, begin_line, extend_line
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
) -> Report:
    """Search to `limit.depth`; of equal columns the first in order is chosen.

    >>> from fourscore.core.notation import read_moves
    >>> report = minimax(read_moves("112233"), Limit(depth=3))
    >>> report.column, report.values[3].plies
    (3, 1)
    """
    require_variant(position, "minimax", "standard", "fill")
    require_ongoing(position)
    root = Root(position, limit.depth or DEFAULT_DEPTH, evaluation, order)
    marks = root.begin(record, "minimax")
    with running(limit, cancel) as counters:
        _search(position.mine, position.filled, root.depth, 0, root.weights, position.rules,
                counters, root.order, root.values, root.lines, marks)  # fmt: skip
    return root.report(counters)


@kernel
def _search(
    mine: int,
    filled: int,
    depth: int,
    ply: int,
    weights: Any,
    rules: Rules,
    counters: Counters,
    order: Any,
    values: Any,
    lines: Any,
    marks: Any,
) -> int:
    if enter_node(counters):
        return 0
    if marks is not None:
        note_position(marks, ply, ply, filled, -UNBOUNDED, UNBOUNDED, rules)
    begin_line(lines, ply)
    best = settle(mine, filled, depth, ply, weights, rules)
    if best != UNSETTLED:
        if marks is not None:
            note_settled(marks, ply, best, mine, filled, rules)
        return best
    for column in order:
        cell = landing_cell(filled, column, rules)
        if cell == 0:
            continue
        value = -_search(mine ^ filled, filled | cell, depth - 1, ply + 1, weights, rules,
                         counters, order, values, lines, marks)  # fmt: skip
        if counters[STOP]:
            if marks is not None:
                note_end(marks, ply, best, STOPPED)
            return best
        if ply == 0:
            values[column] = value
        if value > best:
            best = value
            extend_line(lines, ply, column)
    if marks is not None:
        note_end(marks, ply, best, DONE)
    return best
