"""Event streams: comments while nothing happens, and an end when the client leaves."""

import asyncio
from collections.abc import AsyncIterator

import pytest
from sse_starlette import ServerSentEvent
from starlette.types import Message

from fourscore.web import responses
from fourscore.web.agents.jobs import move
from fourscore.web.agents.schemas import MoveRequest
from fourscore.web.metrics import Metrics
from fourscore.web.settings import Settings
from fourscore.web.workers.pool import WorkerPool
from tests.waiting import eventually_async


async def forever() -> None:
    await asyncio.Event().wait()


def test_a_silent_stream_shows_that_it_is_alive_and_is_closed_when_the_client_leaves(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(responses, "PING_SECONDS", 0.05)
    sent: list[bytes] = []

    async def events() -> AsyncIterator[ServerSentEvent]:
        try:
            yield responses.event("progress", '{"done": 1}')
            await forever()
        finally:
            sent.append(b"closed")

    async def receive() -> Message:
        await eventually_async(lambda: any(part.startswith(b":") for part in sent), "a comment")
        return {"type": "http.disconnect"}

    async def send(message: Message) -> None:
        sent.append(message.get("body", b""))

    asyncio.run(responses.stream(events())({"type": "http", "method": "GET"}, receive, send))
    assert b'event: progress\ndata: {"done": 1}\n\n' in sent
    assert b"closed" in sent


def test_a_job_is_cancelled_if_its_client_leaves_before_the_first_event() -> None:
    """Even if nothing could be sent, so that nobody has asked for an event."""

    async def events() -> AsyncIterator[ServerSentEvent]:
        raise AssertionError("nobody asks for an event")
        yield

    async def watch() -> None:
        sending = asyncio.Event()

        async def receive() -> Message:
            await sending.wait()
            return {"type": "http.disconnect"}

        async def send(_: Message) -> None:
            sending.set()
            await forever()  # the client reads nothing

        pool = WorkerPool(Settings(workers=1), Metrics())
        handle = pool.submit(move, MoveRequest(agent="perfect", seed=1), "somebody", 60)
        assert pool.waiting == 1
        await responses.JobStream(handle, events())(
            {"type": "http", "method": "POST"}, receive, send
        )
        assert handle.cancelled.is_set()
        assert pool.waiting == 0

    asyncio.run(watch())
