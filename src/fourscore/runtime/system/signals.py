"""Signals: Ctrl-C that reaches a program that waits, and not those that it has started."""

import _thread
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from queue import Empty
from typing import TYPE_CHECKING, Protocol, TypeVar

if TYPE_CHECKING:
    from asyncio import AbstractEventLoop

__all__ = [
    "LONGEST_WAIT",
    "USER_SIGNAL",
    "get_from",
    "interrupts_blocked",
    "on_user_signal",
    "terminate_main_thread",
]

LONGEST_WAIT: float | None = 0.1 if sys.platform == "win32" else None
"""Seconds to wait at a time in a main thread: on Windows, Ctrl-C does not end a wait."""

Item_co = TypeVar("Item_co", covariant=True)


class _Queue(Protocol[Item_co]):
    def get(self, block: bool = True, timeout: float | None = None) -> Item_co: ...


def get_from(queue: _Queue[Item_co], seconds: float | None = None) -> Item_co:
    """Take an item from a queue. Raises `Empty` after some seconds, and lets Ctrl-C end it."""
    if LONGEST_WAIT is None:
        return queue.get(timeout=seconds)
    end = float("inf") if seconds is None else time.monotonic() + seconds
    while True:
        left = max(0.0, end - time.monotonic())
        try:
            return queue.get(timeout=min(LONGEST_WAIT, left))
        except Empty:
            if left <= LONGEST_WAIT:
                raise


@contextmanager
def interrupts_blocked() -> Iterator[None]:
    """Start processes that ignore Ctrl-C from the beginning; on Windows they begin to later."""
    if sys.platform == "win32":
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def terminate_main_thread() -> None:
    """Let the main thread handle SIGTERM; on Windows only when it does not wait."""
    if sys.platform == "win32":
        _thread.interrupt_main(signal.SIGTERM)
    elif (ident := threading.main_thread().ident) is not None:
        signal.pthread_kill(ident, signal.SIGTERM)


if sys.platform == "win32":
    USER_SIGNAL: int | None = None
else:
    USER_SIGNAL: int | None = signal.SIGUSR2
"""The signal that programs may give a meaning of their own, on systems that have it."""


def on_user_signal(loop: "AbstractEventLoop", call: Callable[[], None]) -> None:
    """Call a function whenever SIGUSR2 comes, on systems that have it."""
    if sys.platform != "win32":
        loop.add_signal_handler(signal.SIGUSR2, call)
