"""Compiling what is missing: in one batch, which is announced, and once among all processes.

A process that is about to compile takes a lock on a file beside the machine code. Another one that
needs the same waits, and then loads what the first has stored. The lock ends with its process.
"""

import logging
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any, ClassVar

from fourscore.jit.kernel import Kernel
from fourscore.jit.machine_code import ENTRY, kinds_of, link
from fourscore.jit.object_cache import compile_and_store, lock_of, name_of
from fourscore.runtime.compile_notice import KernelBatch, OnWait, announcing

__all__ = ["Build", "build_all", "compiled_together"]

Build = tuple[Kernel, tuple[Any, ...]]
"""A kernel, and arguments of the kinds that it is compiled for."""

POLL_SECONDS = 0.05
PATIENCE = 300.0
"""Seconds to wait for another process, which may have been suspended."""
PARTS = {
    "book": "the solver",
    "core": "the rules",
    "envs": "the environments",
    "insight.datasets": "the dataset",
    "insight.studies": "the study",
    "insight.trace": "the search tree",
    "search.evaluation": "the evaluation",
    "search.mcts": "mcts",
    "search.puct": "zero",
    "search.recording": "the recorder",
    "solver": "the solver",
}
"""What the kernels of a package are called; others by their module, or by their own name."""

_lock = threading.RLock()


class Units:
    """What is compiled together because one rarely comes without the other."""

    functions: ClassVar[list[Callable[[], Iterable[Build]]]] = []


def compiled_together(builds: Callable[[], Iterable[Build]]) -> Callable[[], Iterable[Build]]:
    """Have all these builds compiled in one batch when one of them is missing."""
    Units.functions.append(builds)
    return builds


def build_all(*builds: Build) -> list[Callable[..., Any]]:
    """Return the machine code for each, loaded or compiled."""
    with _lock:
        missing = [each for each in builds if _find(each) is None]
        if missing:
            _compile(missing)
        return [kernel.builds[kinds_of(arguments)] for kernel, arguments in builds]


def _find(build: Build) -> Callable[..., Any] | None:
    kernel, arguments = build
    return kernel.find(*arguments)


def _compile(missing: list[Build]) -> None:
    from fourscore.jit.compile_times import expected_seconds

    whole = _complete(missing)
    batch = KernelBatch(_name_of(missing[0][0]), expected_seconds(whole))
    with announcing(batch) as on_wait:
        tell_once = cache(on_wait)  # once, however many kernels it waits for
        for each in whole:
            _compile_once(each, tell_once)


def _complete(missing: list[Build]) -> list[Build]:
    """Add what is compiled together with these, and what reads move strings."""
    from fourscore.core.digits import digit_builds

    whole = {_key(each): each for each in missing}
    for builds_of in Units.functions:
        unit = {_key(each): each for each in builds_of()}
        if not whole.keys().isdisjoint(unit):
            whole |= unit
    whole |= {_key(each): each for each in digit_builds()}
    return [each for each in whole.values() if _find(each) is None]


def _key(build: Build) -> tuple[Kernel, Any]:
    kernel, arguments = build
    return kernel, kinds_of(arguments)


def _name_of(kernel: Kernel) -> str:
    """Say what a kernel is for.

    >>> from fourscore.core.bitboard import perft
    >>> _name_of(perft)
    'the rules'
    """
    package, _, module = kernel.__module__.partition(".")
    if package != __name__.partition(".")[0]:
        return kernel.__name__
    for part, name in PARTS.items():
        if f"{module}.".startswith(f"{part}."):
            return name
    return module.rpartition(".")[2]


def _compile_once(build: Build, on_wait: OnWait) -> None:
    kernel, arguments = build
    kinds = kinds_of(arguments)
    with _locked(kernel, on_wait):
        if kernel.find(*arguments) is None:
            logging.getLogger("fourscore").debug("compiling %s", name_of(kernel))
            code = compile_and_store(kernel, kinds, arguments)
            kernel.builds[kinds] = link(kernel.__name__, ENTRY, code)


@contextmanager
def _locked(kernel: Kernel, on_wait: OnWait) -> Iterator[None]:
    """Keep other processes from compiling the same; without locks, better twice than never."""
    lock = lock_of(kernel)
    try:
        if not lock.acquire(blocking=False):
            on_wait()
            end = time.monotonic() + PATIENCE
            while not lock.acquire(blocking=False) and time.monotonic() < end:
                time.sleep(POLL_SECONDS)
    except OSError:
        pass
    try:
        yield
    finally:
        lock.release()
