"""Boards as planes, as neural networks take them: one of 0 and 1 for each player's discs."""

from functools import cache

import numpy as np
from numpy.typing import NDArray

from fourscore.core.bitboard import Rules
from fourscore.jit.kernel import kernel, popcount

__all__ = ["Boards", "Planes", "cell_bits", "count_discs", "planes_of"]

Boards = NDArray[np.int64]
Planes = NDArray[np.int8]


@cache
def cell_bits(rules: Rules) -> Boards:
    """Return the number of each cell's bit, shaped (rows, columns), top row first.

    >>> from fourscore.core.variants import make_rules
    >>> cell_bits(make_rules(3, 2)).tolist()
    [[1, 4, 7], [0, 3, 6]]
    """
    rows, columns = np.mgrid[rules.height - 1 : -1 : -1, : rules.width]
    return np.asarray(columns * rules.stride + rows, np.int64)


def planes_of(mine: Boards, filled: Boards, rules: Rules, out: Planes | None = None) -> Planes:
    """Return the discs of the side to move and of the other, shaped (boards, 2, rows, columns).

    The top row comes first. Given a contiguous `out` of that shape, they are written there.
    """
    shape = (len(mine), 2, rules.height, rules.width)
    planes = np.empty(shape, np.int8) if out is None else out
    _write_planes(mine, filled, planes.reshape(-1), cell_bits(rules).reshape(-1))
    return planes


def count_discs(filled: Boards) -> Boards:
    """Return the number of discs on each board."""
    counts = np.empty(len(filled), np.int64)
    _count_discs(filled, counts)
    return counts


@kernel
def _write_planes(mine: Boards, filled: Boards, flat: Planes, bits: Boards) -> None:
    """Write one plane after the other, cell by cell, in the order of `bits`."""
    cells = len(bits)
    for index in range(len(mine)):
        own, other = int(mine[index]), int(mine[index]) ^ int(filled[index])
        at = 2 * cells * index
        for cell in range(cells):
            flat[at + cell] = own >> bits[cell] & 1
            flat[at + cells + cell] = other >> bits[cell] & 1


@kernel
def _count_discs(filled: Boards, counts: Boards) -> None:
    for index in range(len(filled)):
        counts[index] = popcount(int(filled[index]))
