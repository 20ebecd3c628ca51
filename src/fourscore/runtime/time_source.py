"""Where the time comes from: passed in to what keeps to seconds, so that tests need not wait."""

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

__all__ = ["SYSTEM_TIME", "TimeSource"]


class TimeSource:
    """The time of this machine."""

    now: Callable[[], float] = staticmethod(time.perf_counter)
    """Return seconds, of which only differences mean something."""

    @contextmanager
    def alarm(self, seconds: float | None, ring: Callable[[], None]) -> Iterator[None]:
        """Call `ring` on another thread if the block still runs after so many seconds.

        Once the block has ended it is not called any more. None means that there is no limit.
        """
        if seconds is None:
            yield
            return
        timer = threading.Timer(seconds, ring)
        timer.daemon = True
        timer.start()
        try:
            yield
        finally:
            timer.cancel()
            timer.join()


SYSTEM_TIME = TimeSource()
