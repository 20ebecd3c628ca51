"""The plies of a book: which positions a game can reach, and how scores follow ply by ply."""

from typing import NamedTuple

import numpy as np

from fourscore.book.format import Numbers, Slots
from fourscore.book.ranking import Ranking, rank, unrank
from fourscore.core.bitboard import has_four, landing_cells
from fourscore.jit.kernel import kernel
from fourscore.solver.board import goal_of

__all__ = ["Reached", "boards_of", "propagate_scores", "reach"]


class Reached(NamedTuple):
    """The positions that a game can reach without being over."""

    flags: Slots
    """1 for each of their slots."""
    order: Numbers
    """The slots of the deepest ply, with related positions next to each other."""


def reach(ranking: Ranking) -> Reached:
    """Find every position that belongs in a book.

    A depth-first walk from the empty board tries moves from left to right and visits no position
    twice. In its order, neighbours at the deepest ply share many ancestors, so that what is
    proved about one helps with the next.
    """
    flags = np.zeros(ranking.slots, dtype=np.uint8)
    first, end = ranking.first_slot[ranking.plies], ranking.slots
    order = np.empty(end - first, dtype=np.int64)
    count = walk(0, 0, 0, ranking, flags, order, 0)
    return Reached(flags, order[:count].copy())


@kernel
def walk(
    mine: int, filled: int, ply: int, ranking: Ranking, flags: Slots, order: Numbers, count: int
) -> int:
    """Visit a position and its descendants. Return how many deepest ones were found so far."""
    slot = rank(ranking, mine, filled)
    if flags[slot]:
        return count
    if filled == ranking.rules.full:
        return count
    flags[slot] = 1
    if ply == ranking.plies:
        order[count] = slot
        return count + 1
    cells = landing_cells(filled, ranking.rules)
    while cells:
        cell = cells & -cells
        cells ^= cell
        if not has_four(mine | cell, ranking.rules):
            count = walk(mine ^ filled, filled | cell, ply + 1, ranking, flags, order, count)
    return count


@kernel
def boards_of(slots: Numbers, ranking: Ranking, mine: Numbers, filled: Numbers) -> None:
    """Write the positions of these slots into `mine` and `filled`."""
    for each in range(len(slots)):
        mine[each], filled[each] = unrank(slots[each], ranking)


def propagate_scores(slots: Slots, flags: Slots, ranking: Ranking) -> None:
    """Score every ply above the deepest from the one below it."""
    goal = goal_of(ranking.rules)
    for ply in range(ranking.plies - 1, -1, -1):
        propagate_ply(ply, slots, flags, goal, ranking)


@kernel
def propagate_ply(ply: int, slots: Slots, flags: Slots, goal: int, ranking: Ranking) -> None:
    """Score the positions of a ply from their children; finished children by the rules."""
    for slot in range(ranking.first_slot[ply], ranking.first_slot[ply + 1]):
        if flags[slot]:
            slots[slot] = best_child(slot, ply, slots, goal, ranking) + goal


@kernel
def best_child(slot: int, ply: int, slots: Slots, goal: int, ranking: Ranking) -> int:
    """Return the score of a position whose children are scored."""
    rules = ranking.rules
    mine, filled = unrank(slot, ranking)
    best = -goal
    cells = landing_cells(filled, rules)
    while cells:
        cell = cells & -cells
        cells ^= cell
        if has_four(mine | cell, rules):
            score = goal - (ply // 2 + 1)
        elif filled | cell == rules.full:
            score = 0
        else:
            score = goal - slots[rank(ranking, mine ^ filled, filled | cell)]
        best = max(best, score)
    return best
