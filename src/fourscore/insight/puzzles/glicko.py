"""Glicko-2: ratings with deviations, as in Mark Glickman's "Example of the Glicko-2 system".

A result is 1 for a win, 0.5 for a draw and 0 for a loss; a rating period is a list of results
against opponents whose ratings are known.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from math import exp, log, pi, sqrt

__all__ = ["Rating", "update"]

SCALE = 173.7178
"""Rating points in a unit of the system's own scale."""
CENTRE = 1500.0
TAU = 0.5
"""How fast volatility may change."""
TOLERANCE = 1e-6


@dataclass(frozen=True, slots=True)
class Rating:
    """A rating, how uncertain it is, and how erratic."""

    rating: float = 1500.0
    deviation: float = 350.0
    volatility: float = 0.06


def update(rating: Rating, results: Iterable[tuple[Rating, float]], tau: float = TAU) -> Rating:
    """Return a rating after one period.

    >>> others = Rating(1400, 30), Rating(1550, 100), Rating(1700, 300)
    >>> new = update(Rating(1500, 200), zip(others, (1, 0, 0)))
    >>> round(new.rating, 2), round(new.deviation, 2), round(new.volatility, 5)
    (1464.05, 151.52, 0.06)
    """
    mu, phi = (rating.rating - CENTRE) / SCALE, rating.deviation / SCALE
    games = [(*_expected(mu, other), result) for other, result in results]
    if not games:
        return Rating(rating.rating, SCALE * sqrt(phi**2 + rating.volatility**2), rating.volatility)
    variance = 1 / sum(g**2 * share * (1 - share) for g, share, _ in games)
    gain = sum(g * (result - share) for g, share, result in games)
    sigma = _volatility(rating.volatility, phi, variance, variance * gain, tau)
    phi = 1 / sqrt(1 / (phi**2 + sigma**2) + 1 / variance)
    return Rating(CENTRE + SCALE * (mu + phi**2 * gain), SCALE * phi, sigma)


def _expected(mu: float, other: Rating) -> tuple[float, float]:
    """Return an opponent's weight, and the expected result against it."""
    g = 1 / sqrt(1 + 3 * (other.deviation / SCALE / pi) ** 2)
    return g, 1 / (1 + exp(-g * (mu - (other.rating - CENTRE) / SCALE)))


def _volatility(sigma: float, phi: float, variance: float, delta: float, tau: float) -> float:
    """Return the new volatility, by the Illinois algorithm (step 5 of the paper)."""
    a = log(sigma**2)

    def f(x: float) -> float:
        spread = phi**2 + variance + exp(x)
        return exp(x) * (delta**2 - spread) / (2 * spread**2) - (x - a) / tau**2

    low, high = a, _other_end(a, delta**2 - phi**2 - variance, tau, f)
    at_low, at_high = f(low), f(high)
    while abs(high - low) > TOLERANCE:
        new = low + (low - high) * at_low / (at_high - at_low)
        at_new = f(new)
        if at_new * at_high <= 0:
            low, at_low = high, at_high
        else:
            at_low /= 2
        high, at_high = new, at_new
    return exp(low / 2)


def _other_end(a: float, surplus: float, tau: float, f: Callable[[float], float]) -> float:
    """Return the other end of the interval in which the volatility is searched."""
    if surplus > 0:
        return log(surplus)
    k = 1
    while f(a - k * tau) < 0:
        k += 1
    return a - k * tau
