"""Expectiminimax: minimax for games of chance.

    value(node)  = its result or its evaluation           if it is settled
                 = max over aims of expectation(aim)      otherwise
    expectation  = sum of probability * -value(child)     over where the disc may land

Where discs do not slip, every aim has one landing and this is minimax, node for node. Where
they do, each aim is a chance node and is counted as one.
"""

from dataclasses import replace
from typing import Any

from fourscore.core.bitboard import Rules, landing_cell, landing_weight
from fourscore.core.kernel import kernel
from fourscore.core.position import Position, require_ongoing
from fourscore.search.control import STOP, Cancel, Counters, enter_node, running
from fourscore.search.evaluation.base import UNSETTLED, Evaluation, settle
from fourscore.search.evaluation.windows import WINDOWS
from fourscore.search.recording import (
    DONE,
    STOPPED,
    UNBOUNDED,
    Recorder,
    note_chance,
    note_end,
    note_position,
    note_settled,
)
from fourscore.search.tree import Root, begin_line, extend_line
from fourscore.search.types import Limit, OnProgress, Report

__all__ = ["DEFAULT_DEPTH", "expectiminimax"]

DEFAULT_DEPTH = 4


def expectiminimax(
    position: Position,
    limit: Limit,
    *,
    evaluation: Evaluation = WINDOWS,
    order: str = "centre",
    cancel: Cancel | None = None,
    on_progress: OnProgress | None = None,  # noqa: ARG001
    record: Recorder | None = None,
) -> Report:
    """Search to `limit.depth` moves (chance does not count); plays every variant.

    >>> from fourscore.core.variants import SLIP
    >>> expectiminimax(Position.empty(variant=SLIP), Limit(depth=3)).column
    3
    """
    require_ongoing(position)
    root = Root(position, limit.depth or DEFAULT_DEPTH, evaluation, order)
    marks = root.begin(record, "expectiminimax")
    with running(limit, cancel) as counters:
        _search(position.mine, position.filled, root.depth, 0, root.weights, position.rules,
                counters, root.order, root.values, root.lines, marks)  # fmt: skip
    report = root.report(counters)
    # Where discs slip, no line of play is sure beyond the aim.
    return replace(report, line=report.line[:1]) if position.rules.slips else report


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
) -> float:
    if enter_node(counters):
        return 0.0
    level = ply << rules.slips
    if marks is not None:
        note_position(marks, level, ply, filled, -UNBOUNDED, UNBOUNDED, rules)
    begin_line(lines, ply)
    best = float(settle(mine, filled, depth, ply, weights, rules))
    if best != UNSETTLED:
        if marks is not None:
            note_settled(marks, level, best, mine, filled, rules)
        return best
    for aim in order:
        if landing_cell(filled, aim, rules) == 0:
            continue
        if rules.slips and enter_node(counters):
            if marks is not None:
                note_end(marks, level, best, STOPPED)
            return best
        if marks is not None and rules.slips:
            note_chance(marks, level + 1, ply, aim)
        total, certain = 0.0, 0
        for target in range(aim - 1, aim + 2):
            weight = landing_weight(filled, aim, target, rules)
            if weight == 0:
                continue
            cell = landing_cell(filled, target, rules)
            total -= weight * _search(mine ^ filled, filled | cell, depth - 1, ply + 1, weights,
                                      rules, counters, order, values, lines, marks)  # fmt: skip
            certain += weight
            if counters[STOP]:
                if marks is not None:
                    note_end(marks, level, best, STOPPED)
                return best
        value = total / certain
        if marks is not None and rules.slips:
            note_end(marks, level + 1, value, DONE)
        if ply == 0:
            values[aim] = value
        if value > best:
            best = value
            extend_line(lines, ply, aim)
    if marks is not None:
        note_end(marks, level, best, DONE)
    return best
