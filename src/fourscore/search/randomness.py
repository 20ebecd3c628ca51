"""Random numbers for kernels: a xorshift generator on signed 64-bit integers.

The state is an array of one number, so that a kernel can continue where the last call stopped;
the same seed gives the same numbers on every machine. One draw has 63 bits. Where many small
choices are needed, a draw is read as a fraction and its digits are taken one after another:
see `DIGIT_BITS`.
"""

import numpy as np
from numpy.typing import NDArray

from fourscore.jit.kernel import kernel

__all__ = ["DIGIT_BITS", "DIGIT_MASK", "Randomness", "below", "draw", "fraction", "seeded"]

Randomness = NDArray[np.int64]

DIGIT_BITS = 58
"""A `fraction` has this many bits: ``fraction * base`` holds the next digit of that base above
them and the rest of the fraction below. Bases up to 31 do not overflow, and eight digits of
them leave 18 bits, so none is noticeably more likely than another."""
DIGIT_MASK = (1 << DIGIT_BITS) - 1

_WORD = (1 << 64) - 1
_MULTIPLIER = 0x2545F4914F6CDD1D


def seeded(seed: int) -> Randomness:
    """Return the state of a generator; similar seeds give unlike states, and none gives zero.

    >>> seeded(1).tolist() == seeded(1).tolist() != seeded(2).tolist()
    True
    """
    word = (seed + 1) * 0x9E3779B97F4A7C15 & _WORD
    word = (word ^ word >> 30) * 0xBF58476D1CE4E5B9 & _WORD
    word = (word ^ word >> 27) * 0x94D049BB133111EB & _WORD
    word ^= word >> 31
    return np.array([word or 1], dtype=np.uint64).view(np.int64)


@kernel
def draw(state: Randomness) -> int:
    """Advance the generator and return a number of 63 bits."""
    word = int(state[0])
    # A right shift of a signed number copies its sign; the mask makes it logical.
    word ^= (word >> 12) & ((1 << 52) - 1)
    word ^= word << 25
    word ^= (word >> 27) & ((1 << 37) - 1)
    state[0] = word
    # The low bits of the product are the weakest, so the sign is what is dropped.
    return (word * _MULTIPLIER) >> 1 & 0x7FFFFFFFFFFFFFFF


@kernel
def fraction(state: Randomness) -> int:
    """Draw a fraction of `DIGIT_BITS` bits, to be read digit by digit."""
    return draw(state) >> (63 - DIGIT_BITS)


@kernel
def below(state: Randomness, bound: int) -> int:
    """Draw a number from 0 to bound - 1, all equally likely; bound is 31 at most."""
    return (fraction(state) * bound) >> DIGIT_BITS
