"""The connections of a server: how many there may be, of whom, and for how long they may dawdle.

A client that sends half a request, or does not read its answer, costs an open file and a little
memory for as long as it is allowed to. So every connection has deadlines, which are checked
together a few times a second, and there is a limit for all connections and for those of one
client. `protocol` ties this to uvicorn.
"""

import asyncio
from collections import Counter
from collections.abc import Callable
from typing import NamedTuple, Protocol

from fourscore.runtime.system import allow_open_files
from fourscore.web.metrics import Metrics
from fourscore.web.problems import MEDIA_TYPE, problem_json
from fourscore.web.settings import LOOPBACK, Settings

__all__ = ["Connection", "Connections", "Refusal", "refusal_bytes"]

SWEEP_SECONDS = 0.25
"""Seconds between two checks of all deadlines."""
REFUSED_SECONDS = 1.0
"""Seconds that a refused connection may stay open to send its request and read why."""
REFUSED_MOST = 100
"""Refused connections that may be open at a time; others are closed without a word."""
OTHER_FILES = 100
"""Open files that a server needs besides connections."""
FEWEST = 8
"""Connections that there may be however few files the system grants."""


class Refusal(NamedTuple):
    """Why a connection is closed: a status, a sentence, and a word for metrics."""

    status: int
    detail: str
    word: str
    retry_after: int | None = None


FULL = Refusal(503, "the server has too many connections; try again in a moment", "full", 5)
TOO_MANY = Refusal(429, "too many of your connections are open; close some", "client", 5)


class Connection(Protocol):
    """What is swept: something with deadlines."""

    def check(self, now: float) -> None:
        """End the connection if one of its deadlines has passed."""


class Connections:
    """All connections of one process, counted by client."""

    def __init__(self, settings: Settings, metrics: Metrics) -> None:
        self.settings = settings
        wanted = settings.connections + REFUSED_MOST + OTHER_FILES
        files = allow_open_files(wanted)
        self._most = max(FEWEST, settings.connections - max(0, wanted - files))
        self._refused_most = min(REFUSED_MOST, self._most)
        self._uncounted = LOOPBACK if settings.behind_proxy else ()
        """The addresses of proxies, through which many clients come."""
        self._open: set[Connection] = set()
        self._refused: set[Connection] = set()
        self._by_client: Counter[str] = Counter()
        self._sweeping: asyncio.TimerHandle | None = None
        self._closed = metrics.counter(
            "connections_closed", "Connections that the server has closed, by why.", "why"
        )
        metrics.gauge("connections", "Connections that are open.", lambda: len(self._open))

    def admit(self, connection: Connection, client: str) -> Refusal | None:
        """Count a new connection, or return why it is refused."""
        refusal = self._refusal(client)
        if refusal is None:
            self._open.add(connection)
            self._by_client[client] += 1
        else:
            self._refused.add(connection)
            self.count(refusal.word)
        self._start_sweeping()
        return refusal

    def _refusal(self, client: str) -> Refusal | None:
        if len(self._open) >= self._most:
            return FULL
        is_many = self._by_client[client] >= self.settings.client_connections
        return TOO_MANY if is_many and client not in self._uncounted else None

    @property
    def is_crowded(self) -> bool:
        """Whether so many are refused that one more is closed at once."""
        return len(self._refused) > self._refused_most

    def forget(self, connection: Connection, client: str) -> None:
        """Stop counting a connection that is closed."""
        self._refused.discard(connection)
        if connection in self._open:
            self._open.remove(connection)
            self._by_client[client] -= 1
            if not self._by_client[client]:
                del self._by_client[client]

    def count(self, word: str) -> None:
        """Count a connection that the server closes."""
        self._closed.labels(word).inc()

    def _start_sweeping(self) -> None:
        if self._sweeping is None:
            loop = asyncio.get_running_loop()
            self._sweeping = loop.call_later(SWEEP_SECONDS, self._sweep, loop.time)

    def _sweep(self, clock: Callable[[], float]) -> None:
        """Check all deadlines, and do so again while there are connections."""
        self._sweeping = None
        now = clock()
        for each in (*self._open, *self._refused):
            each.check(now)
        if self._open or self._refused:
            self._start_sweeping()


def refusal_bytes(refusal: Refusal) -> bytes:
    """Return a whole response, for a client that gets no other one on its connection.

    >>> refusal_bytes(TOO_MANY).splitlines()[0]
    b'HTTP/1.1 429 Too Many Requests'
    """
    from http import HTTPStatus

    body = problem_json(refusal.status, refusal.detail).encode()
    retry = f"retry-after: {refusal.retry_after}\r\n" if refusal.retry_after else ""
    head = (
        f"HTTP/1.1 {refusal.status} {HTTPStatus(refusal.status).phrase}\r\n"
        f"content-type: {MEDIA_TYPE}\r\ncontent-length: {len(body)}\r\n"
        f"cache-control: no-store\r\nx-content-type-options: nosniff\r\n{retry}"
        "connection: close\r\n\r\n"
    )
    return head.encode() + body
