"""Where the text goes that other people's agents print: never into what fourscore prints itself."""

import contextlib
import io
import sys
import threading
from collections.abc import Iterator
from enum import StrEnum
from typing import Any, TextIO

__all__ = ["Output", "redirected", "show_line"]


class Output(StrEnum):
    """What happens to the text that an agent prints."""

    DIRECT = "direct"
    """Code given to this process prints as any code does; other agents' text is not shown."""
    HIDDEN = "hidden"
    """It is not shown."""
    SHOWN = "shown"
    """It is shown on standard error, each line after the agent's name."""


def show_line(name: str, line: str) -> None:
    """Show a line that an agent has printed."""
    with contextlib.suppress(OSError, ValueError):
        sys.stderr.write(f"{name}: {line}\n")
        sys.stderr.flush()


@contextlib.contextmanager
def redirected(output: Output, name: str) -> Iterator[None]:
    """Redirect what this thread prints in the meantime.

    >>> with redirected(Output.HIDDEN, "chatty"):
    ...     print("I think I am winning.")
    """
    if output is Output.DIRECT:
        yield
        return
    before = getattr(_of_thread, "sink", None)
    with _by_thread():
        _of_thread.sink = sink = _Lines(name if output is Output.SHOWN else None)
        try:
            yield
        finally:
            sink.end()
            _of_thread.sink = before


_of_thread = threading.local()
_lock = threading.Lock()
_users = 0


@contextlib.contextmanager
def _by_thread() -> Iterator[None]:
    """Let standard output differ by thread, while any thread needs that."""
    global _users
    with _lock:
        _users += 1
        if not isinstance(sys.stdout, _ByThread):
            sys.stdout = _ByThread(sys.stdout)
    try:
        yield
    finally:
        with _lock:
            _users -= 1
            if not _users and isinstance(sys.stdout, _ByThread):
                sys.stdout = sys.stdout.usual


class _ByThread(io.TextIOBase):
    """Standard output that is another stream for threads that have one."""

    def __init__(self, usual: TextIO) -> None:
        self.usual = usual

    def write(self, text: str) -> int:
        return (getattr(_of_thread, "sink", None) or self.usual).write(text)

    def flush(self) -> None:
        (getattr(_of_thread, "sink", None) or self.usual).flush()

    def __getattr__(self, name: str) -> Any:
        return getattr(self.usual, name)


class _Lines(io.TextIOBase):
    """A stream that shows whole lines, or drops them if there is no name."""

    def __init__(self, name: str | None) -> None:
        self._name, self._rest = name, ""

    def writable(self) -> bool:
        return True

    def write(self, text: str) -> int:
        if self._name is not None:
            *lines, self._rest = (self._rest + text).split("\n")
            for line in lines:
                show_line(self._name, line)
        return len(text)

    def end(self) -> None:
        """Show a last line that was not ended."""
        if self._rest:
            self.write("\n")
