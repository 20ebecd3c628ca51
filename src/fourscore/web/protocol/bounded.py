"""HTTP/1.1 as uvicorn speaks it, with deadlines for clients that dawdle.

A connection is closed if a request's head or body is not there in time, if its answer is not read
fast enough, or if it was one too many. Where the client can still read it, a problem says so first.
While the server works at an answer, or streams one that is read, there is no deadline.
"""

import asyncio
from collections.abc import Sequence
from math import inf
from typing import Any

from fourscore.runtime.system import unacknowledged_bytes
from fourscore.web.clients import client_key
from fourscore.web.connections import (
    REFUSED_SECONDS,
    Connections,
    Refusal,
    refusal_bytes,
)
from fourscore.web.problems import STOPPING

__all__ = ["MAX_HEAD", "BoundedConnection"]

MAX_HEAD = 32 * 1024
"""Bytes of a request before its body."""
LEAST_READ = 16 * 1024
"""Bytes that a client must read of what waits for it, each time that its deadline comes."""

SLOW_HEAD = Refusal(408, "the request did not arrive in time", "head")
SLOW_BODY = Refusal(408, "the body of the request did not arrive in time", "body")
LONG_HEAD = Refusal(431, f"the headers are longer than {MAX_HEAD:,} bytes", "long_head")
STOPPED = Refusal(503, STOPPING, "stopping", 2)
NO_HTTP = Refusal(400, "this is not a valid HTTP request", "invalid")


class BoundedConnection(asyncio.Protocol):
    """What both of uvicorn's protocols get: deadlines for reading and writing."""

    registry: Connections
    transport: asyncio.Transport
    cycle: Any
    loop: asyncio.AbstractEventLoop

    _client = ""
    _refusal: Refusal | None = None
    _read_until = inf
    """When the head or the body that is being received must be complete."""
    _write_until = inf
    """When the client must have read some of what waits for it."""
    _close_until = inf
    """When a connection that is being closed is given up, with what was not read."""
    _unread = 0
    """Bytes that waited for the client when its deadline was set."""
    _in_body = False
    _head_bytes = 0

    # What the protocol calls

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        peer = transport.get_extra_info("peername")
        self._client = client_key(peer[0]) if isinstance(peer, tuple) else ""
        self._refusal = self.registry.admit(self, self._client)
        if self._refusal is None:
            self._await_head()
        elif self.registry.is_crowded:
            self.transport.abort()
        else:
            self._read_until = self.loop.time() + REFUSED_SECONDS

    def connection_lost(self, exc: Exception | None) -> None:
        self.registry.forget(self, self._client)
        super().connection_lost(exc)
        self.cycle = None  # refers to the connection, which would wait for a garbage collection

    def data_received(self, data: bytes) -> None:
        if self._refusal is not None:
            self._dismiss(self._refusal)
            return
        if self._read_until == inf:
            self._await_head()
        if not self._in_body:
            self._head_bytes += len(data)
        super().data_received(data)
        if not self._in_body and self._head_bytes > MAX_HEAD and not self.transport.is_closing():
            self._dismiss_now(LONG_HEAD)

    def pause_writing(self) -> None:
        self._write_until = self._await_reading(self.loop.time())
        super().pause_writing()

    def resume_writing(self) -> None:
        self._write_until = inf
        super().resume_writing()

    def shutdown(self) -> None:
        """End the connection, after the answer that is under way."""
        if self._in_body and self._unanswered:
            self._dismiss(STOPPED)
        else:
            super().shutdown()  # type: ignore[misc]

    def send_400_response(self, msg: str) -> None:  # noqa: ARG002
        """Send away a client that does not speak HTTP."""
        self._dismiss_now(NO_HTTP)

    # What is being received

    def _await_head(self) -> None:
        self._in_body = False
        self._read_until = self.loop.time() + self.registry.settings.head_seconds

    def _await_body(self) -> None:
        self._in_body, self._head_bytes = True, 0
        self._read_until = self.loop.time() + self.registry.settings.body_seconds

    def _received(self) -> None:
        """Note that a request is complete; `keep-alive` decides how long the next may take."""
        self._in_body, self._head_bytes, self._read_until = False, 0, inf

    # Deadlines

    def check(self, now: float) -> None:
        """End the connection if one of its deadlines has passed."""
        if self.transport.is_closing():
            self._check_closing(now)
        elif now > self._write_until:
            self._write_until = self._extend_or_abort(now)
        elif now > self._read_until:
            self._end_reading()

    def _check_closing(self, now: float) -> None:
        """Give a connection up if its client does not read the last of its answers."""
        if self._close_until == inf:
            self._close_until = self._await_reading(now)
        elif now > self._close_until:
            self._close_until = self._extend_or_abort(now)

    def _await_reading(self, now: float) -> float:
        """Return by when the client must have read something of what waits for it now."""
        self._unread = self._count_unread()
        return now + self.registry.settings.write_seconds

    def _count_unread(self) -> int:
        """Return what was written and has not reached the client."""
        channel = self.transport.get_extra_info("socket")
        held = 0 if channel is None else unacknowledged_bytes(channel.fileno())
        return self.transport.get_write_buffer_size() + held

    def _extend_or_abort(self, now: float) -> float:
        """Return a new deadline if the client has read enough; give it up if it has not."""
        read = self._unread - self._count_unread()
        if read < max(1, min(LEAST_READ, self._unread)):
            self.registry.count("unread")
            self.transport.abort()
        return self._await_reading(now)

    def _end_reading(self) -> None:
        if self._refusal is not None:
            self._dismiss(self._refusal)
        elif self._in_body:
            self._dismiss_now(SLOW_BODY)
        elif not self._unanswered:
            self._dismiss_now(SLOW_HEAD)

    @property
    def _unanswered(self) -> Sequence[Any]:
        """The requests that have no complete answer, the next one to be answered first."""
        return () if self.cycle is None or self.cycle.response_complete else (self.cycle,)

    def _dismiss_now(self, refusal: Refusal) -> None:
        self.registry.count(refusal.word)
        self._dismiss(refusal)

    def _dismiss(self, refusal: Refusal) -> None:
        """Close the connection, with a sentence where an answer is still due."""
        due = [each for each in self._unanswered if not each.response_started]
        # The request that is being received has no answer yet, and no other one is under way.
        if len(self._unanswered) == len(due) == int(self._in_body):
            self.transport.write(refusal_bytes(refusal))
        self.transport.close()
