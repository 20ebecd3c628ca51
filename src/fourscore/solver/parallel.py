"""Kernels in plain threads, with a clock, a way to cancel, and a caller that stays awake.

Kernels run without the interpreter lock, so plain threads use all cores. Searches of one
position share the table and claim what they work on (`claims.py`), so that they explore the same
tree side by side, each finding in the table what the others have proved. The first to finish
ends the others.
"""

import threading
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, ExitStack
from typing import Protocol

from fourscore.jit.memory import Words
from fourscore.runtime.time_source import SYSTEM_TIME, TimeSource
from fourscore.solver.workspace import STOP

__all__ = ["Stopper", "run_in_threads"]

PAUSE = 0.05
"""Seconds between two calls of `while_waiting`."""


class Stopper(Protocol):
    """Something that can stop searches from another thread: `fourscore.Cancel`."""

    def watching(self, counters: Words) -> AbstractContextManager[None]:
        """Set word 1 of these counters as soon as the searches are to end."""


def run_in_threads(
    tasks: Sequence[Callable[[], None]],
    workspaces: Sequence[Words],
    *,
    first_ends_all: bool,
    seconds: float | None = None,
    clock: TimeSource = SYSTEM_TIME,
    cancel: Stopper | None = None,
    while_waiting: Callable[[], None] | None = None,
) -> None:
    """Run each task in a thread of its own until they end, time is up, or they are cancelled.

    A task must end soon after its workspace says stop. The caller's thread calls
    `while_waiting` from time to time, so an exception there, such as an interrupt from the
    keyboard, ends the tasks too.
    """
    all_ended = threading.Event()
    running = list(tasks)
    lock = threading.Lock()
    failures: list[BaseException] = []

    def stop() -> None:
        for words in workspaces:
            words[STOP] = 1

    def run(task: Callable[[], None]) -> None:
        try:
            task()
        except BaseException as failure:
            failures.append(failure)
            stop()
        if first_ends_all:
            stop()
        with lock:
            running.pop()
            if not running:
                all_ended.set()

    threads = [threading.Thread(target=run, args=(each,), daemon=True) for each in tasks]
    with ExitStack() as stack:
        if cancel is not None:
            for words in workspaces:
                stack.enter_context(cancel.watching(words))
        stack.enter_context(clock.alarm(seconds, stop))
        try:
            for thread in threads:
                thread.start()
            while not all_ended.wait(PAUSE):
                if while_waiting is not None:
                    while_waiting()
        except BaseException:
            stop()
            raise
        finally:
            for thread in threads:
                if thread.ident is not None:
                    thread.join()
    if failures:
        raise failures[0]
