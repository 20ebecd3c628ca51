"""Means and shares with 95 % intervals, of samples that come in groups.

The moves of one game are correlated, and a game that repeats another one adds nothing new. So each
group (a game, with its repetitions) counts as one draw: the variance is that of the groups' totals
around what their sizes predict, and never below that of independent samples. For shares the
interval is Wilson's, with the number of draws that this variance corresponds to, so that it stays
sensible at 0 and 1.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from math import sqrt
from typing import NamedTuple

__all__ = ["NOTHING", "Group", "Measured", "mean_of", "share_of"]

Z = 1.959964
"""A standard normal variable is within this in 95 % of cases."""


class Group(NamedTuple):
    """Correlated samples: how many, their sum and the sum of their squares."""

    size: int
    total: float
    squares: float
    times: int = 1
    """How often the group occurred; `size` and the sums cover all occurrences."""

    def plus(self, value: float, times: int = 1) -> "Group":
        """Return the group with one sample more."""
        return Group(self.size + 1, self.total + value, self.squares + value * value, times)


NOTHING = Group(0, 0.0, 0.0)


@dataclass(frozen=True, slots=True)
class Measured:
    """A mean or a share, its 95 % interval, and the number of samples."""

    value: float
    """The mean or the share."""
    low: float
    """The lower end of its interval."""
    high: float
    """The upper end of its interval."""
    count: int
    """The number of samples."""

    @property
    def point(self) -> tuple[float, float, float]:
        """The value and the ends of its interval, to be drawn."""
        return self.value, self.low, self.high


def mean_of(groups: Iterable[Group], least: float = 0.0) -> Measured | None:
    """Return the mean of samples that cannot be below `least`, or None without samples.

    >>> found = mean_of([Group(2, 2.0, 2.0), Group(2, 0.0, 0.0)])
    >>> found.value, found.low, round(found.high, 2), found.count
    (0.5, 0.0, 1.48, 4)
    """
    rows = [group for group in groups if group.size]
    if not rows:
        return None
    count, mean = _count_and_mean(rows)
    reach = Z * sqrt(_variance(rows, count, mean))
    return Measured(mean, max(least, mean - reach), mean + reach, count)


def share_of(groups: Iterable[Group]) -> Measured | None:
    """Return the share of ones among zeros, or None without samples.

    >>> found = share_of([Group(1, 1.0, 1.0)] * 8 + [Group(1, 0.0, 0.0)] * 2)
    >>> round(found.low, 3), round(found.high, 3)
    (0.474, 0.947)
    """
    rows = [group for group in groups if group.size]
    if not rows:
        return None
    count, share = _count_and_mean(rows)
    draws = _draws(rows)
    if 0 < share < 1:
        draws = min(draws, share * (1 - share) / _variance(rows, count, share))
    middle = (share + Z * Z / (2 * draws)) / (1 + Z * Z / draws)
    spread = share * (1 - share) / draws + (Z / (2 * draws)) ** 2
    reach = Z * sqrt(spread) / (1 + Z * Z / draws)
    low, high = max(0.0, middle - reach), min(1.0, middle + reach)
    return Measured(share, min(low, share), max(high, share), count)


def _count_and_mean(rows: list[Group]) -> tuple[int, float]:
    count = sum(row.size for row in rows)
    return count, sum(row.total for row in rows) / count


def _draws(rows: list[Group]) -> float:
    """Count samples, repetitions once."""
    return sum(row.size / row.times for row in rows)


def _variance(rows: list[Group], count: int, mean: float) -> float:
    """Return the variance of the mean: between groups, but not below that of single samples."""
    single = (sum(row.squares for row in rows) / count - mean * mean) / _draws(rows)
    if len(rows) == 1:
        return max(0.0, single)
    misses = sum((row.total - mean * row.size) ** 2 for row in rows)
    return max(0.0, single, misses / count**2 * len(rows) / (len(rows) - 1))
