"""A task in the server's memory: its record, whether it runs, and its watchers."""

import asyncio
import time
from abc import ABC, abstractmethod
from collections import deque
from typing import Any, Generic, TypeVar

from fourscore.web.background.store import TaskRecord
from fourscore.web.waiting import Signal

__all__ = ["Task"]

WINDOW = 60.0
"""Seconds over which the rate of games is measured."""

RecordT = TypeVar("RecordT", bound=TaskRecord)


class Task(ABC, Generic[RecordT]):
    """One task; watchers are notified of every change."""

    def __init__(self, record: RecordT, modified: int | None) -> None:
        self.record = record
        self.modified = modified
        """When the record on disk was modified, to notice what other servers write."""
        self.client = ""
        """Who started it, if it was started here."""
        self.is_running = False
        self.is_elsewhere = False
        """Whether another server runs it."""
        self.not_before = 0.0
        """When it may have its next turn."""
        self.deaths = 0
        """How often in a row its process has died without progress."""
        self.stop = asyncio.Event()
        """Set when its process should end, for any reason."""
        self.done = 0
        """Games so far."""
        self._samples: deque[tuple[float, int]] = deque()
        self._changed = Signal()
        self.version = 0

    # Changes

    def notify(self) -> None:
        """Notify all watchers of a change."""
        self.version += 1
        self._changed.send()

    async def wait_for_change(self, version: int) -> None:
        """Wait until the version changes."""
        if self.version == version:
            await self._changed.wait()

    def started(self) -> None:
        """Note that its process has started."""
        self.is_running = True
        self.stop.clear()
        self._samples.clear()
        self.notify()

    def count(self, done: int) -> int:
        """Note how many games there are, and return how many of them are new."""
        new = max(0, done - self.done)
        self.done = done
        moment = time.monotonic()
        self._samples.append((moment, done))
        while self._samples[0][0] < moment - WINDOW:
            self._samples.popleft()
        self.notify()
        return new

    def stopped(self) -> None:
        """Note that its process has ended."""
        self.is_running = False
        self.notify()

    # State

    def take(self, record: RecordT, modified: int | None) -> None:
        """Take over what another server has written."""
        self.record, self.modified = record, modified

    @property
    @abstractmethod
    def reached(self) -> dict[str, Any]:
        """What its record says of how far it came."""

    @abstractmethod
    def update(self) -> None:
        """Read from disk how far it is."""

    @property
    @abstractmethod
    def is_complete(self) -> bool:
        """Whether everything is done that was asked for."""

    @property
    def is_over(self) -> bool:
        """Whether it has ended, and its process with it."""
        return self.record.has_ended and not self.is_running

    @property
    def state(self) -> str:
        if self.record.has_ended:
            return self.record.state
        return "running" if self.is_running or self.is_elsewhere else "waiting"

    @property
    def rate(self) -> float | None:
        """Games per second, lately."""
        if not self.is_running or len(self._samples) < 2:
            return None
        (start, before), (_, now) = self._samples[0], self._samples[-1]
        seconds = time.monotonic() - start
        return (now - before) / seconds if now > before and seconds > 0 else None

    def says_waiting(self, before: int) -> str:
        """Return what a task that waits says; `before` others have their turn first."""
        if not before:
            return "Starting."
        others = f"{before} {'other is' if before == 1 else 'others are'} before it"
        return f"Waiting for its turn; {others}."
