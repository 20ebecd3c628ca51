"""Work in another thread, so that Ctrl-C is answered at once even while a kernel runs."""

import threading
from collections.abc import Callable, Iterable, Iterator
from queue import SimpleQueue
from typing import TypeVar

__all__ = ["INTERRUPTED", "call_in_thread", "iterate_in_thread"]

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
    while (each := ready.get()) is not _END:
        if isinstance(each, BaseException):
            raise each
        assert isinstance(each, tuple)
        yield each[0]


def call_in_thread(function: Callable[[], Item]) -> Item:
    """Call a function on a thread of its own and return its result."""
    return next(iterate_in_thread(function() for _ in range(1)))
