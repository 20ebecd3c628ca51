"""Random games to the end: what Monte Carlo tree search learns from."""

from fourscore.core.bitboard import ONGOING, Rules, has_four, landing_weight, result
from fourscore.jit.kernel import kernel
from fourscore.search.randomness import DIGIT_BITS, DIGIT_MASK, Randomness, below, fraction
from fourscore.search.recording import TreeRecording, record_disc

__all__ = ["playout", "slip"]

DIGITS = 8
"""Columns read from one random fraction."""


@kernel
def playout(
    mine: int, filled: int, rules: Rules, state: Randomness, recording: TreeRecording | None
) -> int:
    """Play random columns to the end; return the result for the side to move now.

    The game must not be over.
    """
    if rules.plays_on or rules.slips:
        return _stepwise(mine, filled, rules, state, recording)
    sign = -1
    digits = 0
    rest = 0
    while True:
        if digits == 0:
            rest = fraction(state)
            digits = DIGITS
        digits -= 1
        rest *= rules.width
        column = rest >> DIGIT_BITS
        rest &= DIGIT_MASK
        # Adding to the lowest cell carries up to the first free one; in a full column that
        # is the spare bit, and another column is drawn.
        cell = (filled + (1 << (column * rules.stride))) & ~filled & rules.full
        if cell == 0:
            continue
        record_disc(recording, column)
        if has_four(mine | cell, rules):
            return -sign
        mine ^= filled
        filled |= cell
        if filled == rules.full:
            return 0
        sign = -sign


@kernel
def _stepwise(
    mine: int, filled: int, rules: Rules, state: Randomness, recording: TreeRecording | None
) -> int:
    """Play a variant to the end, by the full rules at every step."""
    sign = 1
    outcome = ONGOING
    while outcome == ONGOING:
        column = below(state, rules.width)
        cell = (filled + (1 << (column * rules.stride))) & ~filled & rules.full
        if cell == 0:
            continue
        if rules.slips:
            column = slip(filled, column, rules, state)
            cell = (filled + (1 << (column * rules.stride))) & ~filled
        record_disc(recording, column)
        mine ^= filled
        filled |= cell
        sign = -sign
        outcome = result(mine, filled, rules)
    return sign * outcome


@kernel
def slip(filled: int, aim: int, rules: Rules, state: Randomness) -> int:
    """Draw the column where a disc lands when it is aimed at an open one."""
    left = landing_weight(filled, aim, aim - 1, rules)
    right = landing_weight(filled, aim, aim + 1, rules)
    ticket = below(state, left + 3 + right)
    if ticket < left:
        return aim - 1
    return aim + 1 if ticket < left + right else aim
