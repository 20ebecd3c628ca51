"""How a running kernel is watched and stopped: by a small array of counters that it shares.

A kernel counts its nodes in `NODES` and stops soon after `STOP` becomes non-zero. Kernels run
without the interpreter lock, so a timer or another thread can set it at any moment. Ctrl-C stops
it as well: from time to time it lets Python handle signals.
"""

import threading
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from functools import cache, partial
from typing import TYPE_CHECKING, Any

from fourscore.jit.kernel import interrupted, kernel
from fourscore.runtime.time_source import SYSTEM_TIME, TimeSource
from fourscore.search.types import Limit

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Counters = NDArray[np.int64]
else:
    Counters = Any

__all__ = [
    "NODES",
    "NODE_LIMIT",
    "STOP",
    "Cancel",
    "Counters",
    "Stopwatch",
    "as_struct",
    "enter_node",
    "fail_search",
    "running",
]

NODES, STOP, NODE_LIMIT = 0, 1, 2
SPELL = (1 << 17) - 1
"""Nodes between two looks for Ctrl-C, 10 to 50 milliseconds."""
UNLIMITED = (1 << 63) - 1


class Cancel:
    """Ends a search from another thread; the search returns the best it has found.

    Give it to any call with a parameter `cancel`. Once cancelled, it stays so.

    >>> stop = Cancel()
    >>> stop.cancel()
    >>> stop.cancelled
    True
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._watched: list[Counters | memoryview[int]] = []
        self._cancelled = False

    def cancel(self) -> None:
        """Stop every search that was given this, now and later."""
        with self._lock:
            self._cancelled = True
            for counters in self._watched:
                counters[STOP] = 1

    @property
    def cancelled(self) -> bool:
        """Whether `cancel` has been called."""
        return self._cancelled

    @contextmanager
    def watching(self, counters: "Counters | memoryview[int]") -> Iterator[None]:
        """Stop these counters too when cancelled while the block runs."""
        with self._lock:
            self._watched.append(counters)
            if self._cancelled:
                counters[STOP] = 1
        try:
            yield
        finally:
            with self._lock:
                self._watched = [each for each in self._watched if each is not counters]


class running:  # noqa: N801
    """A block with fresh counters that stop at the limit's nodes and seconds, or when cancelled.

    It is a class because a generator would take longer to enter and leave than a shallow search.
    """

    __slots__ = ("_cancel", "_clock", "_limit", "_stoppers", "counters", "error")

    def __init__(
        self, limit: Limit, cancel: Cancel | None = None, clock: TimeSource = SYSTEM_TIME
    ) -> None:
        self._limit, self._cancel, self._clock = limit, cancel, clock
        self._stoppers: tuple[AbstractContextManager[None], ...] = ()
        self.error: BaseException | None = None
        """What has gone wrong in it."""

    def __enter__(self) -> Counters:
        import numpy as np

        limit = self._limit
        self.counters = counters = np.zeros(3, dtype=np.int64)
        counters[NODE_LIMIT] = UNLIMITED if limit.nodes is None else limit.nodes
        if limit.seconds is not None:
            stop = partial(counters.__setitem__, STOP, 1)
            self._stoppers = (self._clock.alarm(limit.seconds, stop),)
        if self._cancel is not None:
            self._stoppers = (*self._stoppers, self._cancel.watching(counters))
        for stopper in self._stoppers:
            stopper.__enter__()
        _current.searches.append(self)
        return counters

    def __exit__(self, *raised: object) -> None:
        for stopper in self._stoppers:
            stopper.__exit__(None, None, None)
        _current.searches.pop()
        if self.error is not None and raised[0] is None:
            raise self.error


class _Current(threading.local):
    """The searches of this thread, the innermost last."""

    def __init__(self) -> None:
        self.searches: list[running] = []


_current = _Current()


def fail_search(error: BaseException) -> None:
    """Stop the search that runs on this thread; `running` raises the error when it has ended."""
    search = _current.searches[-1]
    search.counters[STOP] = 1
    search.error = search.error or error


def as_struct(counters: Counters) -> Counters:
    """Return the same counters as a struct, which costs less to pass down a recursion."""
    struct: Any = counters.view(_struct())[0]
    return struct  # type: ignore[no-any-return]


@cache
def _struct() -> "np.dtype[np.void]":
    import numpy as np

    return np.dtype([(name, np.int64) for name in ("nodes", "stop", "node_limit")])


@kernel
def enter_node(counters: Counters) -> bool:
    """Count a node; return whether the search must stop instead of visiting it."""
    if counters[STOP] != 0:
        return True
    if counters[NODES] >= counters[NODE_LIMIT]:
        counters[STOP] = 1
        return True
    counters[NODES] += 1
    if counters[NODES] & SPELL == 0 and interrupted():
        counters[STOP] = 1
        return True
    return False


class Stopwatch:
    """Measures the time since it was made."""

    __slots__ = ("_start", "clock")

    def __init__(self, clock: TimeSource = SYSTEM_TIME) -> None:
        self.clock, self._start = clock, clock.now()

    @property
    def seconds(self) -> float:
        return self.clock.now() - self._start
