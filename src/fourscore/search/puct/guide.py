"""The guide of a search: what a network thinks of the moves of a position.

All moves are judged in one pass. The indices of the tuples are read once; each move changes a part
of them.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from fourscore.core.bitboard import Rules
from fourscore.jit.kernel import compilable, inlined, popcount
from fourscore.search.tuples.layout import Geometry
from fourscore.search.tuples.network import SCALE, Network
from fourscore.search.tuples.sums import (
    change_at,
    column_states,
    read_indices,
    squash,
    sum_after,
    sum_of,
)

__all__ = ["Guide", "exponential", "guide_by", "judge"]

DOUBLINGS = 10
LOWEST = -60.0
"""Weights below the exponential of this are the same to a search."""


class Guide(NamedTuple):
    """A network, and how its preferences become priors."""

    geometry: Geometry
    values: NDArray[np.signedinteger]
    preferences: NDArray[np.signedinteger]
    has_policy: int
    """1 if the preferences are those of a policy head, 0 if they are the values."""
    unit: float
    """The weight 1."""
    temperature: float
    """The higher, the more equal are the priors."""
    indices: NDArray[np.int32]
    """Scratch, with room for every tuple."""


def guide_by(network: Network, temperature: float) -> Guide:
    """Return a guide with scratch of its own."""
    tables = network.tables
    indices = np.zeros(len(tables.geometry.empty), np.int32)
    has_policy = int(network.preferences is not None)
    return Guide(*tables, has_policy, float(SCALE), float(temperature), indices)


@inlined
def judge(
    guide: Guide,
    mine: int,
    filled: int,
    cells: int,
    rules: Rules,
    values: NDArray[np.float64],
    priors: NDArray[np.float64],
) -> None:
    """Write by column the value for the mover, from 0 to 1, and the prior of each move.

    `cells` are where the moves land.
    """
    player = popcount(filled) & 1
    sign = 1.0 - 2.0 * player
    states = column_states(mine if player == 0 else mine ^ filled, filled, rules)
    geometry, indices = guide.geometry, guide.indices
    read_indices(geometry, states, rules, indices)
    table, wishes = guide.values[player], guide.preferences[player]
    before = sum_of(table, indices)
    wished = sum_of(wishes, indices) if guide.has_policy else 0
    most = -np.inf
    for column in range(rules.width):
        if (cells >> (column * rules.stride)) & ((1 << rules.height) - 1):
            change = change_at(states, column, rules)
            total = sign * sum_after(geometry, table, indices, change, player, before) / guide.unit
            values[column] = 0.5 + 0.5 * squash(total)
            if guide.has_policy:
                total = sum_after(geometry, wishes, indices, change, player, wished) / guide.unit
            priors[column] = total
            most = max(most, total)
    _soften(priors, cells, most, guide.temperature, rules)


@inlined
def _soften(
    priors: NDArray[np.float64], cells: int, most: float, temperature: float, rules: Rules
) -> None:
    """Turn preferences into shares of 1: their softmax."""
    total = 0.0
    for column in range(rules.width):
        if (cells >> (column * rules.stride)) & ((1 << rules.height) - 1):
            priors[column] = exponential((priors[column] - most) / temperature)
            total += priors[column]
    for column in range(rules.width):
        priors[column] /= total


@compilable
def exponential(number: float) -> float:
    """Return e to the power of a number of at most 0, nearly, and the same on every machine.

    >>> round(exponential(-1.0), 3), exponential(0.0)
    (0.368, 1.0)
    """
    power = 1.0 + max(number, LOWEST) / (1 << DOUBLINGS)
    for _ in range(DOUBLINGS):
        power *= power
    return power
