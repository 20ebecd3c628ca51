"""How the Monte Carlo tree grows: by simulations, each of which ends in a random game.

A simulation walks down by UCT to a leaf, plays a random game from there, and carries the
result back up. A leaf gets children when it is reached for the second time.

Where discs slip, the levels alternate: under a position lie the aims (chance nodes), under an
aim the positions where the disc may land. An aim and its landings belong to the same player.
"""

import math

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
from fourscore.search.mcts_node import (
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
from fourscore.search.mcts_playout import playout, slip
from fourscore.search.randomness import DIGIT_BITS, DIGIT_MASK, Randomness, fraction

__all__ = ["simulate"]

COLUMN_BITS = 5
COLUMN = (1 << COLUMN_BITS) - 1
"""The bits of a rank that hold the column."""


# One simulation


@kernel
def simulate(
    tree: Tree,
    counters: Counters,
    playouts: int,
    heuristic: bool,
    may_grow: bool,
    mine: int,
    filled: int,
    rules: Rules,
) -> bool:
    """Run simulations until `playouts` are tallied; tell whether a larger array is needed.

    Ends early once the root is proven or `counters` say stop. When the array is full and may
    not grow, playouts go on from the leaves there are.
    """
    nodes, tally = tree.nodes, tree.tally
    # Numba would compile `_expand` and the rest once more for a literal 0.
    root = tree.path[0]
    if nodes[root].first == 0:
        _expand(tree, root, heuristic, root & rules.slips, mine, filled, rules)
        conclude(nodes, root, root & rules.slips)
    while tally[PLAYOUTS] < playouts and nodes[root].proof == ONGOING:
        if counters[NODES] >= counters[NODE_LIMIT]:
            counters[STOP] = 1
        if counters[STOP] != 0:
            return False
        room = tally[USED] + rules.width <= len(nodes)
        if may_grow and not room:
            return True
        _simulation(tree, counters, heuristic, room, mine, filled, rules)
        tally[PLAYOUTS] += 1
    return False


@kernel
def _simulation(
    tree: Tree,
    counters: Counters,
    heuristic: bool,
    room: bool,
    mine: int,
    filled: int,
    rules: Rules,
) -> None:
    """Walk down to a leaf, play a random game, carry the result up."""
    nodes, tally, path = tree.nodes, tree.tally, tree.path
    level, node = 0, path[0]
    while nodes[node].proof == ONGOING:
        chance = level & rules.slips
        if nodes[node].first == 0:
            if nodes[node].visits == 0 or not room:
                break
            _expand(tree, node, heuristic, chance, mine, filled, rules)
            if conclude(nodes, node, chance):
                break
        if chance:
            node = _sample(nodes, node, filled, rules, tree.state)
        else:
            node = _choose(nodes, node, _pull(tree.pulls, nodes[node].visits))
        if chance == rules.slips:
            # The column is settled, the disc falls, and the other side is to move.
            mine ^= filled
            filled |= filled + (1 << (nodes[node].column * rules.stride))
        level += 1
        path[level] = node
    if nodes[node].visits == 0:
        counters[NODES] += 1
        tally[DEPTH] = max(tally[DEPTH], level)
    points = _points(nodes, node, level & rules.slips, mine, filled, rules, tree.state)
    _carry_up(nodes, path, level, points, rules)


@kernel
def _pull(pulls: NDArray[np.float32], visits: int) -> np.float32:
    """Weigh the spread of children whose parent has so many visits."""
    if visits < len(pulls):
        return np.float32(pulls[visits])
    return np.float32(pulls[1] * math.sqrt(math.log(visits)))


@kernel
def _choose(nodes: Nodes, node: int, pull: np.float32) -> int:
    """Give the child with the highest upper confidence bound, the first of equals."""
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
    nodes: Nodes, node: int, chance: int, mine: int, filled: int, rules: Rules, state: Randomness
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
    tree: Tree, node: int, heuristic: bool, chance: int, mine: int, filled: int, rules: Rules
) -> None:
    """Give a node its children: moves, aims, or the landings of an aim."""
    nodes = tree.nodes
    first = tree.tally[USED]
    count = _rank(tree, node, heuristic, chance, mine, filled, rules)
    for place in range(count):
        column = tree.ranks[place] & COLUMN
        outcome = ONGOING
        if chance == rules.slips:
            grown = filled | (filled + (1 << (column * rules.stride)))
            outcome = result(mine ^ filled, grown, rules)
        enter(nodes, first + place, column, outcome)
    nodes[node].first = first
    nodes[node].count = count
    tree.tally[USED] = first + count


@kernel
def _rank(
    tree: Tree, node: int, heuristic: bool, chance: int, mine: int, filled: int, rules: Rules
) -> int:
    """List the columns of the children to be, best first, each below its rank."""
    ranks = tree.ranks
    count, rest = 0, 0
    cells = landing_cells(filled, rules)
    while cells:
        column = column_of(cells & -cells, rules)
        cells &= cells - 1
        if chance and not _reaches(filled, tree.nodes[node].column, column, rules):
            continue
        if heuristic:
            _insert(ranks, count, _promise(column, mine, filled, rules) | column)
        else:
            if count % 8 == 0:
                rest = fraction(tree.state)
            rest *= count + 1
            place = rest >> DIGIT_BITS
            rest &= DIGIT_MASK
            ranks[count] = ranks[place]
            ranks[place] = column
        count += 1
    return count


@kernel
def _insert(ranks: NDArray[np.int64], count: int, rank: int) -> None:
    while count > 0 and ranks[count - 1] < rank:
        ranks[count] = ranks[count - 1]
        count -= 1
    ranks[count] = rank


@kernel
def _reaches(filled: int, aim: int, target: int, rules: Rules) -> bool:
    return abs(aim - target) < 2 and landing_weight(filled, aim, target, rules) > 0


@kernel
def _promise(column: int, mine: int, filled: int, rules: Rules) -> int:
    """Rank a move: it wins, it blocks, it makes threats, it is near the centre."""
    bit = 1 << (column * rules.stride)
    cell = (filled + bit) & ~filled
    wins = cell & winning_cells(mine, filled, rules) != 0
    blocks = cell & winning_cells(mine ^ filled, filled, rules) != 0
    threats = popcount(winning_cells(mine | cell, filled | cell, rules))
    centre = 63 - abs(2 * column - (rules.width - 1))
    return (((wins * 2 + blocks) * 64 + threats) * 64 + centre) << COLUMN_BITS
