"""Ctrl-C: answered at once even while a kernel runs, by work in another thread; or put off."""

import signal
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager
from queue import SimpleQueue
from types import FrameType
from typing import TypeVar

from fourscore.runtime.system import get_from

__all__ = ["INTERRUPTED", "call_in_thread", "iterate_in_thread", "remembered", "uninterrupted"]

INTERRUPTED = 130
"""The exit code of a program that Ctrl-C has stopped."""

Item = TypeVar("Item")
_END = object()


def iterate_in_thread(items: Iterable[Item]) -> Iterator[Item]:
    """Yield the items of an iterable that runs on a thread of its own.

    >>> list(iterate_in_thread(range(3)))
    [0, 1, 2]
    """
    ready: SimpleQueue[object] = SimpleQueue()

    def work() -> None:
        try:
            for item in items:
                ready.put((item,))
            ready.put(_END)
        except BaseException as error:
            ready.put(error)

    threading.Thread(target=work, daemon=True).start()
    while (each := get_from(ready)) is not _END:
        if isinstance(each, BaseException):
            raise each
        assert isinstance(each, tuple)
        yield each[0]


def call_in_thread(function: Callable[[], Item]) -> Item:
    """Call a function on a thread of its own and return its result."""
    return next(iterate_in_thread(function() for _ in range(1)))


def uninterrupted() -> AbstractContextManager[None]:
    """Let Ctrl-C wait until the block has ended; keep such blocks short."""
    return _handled(lambda _: None)


def remembered() -> AbstractContextManager[None]:
    """Let Ctrl-C end the block at once, or at its end if the block has ignored it.

    An exception that is raised in a callback of C code, such as LLVM's, is printed and lost.
    """
    return _handled(lambda again: again())


@contextmanager
def _handled(at_once: Callable[[Callable[[], object]], object]) -> Iterator[None]:
    usual = signal.getsignal(signal.SIGINT)
    if threading.current_thread() is not threading.main_thread() or not callable(usual):
        yield
        return
    handle, frames = usual, list[FrameType | None]()

    def note(number: int, frame: FrameType | None) -> None:
        frames.append(frame)
        at_once(lambda: handle(number, frame))

    signal.signal(signal.SIGINT, note)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, usual)
    if frames:
        handle(signal.SIGINT, frames[0])
