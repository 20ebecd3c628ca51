"""Ratings: how strong each player of a pool is, in Elo, and how certain that is.

The model is Davidson's extension of Bradley and Terry's to draws, with Davidson and Beaver's
order effect. With ``d`` the first player's strength minus the second's plus the advantage of
moving first,

    win : draw : loss  =  exp(d/2) : v : exp(-d/2)

An Elo of 400 is a factor of ten between wins and losses. Davidson's draws were chosen over
Rao and Kupper's because a draw then counts as exactly half a win and half a loss, and because
the likelihood is that of a log-linear model: concave, so that Newton's method finds its one
maximum, the same on every machine.

What is maximised is the likelihood times a weak prior (see `Prior`), so that players who won or
lost everything, pools of parts that never met, and pools without draws all get finite numbers.
Intervals are those of the profile likelihood, prior included: the values that a likelihood-ratio
test at 5 % does not reject. With many games they agree with the common ones from the curvature,
and unlike those they stay sensible (asymmetric, on the right side of zero) for records such as
10-0. The likelihood of superiority is the same test of "equally strong", turned into a
probability; for ordinary records it agrees with the joint covariance, which is available too.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from math import log
from typing import NamedTuple

import numpy as np

from fourscore.arena.davidson import FIRST_MOVE, LOG_V, NEVER, Counts, Fit, Floats, Normal
from fourscore.errors import InputError

__all__ = [
    "CrossTable",
    "Estimate",
    "GameRecord",
    "Prior",
    "Rating",
    "Ratings",
    "Tally",
    "elo_of_score",
    "rate",
    "score_of_elo",
]

ELO = 400 / log(10)
"""Elo points in one unit of log-odds."""
CONFIDENCE = 0.95


def score_of_elo(elo: float) -> float:
    """Return the expected score of a player who is `elo` stronger, ignoring draws.

    >>> round(score_of_elo(400), 4)
    0.9091
    """
    return 1 / (1 + 10 ** (-elo / 400))


def elo_of_score(score: float) -> float:
    """Return the Elo difference that a score between 0 and 1 corresponds to.

    >>> round(elo_of_score(0.75), 1)
    190.8
    """
    if not 0 < score < 1:
        raise InputError(f"a score of {score:g} corresponds to no Elo difference")
    return ELO * log(score / (1 - score))


# Games, counted


class GameRecord(NamedTuple):
    """A game as the ratings see it."""

    first: str
    """The player who moved first."""
    second: str
    result: float
    """The points of the player who moved first: 1, 0.5 or 0."""


class Tally(NamedTuple):
    """Games from one player's point of view."""

    wins: int = 0
    """Games won."""
    draws: int = 0
    """Games drawn."""
    losses: int = 0
    """Games lost."""

    @property
    def games(self) -> int:
        """Games played."""
        return self.wins + self.draws + self.losses

    @property
    def points(self) -> float:
        """A win counts 1, a draw one half."""
        return self.wins + self.draws / 2

    @property
    def score(self) -> float:
        """Points per game, or one half if there are none."""
        return self.points / self.games if self.games else 0.5

    def turned(self) -> "Tally":
        """Return the same games from the opponent's point of view."""
        return Tally(self.losses, self.draws, self.wins)

    def plus(self, other: "Tally") -> "Tally":
        """Return the games of both tallies together."""
        return Tally(*(mine + more for mine, more in zip(self, other, strict=True)))


class CrossTable:
    """Each player's results against each other, by who moved first.

    It takes records, or a mapping (such as a `Counter`) from records to how often they occurred.

    >>> table = CrossTable([GameRecord("a", "b", 1), GameRecord("b", "a", 0.5)])
    >>> table.tally("a", "b"), table.as_first("b", "a")
    (Tally(wins=1, draws=1, losses=0), Tally(wins=0, draws=1, losses=0))
    """

    def __init__(self, records: Iterable[GameRecord] | Mapping[GameRecord, int]) -> None:
        self._tallies: dict[tuple[str, str], Tally] = {}
        for (first, second, result), times in Counter(records).items():
            if result not in (0, 0.5, 1):
                raise InputError(f"{result!r} is not a result; 1, 0.5 and 0 are")
            tally = Tally(times * (result == 1), times * (result == 0.5), times * (result == 0))
            self._tallies[first, second] = self.as_first(first, second).plus(tally)
        players = {player for pair in self._tallies for player in pair}
        self.players: tuple[str, ...] = tuple(sorted(players))
        """In alphabetical order."""

    def as_first(self, player: str, opponent: str) -> Tally:
        """Return a player's results against an opponent when moving first."""
        return self._tallies.get((player, opponent), Tally())

    def as_second(self, player: str, opponent: str) -> Tally:
        """Return a player's results against an opponent when moving second."""
        return self.as_first(opponent, player).turned()

    def tally(self, player: str, opponent: str) -> Tally:
        """Return a player's results against an opponent, regardless of who moved first."""
        return self.as_first(player, opponent).plus(self.as_second(player, opponent))

    def total(self, player: str) -> Tally:
        """Return a player's results against all opponents; games against itself count twice."""
        tally = Tally()
        for opponent in self.players:
            tally = tally.plus(self.tally(player, opponent))
        return tally

    def items(self) -> Iterable[tuple[tuple[str, str], Tally]]:
        """Return every (first, second) pair that played, with the first player's tally."""
        return sorted(self._tallies.items())


# What comes out


@dataclass(frozen=True, slots=True)
class Prior:
    """What is assumed before the first game: normal distributions, in Elo.

    By default, players lie within some 800 Elo of their pool's mean and moving first is worth
    some 200 Elo either way. The prior weighs about as much as a tenth of an even game between
    two players, so that it only matters where the games leave a question open.
    """

    strength: float = 800.0
    """The standard deviation of the players' strengths about the pool's mean."""
    first_move: float = 200.0
    """The standard deviation of the advantage of moving first, about 0."""
    draw_rate: float = 0.1
    """The share of draws between equals."""
    draw_spread: float = 3.0
    """The standard deviation of the logarithm of ``v`` about the value for `draw_rate`."""


USUAL = Prior()
"""What is assumed if nothing else is said."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """An Elo with its 95 % interval."""

    elo: float
    """The most likely Elo."""
    low: float
    """The lower end of the interval."""
    high: float
    """The upper end of the interval."""


@dataclass(frozen=True, slots=True)
class Rating(Estimate):
    """A player's Elo with its 95 % interval, and the games behind it."""

    player: str
    """The name of the player."""
    tally: Tally
    """The games of the player."""


class Probabilities(NamedTuple):
    """The probabilities of each result, from the first player's point of view."""

    win: float
    """That the first player wins."""
    draw: float
    """That nobody wins."""
    loss: float
    """That the first player loses."""

    @property
    def score(self) -> float:
        """The points that the first player can expect; a draw counts half."""
        return self.win + self.draw / 2


class Ratings:
    """The ratings of a pool; its `table` has the strongest player first."""

    def __init__(self, table: CrossTable, fit: Fit, anchor: str | None, anchor_elo: float) -> None:
        self.cross_table = table
        """The games behind the ratings."""
        self.anchor = anchor
        """The player whose Elo is fixed; if None, the pool's mean is."""
        self._fit = fit
        self._place = {player: place for place, player in enumerate(table.players)}
        rows = [self._rating(player, anchor_elo) for player in table.players]
        ranked = sorted(rows, key=lambda row: (-row.elo, row.player))
        self.table: tuple[Rating, ...] = tuple(ranked)
        """The players and their Elo, the strongest first."""

    def __getitem__(self, player: str) -> Rating:
        return next(row for row in self.table if row.player == player)

    @cached_property
    def first_move(self) -> Estimate:
        """How much moving first is worth."""
        contrast = np.zeros_like(self._fit.maximum)
        contrast[FIRST_MOVE] = 1.0
        return self._estimate(contrast)

    @property
    def draw_rate(self) -> float:
        """The share of draws between equals, ignoring the advantage of moving first."""
        return self._probabilities(0.0).draw

    def expected(self, first: str, second: str) -> Probabilities:
        """Return the probabilities of a game between two players, `first` moving first."""
        strengths = self._contrast(first, second) @ self._fit.maximum
        return self._probabilities(float(strengths + self._fit.maximum[FIRST_MOVE]))

    def los(self, player: str, opponent: str) -> float:
        """Return the likelihood of superiority: the probability that `player` is stronger."""
        return self._fit.superiority(self._contrast(player, opponent))

    def covariance(self) -> Floats:
        """Return the joint covariance of the strengths in Elo², ordered as `cross_table.players`.

        It is that of the strengths minus the pool's mean, from the curvature at the maximum.
        """
        centre = np.array([self._contrast(player, None) for player in self._place])
        return np.asarray(ELO**2 * centre @ self._fit.covariance @ centre.T)

    def _rating(self, player: str, above: float) -> Rating:
        found = self._estimate(self._contrast(player, self.anchor))
        ends = (found.elo + above, found.low + above, found.high + above)
        return Rating(*ends, player, self.cross_table.total(player))

    def _estimate(self, contrast: Floats) -> Estimate:
        numbers = (contrast @ self._fit.maximum, *self._fit.interval(contrast, CONFIDENCE))
        # Rounding turns what should be zero into zero, without a sign.
        return Estimate(*(round(ELO * float(number), 6) + 0.0 for number in numbers))

    def _contrast(self, player: str, other: str | None) -> Floats:
        """Return the weights of "player - other", or of "player - the pool's mean"."""
        contrast = np.zeros_like(self._fit.maximum)
        contrast[self._place[player]] = 1.0
        if other is None:
            contrast[: len(self._place)] -= 1 / len(self._place)
        else:
            contrast[self._place[other]] -= 1.0
        return contrast

    def _probabilities(self, difference: float) -> Probabilities:
        odds = np.array([difference / 2, self._fit.maximum[LOG_V], -difference / 2])
        parts = np.exp(odds - odds.max())
        return Probabilities(*(float(part) for part in parts / parts.sum()))


def rate(
    records: Iterable[GameRecord] | Mapping[GameRecord, int],
    *,
    prior: Prior | None = USUAL,
    anchor: str | None = None,
    anchor_elo: float = 0.0,
    first_move: bool = True,
) -> Ratings:
    """Rate every player in the records.

    The pool's mean is set to `anchor_elo`, or if an `anchor` is given, that player. With
    ``prior=None`` the likelihood alone is maximised; that raises `InputError` where it has no
    maximum, as for a player who won every game. With ``first_move=False`` moving first is
    assumed to be worth nothing.

    >>> games = [GameRecord("a", "b", 1)] * 3 + [GameRecord("b", "a", 1)]
    >>> [f"{row.player} {row.elo:+.0f}" for row in rate(games, first_move=False).table]
    ['a +96', 'b -96']
    """
    table = CrossTable(records)
    if not table.players:
        raise InputError("there are no games to rate")
    if anchor is not None and anchor not in table.players:
        raise InputError(f"the anchor {anchor!r} has played no game")
    fit = Fit(_counts(table), _normal(prior, len(table.players)), _fixed(table, prior, first_move))
    return Ratings(table, fit, anchor, anchor_elo)


def _counts(table: CrossTable) -> Counts:
    tallies = [[table.as_first(one, other) for other in table.players] for one in table.players]
    wins, draws, losses = np.array(tallies, dtype=np.float64).transpose(2, 0, 1)
    return Counts(wins, draws, losses)


def _normal(prior: Prior | None, players: int) -> Normal:
    mean, precision = np.zeros(players + 2), np.zeros(players + 2)
    if prior is not None:
        precision[:players] = (ELO / prior.strength) ** 2
        precision[FIRST_MOVE] = (ELO / prior.first_move) ** 2
        # Between equals a draw has the probability v / (2 + v).
        mean[LOG_V] = log(2 * prior.draw_rate / (1 - prior.draw_rate))
        precision[LOG_V] = prior.draw_spread**-2
    return Normal(mean, precision)


def _fixed(table: CrossTable, prior: Prior | None, first_move: bool) -> dict[int, float]:
    fixed = {} if first_move else {FIRST_MOVE: 0.0}
    if prior is None and not any(tally.draws for _, tally in table.items()):
        fixed[LOG_V] = NEVER
    return fixed
