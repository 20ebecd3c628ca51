"""The PUCT tree and how it grows: by simulations, each of which ends with the network's opinion.

A simulation walks down to a leaf and gives it children: the network judges all of them at once. The
value of the best one is what the leaf is worth, and is carried back up. Nobody plays at random.

What the rules say needs no opinion: a leaf where the mover wins at once or cannot stop two threats
is certain, and so is a move that lets the opponent win.
"""

from typing import NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from fourscore.core.bitboard import (
    LOSS,
    ONGOING,
    WIN,
    Rules,
    key,
    landing_cells,
    mirror,
    result,
    winning_cells,
)
from fourscore.jit.kernel import inlined, kernel
from fourscore.jit.structs import new_struct
from fourscore.search.control import NODES, Counters
from fourscore.search.mcts.node import Nodes, conclude, prove
from fourscore.search.mcts.selection import select
from fourscore.search.mcts.tree import Grown, Place, must_stop
from fourscore.search.puct.guide import Guide, judge
from fourscore.search.puct.node import NODE, add_value, create
from fourscore.search.puct.selection import Puct
from fourscore.search.recording import TreeRecording, record_playout

__all__ = ["PuctRoot", "PuctTree", "plant", "root_of", "simulate"]

PATH = 64
"""Room for the longest path: 62 discs and the root."""
COLUMNS = 32


class Growing(Grown, Protocol):
    """What a tree needs while it grows, as a struct."""

    values: NDArray[np.float64]
    """Scratch: by column, what the network thinks of it."""
    priors: NDArray[np.float64]


GROWING = np.dtype(
    [
        ("playouts", np.int64),
        ("depth", np.int64),
        ("used", np.int64),
        ("path", np.int64, PATH),
        ("values", np.float64, COLUMNS),
        ("priors", np.float64, COLUMNS),
    ],
    align=True,
)


class PuctTree(NamedTuple):
    """A tree as kernels pass it."""

    nodes: Nodes
    growing: Growing
    selection: Puct
    guide: Guide


class PuctRoot(NamedTuple):
    """The position that is searched."""

    mine: int
    filled: int
    rules: Rules
    flip: int
    """1 if columns are tried from the right, so that a mirror image has a mirrored tree."""


def plant(size: int, selection: Puct, guide: Guide) -> PuctTree:
    """Return a tree of an unvisited root with room for `size` nodes."""
    nodes = np.empty(size, NODE)
    growing = new_struct(GROWING)
    reset(nodes, growing)
    return PuctTree(nodes, growing, selection, guide)


def root_of(mine: int, filled: int, rules: Rules) -> PuctRoot:
    """Return the root for a position."""
    image = key(mirror(mine, rules), mirror(filled, rules))
    return PuctRoot(mine, filled, rules, int(image < key(mine, filled)))


@kernel
def reset(nodes: Nodes, growing: Growing) -> None:
    """Make the tree one of an unvisited root again."""
    create(nodes, growing.path[0], 0, 0.5, 1.0)
    growing.playouts = growing.depth = 0
    growing.used = 1


# One simulation


@kernel
def simulate(
    tree: PuctTree,
    root: PuctRoot,
    playouts: int,
    counters: Counters,
    recording: TreeRecording | None,
) -> None:
    """Run simulations until there are `playouts`, the root is proven, or `counters` say stop.

    When the array is full, leaves keep the value they have.
    """
    nodes, growing = tree.nodes, tree.growing
    rules = root.rules
    # A literal 0 would make Numba compile what follows once more.
    start = Place(growing.path[0], growing.path[0], root.mine, root.filled)
    if nodes[0].first == 0:
        _expand(tree, start, root)
    while growing.playouts < playouts and nodes[0].proof == ONGOING:
        if must_stop(counters):
            return
        leaf = _descend(tree, start, rules)
        if nodes[leaf.node].visits == 0:
            counters[NODES] += 1
            growing.depth = max(growing.depth, leaf.level)
        points = _points(tree, leaf, root)
        _carry_up(tree, leaf.level, points)
        record_playout(recording, nodes, growing.path, leaf.level, 0, points)
        growing.playouts += 1


@inlined
def _descend(tree: PuctTree, start: Place, rules: Rules) -> Place:
    """Walk down to a leaf: a node without children, or one that is proven."""
    nodes, path = tree.nodes, tree.growing.path
    node, level, mine, filled = start
    while nodes[node].proof == ONGOING and nodes[node].first != 0:
        node = select(tree.selection, nodes, node)
        mine ^= filled
        filled |= filled + (1 << (nodes[node].column * rules.stride))
        level += 1
        path[level] = node
    return Place(node, level, mine, filled)


@inlined
def _points(tree: PuctTree, leaf: Place, root: PuctRoot) -> float:
    """Return what a leaf is worth to the player who led there: 2 points for a won game."""
    nodes = tree.nodes
    node = leaf.node
    if nodes[node].proof == ONGOING and not _is_settled(nodes, leaf, root.rules):
        if tree.growing.used + root.rules.width > len(nodes):
            return float(2.0 * nodes[node].mean)
        best = _expand(tree, leaf, root)
        if nodes[node].proof == ONGOING:
            return 2.0 - 2.0 * best
    return float(1.0 + nodes[node].proof)


@inlined
def _is_settled(nodes: Nodes, leaf: Place, rules: Rules) -> bool:
    """Prove a leaf where the mover wins at once, or the opponent threatens to in two columns."""
    if rules.plays_on:
        return False
    node, _, mine, filled = leaf
    reach = landing_cells(filled, rules)
    if winning_cells(mine, filled, rules) & reach:
        prove(nodes, node, LOSS, 1)
        return True
    threats = winning_cells(mine ^ filled, filled, rules) & reach
    if threats & (threats - 1):
        prove(nodes, node, WIN, 2)
        return True
    return False


@inlined
def _carry_up(tree: PuctTree, level: int, points: float) -> None:
    """Add a value to every node of the path, and the proofs that follow from it."""
    nodes, path = tree.nodes, tree.growing.path
    proven = nodes[path[level]].proof != ONGOING
    while True:
        add_value(nodes, path[level], points)
        if level == 0:
            return
        points = 2.0 - points
        level -= 1
        proven = proven and conclude(nodes, path[level], 0)


# Children


@inlined
def _expand(tree: PuctTree, place: Place, root: PuctRoot) -> float:
    """Give a node its children and prove it if they do; return the value of the best for the mover.

    What the rules decide gets no prior.
    """
    nodes, growing, _, guide = tree
    node, _, mine, filled = place
    rules = root.rules
    reach = landing_cells(filled, rules)
    wins, loses = _decided(mine, filled, reach, rules)
    cells = reach & ~wins & ~loses
    if cells and (cells & (cells - 1) or cells | filled != rules.full):
        judge(guide, mine, filled, cells, rules, growing.values, growing.priors)
    best = 0.0
    at = growing.used
    nodes[node].first = at
    for number in range(rules.width):
        column = rules.width - 1 - number if root.flip else number
        cell = reach & (((1 << rules.stride) - 1) << (column * rules.stride))
        if cell == 0:
            continue
        prior = growing.priors[column] if cell & cells else 0.0
        create(nodes, at, column, growing.values[column], prior)
        if cell & wins:
            prove(nodes, at, WIN, 0)
        elif cell & loses:
            prove(nodes, at, LOSS, 1)
        elif cell | filled == rules.full:
            prove(nodes, at, -result(mine ^ filled, filled | cell, rules), 0)
        best = max(best, min(1.0, nodes[at].mean))
        at += 1
    nodes[node].count = at - growing.used
    growing.used = at
    conclude(nodes, node, 0)
    return best


@inlined
def _decided(mine: int, filled: int, reach: int, rules: Rules) -> tuple[int, int]:
    """Return where a disc wins at once, and where it lets the opponent win at once."""
    if rules.plays_on:
        return 0, 0
    wins = winning_cells(mine, filled, rules) & reach
    theirs = winning_cells(mine ^ filled, filled, rules)
    threats = theirs & reach
    loses = reach & (theirs >> 1)
    if threats:
        # One threat must be met, two cannot be.
        loses |= reach & ~threats
        if threats & (threats - 1):
            loses = reach
    return wins, loses & ~wins
