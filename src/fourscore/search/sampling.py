"""Positions drawn by random play, no two alike: for datasets, suites and teaching.

For each position a ply is drawn uniformly from the range, and random games are played until one
reaches it undecided at a position that is new; mirror images count as alike. A ply at which no new
position turns up any more is left out from then on. The same seed draws the same positions in the
same order, however many are taken at a time.
"""

from collections.abc import Sequence

import numpy as np

from fourscore.core.bitboard import ONGOING, Rules, key, mirror, result
from fourscore.core.planes import Boards
from fourscore.jit.kernel import kernel
from fourscore.search.randomness import Randomness, below, draw, seeded

__all__ = ["Sampler"]

PATIENCE = 20_000
"""Games without a new position after which a ply is left out."""
FOUND, LEFT = 0, 1
"""What `_draw_positions` counts: positions found so far, and plies still in use."""


class Sampler:
    """Draws positions between two plies, both included."""

    def __init__(self, rules: Rules, plies: Sequence[int], seed: int) -> None:
        self._rules = rules
        low, high = plies
        self._plies = np.arange(low, high + 1)
        self._random: Randomness = seeded(seed)
        self._seen: Boards = np.zeros(1, np.int64)
        self._counts = np.array([0, len(self._plies)])

    def draw(self, count: int) -> tuple[Boards, Boards]:
        """Return the next positions as two arrays, `mine` and `filled`; fewer if there are none."""
        self._make_room(count)
        mine, filled = np.zeros(count, np.int64), np.zeros(count, np.int64)
        before = int(self._counts[FOUND])
        _draw_positions(
            *(mine, filled, self._plies, self._counts, self._seen, self._random, self._rules)
        )
        found = int(self._counts[FOUND]) - before
        return mine[:found], filled[:found]

    def _make_room(self, count: int) -> None:
        """Keep the table of known positions at most half full."""
        known, size = self._seen, len(self._seen)
        while size < 2 * (int(self._counts[FOUND]) + count):
            size *= 2
        if size > len(known):
            self._seen = np.zeros(size, np.int64)
            _insert_all(known, self._seen)


@kernel
def _draw_positions(
    mine: Boards,
    filled: Boards,
    plies: Boards,
    counts: Boards,
    seen: Boards,
    state: Randomness,
    rules: Rules,
) -> None:
    """Fill the arrays with new positions, as far as there are any."""
    found = 0
    while found < len(mine) and counts[LEFT] > 0:
        choice = draw(state) % counts[LEFT]
        for _ in range(PATIENCE):
            own, both = _play(int(plies[choice]), state, rules)
            if own >= 0 and _insert(_identity(own, both, rules), seen):
                mine[found], filled[found] = own, both
                found += 1
                break
        else:
            counts[LEFT] -= 1
            plies[choice] = plies[counts[LEFT]]
    counts[FOUND] += found


@kernel
def _play(plies: int, state: Randomness, rules: Rules) -> tuple[int, int]:
    """Play random columns; return the board, or (-1, -1) if the game ends too soon."""
    own, both = 0, 0
    for _ in range(plies):
        cell = 0
        while cell == 0:
            column = below(state, rules.width)
            cell = (both + (1 << (column * rules.stride))) & ~both & rules.full
        own, both = own ^ both, both | cell
        if result(own, both, rules) != ONGOING:
            return -1, -1
    return own, both


@kernel
def _identity(own: int, both: int, rules: Rules) -> int:
    """Return a number above 0 that a position shares with its mirror image only."""
    return 1 + min(key(own, both), key(mirror(own, rules), mirror(both, rules)))


@kernel
def _insert(number: int, table: Boards) -> bool:
    """Enter a number into a table of a power of two; return whether it is new."""
    mask = len(table) - 1
    slot = (number * 0x9E3779B97F4A7C1) >> 20 & mask
    while table[slot] != 0:
        if table[slot] == number:
            return False
        slot = (slot + 1) & mask
    table[slot] = number
    return True


@kernel
def _insert_all(numbers: Boards, table: Boards) -> None:
    for number in numbers:
        if number != 0:
            _insert(int(number), table)
