"""The Monte Carlo tree and how it grows: by simulations, each of which ends in a random game.

A simulation walks down to a leaf, plays a random game from there, and carries the result back
up. A leaf gets children when it is reached for the second time.

Where discs slip, the levels alternate: under a position lie the aims (chance nodes), under an
aim the positions where the disc may land. An aim and its landings belong to the same player.
"""

from typing import NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from fourscore.core.bitboard import (
    LOSS,
    ONGOING,
    Rules,
    column_of,
    immediate_wins,
    landing_cells,
    landing_weight,
    result,
    winning_cells,
)
from fourscore.jit.kernel import inlined, kernel, popcount
from fourscore.jit.structs import Struct, new_struct
from fourscore.search.control import NODE_LIMIT, NODES, STOP, Counters
from fourscore.search.mcts.node import NODE, Nodes, add_result, conclude, create, prove
from fourscore.search.mcts.playout import playout, slip
from fourscore.search.mcts.selection import select
from fourscore.search.randomness import DIGIT_BITS, DIGIT_MASK, Randomness, fraction, seeded
from fourscore.search.recording import TreeRecording, record_disc, record_playout

__all__ = ["Growing", "Grown", "Place", "Root", "Tree", "compact", "must_stop", "plant", "simulate"]

PATH = 128
"""Room for the longest path: 62 discs and their aims."""
COLUMN_BITS = 5
COLUMN = (1 << COLUMN_BITS) - 1
"""The low bits of a rank hold the column."""


class Grown(Struct, Protocol):
    """How far a tree has grown, as a struct."""

    playouts: int
    """Of this decision."""
    depth: int
    """The deepest level visited."""
    used: int
    """The number of nodes."""
    path: NDArray[np.int64]
    """Scratch: the nodes of one simulation."""


class Growing(Grown, Protocol):
    """What a tree needs while it grows, as a struct."""

    random: Randomness
    ranks: NDArray[np.int64]
    """Scratch: the columns of children to be, in order."""


GROWING = np.dtype(
    [
        ("playouts", np.int64),
        ("depth", np.int64),
        ("used", np.int64),
        ("random", np.int64, (1,)),
        ("path", np.int64, PATH),
        ("ranks", np.int64, PATH),
    ],
    align=True,
)


class Tree(NamedTuple):
    """A tree as kernels pass it."""

    nodes: Nodes
    growing: Growing
    selection: NamedTuple
    """How a simulation chooses among the children."""


class Root(NamedTuple):
    """The position that is searched, and how."""

    mine: int
    filled: int
    rules: Rules
    heuristic: int
    """1 if untried columns are tried by promise, 0 if in random order."""


class Place(NamedTuple):
    """A node on the path of a simulation, and its board."""

    node: int
    level: int
    mine: int
    filled: int


def plant(size: int, selection: NamedTuple, seed: int) -> Tree:
    """Return a tree of an unvisited root with room for `size` nodes."""
    nodes = np.empty(size, NODE)
    nodes[0] = (0, 0, 0, 0, 0, 0, 0, ONGOING, 0)
    growing = new_struct(GROWING)
    growing["used"], growing["random"] = 1, seeded(seed)
    return Tree(nodes, growing, selection)


# One simulation


@kernel
def simulate(
    tree: Tree, root: Root, playouts: int, counters: Counters, recording: TreeRecording | None
) -> None:
    """Run simulations until there are `playouts`, the root is proven, or `counters` say stop.

    When the array is full, playouts continue from the leaves there are.
    """
    nodes, growing, _ = tree
    rules = root.rules
    # A literal 0 would make Numba compile what follows once more.
    start = Place(growing.path[0], growing.path[0], root.mine, root.filled)
    if nodes[0].first == 0:
        _expand(tree, start, root)
    while growing.playouts < playouts and nodes[0].proof == ONGOING:
        if must_stop(counters):
            return
        leaf = _descend(tree, start, root)
        if nodes[leaf.node].visits == 0:
            counters[NODES] += 1
            growing.depth = max(growing.depth, leaf.level)
        points = _points(tree, leaf, rules, recording)
        _carry_up(tree, leaf.level, points, rules)
        record_playout(recording, nodes, growing.path, leaf.level, rules.slips, points)
        growing.playouts += 1


@inlined
def must_stop(counters: Counters) -> bool:
    """Return whether a limit is reached, or the search is cancelled."""
    if counters[NODES] >= counters[NODE_LIMIT]:
        counters[STOP] = 1
    return bool(counters[STOP] != 0)


@inlined
def _descend(tree: Tree, start: Place, root: Root) -> Place:
    """Walk down to a leaf: a node without children, or one that is proven."""
    nodes, growing, selection = tree
    rules = root.rules
    room = growing.used + rules.width <= len(nodes)
    node, level, mine, filled = start
    while nodes[node].proof == ONGOING:
        chance = level & rules.slips
        if nodes[node].first == 0:
            if nodes[node].visits == 0 or not room:
                break
            if _expand(tree, Place(node, level, mine, filled), root):
                break
        if chance:
            node = _sample(nodes, node, filled, rules, growing.random)
        else:
            node = select(selection, nodes, node)
        if chance == rules.slips:
            # The column is settled, the disc falls, and the other side is to move.
            mine ^= filled
            filled |= filled + (1 << (nodes[node].column * rules.stride))
        level += 1
        growing.path[level] = node
    return Place(node, level, mine, filled)


@kernel
def _sample(nodes: Nodes, node: int, filled: int, rules: Rules, random: Randomness) -> int:
    """Let chance choose a landing of an aim."""
    landing = slip(filled, nodes[node].column, rules, random)
    child: int = nodes[node].first
    while nodes[child].column != landing:
        child += 1
    return child


@inlined
def _points(tree: Tree, leaf: Place, rules: Rules, recording: TreeRecording | None) -> int:
    """Return what a leaf is worth this time: 2, 1 or 0 points."""
    nodes, growing, _ = tree
    node, level, mine, filled = leaf
    if nodes[node].proof != ONGOING:
        return int(1 + nodes[node].proof)
    if level & rules.slips:
        landing = slip(filled, nodes[node].column, rules, growing.random)
        record_disc(recording, landing)
        mine ^= filled
        filled |= filled + (1 << (landing * rules.stride))
        outcome = result(mine, filled, rules)
        if outcome != ONGOING:
            return 1 - outcome
    elif not rules.slips and not rules.plays_on and immediate_wins(mine, filled, rules):
        prove(nodes, node, LOSS, 1)
        return 0
    return 1 - playout(mine, filled, rules, growing.random, recording)


@inlined
def _carry_up(tree: Tree, level: int, points: int, rules: Rules) -> None:
    """Add a result to every node of the path, and the proofs that follow from it."""
    nodes, path = tree.nodes, tree.growing.path
    proven = nodes[path[level]].proof != ONGOING
    while True:
        add_result(nodes, path[level], points)
        if level == 0:
            return
        if level & rules.slips == rules.slips:
            points = 2 - points
        level -= 1
        proven = proven and conclude(nodes, path[level], level & rules.slips)


# Children


@inlined
def _expand(tree: Tree, place: Place, root: Root) -> bool:
    """Give a node its children; return whether they prove it.

    They are moves, or where discs slip aims, and below an aim its landings.
    """
    nodes, growing, _ = tree
    node, level, mine, filled = place
    rules, first, ranks = root.rules, growing.used, growing.ranks
    chance = level & rules.slips
    if chance:
        count = _landings(nodes[node].column, filled, rules, ranks)
    elif root.heuristic:
        count = _sorted(mine, filled, rules, ranks)
    else:
        count = _shuffled(filled, rules, ranks, growing.random)
    for at in range(count):
        column = ranks[at] & COLUMN
        outcome = ONGOING
        if chance == rules.slips:
            grown = filled | (filled + (1 << (column * rules.stride)))
            outcome = result(mine ^ filled, grown, rules)
        create(nodes, first + at, column, outcome)
    nodes[node].first = first
    nodes[node].count = count
    growing.used += count
    return conclude(nodes, node, chance)


@kernel
def _landings(aim: int, filled: int, rules: Rules, ranks: NDArray[np.int64]) -> int:
    """List the columns where a disc may land; return their number."""
    count = 0
    for column in range(aim - 1, aim + 2):
        if landing_weight(filled, aim, column, rules):
            ranks[count] = column
            count += 1
    return count


@kernel
def _shuffled(filled: int, rules: Rules, ranks: NDArray[np.int64], random: Randomness) -> int:
    """List the open columns in random order; return their number."""
    count, rest = 0, 0
    cells = landing_cells(filled, rules)
    while cells:
        if count % 8 == 0:
            rest = fraction(random)
        rest *= count + 1
        place = rest >> DIGIT_BITS
        rest &= DIGIT_MASK
        ranks[count] = ranks[place]
        ranks[place] = column_of(cells & -cells, rules)
        cells &= cells - 1
        count += 1
    return count


@kernel
def _sorted(mine: int, filled: int, rules: Rules, ranks: NDArray[np.int64]) -> int:
    """List the open columns, the most promising first, with their ranks; return their number."""
    count = 0
    cells = landing_cells(filled, rules)
    while cells:
        column = column_of(cells & -cells, rules)
        cells &= cells - 1
        rank = _promise(column, mine, filled, rules) << COLUMN_BITS | column
        place = count
        while place > 0 and ranks[place - 1] < rank:
            ranks[place] = ranks[place - 1]
            place -= 1
        ranks[place] = rank
        count += 1
    return count


@kernel
def _promise(column: int, mine: int, filled: int, rules: Rules) -> int:
    """Rank a move: it wins, it blocks, it makes threats, it is near the centre."""
    bit = 1 << (column * rules.stride)
    cell = (filled + bit) & ~filled
    wins = cell & winning_cells(mine, filled, rules) != 0
    blocks = cell & winning_cells(mine ^ filled, filled, rules) != 0
    threats = popcount(winning_cells(mine | cell, filled | cell, rules))
    centre = 63 - abs(2 * column - (rules.width - 1))
    return ((wins * 2 + blocks) * 64 + threats) * 64 + centre


# Moving on


@kernel
def compact(nodes: Nodes, root: int, copy: Nodes, growing: Grown) -> None:
    """Copy a subtree, level by level, to the front of another array, and count it again."""
    copy[0] = nodes[root]
    used, level_end, level, deepest = 1, 1, 0, 0
    at = 0
    while at < used:
        if at == level_end:
            level_end = used
            level += 1
        if copy[at].visits > 0:
            deepest = level
        first = copy[at].first
        if first:
            copy[at].first = used
            for child in range(first, first + copy[at].count):
                copy[used] = nodes[child]
                used += 1
        at += 1
    growing.used = used
    growing.depth = deepest
