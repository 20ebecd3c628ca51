"""How a job's answer goes out: as JSON, or as server-sent events while it is worked on."""

import asyncio
import gzip
import hashlib
import json
from collections.abc import AsyncIterator, Callable
from functools import lru_cache
from typing import NamedTuple

from fastapi import Request
from sse_starlette import EventSourceResponse, ServerSentEvent
from starlette.responses import Response

from fourscore.web.problems import MEDIA_TYPE as PROBLEM
from fourscore.web.workers.pool import FINAL, Job

__all__ = [
    "EVENTS",
    "Kept",
    "answer",
    "event",
    "lasting",
    "passing",
    "stream",
    "told",
    "wants_events",
]

EVENTS = "text/event-stream"
JSON = "application/json"
HEARTBEAT = 10.0
"""Seconds between two comments in a stream, which show that the server is alive."""
LONG, PACKING = 16 * 1024, 3
"""Bytes from which on an answer is packed, and how hard, for the event loop waits for it."""
LASTING = "public, max-age=86400, immutable"
"""For answers that cannot change; a day, so that a new version is noticed."""
NO_STORE = {"Cache-Control": "no-store"}
LEFT = 499
"""The status, in counts only, of a request that its client has left."""

OnResult = Callable[[str], Response]
"""Makes the response of a result."""


class Kept(NamedTuple):
    """An answer that cannot change."""

    content: bytes
    tag: str
    packed: bytes = b""
    """Its gzip, if it is long."""

    @classmethod
    def of(cls, content: str) -> "Kept":
        """Keep JSON under a tag that depends on nothing else."""
        raw = content.encode()
        packed = gzip.compress(raw, PACKING, mtime=0) if len(raw) >= LONG else b""
        return cls(raw, f'"{hashlib.blake2s(raw, digest_size=12).hexdigest()}"', packed)

    @property
    def weight(self) -> int:
        """Bytes that it takes."""
        return len(self.content) + len(self.packed)


def lasting(request: Request, kept: Kept) -> Response:
    """Answer with something that cannot change, or say that the client has it already."""
    headers = {"Cache-Control": LASTING, "ETag": kept.tag, "Vary": "Accept, Accept-Encoding"}
    known = request.headers.get("if-none-match", "")
    if known == "*" or kept.tag in [tag.strip().removeprefix("W/") for tag in known.split(",")]:
        return Response(status_code=304, headers=headers)
    if kept.packed and "gzip" in request.headers.get("accept-encoding", ""):
        # The same content in other bytes, which only a weak tag may say.
        headers |= {"Content-Encoding": "gzip", "ETag": f"W/{kept.tag}"}
        return Response(kept.packed, headers=headers, media_type=JSON)
    return Response(kept.content, headers=headers, media_type=JSON)


def wants_events(request: Request) -> bool:
    """Return whether the client would rather have progress than one answer."""
    return _names_events(request.headers.get("accept", ""))


@lru_cache(256)
def _names_events(accept: str) -> bool:
    return any(part.partition(";")[0].strip() == EVENTS for part in accept.split(","))


def passing(content: str) -> Response:
    """Answer with something that may be another thing the next time."""
    return Response(content, media_type=JSON, headers=NO_STORE)


def told(content: bytes) -> Response:
    """Answer with a stream of one event, for what is known already."""
    return Response(event("result", content.decode()).encode(), 200, NO_STORE, EVENTS)


def event(name: str, content: str) -> ServerSentEvent:
    """Make an event of a stream."""
    return ServerSentEvent(content, event=name, sep="\n")


def stream(events: AsyncIterator[ServerSentEvent]) -> Response:
    """Answer with events; the iterator is closed when the client leaves."""
    return EventSourceResponse(events, ping=HEARTBEAT, sep="\n")


async def answer(request: Request, job: Job, on_result: OnResult) -> Response:
    """Answer with what becomes of a job; it is taken back when the client leaves."""
    if wants_events(request):
        return stream(_events(job, on_result))
    with job:
        done = asyncio.ensure_future(job.answer())
        gone = asyncio.ensure_future(_leaves(request))
        try:
            await asyncio.wait({done, gone}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            gone.cancel()
            if not done.done():
                done.cancel()
        if not done.done() or done.cancelled():
            return Response(status_code=LEFT)
        word, content = done.result()
    return _failure(content) if word == "problem" else on_result(content)


def _failure(content: str) -> Response:
    """Answer with a problem that a worker or the pool tells of."""
    status = json.loads(content)["status"]
    headers = NO_STORE | {"Retry-After": "2"} if status == 503 else NO_STORE
    return Response(content, status, headers, PROBLEM)


async def _leaves(request: Request) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass


async def _events(job: Job, on_result: OnResult) -> AsyncIterator[ServerSentEvent]:
    with job:
        word = ""
        while word not in FINAL:
            word, content = await job.next()
            if word == "result":
                on_result(content)  # which may keep it
            yield event(word, content)
