"""The loop that trains a run: in rounds, with progress, checkpoints, and a way to stop."""

from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from functools import partial

import numpy as np

from fourscore.learn.run import AGES, Run, age_passed
from fourscore.learn.trainer import Trainer, make_trainer
from fourscore.runtime.time_source import SYSTEM_TIME, TimeSource
from fourscore.runtime.workers import open_pool
from fourscore.search.control import Cancel
from fourscore.search.tuples.network import Network

__all__ = ["OnRound", "Progress", "train_run"]

ROUND_SECONDS = 0.5
"""How long a round takes."""
FIRST_ROUND = 50
"""Games of the first round, before it is known how long they take."""
STATE_SECONDS = 60.0
"""How often everything is stored."""


@dataclass(frozen=True)
class Progress:
    """How far a training is, for those who watch it."""

    run: Run
    trainer: Trainer
    games: int
    seconds: float
    """Of training, in all sessions."""
    games_per_second: float
    """In this session."""
    share: float
    """How much of what was asked for is done, 0 to 1."""

    def network(self) -> Network:
        """Return what has been learned so far."""
        return self.trainer.network()


OnRound = Callable[[Progress], None]


def train_run(
    run: Run,
    *,
    games: int | None = None,
    seconds: float | None = None,
    workers: int | str = 1,
    cancel: Cancel | None = None,
    on_round: OnRound | None = None,
    clock: TimeSource = SYSTEM_TIME,
) -> None:
    """Train a run until it has so many games, or has been trained for so many seconds, in all.

    `workers` is the number of threads, or the address of a Dask cluster. It goes on from its last
    state. `cancel` ends it after the current game; what was learned by then is stored.
    """
    with run.locked(), closing(_open_trainer(run, workers)) as trainer:
        trainer.advance(0, np.zeros(2, np.int64))  # loads it before the clock starts
        run.restore(trainer)
        _Session(run, trainer, games, seconds, cancel or Cancel(), on_round, clock).train()


def _open_trainer(run: Run, workers: int | str) -> Trainer:
    if isinstance(workers, str):
        from fourscore.learn.cluster import ClusterTrainer

        return ClusterTrainer(run.settings, open_pool(workers))
    return make_trainer(run.settings, workers)


class _Session:
    """One stretch of training."""

    def __init__(
        self,
        run: Run,
        trainer: Trainer,
        games: int | None,
        seconds: float | None,
        cancel: Cancel,
        on_round: OnRound | None,
        clock: TimeSource,
    ) -> None:
        self._run, self._trainer, self._cancel, self._on_round = run, trainer, cancel, on_round
        self._games, self._seconds, self._clock = games, seconds, clock
        self._begin_games, self._begin_seconds = trainer.games, run.seconds
        self._round = FIRST_ROUND

    def train(self) -> None:
        stored = self._clock.now()
        if not self._run.ages:
            self._store()
        try:
            while not self._is_done():
                before = self._trainer.games
                self._advance()
                if age_passed(before) != age_passed(self._trainer.games):
                    self._run.store_network(self._trainer)
                if self._on_round is not None:
                    self._on_round(self._progress())
                if self._clock.now() - stored > STATE_SECONDS:
                    self._store()
                    stored = self._clock.now()
        finally:
            self._store()

    def _store(self) -> None:
        self._run.store_network(self._trainer)
        self._run.store_state(self._trainer)

    def _is_done(self) -> bool:
        enough = self._games is not None and self._trainer.games >= self._games
        late = self._seconds is not None and self._run.seconds >= self._seconds
        return enough or late or self._cancel.cancelled

    def _advance(self) -> None:
        """Play one round: to the next age to store at most, and not beyond the time."""
        trainer, run = self._trainer, self._run
        before = trainer.games
        ends = [age for age in AGES if age > before]
        goal = min([before + self._round, *ends[:1], *([self._games] if self._games else [])])
        left = None if self._seconds is None else max(0.001, self._seconds - run.seconds)
        start = self._clock.now()
        stop = np.zeros(2, np.int64)  # `Cancel` sets the second
        ring = partial(stop.__setitem__, 0, 1)
        with self._clock.alarm(left, ring), self._cancel.watching(stop):
            trainer.advance(goal, stop)
        spent = self._clock.now() - start
        run.seconds += spent
        played = trainer.games - before
        if played and goal == before + self._round:
            per_second = played / max(spent, 1e-6)
            self._round = max(FIRST_ROUND, min(4 * self._round, int(per_second * ROUND_SECONDS)))

    def _progress(self) -> Progress:
        run, trainer = self._run, self._trainer
        spent = max(run.seconds - self._begin_seconds, 1e-9)
        shares = [
            trainer.games / self._games if self._games else 0.0,
            run.seconds / self._seconds if self._seconds else 0.0,
        ]
        return Progress(
            run,
            trainer,
            trainer.games,
            run.seconds,
            (trainer.games - self._begin_games) / spent,
            min(1.0, max(shares)),
        )
