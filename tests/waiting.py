"""Waiting in tests: for something to become true, never for a time."""

import asyncio
import time
from collections.abc import Callable
from typing import TypeVar

__all__ = ["PATIENCE", "eventually", "eventually_async"]

T = TypeVar("T")

PATIENCE = 300.0
"""Seconds after which something will never happen, however busy the machine is."""
PAUSE = 0.01


def eventually(holds: Callable[[], T], what: str = "it") -> T:
    """Return what `holds` returns as soon as that is true; fail if it never is.

    >>> numbers = iter([0, 0, 7])
    >>> eventually(lambda: next(numbers))
    7
    """
    deadline = time.monotonic() + PATIENCE
    while not (found := holds()):
        assert time.monotonic() < deadline, f"waited in vain for {what}"
        time.sleep(PAUSE)
    return found


async def eventually_async(holds: Callable[[], T], what: str = "it") -> T:
    """Do the same while other tasks of the event loop go on."""
    deadline = time.monotonic() + PATIENCE
    while not (found := holds()):
        assert time.monotonic() < deadline, f"waited in vain for {what}"
        await asyncio.sleep(PAUSE)
    return found
