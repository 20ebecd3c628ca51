"""Telling people that something is compiled, which happens once on a machine and takes seconds.

Whoever compiles calls `announcing`. What that does is up to the face: a library writes a line where
a person may read it, the command line draws a bar, and a process that works for another passes it
on (`use_notice`).
"""

import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager, nullcontext, suppress
from typing import Any, ClassVar, NamedTuple, Protocol

from fourscore.runtime.notes import Note, OnNote

__all__ = [
    "KernelBatch",
    "Notice",
    "OnWait",
    "Pipe",
    "Timing",
    "announcing",
    "end_line",
    "library_notice",
    "merged",
    "no_notice",
    "plain_notice",
    "relay_notices",
    "send_notices",
    "use_notice",
]

LOGGER = "fourscore"
POLL_SECONDS = 0.1

_lock = threading.RLock()
"""For whoever begins a notice: each worker process has a thread here that passes its own on."""


class KernelBatch(NamedTuple):
    """Some kernels that are compiled one after the other."""

    what: str
    """What they are for, such as "the solver"."""
    seconds: float
    """How long it should take."""

    @property
    def estimate(self) -> str:
        """Say how long it should take.

        >>> KernelBatch("the solver", 7.6).estimate, KernelBatch("the rules", 0.2).estimate
        ('about 8 s', 'about 1 s')
        """
        return f"about {max(1, round(self.seconds))} s"


OnWait = Callable[[], None]
"""Called when another process is found to be compiling the same."""
Notice = Callable[[KernelBatch], AbstractContextManager[OnWait]]
"""What to do while something is compiled."""


class Timing:
    """How long a batch takes from now on, and whether that is spent waiting.

    >>> timing = Timing(KernelBatch("the solver", 7.6))
    >>> timing.noting(lambda: print("Waiting ..."))()
    Waiting ...
    >>> timing.sentence
    'Waited 0.0 s for another process to compile the solver.'
    """

    def __init__(self, batch: KernelBatch) -> None:
        self._batch = batch
        self._begin = time.perf_counter()
        self._has_waited = False

    def noting(self, on_wait: OnWait) -> OnWait:
        """Return what calls `on_wait` and notes that it was called."""

        def note() -> None:
            self._has_waited = True
            on_wait()

        return note

    @property
    def sentence(self) -> str:
        """What to say at the end."""
        seconds = f"{time.perf_counter() - self._begin:.1f} s"
        if self._has_waited:
            return f"Waited {seconds} for another process to compile {self._batch.what}."
        return f"Compiled {self._batch.what} for this machine, once, in {seconds}."


def announcing(batch: KernelBatch) -> AbstractContextManager[OnWait]:
    """Tell whom it concerns that a batch begins and, when the block is left, that it ends."""
    return _Chosen.notice(batch)


def use_notice(notice: Notice) -> None:
    """Choose how this process tells it."""
    _Chosen.notice = staticmethod(notice)


@contextmanager
def merged(whole: KernelBatch) -> Iterator[None]:
    """Announce all that is compiled in the block as one batch, once the first begins."""
    notice, parts = _Chosen.notice, ExitStack()
    has_begun = False

    def begin(_: KernelBatch) -> AbstractContextManager[OnWait]:
        nonlocal has_begun
        with _lock:
            if not has_begun:
                parts.enter_context(notice(whole))
            has_begun = True
        return no_notice(whole)

    use_notice(begin)
    try:
        with parts:
            yield
    finally:
        use_notice(notice)


def no_notice(batch: KernelBatch) -> AbstractContextManager[OnWait]:  # noqa: ARG001
    """Tell nobody."""
    return nullcontext(lambda: None)


@contextmanager
def plain_notice(batch: KernelBatch) -> Iterator[OnWait]:
    """Write one line on standard error: the first half before, the second half after."""
    _Line.write(f"Compiling {batch.what} for this machine, once ({batch.estimate}) ...", batch)
    begin = time.perf_counter()
    end = ""
    try:
        yield lambda: _Line.append(" in another process ...", batch)
        end = f" {time.perf_counter() - begin:.1f} s"
    finally:
        _Line.append(f"{end}\n", batch)


def end_line() -> None:
    """End a line that has been begun, for a process that exits in the middle."""
    if _Line.of:
        _Line.append("\n", _Line.of)


class _Line:
    """The line on standard error that has been begun."""

    of: ClassVar[KernelBatch | None] = None

    @classmethod
    def write(cls, text: str, batch: KernelBatch) -> None:
        """Begin a line, below one that is still open."""
        is_below, cls.of = cls.of is not None, batch
        _write(f"\n{text}" if is_below else text)

    @classmethod
    def append(cls, text: str, batch: KernelBatch) -> None:
        """Go on with a line unless another has been begun since."""
        if cls.of is batch:
            _write(text)
            cls.of = None if text.endswith("\n") else batch


def _write(text: str) -> None:
    if sys.stderr is not None:
        sys.stderr.write(text)
        sys.stderr.flush()


@contextmanager
def library_notice(batch: KernelBatch) -> Iterator[OnWait]:
    """Write the line at a prompt, a terminal or in a notebook only; log it everywhere."""
    import logging

    log = logging.getLogger(LOGGER)
    log.info("compiling %s for this machine, once: %s", batch.what, batch.estimate)
    timing = Timing(batch)
    with (plain_notice if _has_reader() else no_notice)(batch) as on_wait:
        yield timing.noting(on_wait)
    log.info("%s", timing.sentence)


def _has_reader() -> bool:
    """Return whether a person may read standard error as it is written."""
    return "ipykernel" in sys.modules or (sys.stderr is not None and sys.stderr.isatty())


# From one process to another


class Pipe(Protocol):
    """One end of a pipe, whose class depends on the system."""

    def poll(self, timeout: float | None = ...) -> bool: ...

    def recv(self) -> Any: ...

    def send(self, message: Any) -> None: ...

    def close(self) -> None: ...


def send_notices(pipe: Pipe) -> None:
    """Let the process at the other end of a pipe announce what this one compiles."""

    @contextmanager
    def send(batch: KernelBatch) -> Iterator[OnWait]:
        pipe.send(batch)
        try:
            yield lambda: None
        finally:
            pipe.send(None)

    use_notice(send)


def relay_notices(pipe: Pipe, on_note: OnNote | None = None) -> None:
    """Announce what the process at the other end compiles, until the pipe is closed.

    What several processes need is announced once: one compiles it, and the others wait. Notes that
    come the same way are passed to `on_note`.
    """
    # Inside, an open notice learns that the other process died before it had finished.
    with suppress(OSError, EOFError), ExitStack() as batches:
        while True:
            if not pipe.poll(POLL_SECONDS):
                continue
            batch = pipe.recv()
            if isinstance(batch, Note):
                if on_note is not None:
                    on_note(batch.what)
            elif batch is None:
                batches.close()
            elif _is_first(batch):
                batches.callback(_relayed.discard, batch.what)
                batches.enter_context(announcing(batch))


def _is_first(batch: KernelBatch) -> bool:
    """Return whether nobody else announces it, and note that somebody does."""
    with _lock:
        is_first = batch.what not in _relayed
        _relayed.add(batch.what)
        return is_first


_relayed: set[str] = set()
"""What is being announced for some process."""


class _Chosen:
    notice: ClassVar[Notice] = staticmethod(library_notice)
