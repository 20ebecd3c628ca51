"""Evaluation as an expected result: windows of four, squashed between a loss and a win.

Where chance decides, leaves are averaged with wins and losses, so their points must be on the
same scale: a leaf worth 0.2 wins as often as to win one game in five more than one loses.

    value = points / (|points| + half)

`half` is the number of points at which a side is halfway between a level game and a won one. It
fits the results of 150 games that the searches played against themselves, with one move in four
at random.
"""

from typing import NamedTuple

from fourscore.core.bitboard import Rules
from fourscore.jit.kernel import kernel
from fourscore.search.evaluation.base import WIN_VALUE, Evaluation, register
from fourscore.search.evaluation.windows import WINDOWS, WindowWeights, evaluate_windows

__all__ = ["HALF", "OUTLOOK", "OutlookWeights", "expected_result"]

HALF, HALF_WITH_SLIPS = 200, 100
MOST = WIN_VALUE * 9 // 10
"""What no leaf reaches, so that an estimate is never taken for a proven win."""


class OutlookWeights(NamedTuple):
    """The windows, and the points that are halfway to a win."""

    windows: WindowWeights
    half: int


@kernel
def evaluate_outlook(
    weights: OutlookWeights, own: int, enemy: int, own_moves: int, rules: Rules
) -> int:
    """Return the expected result in parts of `WIN_VALUE`."""
    points = evaluate_windows(weights.windows, own, enemy, own_moves, rules)
    size = abs(points)
    part = MOST * size // (size + weights.half)
    return part if points > 0 else -part


register(OutlookWeights, evaluate_outlook)


def _weights(rules: Rules) -> OutlookWeights:
    windows = WINDOWS.weights(rules)
    assert isinstance(windows, WindowWeights)
    return OutlookWeights(windows, HALF_WITH_SLIPS if rules.slips else HALF)


OUTLOOK = Evaluation("outlook", "windows, as the result to expect from them", _weights)


def expected_result(points: float) -> float:
    """Return the result to expect from points of `windows` where discs do not slip.

    >>> expected_result(200), expected_result(-200), expected_result(0)
    (0.45, -0.45, 0.0)
    """
    return MOST / WIN_VALUE * points / (abs(points) + HALF)
