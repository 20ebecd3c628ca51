"""Training on several machines: workers learn by themselves, and what they learn is merged.

A worker gets the tables as they are, plays for some seconds, and sends back how they changed. A
weight that nobody else has changed meanwhile takes the whole change; one that others have changed
too takes its share of it. Nobody waits for anybody, and a worker that dies costs what it was
playing.
"""

from collections.abc import Generator, Iterator
from dataclasses import dataclass
from functools import partial
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from fourscore.errors import UnsupportedError
from fourscore.learn.learner import Learner
from fourscore.learn.settings import TrainingSettings
from fourscore.learn.trainer import State, make_trainer
from fourscore.runtime.time_source import SYSTEM_TIME
from fourscore.runtime.workers import WorkerPool, run_tasks
from fourscore.search.tuples.network import Network

__all__ = ["ClusterTrainer"]

TASK_SECONDS = 10.0
"""How long a worker plays before it sends what it has learned."""
FOREVER = 1 << 60


class Task(NamedTuple):
    """What a worker is sent."""

    settings: TrainingSettings
    heads: list[Learner]
    stream: int
    """Which random numbers to use; no two tasks use the same."""
    seconds: float


@dataclass(frozen=True)
class Lesson:
    """What a worker sends back: the task it had, and how its tables are now."""

    stream: int
    heads: list[Learner]
    games: int
    last_game: tuple[int, ...]


def play_task(task: Task) -> Lesson:
    """Play and learn on a worker."""
    trainer = make_trainer(task.settings, 1, task.stream)
    for mine, given in zip(trainer.heads, task.heads, strict=True):
        for table, content in zip(mine, given, strict=True):
            np.copyto(table, content)
    stop = np.zeros(2, np.int64)
    with SYSTEM_TIME.alarm(task.seconds, partial(stop.__setitem__, 0, 1)):
        trainer.advance(FOREVER, stop)
    return Lesson(task.stream, list(trainer.heads), trainer.games, trainer.last_game)


class ClusterTrainer:
    """Learns with the workers of a pool; a `Trainer`."""

    def __init__(
        self, settings: TrainingSettings, pool: WorkerPool, seconds: float = TASK_SECONDS
    ) -> None:
        if settings.method == "truth":
            raise UnsupportedError("the method truth learns on this machine only")
        self._settings, self._seconds = settings, seconds
        self._local = make_trainer(settings)
        self._queue = _Queue(self)
        self._pool = pool
        self._lessons: Iterator[Lesson] | None = None
        self.games, self._stream = 0, 0
        self.last_game: tuple[int, ...] = ()

    @property
    def heads(self) -> tuple[Learner, ...]:
        return self._local.heads

    def advance(self, games: int, stop: NDArray[np.int64]) -> None:
        """Take what workers send until there are so many games; they go on meanwhile."""
        if not games:
            return
        if self._lessons is None:
            self._lessons = run_tasks(play_task, self._queue, self._pool)
        while self.games < games and not stop.any():
            next(self._lessons)

    def task(self) -> Task:
        """Return the next task: the tables as they are now."""
        self._stream += 1
        heads = [
            Learner(head.weights.copy(), head.drift.copy(), head.travel.copy())
            for head in self.heads
        ]
        return Task(self._settings, heads, self._stream, self._seconds)

    def merge(self, before: list[Learner], lesson: Lesson, others: int) -> None:
        """Merge what a worker has learned since it was sent the tables `before`."""
        for now, sent, learned in zip(self.heads, before, lesson.heads, strict=True):
            change = learned.weights - sent.weights
            alone = now.travel == sent.travel
            now.weights[...] += np.where(alone, change, change // (1 + others))
            now.drift[...] += learned.drift - sent.drift
            now.travel[...] += learned.travel - sent.travel
        self.games += lesson.games
        self.last_game = lesson.last_game

    def network(self) -> Network:
        return self._local.network()

    def state(self) -> State:
        counts = {"games": np.array([self.games]), "stream": np.array(self._stream)}
        return {**self._local.state(), **counts}

    def restore(self, state: State) -> None:
        """Go on from what was stored, also by a training on one machine."""
        self.games, self._stream = int(state["games"].sum()), int(state.get("stream", 0))
        self._local.restore(state)

    def close(self) -> None:
        """End the workers, in the middle of what they are doing."""
        if isinstance(self._lessons, Generator):
            self._lessons.close()
        else:
            self._pool.close(terminate=True)


class _Queue:
    """The tasks of a training: there is always another one."""

    def __init__(self, trainer: ClusterTrainer) -> None:
        self._trainer = trainer
        self._sent: dict[int, list[Learner]] = {}
        """The tables that workers are learning from, by stream."""

    def next_task(self) -> Task | None:
        task = self._trainer.task()
        self._sent[task.stream] = task.heads
        return task

    def task_done(self, result: Lesson) -> None:
        before = self._sent.pop(result.stream)
        self._trainer.merge(before, result, len(self._sent))

    def requeue(self, task: Task) -> None:
        self._sent.pop(task.stream, None)

    def on_worker_death(self, task: Task) -> Lesson | None:
        self._sent.pop(task.stream, None)
        return None
