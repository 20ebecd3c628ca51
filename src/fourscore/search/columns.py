"""What every column is worth, searched to the same depth.

Alpha-beta and expectiminimax look for the best column; here each one gets its exact value, by
one call of machine code. Where discs slip, a child is reached by up to three aims. It is searched
once and its value used for all of them, so that the tree has 7 children a node on the standard
board where expectiminimax visits 19.
"""

from fourscore.core.bitboard import Rules, landing_cell, landing_weight
from fourscore.core.position import Position, require_ongoing
from fourscore.jit.kernel import kernel
from fourscore.runtime.time_source import SYSTEM_TIME, TimeSource
from fourscore.search.alphabeta import OPEN, search_columns
from fourscore.search.control import STOP, Cancel, enter_node
from fourscore.search.evaluation.base import UNSETTLED, Evaluation, settle
from fourscore.search.node import Node, child_of
from fourscore.search.tree import Context, Root
from fourscore.search.types import Limit, Report

__all__ = ["value_columns"]


def value_columns(
    position: Position,
    limit: Limit,
    *,
    evaluation: Evaluation,
    cancel: Cancel | None = None,
    clock: TimeSource = SYSTEM_TIME,
) -> Report:
    """Search every column to `limit.depth`; those that a limit cuts off have no value.

    The values are those of minimax, or of expectiminimax where discs slip; the report names no
    best column, but the first in order.

    >>> from fourscore.search.evaluation.registry import EVALUATIONS
    >>> report = value_columns(Position("4"), Limit(depth=2), evaluation=EVALUATIONS["windows"])
    >>> report.nodes, len(report.values)
    (57, 7)
    """
    require_ongoing(position)
    root = Root(position, limit.depth or 1, evaluation, clock=clock)
    if position.rules.slips:
        return root.search(_expect, limit, cancel)
    return root.search(search_columns, limit, cancel, window=OPEN)


@kernel
def _expect(node: Node, context: Context) -> float:
    """Return the expected value of the best aim; an aim's landings are the last three columns."""
    if enter_node(context.counters):
        return 0.0
    rules = context.rules
    best = float(settle(node, context.weights, rules))
    if best != UNSETTLED:
        return best
    left, here = 0.0, 0.0
    for column in range(rules.width + 1):
        right = 0.0
        if column < rules.width:
            cell = landing_cell(node.filled, column, rules)
            if cell != 0:
                right = -_expect(child_of(node, cell), context)
        if context.counters[STOP]:
            return best
        aim = column - 1
        if aim >= 0 and landing_cell(node.filled, aim, rules) != 0:
            value = _mean(node.filled, aim, left, here, right, rules)
            if node.ply == 0:
                context.arrays.values[aim] = value
            best = max(best, value)
        left, here = here, right
    return best


@kernel
def _mean(filled: int, aim: int, left: float, here: float, right: float, rules: Rules) -> float:
    """Return the mean of the values of an aim's landings, weighted by their probabilities."""
    total, certain = 0.0, 0
    for target in range(aim - 1, aim + 2):
        weight = landing_weight(filled, aim, target, rules)
        if weight != 0:
            total += weight * (left if target < aim else here if target == aim else right)
            certain += weight
    return total / certain
