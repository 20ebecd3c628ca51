"""How the Monte Carlo tree grows: by simulations, each of which ends in a random game.

A simulation walks down by UCT to a leaf, plays a random game from there, and carries the
result back up. A leaf gets children when it is reached for the second time.

Where discs slip, the levels alternate: under a position lie the aims (chance nodes), under an
aim the positions where the disc may land. An aim and its landings belong to the same player.
"""

import math
from typing import Any

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
from fourscore.core.kernel import kernel, popcount
from fourscore.search.control import NODE_LIMIT, NODES, STOP, Counters
from fourscore.search.mcts.node import (
    DEPTH,
    PLAYOUTS,
    USED,
    Nodes,
    Tree,
    conclude,
    enter,
    prove,
    record,
)
from fourscore.search.mcts.playout import playout, slip
from fourscore.search.randomness import DIGIT_BITS, DIGIT_MASK, Randomness, fraction
from fourscore.search.recording import note_playout

__all__ = ["simulate"]

COLUMN_BITS = 5
COLUMN = (1 << COLUMN_BITS) - 1
"""The low bits of a rank hold the column."""


# One simulation


@kernel
def simulate(
    tree: Tree,
    counters: Counters,
    playouts: int,
    heuristic: bool,
    root_mine: int,
    root_filled: int,
    rules: Rules,
    growth: Any,
) -> None:
    """Run simulations until `playouts` are tallied, the root is proven, or `counters` say stop.

    When the array is full, playouts go on from the leaves there are.
    """
    # One long body, because every array that is handed to a function is counted up and down
    # there; to pass the tree on in each simulation costs as much as half a playout.
    nodes, tally, state, pulls, path, ranks = tree
    root = path[0]  # A literal 0 would make Numba compile what follows once more.
    if nodes[root].first == 0:
        tally[USED] += _expand(
            nodes,
            root,
            tally[USED],
            heuristic,
            root,
            root_mine,
            root_filled,
            rules,
            state,
            ranks,
        )
        conclude(nodes, root, root)
    while tally[PLAYOUTS] < playouts and nodes[root].proof == ONGOING:
        if _must_stop(counters):
            return
        room = tally[USED] + rules.width <= len(nodes)
        level, node, mine, filled = 0, root, root_mine, root_filled
        while nodes[node].proof == ONGOING:
            chance = level & rules.slips
            if nodes[node].first == 0:
                if nodes[node].visits == 0 or not room:
                    break
                tally[USED] += _expand(
                    nodes,
                    node,
                    tally[USED],
                    heuristic,
                    chance,
                    mine,
                    filled,
                    rules,
                    state,
                    ranks,
                )
                if conclude(nodes, node, chance):
                    break
            if chance:
                node = _sample(nodes, node, filled, rules, state)
            else:
                node = _choose(nodes, node, _pull(pulls, nodes[node].visits))
            if chance == rules.slips:
                # The column is settled, the disc falls, and the other side is to move.
                mine ^= filled
                filled |= filled + (1 << (nodes[node].column * rules.stride))
            level += 1
            path[level] = node
        fresh = nodes[node].visits == 0
        if fresh:
            counters[NODES] += 1
            tally[DEPTH] = max(tally[DEPTH], level)
        points = _points(nodes, node, level & rules.slips, mine, filled, rules, state)
        _carry_up(nodes, path, level, points, rules)
        if growth is not None:
            note_playout(growth, nodes, path, level, rules.slips, fresh, points)
        tally[PLAYOUTS] += 1


@kernel
def _must_stop(counters: Counters) -> bool:
    if counters[NODES] >= counters[NODE_LIMIT]:
        counters[STOP] = 1
    return bool(counters[STOP] != 0)


@kernel
def _pull(pulls: NDArray[np.float32], visits: int) -> np.float32:
    """Weigh the spread of children whose parent has so many visits."""
    if visits < len(pulls):
        return np.float32(pulls[visits])
    return np.float32(pulls[1] * math.sqrt(math.log(visits)))


@kernel
def _choose(nodes: Nodes, node: int, pull: np.float32) -> int:
    """Return the child with the highest upper confidence bound, the first of equals."""
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
def _sample(nodes: Nodes, node: int, filled: int, rules: Rules, state: Randomness) -> int:
    """Let chance choose a landing of an aim."""
    landing = slip(filled, nodes[node].column, rules, state)
    child: int = nodes[node].first
    while nodes[child].column != landing:
        child += 1
    return child


@kernel
def _points(
    nodes: Nodes,
    node: int,
    chance: int,
    mine: int,
    filled: int,
    rules: Rules,
    state: Randomness,
) -> int:
    """Find what a leaf is worth this time: 2, 1 or 0 points."""
    if nodes[node].proof != ONGOING:
        return int(1 + nodes[node].proof)
    if chance:
        landing = slip(filled, nodes[node].column, rules, state)
        mine ^= filled
        filled |= filled + (1 << (landing * rules.stride))
        outcome = result(mine, filled, rules)
        if outcome != ONGOING:
            return 1 - outcome
    elif not rules.slips and not rules.plays_on and immediate_wins(mine, filled, rules):
        prove(nodes, node, LOSS, 1)
        return 0
    return 1 - playout(mine, filled, rules, state)


@kernel
def _carry_up(nodes: Nodes, path: NDArray[np.int64], level: int, points: int, rules: Rules) -> None:
    """Add a result to every node of the path, and the proofs that follow from it."""
    proven = nodes[path[level]].proof != ONGOING
    while True:
        record(nodes, path[level], points)
        if level == 0:
            return
        if level & rules.slips == rules.slips:
            points = 2 - points
        level -= 1
        proven = proven and conclude(nodes, path[level], level & rules.slips)


# Children


@kernel
def _expand(
    nodes: Nodes,
    node: int,
    first: int,
    heuristic: bool,
    chance: int,
    mine: int,
    filled: int,
    rules: Rules,
    state: Randomness,
    ranks: NDArray[np.int64],
) -> int:
    """Return a node its children, from place `first` on, and count them.

    They are moves, or where discs slip aims, or if `chance` the landings of an aim.
    """
    if chance:
        count = _landings(nodes[node].column, filled, rules, ranks)
    elif heuristic:
        count = _sorted(mine, filled, rules, ranks)
    else:
        count = _shuffled(filled, rules, ranks, state)
    for place in range(count):
        column = ranks[place] & COLUMN
        outcome = ONGOING
        if chance == rules.slips:
            grown = filled | (filled + (1 << (column * rules.stride)))
            outcome = result(mine ^ filled, grown, rules)
        enter(nodes, first + place, column, outcome)
    nodes[node].first = first
    nodes[node].count = count
    return count


@kernel
def _landings(aim: int, filled: int, rules: Rules, ranks: NDArray[np.int64]) -> int:
    """List the columns where a disc may land, and count them."""
    count = 0
    for column in range(aim - 1, aim + 2):
        if landing_weight(filled, aim, column, rules):
            ranks[count] = column
            count += 1
    return count


@kernel
def _shuffled(filled: int, rules: Rules, ranks: NDArray[np.int64], state: Randomness) -> int:
    """List the open columns in random order, and count them."""
    count, rest = 0, 0
    cells = landing_cells(filled, rules)
    while cells:
        if count % 8 == 0:
            rest = fraction(state)
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
    """List the open columns, the most promising first, below their ranks, and count them."""
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
