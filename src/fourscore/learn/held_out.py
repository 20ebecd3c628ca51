"""Positions that training never learns from, so that what was learned can be tested on them.

One position in 32 is held out, mirror images together. Which ones depends on the position alone:
every training, whatever its seed, leaves out the same positions, and the moves made in them.
"""

from fourscore.core.bitboard import Rules, key, mirror
from fourscore.jit.kernel import compilable

__all__ = ["HELD_OUT", "is_held_out"]

HELD_OUT = 32
"""One position in so many is held out."""


@compilable
def is_held_out(mine: int, filled: int, rules: Rules) -> bool:
    """Return whether a position is one of those that training leaves out.

    >>> from fourscore.core.variants import make_rules
    >>> is_held_out(0, 0, make_rules(7, 6))
    False
    """
    image = key(mirror(mine, rules), mirror(filled, rules))
    number = min(key(mine, filled), image)
    # Two halves of 31 bits, so that no product overflows and Python and kernels agree.
    mixed = (number & 0x7FFFFFFF) * 0x2545F491 + (number >> 31) * 0x1E3779B1
    return (mixed >> 20 ^ mixed >> 40) % HELD_OUT == 1
