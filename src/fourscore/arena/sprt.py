"""SPRT: a test of "is it stronger?" that may be read after every pair of games.

Two agents play pairs of games from the same opening with colours swapped. A pair scores 0, 0.5,
1, 1.5 or 2 for the agent under test; the five counts are all that the test sees. Pairs, not
games, because the two games of an opening are not independent of each other.

This is the generalised SPRT of chess engine testing: the log-likelihood ratio (LLR) of "the
expected score is that of elo1" to "it is that of elo0", each with the distribution over the five
scores that makes the counts most likely. Elo is logistic: an agent `e` Elo stronger scores
1 / (1 + 10^(-e/400)) per game. The test ends when the LLR leaves Wald's bounds, which follow from
`alpha` and `beta`.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, fields
from math import exp, log, log1p

from fourscore.arena.rating import score_of_elo
from fourscore.core.notation import plural
from fourscore.errors import InputError

__all__ = ["PAIR_SCORES", "Sprt", "SprtState", "count_pairs", "parse"]

PAIR_SCORES = (0.0, 0.5, 1.0, 1.5, 2.0)
"""The possible scores of a pair of games, in the order of the counts."""
MISSING = 1e-3
"""Used in place of a count of 0, so that no score is impossible."""
VARIANCE = 0.4
"""The variance of a pair's points, before any is known: that of agents of about equal strength."""


def count_pairs(scores: Iterable[float]) -> tuple[int, int, int, int, int]:
    """Count pairs by their score.

    >>> count_pairs([2, 1, 1, 0.5])
    (0, 1, 2, 0, 1)
    """
    counts = dict.fromkeys(PAIR_SCORES, 0)
    for score in scores:
        if score not in counts:
            raise InputError(f"a pair of games cannot score {score!r}")
        counts[score] += 1
    nothing, half, one, more, two = counts.values()
    return nothing, half, one, more, two


@dataclass(frozen=True, slots=True)
class SprtState:
    """The state of a test."""

    test: "Sprt"
    pairs: int
    llr: float

    @property
    def accepted(self) -> str | None:
        """The accepted hypothesis, "H1" or "H0", or None while the test is undecided."""
        if self.llr >= self.test.upper:
            return "H1"
        return "H0" if self.llr <= self.test.lower else None

    @property
    def figures(self) -> str:
        """The LLR, its bounds, and the number of pairs."""
        bounds = f"LLR {self.llr:.2f} of {self.test.lower:.2f} to {self.test.upper:.2f}"
        return f"{bounds} after {plural(self.pairs, 'pair')}"

    @property
    def status(self) -> str:
        """The state in words."""
        if self.accepted is None:
            return f"undecided: {self.figures}"
        elos = [self.test.elo0, self.test.elo1]
        taken, other = elos if self.accepted == "H0" else reversed(elos)
        return f"{self.accepted} accepted, {taken:g} Elo rather than {other:g}: {self.figures}"


@dataclass(frozen=True, slots=True)
class Sprt:
    """A test of H0, "the agent is `elo0` stronger", against H1, "it is `elo1` stronger".

    >>> test = parse("elo0=0,elo1=20")
    >>> test.judge([5, 12, 40, 18, 5]).status
    'undecided: LLR 0.18 of -2.94 to 2.94 after 80 pairs'
    >>> test.judge([5, 10, 40, 30, 15]).status
    'H1 accepted, 20 Elo rather than 0: LLR 3.19 of -2.94 to 2.94 after 100 pairs'
    """

    elo0: float = 0.0
    elo1: float = 20.0
    alpha: float = 0.05
    """How often H1 may be accepted although H0 is true."""
    beta: float = 0.05
    """How often H0 may be accepted although H1 is true."""

    def __post_init__(self) -> None:
        if not -2000 <= self.elo0 < self.elo1 <= 2000:
            raise InputError(
                f"elo0={self.elo0:g} and elo1={self.elo1:g} do not make a test; "
                "elo0 must be smaller than elo1, and both between -2000 and 2000"
            )
        for name in ("alpha", "beta"):
            if not 0 < getattr(self, name) < 0.5:
                raise InputError(f"{name}={getattr(self, name):g} is not between 0 and 0.5")

    @property
    def lower(self) -> float:
        """The LLR at which H0 is accepted."""
        return log(self.beta / (1 - self.alpha))

    @property
    def upper(self) -> float:
        """The LLR at which H1 is accepted."""
        return log((1 - self.beta) / self.alpha)

    def llr(self, counts: Sequence[int]) -> float:
        """Return the log-likelihood ratio of H1 to H0; counts are in the order of `PAIR_SCORES`."""
        if len(counts) != len(PAIR_SCORES) or any(count < 0 for count in counts):
            raise InputError(f"{list(counts)} are not the counts of pairs by their five scores")
        if not sum(counts):
            return 0.0
        weights = [count or MISSING for count in counts]
        h0, h1 = (_likelihood(weights, 2 * score_of_elo(elo)) for elo in (self.elo0, self.elo1))
        return h1 - h0

    def judge(self, counts: Sequence[int]) -> SprtState:
        """Return the state of the test; counts are as from `count_pairs`."""
        return SprtState(self, sum(counts), self.llr(counts))

    def expected_pairs(self, elo: float, variance: float = VARIANCE) -> float:
        """Return how many pairs the test takes on average if the agent is `elo` stronger.

        `variance` is that of the points of a pair. This is Wald's approximation, in which the LLR
        is a random walk that stops exactly at its bounds.

        >>> test = Sprt(0, 20)
        >>> round(test.expected_pairs(0)), round(test.expected_pairs(10))
        (641, 1049)
        """
        low, high = (2 * score_of_elo(each) for each in (self.elo0, self.elo1))
        step = (high - low) ** 2 / variance
        drift = (high - low) * (2 * score_of_elo(elo) - (low + high) / 2) / variance
        if abs(drift) < 1e-9:
            return -self.lower * self.upper / step
        # The probability to leave at the upper bound.
        ratio = -2 * drift / step
        rise = (1 - exp(ratio * self.lower)) / (exp(ratio * self.upper) - exp(ratio * self.lower))
        return (rise * self.upper + (1 - rise) * self.lower) / drift

    def __str__(self) -> str:
        return ",".join(f"{each.name}={getattr(self, each.name):g}" for each in fields(self))


def parse(text: str) -> Sprt:
    """Read a test; keys that are not set keep their defaults.

    >>> str(parse("elo1=10"))
    'elo0=0,elo1=10,alpha=0.05,beta=0.05'
    """
    known = [each.name for each in fields(Sprt)]
    given: dict[str, float] = {}
    for part in filter(None, (part.strip() for part in text.split(","))):
        key, _, value = (piece.strip() for piece in part.partition("="))
        if key not in known:
            raise InputError(
                f"{text!r}: a test has no key {key!r}; the keys are {', '.join(known)}"
            )
        if key in given:
            raise InputError(f"{text!r}: the key {key!r} is set twice")
        try:
            given[key] = float(value)
        except ValueError:
            raise InputError(f"{text!r}: {key}={value} is not a number") from None
    return Sprt(**given)


def _likelihood(weights: Sequence[float], mean: float) -> float:
    """Return the log-likelihood of weights under the likeliest distribution with this mean score.

    Constants are left out. In that distribution p[i] is proportional to weight[i] /
    (1 + x * (score[i] - mean)), where the Lagrange multiplier x makes the mean right: the root
    of a sum that falls from plus to minus infinity between its poles.
    """
    away = [score - mean for score in PAIR_SCORES]
    low, high = -1 / away[-1], -1 / away[0]
    for _ in range(60):
        x = (low + high) / 2
        if sum(w * a / (1 + x * a) for w, a in zip(weights, away, strict=True)) > 0:
            low = x
        else:
            high = x
    return -sum(w * log1p(x * a) for w, a in zip(weights, away, strict=True))
