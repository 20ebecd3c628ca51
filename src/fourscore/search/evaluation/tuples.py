"""Evaluation by a learned network of n-tuples: points are ten-thousandths of a won game."""

from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from fourscore.core.bitboard import Rules
from fourscore.errors import UnsupportedError
from fourscore.jit.kernel import kernel, popcount
from fourscore.search.evaluation.base import Evaluation, register
from fourscore.search.tuples.network import SCALE, Network
from fourscore.search.tuples.runs import find_network
from fourscore.search.tuples.sums import column_states, squash

__all__ = ["TupleWeights", "evaluate_tuples", "network_evaluation", "shipped_evaluation"]

POINTS = 10_000
"""For a game that is as good as won."""
UNROLLED = 8
"""Columns whose shares are added up in one expression."""


class TupleWeights(NamedTuple):
    """A network's value head, and the shares of columns in its indices."""

    values: NDArray[np.int16]
    shares: NDArray[np.int32]
    """Flat: by column, state and tuple; then zeros for the columns that the board lacks."""
    tuples: int
    """How many indices there are: two for each tuple."""


@kernel
def evaluate_tuples(
    weights: TupleWeights, own: int, enemy: int, own_moves: int, rules: Rules
) -> int:
    """Sum the weights of every pattern for `own`."""
    filled = own | enemy
    player = popcount(filled) & 1
    own_is_first = (player == 0) == (own_moves != 0)
    states = column_states(own if own_is_first else enemy, filled, rules)
    # Positions are known by who has moved there.
    total = _sum(weights.values[1 - player], weights, states, rules)
    return round(POINTS * squash((total if own_is_first else -total) / SCALE))


@kernel
def _sum(table: NDArray[np.int16], weights: TupleWeights, states: int, rules: Rules) -> int:
    """Sum the weights of a board, without room for its indices.

    The columns are unrolled: a loop over them inside the one over tuples would take three times as
    long. Columns beyond the board's read zeros.
    """
    shares, count = weights.shares, weights.tuples
    a, b, c, d = (_row(0, states, count, rules), _row(1, states, count, rules),
                  _row(2, states, count, rules), _row(3, states, count, rules))  # fmt: skip
    e, f, g, h = (_row(4, states, count, rules), _row(5, states, count, rules),
                  _row(6, states, count, rules), _row(7, states, count, rules))  # fmt: skip
    total = 0
    for at in range(count):
        index = shares[a + at] + shares[b + at] + shares[c + at] + shares[d + at]
        index += shares[e + at] + shares[f + at] + shares[g + at] + shares[h + at]
        for column in range(UNROLLED, rules.width):
            index += shares[_row(column, states, count, rules) + at]
        total += table[index]
    return total


@kernel
def _row(column: int, states: int, count: int, rules: Rules) -> int:
    """Return where the shares of a column begin, or zeros if there is no such column."""
    size = 1 << rules.stride
    if column >= rules.width:
        return rules.width * size * count
    state = (states >> (column * rules.stride)) & (size - 1)
    return (column * size + state) * count


register(TupleWeights, evaluate_tuples)


def network_evaluation(network: Network) -> Evaluation:
    """Return the evaluation by a network."""
    shares = network.layout.geometry.shares
    count = shares.shape[-1]
    flat = np.concatenate([shares.reshape(-1), np.zeros(count, np.int32)])

    def weights(rules: Rules) -> TupleWeights:
        network.layout.require_size(rules)
        if rules.plays_on != (network.variant == "fill"):
            raise UnsupportedError(f"the network has learned the rules of {network.variant} only")
        return TupleWeights(network.values, flat, count)

    return Evaluation("tuples", "a network that has taught itself", cache(weights))


@cache
def shipped_evaluation() -> Evaluation:
    """Return the evaluation by fourscore's own network."""
    return network_evaluation(find_network())
