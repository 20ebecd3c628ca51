"""Selection by PUCT: the child with the highest value + c * prior * sqrt(visits of the parent) /
(1 + its own visits)."""

import math
from typing import NamedTuple

import numpy as np

from fourscore.jit.kernel import implement, kernel
from fourscore.search.mcts.node import Nodes
from fourscore.search.mcts.selection import highest_bound, select

__all__ = ["Puct"]


class Puct(NamedTuple):
    """Upper confidence bounds with priors."""

    c: float
    """The weight of exploration."""


@kernel
def _promising(selection: Puct, nodes: Nodes, node: int) -> int:
    pull = np.float32(selection.c * math.sqrt(nodes[node].visits + 1.0))
    return highest_bound(nodes, node, pull)


implement(select, Puct, _promising)
