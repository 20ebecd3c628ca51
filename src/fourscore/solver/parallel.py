"""Kernels in plain threads: several searches on one table, and many positions at once.

Kernels run without the interpreter lock, so plain threads use all cores. Searches of one position
share the table and a short list of notes: before a thread searches a child it notes the child, and
the other threads leave it for last. So they walk the same tree side by side instead of in each
other's steps, and each finds in the table what the others have proved. The first to finish ends
the others.
"""

import threading
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, ExitStack
from typing import Protocol

from fourscore.solver.memory import Words
from fourscore.solver.negamax import STOP

__all__ = ["Stopper", "run_together"]

GLANCE = 0.05
"""Seconds between two looks at the searches."""


class Stopper(Protocol):
    """Something that can stop searches from another thread: `fourscore.Cancel`."""

    def watching(self, counters: Words) -> AbstractContextManager[None]:
        """Set word 1 of these counters as soon as the searches are to end."""


def run_together(
    works: Sequence[Callable[[], None]],
    desks: Sequence[Words],
    *,
    first_ends_all: bool,
    seconds: float | None = None,
    cancel: Stopper | None = None,
    glance: Callable[[], None] | None = None,
) -> None:
    """Run each work in a thread of its own until they end, or time is up, or all are stopped.

    A work must end soon after its desk says stop. `glance` is called by the caller's thread
    from time to time, so what it raises, or an interrupt from the keyboard, ends the works too.
    """
    all_ended = threading.Event()
    running = list(works)
    lock = threading.Lock()
    failures: list[BaseException] = []

    def stop() -> None:
        for desk in desks:
            desk[STOP] = 1

    def run(work: Callable[[], None]) -> None:
        try:
            work()
        except BaseException as failure:
            failures.append(failure)
            stop()
        if first_ends_all:
            stop()
        with lock:
            running.pop()
            if not running:
                all_ended.set()

    threads = [threading.Thread(target=run, args=(each,), daemon=True) for each in works]
    with ExitStack() as stack:
        if cancel is not None:
            for desk in desks:
                stack.enter_context(cancel.watching(desk))
        if seconds is not None:
            timer = threading.Timer(seconds, stop)
            timer.daemon = True
            timer.start()
            # Cancelled first, then joined: a late timer must not stop the desks' next search.
            stack.callback(timer.join)
            stack.callback(timer.cancel)
        for thread in threads:
            thread.start()
        try:
            while not all_ended.wait(GLANCE):
                if glance is not None:
                    glance()
        except BaseException:
            stop()
            raise
        finally:
            for thread in threads:
                thread.join()
    if failures:
        raise failures[0]
