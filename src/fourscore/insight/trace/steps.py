"""A search step by step, in the order in which it happened, for replaying it.

enter n     a node is entered                         minimax, alpha-beta, deepening,
leave n     it is left with its value                 expectiminimax
take n      a state is taken from the frontier        A*
playout n   a playout leaves the tree at this node    Monte Carlo tree search, PUCT
"""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from fourscore.insight.trace.trace import Trace

__all__ = ["Step", "steps"]


class Step(NamedTuple):
    """One step of a search."""

    action: str
    node: int


def steps(trace: Trace) -> Iterator[Step]:
    """Yield what a search did, step by step.

    >>> from fourscore.core.position import Position
    >>> from fourscore.insight.trace.tracing import trace
    >>> [*steps(trace(Position.empty(2, 2), "minimax:depth=1"))][:4]
    [Step(action='enter', node=0), Step(action='enter', node=1), Step(action='leave', node=1), \
Step(action='enter', node=2)]
    """
    if trace.has_playouts:
        return (Step("playout", int(leaf)) for leaf in trace.playout_leaf)
    if trace.algorithm == "astar":
        taken = np.flatnonzero(trace.order >= 0)
        in_order = taken[np.argsort(trace.order[taken], kind="stable")]
        return (Step("take", int(node)) for node in in_order)
    return _depth_first(trace.parent.tolist())


def _depth_first(parents: list[int]) -> Iterator[Step]:
    stack: list[int] = []
    for node, above in enumerate(parents):
        # Every node on the stack that is not above the next one has been left.
        while stack and stack[-1] != above:
            yield Step("leave", stack.pop())
        yield Step("enter", node)
        stack.append(node)
    while stack:
        yield Step("leave", stack.pop())
