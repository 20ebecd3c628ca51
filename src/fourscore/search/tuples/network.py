"""`Network`: what a training has learned, in the form that players use.

A network has a value head, and one that was trained for it has a policy head too. Both are tables
with a weight for every pattern of every tuple, for positions after a move of the first player and
after one of the second. The value of a position is the squashed sum of its weights, 1 if the first
player wins. The policy head prefers moves: the sum for the position after a move says how much a
search should look at it.

Weights are integers, `SCALE` for 1.
"""

import math
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from fourscore.core.bitboard import ONGOING, Rules, landing_cell, result
from fourscore.core.position import Position, require_variant
from fourscore.jit.kernel import kernel, popcount
from fourscore.search.tuples.layout import Geometry, Layout
from fourscore.search.tuples.sums import (
    change_at,
    column_states,
    read_indices,
    squash,
    sum_after,
    sum_of,
)

__all__ = ["SCALE", "Network", "Tables", "column_values"]

SCALE = 512
"""The weight 1."""
SURE = 0.9999
"""No opinion is worth more, so that a move that wins is better than any opinion."""
Weights = NDArray[np.int16]


class Tables(NamedTuple):
    """A network as kernels take it."""

    geometry: Geometry
    values: Weights
    """By who has moved, 0 or 1, and pattern."""
    preferences: Weights
    """The same for the policy head; if there is none, the values."""


@dataclass(frozen=True, eq=False)
class Network:
    """What a training has learned."""

    layout: Layout
    """Where its tuples lie."""
    values: Weights
    """The value head, by who has moved and pattern."""
    preferences: Weights | None = None
    """The policy head, if it has one."""
    meta: dict[str, Any] = field(default_factory=dict)
    """How it came about: the method, the games and the seconds of its training, its variant."""

    @property
    def variant(self) -> str:
        """The rules it has learned."""
        return str(self.meta.get("variant", "standard"))

    @property
    def games(self) -> int:
        """Its age: the games of its training."""
        return int(self.meta.get("games", 0))

    @cached_property
    def tables(self) -> Tables:
        """The same for kernels."""
        chosen = self.values if self.preferences is None else self.preferences
        return Tables(self.layout.geometry, self.values, chosen)

    def require_board(self, position: Position) -> None:
        """Raise `UnsupportedError` unless it has learned these rules on a board of this size."""
        self.layout.require_size(position.rules)
        require_variant(position, "the network", self.variant)

    def column_values(self, position: Position) -> dict[int, float]:
        """Return what each column is worth to the side to move, from -1 to 1, without search.

        A move that ends the game has the value of its result.
        """
        self.require_board(position)
        out = np.full(position.width, np.nan)
        scratch = np.zeros(len(self.layout.geometry.empty), np.int32)
        column_values(self.tables, position.mine, position.filled, position.rules, scratch, out)
        return {column: float(out[column]) for column in position.legal}


@kernel
def column_values(
    tables: Tables,
    mine: int,
    filled: int,
    rules: Rules,
    indices: NDArray[np.int32],
    out: NDArray[np.float64],
) -> None:
    """Write the value of each column for the side to move, NaN where it is full.

    `indices` is scratch, with room for every tuple.
    """
    player = popcount(filled) & 1
    states = column_states(mine if player == 0 else mine ^ filled, filled, rules)
    read_indices(tables.geometry, states, rules, indices)
    table = tables.values[player]
    before = sum_of(table, indices)
    for column in range(rules.width):
        cell = landing_cell(filled, column, rules)
        if cell == 0:
            out[column] = math.nan
            continue
        outcome = result(mine ^ filled, filled | cell, rules)
        if outcome != ONGOING:
            out[column] = float(-outcome)
            continue
        change = change_at(states, column, rules)
        total = sum_after(tables.geometry, table, indices, change, player, before)
        value = squash((total if player == 0 else -total) / SCALE)
        out[column] = max(-SURE, min(SURE, value))
