"""Waiting on the event loop: for the first of several things, or for a change."""

import asyncio
from collections.abc import Coroutine
from typing import Any

__all__ = ["Signal", "first_of"]


async def first_of(*coroutines: Coroutine[Any, Any, Any]) -> list[asyncio.Task[Any]]:
    """Wait until one of several is done, and cancel the others."""
    tasks = [asyncio.ensure_future(each) for each in coroutines]
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in tasks:
            task.cancel()
    return tasks


class Signal:
    """Wakes all who wait for it, each time it is sent."""

    def __init__(self) -> None:
        self._event = asyncio.Event()

    def send(self) -> None:
        event, self._event = self._event, asyncio.Event()
        event.set()

    def wait(self) -> Coroutine[Any, Any, bool]:
        """Return what waits for the next time, counted from this call."""
        return self._event.wait()
