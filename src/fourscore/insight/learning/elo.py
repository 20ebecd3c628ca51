"""How strong a run is: its Elo on the scale of the levels, from games against all of them.

The ratings of the levels are known (`fourscore agents levels`), so only that of the network is
looked for: the one at which it should have scored what it did.
"""

import math
from collections.abc import Generator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from fourscore.agents.levels import level_table
from fourscore.arena.rating import Tally
from fourscore.arena.summary import Summary, summarise
from fourscore.arena.tournament import Progress, Settings, open_ledger, run
from fourscore.errors import UnsupportedError
from fourscore.insight.truth.intervals import Z
from fourscore.learn.run import Run
from fourscore.runtime.workers import WorkerPool
from fourscore.search.tuples.runs import runs_folder, shipped_run

__all__ = ["EloMatch", "Strength", "strength_of"]

GAMES = 20
"""Against each level."""
SCALE = 400 / math.log(10)


@dataclass(frozen=True, slots=True)
class Strength:
    """An Elo with its 95 % interval, and the level that is nearest."""

    elo: float
    low: float
    high: float
    level: int


class EloMatch:
    """A tournament of a run's newest network against all levels, without search."""

    def __init__(self, trained: Run, games: int = GAMES, seed: int = 0) -> None:
        board = trained.settings
        if board.size != (7, 6) or board.variant != "standard":
            raise UnsupportedError("the Elo of the levels is known for the standard game on 7x6 "
                                   "only")  # fmt: skip
        age = trained.ages[-1]
        self._spec = trained.agent(f"tuples:age={age}").spec
        others = [f"level:{number}" for number in _known()]
        self._settings = Settings((self._spec, *others), games, "gauntlet", "random:4", seed=seed)
        self.path = _ledger_path(trained, age)

    def play(self, pool: WorkerPool) -> Generator[Progress, None, None]:
        """Play what is not in the ledger yet."""
        with (
            open_ledger(self._settings, self.path) as ledger,
            closing(run(self._settings, ledger, pool)) as events,
        ):
            yield from events

    def summary(self) -> Summary:
        """Return the games so far."""
        with open_ledger(self._settings, self.path) as ledger:
            return summarise(ledger)

    def tallies(self) -> dict[int, Tally]:
        """Return the network's results against each level."""
        summary = self.summary()
        own, *others = self._settings.names
        return {
            number: summary.tally(own, name) for number, name in zip(_known(), others, strict=True)
        }


def strength_of(tallies: dict[int, Tally]) -> Strength:
    """Return the Elo at which a player should score what it did against the levels.

    Half a draw against each of the weakest and the strongest is added, so that it stays finite.

    >>> found = strength_of({5: Tally(wins=10, losses=10)})
    >>> found.level, round(found.elo - level_table()[4].elo)
    (5, 0)
    """
    known = _known()
    games: list[tuple[float, float, float]] = [
        (known[number], each.points, each.games) for number, each in tallies.items()
    ]
    games += [(min(known.values()), 0.25, 0.5), (max(known.values()), 0.25, 0.5)]
    low, high = min(known.values()) - 1000, max(known.values()) + 1000
    for _ in range(60):
        middle = (low + high) / 2
        surplus = sum(points - count * _expected(middle - elo) for elo, points, count in games)
        low, high = (middle, high) if surplus > 0 else (low, middle)
    shares = [(count, _expected(low - elo)) for elo, _, count in games]
    reach = Z * SCALE / math.sqrt(sum(count * share * (1 - share) for count, share in shares))
    nearest = min(known, key=lambda number: abs(known[number] - low))
    return Strength(low, low - reach, low + reach, nearest)


def _known() -> dict[int, float]:
    """Return the Elo of each level."""
    return {each.number: each.elo for each in level_table()}


def _expected(difference: float) -> float:
    return 1 / (1 + math.exp(-difference / SCALE))


def _ledger_path(trained: Run, age: int) -> Path:
    """Return where the games are stored: with the run, or among the runs if it is the shipped."""
    if trained.folder == shipped_run():
        runs_folder().mkdir(parents=True, exist_ok=True)
        return runs_folder() / f"shipped-elo-{age}.ledger"
    return trained.folder / f"elo-{age}.ledger"
