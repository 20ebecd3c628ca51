"""Time that passes only as a test says."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from fourscore.runtime.time_source import TimeSource

__all__ = ["ManualClock"]


class ManualClock(TimeSource):
    """A clock that stands still but for `advance`, and a `step` at each reading.

    With `impatient`, the time of an alarm is up as soon as it is set.
    """

    def __init__(self, step: float = 0.0, *, impatient: bool = False) -> None:
        self.time, self._step, self._impatient = 0.0, step, impatient
        self.asked: list[float] = []
        """The seconds of every alarm so far."""
        self.waiting: list[tuple[float, Callable[[], None]]] = []
        """The alarms that may still ring: when, and what they call."""

    def now(self) -> float:
        self.advance(self._step)
        return self.time

    def advance(self, seconds: float) -> None:
        """Let time pass, and ring what is due."""
        self.time += seconds
        for alarm in [each for each in self.waiting if each[0] <= self.time]:
            self.waiting.remove(alarm)
            alarm[1]()

    @contextmanager
    def alarm(self, seconds: float | None, ring: Callable[[], None]) -> Iterator[None]:
        if seconds is None:
            yield
            return
        alarm = (self.time + seconds, ring)
        self.asked.append(seconds)
        self.waiting.append(alarm)
        if self._impatient:
            self.advance(seconds)
        try:
            yield
        finally:
            self.waiting = [each for each in self.waiting if each is not alarm]
