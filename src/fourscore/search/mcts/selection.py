"""Selection: which child a simulation goes to.

A tree is given a selection: a NamedTuple with what it needs, whose type selects the kernel, so
that the tree is compiled once for each kind. `Uct` takes the child with the highest upper
confidence bound, mean + c * sqrt(log(visits of the parent) / visits).
"""

import math
from functools import cache
from typing import NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from fourscore.jit.kernel import implement, inlined, kernel
from fourscore.jit.structs import new_struct
from fourscore.search.mcts.node import Nodes

__all__ = ["Uct", "highest_bound", "select", "uct"]

PULLS = 2048
"""Weights that are looked up instead of computed."""


class Pulls(Protocol):
    """Weights of the spread, as a struct."""

    by_visits: NDArray[np.float32]
    """By the parent's visits: c * sqrt(log(visits))."""
    c: np.float32


PULL_TABLE = np.dtype([("by_visits", np.float32, PULLS), ("c", np.float32)], align=True)


class Uct(NamedTuple):
    """Upper confidence bounds applied to trees."""

    pulls: Pulls


@cache
def uct(c: float) -> Uct:
    """Return a selection that weighs exploration by `c`."""
    pulls = new_struct(PULL_TABLE)
    pulls["by_visits"] = c * np.sqrt(np.log(np.arange(PULLS).clip(1)))
    pulls["c"] = c
    return Uct(pulls)


def select(selection: NamedTuple, nodes: Nodes, node: int) -> int:
    """Return the child to visit next; only kernels call this."""
    raise NotImplementedError


@inlined
def highest_bound(nodes: Nodes, node: int, pull: np.float32) -> int:
    """Return the child with the highest mean + pull * spread, the first of equals."""
    first = nodes[node].first
    best: int = first
    most = np.float32(-np.inf)
    for child in range(first, first + nodes[node].count):
        bound = nodes[child].mean + pull * nodes[child].spread
        if bound > most:
            most = bound
            best = child
    return best


@kernel
def _confident(selection: Uct, nodes: Nodes, node: int) -> int:
    visits = nodes[node].visits
    if visits < PULLS:
        pull = selection.pulls.by_visits[visits]
    else:
        pull = np.float32(selection.pulls.c * math.sqrt(math.log(visits)))
    return highest_bound(nodes, node, pull)


implement(select, Uct, _confident)
