"""A training in the server's memory: its record, its progress, and what its watchers look at."""

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from fourscore.errors import InputError
from fourscore.learn.run import Run
from fourscore.learn.words import say_learned
from fourscore.search.tuples.runs import ages
from fourscore.web.background.process import RunnerProcess
from fourscore.web.background.task import Task
from fourscore.web.problems import Refused
from fourscore.web.training.curve import Curve
from fourscore.web.training.messages import RunnerProgress, WatchedPositions
from fourscore.web.training.schemas import TrainingLineView, TrainingView, ValuesView
from fourscore.web.training.store import Record, TrainingStore

__all__ = ["Training"]

MAX_POSITIONS = 16
"""Positions of one training that may be watched at a time."""


class Training(Task[Record]):
    """One training; watchers are notified of every change."""

    def __init__(self, record: Record, store: TrainingStore, modified: int | None) -> None:
        super().__init__(record, modified)
        self.folder = store.run(record.id)
        self.seconds = 0.0
        self.last_game: str | None = None
        self._curve = Curve(self.folder)
        self._values: dict[str, ValuesView] = {}
        """What the network thinks right now, by the moves of the position."""
        self._watched: Counter[str] = Counter()
        self._process: RunnerProcess | None = None
        self.take(record, modified)

    # Changes

    def take(self, record: Record, modified: int | None) -> None:
        super().take(record, modified)
        if record.has_ended:
            self.done, self.seconds = record.games, record.seconds
        elif modified is not None:
            self.update()

    def update(self) -> None:
        try:
            run = Run.open(self.folder)
        except InputError:
            self.done, self.seconds = 0, 0.0
        else:
            self.done, self.seconds = run.games, run.seconds

    def launched(self, process: RunnerProcess) -> None:
        """Note which process trains it, and tell it what is watched."""
        self._process = process
        self._tell_watched()

    def stopped(self) -> None:
        self._process = None
        self._values.clear()
        super().stopped()

    def progress(self, progress: RunnerProgress) -> int:
        """Note its progress, and return how many games are new."""
        self.seconds = progress.seconds
        self.last_game = progress.last_game
        self._values.update({each.moves: each for each in progress.values})
        return self.count(progress.games)

    # Watching

    def check_room(self, moves: str) -> None:
        """Raise `Refused` if no other position than those that are watched can be."""
        if moves not in self._watched and len(self._watched) >= MAX_POSITIONS:
            raise Refused(429, "too many positions of this training are being watched", 10)

    @contextmanager
    def watching(self, moves: str) -> Iterator[None]:
        """Have a position evaluated while the block runs."""
        self._watched[moves] += 1
        self._tell_watched()
        try:
            yield
        finally:
            self._watched[moves] -= 1
            if not self._watched[moves]:
                del self._watched[moves]
                self._values.pop(moves, None)
                self._tell_watched()

    def _tell_watched(self) -> None:
        if self._process is not None:
            self._process.send(WatchedPositions(moves=list(self._watched)).model_dump_json())

    # State

    @property
    def reached(self) -> dict[str, Any]:
        return {"games": self.done, "seconds": self.seconds}

    @property
    def total_seconds(self) -> float:
        return 60 * self.record.setup.minutes

    @property
    def is_complete(self) -> bool:
        return self.seconds >= self.total_seconds - 0.001

    # Views

    def says(self, before: int) -> str:
        """Return the state in a sentence; `before` others have their turn first."""
        learned = say_learned(self.record.setup.method, self.done, self.seconds)
        match self.state:
            case "finished":
                return f"Finished: it has learned from {learned}."
            case "cancelled":
                return f"Stopped after {learned}."
            case "failed":
                return f"Failed after {learned}: {self.record.why}."
            case "waiting":
                return self.says_waiting(before)
        return f"Learning: {learned} so far." if self.done else "Starting."

    def line(self, before: int) -> TrainingLineView:
        """Return its line in the list."""
        record = self.record
        return TrainingLineView(
            id=record.id,
            state=self.state,
            says=self.says(before),
            created=record.created,
            ended=record.ended,
            **record.setup.model_dump(),
            games=self.done,
            seconds=round(self.seconds, 3),
        )

    def view(self, before: int, moves: str = "") -> TrainingView:
        """Return everything, with what the network thinks of a position that is watched."""
        left = max(0.0, self.total_seconds - self.seconds)
        return TrainingView(
            **dict(self.line(before)),
            before=before,
            games_a_second=self.rate,
            seconds_left=left if self.is_running else None,
            curve=self._curve.points(),
            ages=ages(self.folder),
            last_game=self.last_game,
            values=self._values.get(moves),
        )
