"""Downloads: files that are made for one request, and held in memory until they are read."""

from collections import Counter
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import ExitStack

from starlette.responses import StreamingResponse
from starlette.types import Receive, Scope, Send

from fourscore.web.problems import Refused

__all__ = ["Download", "Downloads"]

CHUNK = 64 * 1024
"""Bytes that are handed over at a time, each when the one before has nearly been read."""
AT_A_TIME, OF_ONE_CLIENT = 32, 4
"""Files that may wait to be read, in all and by one client."""


class Downloads:
    """Counts the files that have not been read yet.

    >>> downloads = Downloads()
    >>> rooms = [downloads.enter("somebody") for _ in range(OF_ONE_CLIENT)]
    >>> downloads.enter("somebody")
    Traceback (most recent call last):
    fourscore.web.problems.Refused: too many of your downloads are open; wait for one to end
    >>> rooms[0].close()
    >>> downloads.enter("somebody").close()
    """

    def __init__(self) -> None:
        self._open: Counter[str] = Counter()

    def enter(self, client: str) -> ExitStack:
        """Count one more until what is returned is closed. Raises `Refused` if there are many."""
        if self._open[client] >= OF_ONE_CLIENT:
            raise Refused(429, "too many of your downloads are open; wait for one to end", 10)
        if self._open.total() >= AT_A_TIME:
            raise Refused(503, "too many downloads are open; try again in a moment", 10)
        self._open[client] += 1
        room = ExitStack()
        room.callback(self._leave, client)
        return room

    def _leave(self, client: str) -> None:
        self._open[client] -= 1
        if not self._open[client]:
            del self._open[client]


class Download(StreamingResponse):
    """A file that is sent as fast as it is read."""

    def __init__(
        self,
        content: bytes,
        on_end: Callable[[], None],
        headers: Mapping[str, str],
        media_type: str,
    ) -> None:
        size = {"Content-Length": str(len(content))}
        super().__init__(_chunks(content), headers={**headers, **size}, media_type=media_type)
        self._on_end = on_end

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send it; whether it is read or not, it ends."""
        try:
            await super().__call__(scope, receive, send)
        finally:
            self._on_end()


async def _chunks(content: bytes) -> AsyncIterator[bytes]:
    for start in range(0, len(content), CHUNK):
        yield content[start : start + CHUNK]
