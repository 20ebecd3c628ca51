"""A training held against the truth while it runs: its learning curve, point by point."""

import time
from collections.abc import Callable

from fourscore.insight.learning.measuring import Point, measure
from fourscore.insight.truth.suites import Suite
from fourscore.learn.run import Run
from fourscore.learn.training import Progress

__all__ = ["OnPoint", "Watcher"]

OnPoint = Callable[[Point], None]
"""Called with every new point."""
EVERY = 1.0
"""Seconds between two measurements, at least."""
MOST = 0.2
"""The share of the time that measuring may take."""
APART = 1.03
"""How much longer the training has lasted at a point of the curve than at the one before."""


class Watcher:
    """Measures a training from time to time; an `OnRound`.

    Every measurement is handed on as a point. Only some become part of the run's curve: as time
    goes by, fewer. Without a suite, nothing is measured.
    """

    def __init__(self, run: Run, suite: Suite | None, on_point: OnPoint | None = None) -> None:
        self._run, self._suite, self._on_point = run, suite, on_point
        self._due = 0.0
        self._last: Point | None = None

    def __call__(self, progress: Progress) -> None:
        if self._suite is None or (progress.share < 1 and time.monotonic() < self._due):
            return
        begin = time.monotonic()
        point = measure(progress.network(), self._suite).point(progress.games, progress.seconds)
        end = time.monotonic()
        self._due = end + max(EVERY, (end - begin) / MOST)
        self._add(point, sparsely=progress.share < 1)
        if self._on_point is not None:
            self._on_point(point)

    def finish(self) -> None:
        """Make the newest network the last point of the curve, when the training has ended."""
        if self._suite is None or self._is_known(self._run.games):
            return
        found = measure(self._run.network(), self._suite)
        point = found.point(self._run.games, self._run.seconds)
        self._add(point, sparsely=False)
        if self._on_point is not None:
            self._on_point(point)

    def _add(self, point: Point, *, sparsely: bool) -> None:
        last = self._newest()
        if last is not None:
            too_soon = sparsely and point["seconds"] < APART * last["seconds"]
            if too_soon or point["games"] <= last["games"]:
                return
        self._run.add_point(point)
        self._last = point

    def _newest(self) -> Point | None:
        """Return the last point of the curve, which an earlier session may have added."""
        if self._last is None:
            self._last = next(iter(self._run.curve[-1:]), None)
        return self._last

    def _is_known(self, games: int) -> bool:
        newest = self._newest()
        return newest is not None and newest["games"] == games
