"""Pairs of games by their points: what a match between two agents is measured by.

The two games of an opening are not independent of each other, so their sum is one sample. The
interval of the score comes from these samples, and Elo is logistic: an agent `e` Elo stronger
scores 1 / (1 + 10^(-e/400)) a game.
"""

from collections.abc import Iterable, Sequence
from math import sqrt
from typing import NamedTuple

from fourscore.arena.ledger import GameRow
from fourscore.arena.rating import elo_of_score
from fourscore.arena.sprt import PAIR_SCORES, count_pairs

__all__ = ["Pentanomial", "pair_points", "pairs_by_pairing", "wilson"]

Z = 1.959964
"""A standard normal variable is within this in 95 % of cases."""
LEAST = 1e-3
"""Shares are kept this far from 0 and 1 where they become Elo."""


class Pentanomial(NamedTuple):
    """How many pairs an agent finished with each number of points.

    >>> found = Pentanomial(2, 5, 20, 8, 5)
    >>> found.pairs, found.score, str(found)
    (40, 0.55625, '2-5-20-8-5')
    """

    none: int = 0
    """Pairs without a point."""
    half: int = 0
    """Pairs with half a point."""
    one: int = 0
    """Pairs with one point."""
    one_and_half: int = 0
    """Pairs with one and a half."""
    two: int = 0
    """Pairs with both points."""

    @property
    def pairs(self) -> int:
        """The number of pairs."""
        return sum(self)

    @property
    def score(self) -> float:
        """Points a game, from 0 to 1."""
        return _mean(self) / 2 if self.pairs else 0.0

    @property
    def elo(self) -> tuple[float, float, float]:
        """The difference in Elo and its 95 % interval, both within 1,200."""
        shares = (self.score, *self._interval) if self.pairs else (0.5, 0.0, 1.0)
        value, low, high = (elo_of_score(min(max(each, LEAST), 1 - LEAST)) for each in shares)
        return value, low, high

    @property
    def _interval(self) -> tuple[float, float]:
        """The interval of the score: Wilson's, for the number of games the pairs are worth.

        One more pair, won and lost by halves, keeps that number finite.
        """
        counts = (self.none + 0.5, self.half, self.one, self.one_and_half, self.two + 0.5)
        mean = _mean(counts)
        variance = sum(n * (s - mean) ** 2 for n, s in zip(counts, PAIR_SCORES, strict=True))
        share = mean / 2
        worth = 4 * share * (1 - share) / (variance / sum(counts))
        return wilson(self.score, self.pairs * worth)

    def __str__(self) -> str:
        return "-".join(map(str, self))


def wilson(share: float, count: float) -> tuple[float, float]:
    """Return Wilson's 95 % interval of a share among so many samples.

    >>> wilson(0.5, 0)
    (0.0, 1.0)
    """
    if not count:
        return 0.0, 1.0
    centre = share + Z * Z / (2 * count)
    reach = Z * sqrt(share * (1 - share) / count + (Z / (2 * count)) ** 2)
    low, high = ((centre + sign * reach) / (1 + Z * Z / count) for sign in (-1, 1))
    return max(0.0, low), min(1.0, high)


def _mean(counts: Sequence[float]) -> float:
    return sum(n * s for n, s in zip(counts, PAIR_SCORES, strict=True)) / sum(counts)


def pair_points(games: Iterable[GameRow]) -> dict[tuple[str, str], list[float]]:
    """Return the points of each pair that is complete, by pairing, for the agent named first.

    Void games leave their pair out. The agent who began the first game of a pairing is named
    first.
    """
    waiting: dict[int, GameRow] = {}
    found: dict[tuple[str, str], list[float]] = {}
    for row in games:
        other = waiting.pop(row.pair, None)
        if other is None:
            waiting[row.pair] = row
            continue
        one, two = sorted((row, other), key=lambda each: each.number)
        key = (one.first, one.second)
        key = key if key[::-1] not in found else key[::-1]
        points = found.setdefault(key, [])
        if one.result is not None and two.result is not None:
            points.append(_of(key[0], one.first, one.result) + _of(key[0], two.first, two.result))
    return {key: points for key, points in found.items() if points}


def _of(name: str, first: str, result: float) -> float:
    """Return the points of an agent, given those of the player who began."""
    return result if name == first else 1 - result


def pairs_by_pairing(games: Iterable[GameRow]) -> dict[tuple[str, str], Pentanomial]:
    """Count pairs by their points, by pairing."""
    return {key: Pentanomial(*count_pairs(points)) for key, points in pair_points(games).items()}
