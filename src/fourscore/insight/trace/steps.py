"""A search step by step, in the order in which it happened, for replaying it.

enter n     a node is entered                         minimax, alpha-beta, deepening,
leave n     it is left with its value                 expectiminimax
take n      a state is taken from the frontier        A*
playout n   a playout leaves the tree at this node    Monte Carlo tree search, PUCT
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from fourscore.insight.trace.trace import Trace

__all__ = ["Page", "Step", "pages", "steps"]


class Step(NamedTuple):
    """One step of a search."""

    action: str
    node: int


class Page(NamedTuple):
    """A part of a trace: some nodes, and the steps that can be shown once they are known."""

    nodes: range
    steps: range


def pages(trace: Trace, taken: Sequence[Step], size: int) -> list[Page]:
    """Divide a trace into parts of so many nodes; a step is in the first part that has its nodes.

    >>> from fourscore.core.position import Position
    >>> from fourscore.insight.trace.tracing import trace
    >>> seen = trace(Position.empty(2, 2), "minimax:depth=2")
    >>> pages(seen, list(steps(seen)), 4)
    [Page(nodes=range(0, 4), steps=range(0, 7)), Page(nodes=range(4, 7), steps=range(7, 14))]
    """
    needed = _last_needed(trace, taken)
    known = np.maximum.accumulate(needed) if len(needed) else needed
    starts = range(0, max(1, len(trace)), size)
    ends = [*np.searchsorted(known, [*starts[1:]], side="left").tolist(), len(taken)]
    return [
        Page(range(start, min(start + size, len(trace))), range(first, last))
        for start, first, last in zip(starts, [0, *ends[:-1]], ends, strict=True)
    ]


def _last_needed(trace: Trace, taken: Sequence[Step]) -> NDArray[np.int64]:
    """Return the last node that each step brings; a state taken off the frontier has children."""
    nodes = np.array([step.node for step in taken], np.int64)
    if trace.algorithm != "astar":
        return nodes
    last = np.arange(len(trace))
    inner = trace.parent >= 0
    np.maximum.at(last, trace.parent[inner], np.flatnonzero(inner))
    return last[nodes]


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
