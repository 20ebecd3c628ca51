"""The numbers behind the ratings: Davidson's model, fitted by Newton's method.

The parameters are one array: the players' strengths, the advantage of moving first, and the
logarithm of ``v``, which governs draws; all in log-odds. `rating` explains the model and adds
names and Elo.
"""

from dataclasses import dataclass
from math import copysign, inf, sqrt
from statistics import NormalDist

import numpy as np
from numpy.typing import NDArray

from fourscore.errors import InputError

__all__ = ["FIRST_MOVE", "LOG_V", "NEVER", "Counts", "Fit", "Floats", "Normal"]

Floats = NDArray[np.float64]

FIRST_MOVE, LOG_V = -2, -1
"""The indices of the parameters that are not strengths."""
NEVER = -1000.0
"""The logarithm of ``v`` if there are no draws."""
ROUNDS = 200
TOLERANCE = 1e-6
"""The length of the last Newton step, in log-odds; the error is about its square."""
FARTHEST = 30.0
"""Log-odds beyond which a likelihood without a prior counts as unbounded."""
CERTAIN = 8.0
"""Standard deviations beyond which a superiority counts as certain."""
NO_MAXIMUM = (
    "without a prior these games have no finite ratings: a player won or lost every game, "
    "never met the others, or always moved first"
)


@dataclass(frozen=True, slots=True)
class Counts:
    """Games by pair: entry [i, j] counts those in which player i moved first against j."""

    wins: Floats
    draws: Floats
    losses: Floats

    @property
    def games(self) -> Floats:
        return self.wins + self.draws + self.losses


@dataclass(frozen=True, slots=True)
class Normal:
    """A normal prior for each parameter; a precision of 0 means none."""

    mean: Floats
    precision: Floats


class Fit:
    """The maximum of a posterior, and tests and intervals from its shape."""

    def __init__(self, counts: Counts, prior: Normal, fixed: dict[int, float]) -> None:
        """Find the maximum; `fixed` parameters keep their values."""
        self._counts, self._games = counts, counts.games
        self._prior = prior
        self._farthest = inf if prior.precision.any() else FARTHEST
        size = len(prior.mean)
        self._free = np.array([k not in fixed and k - size not in fixed for k in range(size)])
        start = prior.mean.copy()
        for place, value in fixed.items():
            start[place] = value
        self.maximum: Floats = self._climb(start, None)
        self.covariance: Floats = self._inverse(self._slope(self.maximum)[1])
        self._top = self._height(self.maximum)

    def superiority(self, contrast: Floats) -> float:
        """Return the probability that ``contrast @ x`` is positive: the signed-root test."""
        estimate = float(contrast @ self.maximum)
        if not contrast[self._free].any() or estimate == 0:
            return 0.5
        deviation = sqrt(float(contrast @ self.covariance @ contrast))
        if abs(estimate) > CERTAIN * deviation:
            return float(estimate > 0)
        fall = self._profile(contrast, 0.0, self.maximum)[0]
        return NormalDist().cdf(copysign(sqrt(max(fall, 0.0)), estimate))

    def interval(self, contrast: Floats, confidence: float) -> tuple[float, float]:
        """Return the ends of the profile-likelihood interval of ``contrast @ x``."""
        if not contrast[self._free].any():
            return (float(contrast @ self.maximum),) * 2
        z = NormalDist().inv_cdf((1 + confidence) / 2)
        return self._end(contrast, -z), self._end(contrast, z)

    def _end(self, contrast: Floats, z: float) -> float:
        """Walk from the maximum to where the log-posterior has fallen by z²/2.

        The fall is convex in the contrast's value, so that Newton's method, once beyond the
        end, converges to it from there.
        """
        estimate = float(contrast @ self.maximum)
        value = estimate + z * sqrt(float(contrast @ self.covariance @ contrast))
        place = self.maximum
        for _ in range(ROUNDS):
            fall, slope, place = self._profile(contrast, value, place)
            step = (z * z - fall) / slope if slope else inf
            if not abs(step) < inf:
                return copysign(inf, z)
            value += step
            if abs(step) < TOLERANCE:
                break
        return value

    def _profile(self, contrast: Floats, value: float, near: Floats) -> tuple[float, float, Floats]:
        """Return the fall at the constrained maximum, its slope in the value, and that point."""
        lift = self.covariance @ contrast / (contrast @ self.covariance @ contrast)
        start = near + lift * (value - contrast @ near)
        place = self._climb(start, contrast)
        gradient, _ = self._slope(place)
        slope = -2 * float(gradient @ contrast) / float(contrast @ contrast)
        return 2 * (self._top - self._height(place)), slope, place

    # The log-posterior

    def _climb(self, start: Floats, contrast: Floats | None) -> Floats:
        """Return the maximum, or the maximum among points with the start's contrast."""
        place, height = start, self._height(start)
        for _ in range(ROUNDS):
            step = self._newton_step(place, contrast)
            if not np.abs(step).max() < inf:
                break
            while (higher := self._height(place + step)) < height - 1e-9 * (1 + abs(height)):
                step = step / 2
            place, height = place + step, higher
            if np.abs(place[self._free]).max() > self._farthest:
                break
            if np.abs(step).max() < TOLERANCE:
                return place
        raise InputError(NO_MAXIMUM)

    def _newton_step(self, place: Floats, contrast: Floats | None) -> Floats:
        gradient, information = self._slope(place)
        inverse = self._inverse(information)
        step = inverse @ gradient
        if contrast is not None:
            along = inverse @ contrast
            step = step - along * (contrast @ step) / (contrast @ along)
        return np.asarray(step)

    def _inverse(self, information: Floats) -> Floats:
        """Invert over the free parameters; fixed ones have no variance."""
        inverse = np.zeros_like(information)
        chosen = np.ix_(self._free, self._free)
        try:
            inverse[chosen] = np.linalg.inv(information[chosen])
        except np.linalg.LinAlgError:
            raise InputError(NO_MAXIMUM) from None
        return inverse

    def _logs(self, place: Floats) -> tuple[Floats, Floats, Floats]:
        """Return the logarithms of the probabilities of win, draw and loss for every pair."""
        strengths = place[:FIRST_MOVE]
        half = (strengths[:, None] - strengths[None, :] + place[FIRST_MOVE]) / 2
        v = place[LOG_V]
        total = np.logaddexp(np.logaddexp(half, -half), v)
        return half - total, v - total, -half - total

    def _height(self, place: Floats) -> float:
        win, draw, loss = self._logs(place)
        counts = self._counts
        likelihood = float((counts.wins * win + counts.draws * draw + counts.losses * loss).sum())
        away = (place - self._prior.mean)[self._free]
        return likelihood - float((self._prior.precision[self._free] * away**2).sum()) / 2

    def _slope(self, place: Floats) -> tuple[Floats, Floats]:
        """Return the gradient and the information matrix (the negative curvature)."""
        counts, games = self._counts, self._games
        win, draw, loss = (np.exp(each) for each in self._logs(place))
        lead = win - loss
        gradient = np.zeros_like(place)
        information = np.diag(self._prior.precision)
        # By d, the difference in strength plus the first move.
        by_d = (counts.wins - counts.losses - games * lead) / 2
        gradient[:FIRST_MOVE] = by_d.sum(axis=1) - by_d.sum(axis=0)
        gradient[FIRST_MOVE] = by_d.sum()
        gradient[LOG_V] = (counts.draws - games * draw).sum()
        weight = games * (win + loss - lead**2) / 4
        both = weight + weight.T
        information[:FIRST_MOVE, :FIRST_MOVE] += np.diag(both.sum(axis=1)) - both
        information[FIRST_MOVE, FIRST_MOVE] += weight.sum()
        information[LOG_V, LOG_V] += (games * draw * (1 - draw)).sum()
        mixed = games * lead * draw / -2
        for row, column, entries in (
            (slice(0, FIRST_MOVE), FIRST_MOVE, weight.sum(axis=1) - weight.sum(axis=0)),
            (slice(0, FIRST_MOVE), LOG_V, mixed.sum(axis=1) - mixed.sum(axis=0)),
            (FIRST_MOVE, LOG_V, mixed.sum()),
        ):
            information[row, column] = information[column, row] = entries
        # Only differences in strength matter; this pins their mean where no prior does.
        information[:FIRST_MOVE, :FIRST_MOVE] += 1 / len(games)
        gradient[:FIRST_MOVE] -= place[:FIRST_MOVE].mean()
        gradient -= self._prior.precision * (place - self._prior.mean)
        gradient[~self._free] = 0.0
        return gradient, information
