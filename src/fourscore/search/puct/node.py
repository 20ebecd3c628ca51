"""A node of the PUCT tree: that of Monte Carlo tree search, with what the network thinks of it.

Fields that both kinds have mean the same, so proofs, reuse and reports are Monte Carlo's. Here the
points need not be whole, an untried node has the network's value for a mean, and the spread is what
the prior leaves to explore.
"""

import numpy as np

from fourscore.core.bitboard import ONGOING
from fourscore.jit.kernel import kernel
from fourscore.search.mcts.node import Nodes

__all__ = ["NODE", "add_value", "create"]

NODE = np.dtype(
    [
        ("mean", np.float32),  # of the values so far, 0 to 1; the network's if untried
        ("spread", np.float32),  # prior / (1 + visits); 0 if proven
        ("prior", np.float32),  # the network's share for this move among its siblings
        ("visits", np.int32),
        ("points", np.float64),  # 2 for a won game
        ("first", np.int32),  # the first child; 0 if there are none
        ("count", np.uint8),  # of children
        ("column", np.uint8),  # that led here
        ("proof", np.int8),  # WIN, DRAW, LOSS, or ONGOING while open
        ("plies", np.uint8),  # to the end, where proven
    ],
    align=True,
)


@kernel
def create(nodes: Nodes, node: int, column: int, value: float, prior: float) -> None:
    """Set up a new node with what the network thinks of it."""
    nodes[node].mean = value
    nodes[node].spread = prior
    nodes[node].prior = prior
    nodes[node].visits = 0
    nodes[node].points = 0
    nodes[node].first = 0
    nodes[node].count = 0
    nodes[node].column = column
    nodes[node].proof = ONGOING
    nodes[node].plies = 0


@kernel
def add_value(nodes: Nodes, node: int, points: float) -> None:
    """Add one value to a node, and set what the choice among children looks at."""
    nodes[node].visits += 1
    nodes[node].points += points
    if nodes[node].proof == ONGOING:
        visits = np.float32(nodes[node].visits)
        nodes[node].spread = nodes[node].prior / (np.float32(1) + visits)
        nodes[node].mean = np.float32(nodes[node].points * 0.5) / visits
