"""The watchers of what runs in the background: a bounded number of streams for each client."""

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

from fourscore.web.problems import Refused

__all__ = ["Watchers"]

MAX_WATCHERS = 64
"""Streams that one client may follow at a time."""


class Watchers:
    """Streams by client."""

    def __init__(self, things: str) -> None:
        self._things = things
        """What is watched, in the plural."""
        self._streams: Counter[str] = Counter()

    def total(self) -> int:
        return self._streams.total()

    def check(self, client: str) -> None:
        """Raise `Refused` if a client watches too much already."""
        if self._streams[client] >= MAX_WATCHERS:
            raise Refused(429, f"you are watching too many {self._things}; close one", 5)

    @contextmanager
    def watching(self, client: str) -> Iterator[None]:
        """Count a stream of a client."""
        self._streams[client] += 1
        try:
            yield
        finally:
            self._streams[client] -= 1
            self._streams += Counter()  # drops the clients that watch nothing
