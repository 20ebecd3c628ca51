"""A node of the Monte Carlo tree: its layout, its statistics, and what is proven of it.

Nodes lie in one array; the children of a node lie side by side, in the order in which they
are tried. Everything a node knows is seen by the player whose move led to it, so that the side
to move simply wants the child with the most.

Results that are certain are kept as proofs: a node with a child that wins for its mover is
lost for the one who led there, and a node all of whose children are proven is worth the best
of them. Where chance decides among the children, they must all agree.
"""

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from fourscore.core.bitboard import DRAW, LOSS, ONGOING, WIN
from fourscore.core.kernel import kernel
from fourscore.search.randomness import Randomness, seeded

__all__ = [
    "DEPTH",
    "NODE",
    "PLAYOUTS",
    "USED",
    "Nodes",
    "Tree",
    "compact",
    "conclude",
    "enter",
    "plant",
    "prove",
    "record",
]

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

PLAYOUTS, DEPTH, USED = 0, 1, 2

PATH = 128
"""Room for the longest way down: 62 discs and their aims."""
PULLS = 2048
"""Weights that are looked up instead of computed."""


class Tree(NamedTuple):
    """A tree and what its growth needs, as arrays that kernels share."""

    nodes: Nodes
    tally: NDArray[np.int64]
    """Playouts of this decision, the deepest level, and the places of `nodes` in use."""
    state: Randomness
    pulls: NDArray[np.float32]
    """What weighs the spread, by the parent's visits: c * sqrt(log(visits)); at 1 stands c."""
    path: NDArray[np.int64]
    """Scratch: the nodes of one way down."""
    ranks: NDArray[np.int64]
    """Scratch: the children to be, in order."""


def plant(size: int, c: float, seed: int) -> Tree:
    """Return a tree of an unvisited root with room for `size` nodes."""
    nodes = np.empty(size, NODE)
    nodes[0] = (0, 0, 0, 0, 0, 0, 0, ONGOING, 0)
    tally = np.array([0, 0, 1], np.int64)
    pulls = c * np.sqrt(np.log(np.arange(PULLS).clip(1)))
    pulls[1] = c
    path, ranks = np.zeros((2, PATH), np.int64)
    return Tree(nodes, tally, seeded(seed), pulls.astype(np.float32), path, ranks)


# Statistics


@kernel
def enter(nodes: Nodes, node: int, column: int, outcome: int) -> None:
    """Fill in a new node; `outcome` is as the side to move there sees it."""
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
def record(nodes: Nodes, node: int, points: int) -> None:
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
    """Note a certain result: what is lost is never chosen again, and nothing is left to explore."""
    nodes[node].proof = proof
    nodes[node].plies = plies
    nodes[node].spread = 0
    nodes[node].mean = 0.5 if proof == DRAW else proof * np.inf


@kernel
def conclude(nodes: Nodes, node: int, chance: int) -> bool:
    """Prove a node from its children if they suffice; tell whether it is proven."""
    proof, plies = _agreed(nodes, node) if chance else _best(nodes, node)
    if proof != ONGOING:
        prove(nodes, node, proof, plies)
    return proof != ONGOING


@kernel
def _best(nodes: Nodes, node: int) -> tuple[int, int]:
    """Say what follows from the moves for who led here: the soonest win, or the latest end."""
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
    """Say what follows from the landings: a result only if it is the same for all."""
    first = nodes[node].first
    latest = 0
    for child in range(first, first + nodes[node].count):
        if nodes[child].proof != nodes[first].proof:
            return ONGOING, 0
        latest = max(latest, nodes[child].plies)
    return nodes[first].proof, latest


# Moving on


@kernel
def compact(nodes: Nodes, root: int, kept: Nodes, tally: NDArray[np.int64]) -> None:
    """Copy a subtree, level by level, to the front of another array, and count it anew."""
    kept[0] = nodes[root]
    used, level_end, level, deepest = 1, 1, 0, 0
    place = 0
    while place < used:
        if place == level_end:
            level_end = used
            level += 1
        if kept[place].visits > 0:
            deepest = level
        first = kept[place].first
        if first:
            kept[place].first = used
            for child in range(first, first + kept[place].count):
                kept[used] = nodes[child]
                used += 1
        place += 1
    tally[USED] = used
    tally[DEPTH] = deepest
