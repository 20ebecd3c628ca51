"""How the result of a job is sent: as JSON, or as server-sent events while the job runs."""

import json
from collections.abc import AsyncIterator, Callable
from functools import lru_cache
from typing import TypeVar

from fastapi import Request
from sse_starlette import EventSourceResponse, ServerSentEvent
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from fourscore.web.cache import CachedResponse
from fourscore.web.headers import headers_of
from fourscore.web.problems import MEDIA_TYPE as PROBLEM
from fourscore.web.service import get_service
from fourscore.web.waiting import first_of
from fourscore.web.workers.job import Job
from fourscore.web.workers.pool import FINAL, JobHandle

__all__ = [
    "EVENTS",
    "accepts_events",
    "cache_and_send",
    "cacheable",
    "cacheable_if_complete",
    "event",
    "names_events",
    "no_store",
    "run_job",
    "single_event",
    "stream",
]

EVENTS = "text/event-stream"
PING_SECONDS = 10.0
"""Seconds between the comments in a stream that show that the server is alive."""
CLIENT_CLOSED_REQUEST = 499
"""The status, in metrics only, of a request whose client has left."""

RequestT = TypeVar("RequestT")
Respond = Callable[[Request, str], Response]
"""Makes the response to a request from the JSON of a result."""


# Results


def no_store(request: Request, content: str) -> Response:  # noqa: ARG001
    """Send a result that may differ the next time."""
    return Response(content, media_type="application/json")


def cacheable(request: Request, content: str) -> Response:
    """Send a result that cannot change, and cache it for the next request."""
    return cache_and_send(request, CachedResponse.of(content.encode()))


def cacheable_if_complete(request: Request, content: str) -> Response:
    """Send a result that cannot change if it is complete."""
    respond = cacheable if json.loads(content)["complete"] else no_store
    return respond(request, content)


def cache_and_send(request: Request, response: CachedResponse) -> Response:
    get_service(request).responses.put(request.scope, response)
    return response.respond(request)


# Jobs


async def run_job(
    request: Request,
    job: Job[RequestT],
    job_request: RequestT,
    respond: Respond,
    seconds: float | None = None,
) -> Response:
    """Run a job in a worker, and respond with its result; cancel it if the client leaves."""
    handle = get_service(request).submit(request, job, job_request, seconds)
    if accepts_events(request):
        return JobStream(handle, _job_events(request, handle, respond))
    with handle:
        result, _ = await first_of(handle.result(), _disconnect(request))
        if not result.done():
            return Response(status_code=CLIENT_CLOSED_REQUEST)
        word, content = result.result()
    return _send_problem(content) if word == "problem" else respond(request, content)


def _send_problem(content: str) -> Response:
    status = json.loads(content)["status"]
    headers = {"Retry-After": "2"} if status == 503 else {}
    return Response(content, status, headers, PROBLEM)


async def _disconnect(request: Request) -> None:
    """Wait for the client to leave."""
    while (await request.receive())["type"] != "http.disconnect":
        pass


# Events


def accepts_events(request: Request) -> bool:
    """Return whether the client wants server-sent events."""
    return names_events(headers_of(request.scope))


def names_events(asked: dict[bytes, bytes]) -> bool:
    """Return whether a request with these headers wants server-sent events."""
    return _is_among(asked.get(b"accept", b""))


@lru_cache(256)
def _is_among(accept: bytes) -> bool:
    parts = accept.decode("latin-1").split(",")
    return any(part.partition(";")[0].strip() == EVENTS for part in parts)


def event(name: str, content: str) -> ServerSentEvent:
    return ServerSentEvent(content, event=name, sep="\n")


def single_event(content: bytes) -> Response:
    """Stream a result that is known already."""
    return Response(event("result", content.decode()).encode(), media_type=EVENTS)


def stream(events: AsyncIterator[ServerSentEvent]) -> Response:
    """Stream events; the iterator is closed when the client leaves."""
    return EventSourceResponse(events, ping=PING_SECONDS, sep="\n")


class JobStream(EventSourceResponse):
    """The events of a job, which is cancelled if the client leaves, also before the first one."""

    def __init__(self, handle: JobHandle, events: AsyncIterator[ServerSentEvent]) -> None:
        super().__init__(events, ping=PING_SECONDS, sep="\n")
        self._handle = handle

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send the events until the job is done or the client has left."""
        with self._handle:
            await super().__call__(scope, receive, send)


async def _job_events(
    request: Request, handle: JobHandle, respond: Respond
) -> AsyncIterator[ServerSentEvent]:
    word = ""
    while word not in FINAL:
        word, content = await handle.next()
        if word == "result":
            respond(request, content)  # which may cache it
        yield event(word, content)
