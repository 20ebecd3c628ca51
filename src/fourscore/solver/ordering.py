"""Which move to try first: the one most likely to prove the point.

There is no table move and no history: measured, neither helped once every child was examined
before the search (docs/program/solver.md). What counts is what a move leaves behind:

- winning cells of one's own, the more the better, and half as much again for those on rows
  that zugzwang will give: odd ones for the first player, even ones for the second;
- lines that run through the cell, so the centre comes first;
- few replies for the other side;
- above all, not giving away a winning cell of one's own by playing right below it.
"""

from fourscore.core.bitboard import Rules
from fourscore.jit.kernel import kernel, popcount

__all__ = ["cell_values", "promise"]


def cell_values(rules: Rules) -> list[int]:
    """Count the lines of four through each cell, by bit."""
    bits = rules.width * rules.stride
    values = [0] * bits
    for step in (1, rules.stride - 1, rules.stride, rules.stride + 1):
        for start in range(bits):
            line = [start + step * each for each in range(4)]
            if line[-1] < bits and all(rules.full >> cell & 1 for cell in line):
                for cell in line:
                    values[cell] += 1
    return values


@kernel
def promise(move: int, own: int, threats: int, replies: int, value: int, useful: int) -> int:
    """Rate a move: `own` are the mover's winning cells before it, `threats` those after it."""
    rating = 8 * popcount(threats) + 4 * popcount(threats & useful) + value - 3 * popcount(replies)
    if own & (move << 1):
        rating -= 8
    return rating
