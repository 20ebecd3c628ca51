"""The bounded protocol on httptools, which is written in C and not there on every system."""

from collections import deque
from collections.abc import Sequence
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from fourscore.web.protocol.bounded import BoundedConnection

__all__ = ["BoundedHttpTools"]


class BoundedHttpTools(BoundedConnection, HttpToolsProtocol):
    """On httptools, which calls this while it reads."""

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self._cycles: deque[Any] = deque()
        """Requests without a complete answer. A client may send several at once."""

    def on_message_begin(self) -> None:
        self._await_head()
        super().on_message_begin()

    def on_headers_complete(self) -> None:
        self._await_body()
        super().on_headers_complete()
        self._cycles.append(self.cycle)

    def on_message_complete(self) -> None:
        self._received()
        super().on_message_complete()

    def on_response_complete(self) -> None:
        if self._cycles:
            self._cycles.popleft()
        super().on_response_complete()

    def connection_lost(self, exc: Exception | None) -> None:
        # uvicorn tells only the last of them.
        for each in self._cycles:
            each.disconnected = True
            each.message_event.set()
        self._cycles.clear()
        self.pipeline.clear()
        super().connection_lost(exc)

    @property
    def _unanswered(self) -> Sequence[Any]:
        return self._cycles
