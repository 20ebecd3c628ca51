"""Expectiminimax: minimax for games of chance.

    value(node)  = its result or its evaluation           if it is settled
                 = max over aims of expectation(aim)      otherwise
    expectation  = sum of probability * -value(child)     over where the disc may land

Where discs do not slip, every aim has one landing and this is minimax, node for node. Where
they do, each aim is a chance node and is counted as one.
"""

from dataclasses import replace

from fourscore.core.bitboard import landing_cell, landing_weight
from fourscore.core.position import Position, require_ongoing
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
    record_chance,
    record_chance_exit,
    record_entry,
    record_exit,
    record_settled,
)
from fourscore.search.tree import Context, Root, clear_line, extend_line
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
    clock: TimeSource = SYSTEM_TIME,
) -> Report:
    """Search to `limit.depth` moves (chance does not count); plays every variant.

    >>> from fourscore.core.variants import SLIP
    >>> expectiminimax(Position.empty(variant=SLIP), Limit(depth=3)).column
    3
    """
    require_ongoing(position)
    root = Root(position, limit.depth or DEFAULT_DEPTH, evaluation, order, clock)
    report = root.search(_search, limit, cancel, record, "expectiminimax")
    # Where discs slip, no line of play is sure beyond the aim.
    return replace(report, line=report.line[:1]) if position.rules.slips else report


@kernel
def _search(node: Node, context: Context) -> float:
    rules = context.rules
    if enter_node(context.counters):
        return 0.0
    record_entry(context.recording, node, -UNBOUNDED, UNBOUNDED)
    clear_line(context.arrays, node.ply)
    best = float(settle(node, context.weights, rules))
    if best != UNSETTLED:
        record_settled(context.recording, node, best)
        return best
    for place in range(rules.width):
        aim = context.arrays.order[place]
        if landing_cell(node.filled, aim, rules) == 0:
            continue
        if rules.slips:
            if enter_node(context.counters):
                break
            record_chance(context.recording, node, aim)
        total, certain = 0.0, 0
        for target in range(aim - 1, aim + 2):
            weight = landing_weight(node.filled, aim, target, rules)
            if weight == 0:
                continue
            cell = landing_cell(node.filled, target, rules)
            total -= weight * _search(child_of(node, cell), context)
            certain += weight
            if context.counters[STOP]:
                break
        if context.counters[STOP]:
            break
        value = total / certain
        if rules.slips:
            record_chance_exit(context.recording, node, value)
        if node.ply == 0:
            context.arrays.values[aim] = value
        if value > best:
            best = value
            extend_line(context.arrays, node.ply, aim)
    record_exit(context.recording, node, best, STOPPED if context.counters[STOP] else DONE)
    return best
