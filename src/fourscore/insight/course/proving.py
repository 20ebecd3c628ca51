"""Prove that a rule wins a position: play it against every reply, to the end.

The player who follows the rule has one move in each position, so there are few positions: some
thousands after ten discs. A rule is proved if every line ends in a four for that player.

Only the making of courses and their tests run these kernels; whoever follows a course does not.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from fourscore.core.bitboard import (
    Rules,
    column_of,
    landing_cell,
    landing_cells,
    winning_cells,
)
from fourscore.insight.course.rules import RULES, answer
from fourscore.jit.kernel import kernel

__all__ = ["LIMIT", "ORDER", "Found", "Scratch", "find_rule", "new_scratch", "prove_rule"]

Numbers = NDArray[np.int64]

LIMIT = 20_000
"""Positions after which a proof is given up; proofs that succeed rarely need half as many."""
SLOTS = 1 << 16
GOLDEN = 0x9E3779B97F4A7C1
ORDER = np.array(
    [[each.number, each.style.follows, each.style.care, each.column] for each in RULES], np.int64
)
"""The rules as numbers: number, follows, care, column."""


class Scratch(NamedTuple):
    """The memory of a proof, to be used again by the next."""

    keys: Numbers
    stamps: Numbers
    """Which proof has written each key."""
    reds: Numbers
    yellows: Numbers
    left: Numbers
    """By depth: both sides' discs, and yellow's replies that were not tried yet."""
    killers: Numbers
    """By depth: the reply that refuted a rule last."""
    proof: Numbers
    """The number of this proof, and how many positions it has visited."""


class Found(NamedTuple):
    """A first move, and the rule that wins from there on."""

    column: int
    rule: int


def new_scratch() -> Scratch:
    """Return memory for proofs."""
    return Scratch(
        np.zeros(SLOTS, np.int64),
        np.zeros(SLOTS, np.int64),
        np.zeros(64, np.int64),
        np.zeros(64, np.int64),
        np.zeros(64, np.int64),
        np.zeros(64, np.int64),
        np.zeros(2, np.int64),
    )


@kernel
def enter(red: int, yellow: int, scratch: Scratch) -> bool:
    """Note a position; return whether it is new in this proof."""
    key = yellow + (red | yellow)
    slot = (key * GOLDEN >> 23) & (len(scratch.keys) - 1)
    while scratch.stamps[slot] == scratch.proof[0]:
        if scratch.keys[slot] == key:
            return False
        slot = (slot + 1) & (len(scratch.keys) - 1)
    scratch.stamps[slot] = scratch.proof[0]
    scratch.keys[slot] = key
    scratch.proof[1] += 1
    return True


@kernel
def prove_rule(
    red: int,
    yellow: int,
    follows: int,
    care: int,
    column: int,
    limit: int,
    rules: Rules,
    scratch: Scratch,
) -> bool:
    """Return whether a rule wins for red, with yellow to move; no more than `limit` positions."""
    scratch.proof[0] += 1
    scratch.proof[1] = 0
    filled = red | yellow
    if filled == rules.full or winning_cells(yellow, filled, rules) & landing_cells(filled, rules):
        return False
    depth = 0
    scratch.reds[0], scratch.yellows[0] = red, yellow
    scratch.left[0] = landing_cells(filled, rules)
    while depth >= 0:
        left = scratch.left[depth]
        if left == 0:
            depth -= 1
            continue
        cell = left & scratch.killers[depth]
        if cell == 0:
            cell = left & -left
        scratch.left[depth] = left ^ cell
        red, yellow = scratch.reds[depth], scratch.yellows[depth] | cell
        filled = red | yellow
        if filled == rules.full:
            return False
        reply = answer(red, yellow, column_of(cell, rules), follows, care, column, rules)
        if reply & winning_cells(red, filled, rules):
            continue
        red |= reply
        filled |= reply
        landing = landing_cells(filled, rules)
        lost = filled == rules.full or winning_cells(yellow, filled, rules) & landing != 0
        if lost or scratch.proof[1] >= limit:
            scratch.killers[depth] = cell
            return False
        if enter(red, yellow, scratch):
            depth += 1
            scratch.reds[depth], scratch.yellows[depth] = red, yellow
            scratch.left[depth] = landing
    return True


@kernel
def find_rule(
    red: int, yellow: int, columns: int, order: Numbers, limit: int, rules: Rules, scratch: Scratch
) -> int:
    """Return the first rule that wins for red, who is to move, as rule * width + first column.

    Bit c of `columns` allows column c as the first move. Returns -1 if no rule is found.
    """
    filled = red | yellow
    for each in range(len(order)):
        for first in range(rules.width):
            cell = landing_cell(filled, first, rules)
            if cell == 0 or columns >> first & 1 == 0:
                continue
            follows, care, column = order[each, 1], order[each, 2], order[each, 3]
            if prove_rule(red | cell, yellow, follows, care, column, limit, rules, scratch):
                return int(order[each, 0]) * rules.width + first
    return -1
