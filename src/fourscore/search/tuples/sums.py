"""Indices and sums: what the tuples of a network show, and what that weighs.

The weights of a board depend on who has just moved, so there are two tables: positions after a
move of the first player, and after one of the second. All sums speak for the first player. They
are sums of integers, so it does not matter in which order, or how, they are added up.
"""

import numpy as np
from numpy.typing import NDArray

from fourscore.core.bitboard import Rules
from fourscore.jit.kernel import compilable, inlined
from fourscore.search.tuples.layout import Geometry

__all__ = [
    "change_at",
    "column_states",
    "move_indices",
    "read_indices",
    "squash",
    "sum_after",
    "sum_of",
]

Indices = NDArray[np.int32]
Table = NDArray[np.signedinteger]


@compilable
def column_states(first: int, filled: int, rules: Rules) -> int:
    """Return the states of all columns, `Rules.stride` bits each.

    `first` are the discs of the player who began.
    """
    return first + filled + rules.bottom


@compilable
def change_at(states: int, column: int, rules: Rules) -> int:
    """Return the place in `Geometry.starts` for a disc that falls into a column."""
    width = 1 << rules.stride
    return column * width + ((states >> (column * rules.stride)) & (width - 1))


@inlined
def read_indices(geometry: Geometry, states: int, rules: Rules, indices: Indices) -> None:
    """Write the index of every tuple."""
    mask = (1 << rules.stride) - 1
    for at in range(len(indices)):
        indices[at] = 0
    for column in range(rules.width):
        share = geometry.shares[column, (states >> (column * rules.stride)) & mask]
        for at in range(len(indices)):
            indices[at] += share[at]


@inlined
def move_indices(geometry: Geometry, indices: Indices, change: int, player: int) -> None:
    """Update the indices for a disc of a player, 0 or 1."""
    steps = geometry.steps[player]
    for at in range(geometry.starts[change], geometry.starts[change + 1]):
        indices[geometry.tuples[at]] += steps[at]


@inlined
def sum_of(table: Table, indices: Indices) -> int:
    """Return the sum of the weights that a table has for these indices."""
    total = 0
    for at in range(len(indices)):
        total += table[indices[at]]
    return total


@inlined
def sum_after(
    geometry: Geometry, table: Table, indices: Indices, change: int, player: int, before: int
) -> int:
    """Return the sum after a disc of a player; `before` is the sum of the same table before it."""
    steps = geometry.steps[player]
    total = before
    for at in range(geometry.starts[change], geometry.starts[change + 1]):
        index = indices[geometry.tuples[at]]
        total += table[index + steps[at]] - table[index]
    return total


@compilable
def squash(total: float) -> float:
    """Return a value between -1 and 1 for a sum: close to tanh, and the same on every machine.

    >>> squash(0.0), squash(1.0), squash(-5.0)
    (0.0, 0.7777777777777778, -1.0)
    """
    if total >= 3.0:
        return 1.0
    if total <= -3.0:
        return -1.0
    square = total * total
    return total * (27.0 + square) / (27.0 + 9.0 * square)
