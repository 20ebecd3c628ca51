"""A node of the Monte Carlo tree: its layout, its statistics, and what is proven of it.

Nodes lie in one array; the children of a node lie side by side, in the order in which they
are tried. Statistics belong to the player whose move led to the node, so that the side to move
simply wants the child with the highest.

Certain results are stored as proofs: a node with a child that wins for its mover is lost for
the player who led there, and a node all of whose children are proven is worth the best of them.
Where chance decides among the children, they must all agree.
"""

import math

import numpy as np
from numpy.typing import NDArray

from fourscore.core.bitboard import DRAW, LOSS, ONGOING, WIN
from fourscore.jit.kernel import kernel

__all__ = ["NODE", "Nodes", "add_result", "conclude", "create", "prove"]

NODE = np.dtype(
    [
        ("mean", np.float32),  # of the results so far, 0 to 1; infinite if untried
        ("spread", np.float32),  # 1 / sqrt(visits); 0 if proven
        ("visits", np.int32),
        ("points", np.int32),  # 2 for a win, 1 for a draw
        ("first", np.int32),  # the first child; 0 if there are none
        ("count", np.uint8),  # of children
        ("column", np.uint8),  # that led here: aimed at, or landed in
        ("proof", np.int8),  # WIN, DRAW, LOSS, or ONGOING while open
        ("plies", np.uint8),  # to the end, where proven
    ],
    align=True,
)
Nodes = NDArray[np.void]
"""The nodes of a tree, the root first."""

# Statistics


@kernel
def create(nodes: Nodes, node: int, column: int, outcome: int) -> None:
    """Set up a new node; `outcome` is what the side to move there sees."""
    nodes[node].mean = np.inf
    nodes[node].spread = 0
    nodes[node].visits = 0
    nodes[node].points = 0
    nodes[node].first = 0
    nodes[node].count = 0
    nodes[node].column = column
    nodes[node].proof = ONGOING
    nodes[node].plies = 0
    if outcome != ONGOING:
        prove(nodes, node, -outcome, 0)


@kernel
def add_result(nodes: Nodes, node: int, points: int) -> None:
    """Add one result to a node, and set what the choice among children looks at."""
    nodes[node].visits += 1
    nodes[node].points += points
    if nodes[node].proof == ONGOING:
        visits = np.float32(nodes[node].visits)
        nodes[node].spread = np.float32(1) / math.sqrt(visits)
        nodes[node].mean = np.float32(nodes[node].points) * np.float32(0.5) / visits


# Proofs


@kernel
def prove(nodes: Nodes, node: int, proof: int, plies: int) -> None:
    """Store a certain result: a loss is never chosen again, and nothing is left to explore."""
    nodes[node].proof = proof
    nodes[node].plies = plies
    nodes[node].spread = 0
    nodes[node].mean = 0.5 if proof == DRAW else proof * np.inf


@kernel
def conclude(nodes: Nodes, node: int, chance: int) -> bool:
    """Prove a node from its children if they suffice; return whether it is proven."""
    proof, plies = _agreed(nodes, node) if chance else _best(nodes, node)
    if proof != ONGOING:
        prove(nodes, node, proof, plies)
    return proof != ONGOING


@kernel
def _best(nodes: Nodes, node: int) -> tuple[int, int]:
    """Return what the moves prove for the player who led here, by the soonest win or latest end."""
    best, wins, soonest, latest = LOSS, 0, 255, 0
    first = nodes[node].first
    for child in range(first, first + nodes[node].count):
        if nodes[child].proof == WIN:
            wins += 1
            soonest = min(soonest, nodes[child].plies)
        # ONGOING is above DRAW and LOSS, so that one open child shows.
        best = max(best, nodes[child].proof)
        latest = max(latest, nodes[child].plies)
    if wins:
        return LOSS, soonest + 1
    return (ONGOING if best == ONGOING else -best), latest + 1


@kernel
def _agreed(nodes: Nodes, node: int) -> tuple[int, int]:
    """Return what the landings prove: a result only if all of them agree."""
    first = nodes[node].first
    latest = 0
    for child in range(first, first + nodes[node].count):
        if nodes[child].proof != nodes[first].proof:
            return ONGOING, 0
        latest = max(latest, nodes[child].plies)
    return nodes[first].proof, latest
