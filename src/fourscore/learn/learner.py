"""The tables that learn: weights, and for each weight a learning rate of its own.

As long as the corrections of a weight point in one direction its rate stays high; when they cancel
each other out, it falls. This is temporal coherence: no schedule has to be guessed.

Weights are integers, `UNIT` for 1, so that sums are exact and the same on every machine.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from fourscore.jit.kernel import inlined
from fourscore.search.tuples.layout import Layout
from fourscore.search.tuples.network import SCALE

__all__ = ["UNIT", "Learner", "correct", "correct_evenly", "new_learner", "rounded"]

UNIT = 1 << 20
"""The weight 1."""
SLACK = np.float32(4)
"""A rate falls below 1 only when corrections cancel each other out more than this."""


class Learner(NamedTuple):
    """One head of a network: a table for positions after a move of either player."""

    weights: NDArray[np.int32]
    drift: NDArray[np.float32]
    """The sum of all corrections of a weight."""
    travel: NDArray[np.float32]
    """The sum of their sizes; a weight without travel has never been corrected."""


def new_learner(layout: Layout) -> Learner:
    """Return a learner that knows nothing."""
    shape = (2, layout.entries)
    return Learner(
        np.zeros(shape, np.int32), np.zeros(shape, np.float32), np.zeros(shape, np.float32)
    )


def rounded(learner: Learner) -> NDArray[np.int16]:
    """Return the weights as a network has them."""
    most = np.iinfo(np.int16).max
    return np.clip(learner.weights // (UNIT // SCALE), -most, most).astype(np.int16)


@inlined
def correct(
    learner: Learner, mover: int, indices: NDArray[np.int32], error: float, step: float
) -> None:
    """Correct the weights of one position, each at its own rate.

    Their sum moves by `step` times the error if all rates are 1.
    """
    weights, drift, travel = learner.weights[mover], learner.drift[mover], learner.travel[mover]
    size = np.float32(abs(error))
    signed = np.float32(error)
    reach = np.float32(step * error * UNIT / len(indices))
    for at in range(len(indices)):
        index = indices[at]
        way = travel[index]
        rate = np.float32(1)
        if way > 0:
            rate = min(rate, SLACK * abs(drift[index]) / way)
        weights[index] += int(reach * rate)
        drift[index] += signed
        travel[index] = way + size


@inlined
def correct_evenly(
    learner: Learner, mover: int, indices: NDArray[np.int32], error: float, step: float
) -> None:
    """Correct the weights of one position, all at the same rate: without temporal coherence."""
    weights = learner.weights[mover]
    reach = np.float32(step * error * UNIT / len(indices))
    for at in range(len(indices)):
        weights[indices[at]] += int(reach)
