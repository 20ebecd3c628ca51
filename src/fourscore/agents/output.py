"""Where the text goes that other people's agents print: never into what fourscore prints itself."""

import contextlib
import io
import sys
from collections.abc import Iterator
from enum import StrEnum

__all__ = ["Output", "redirected", "show_line"]


class Output(StrEnum):
    """What happens to the text that an agent prints."""

    DIRECT = "direct"
    """Code in this process prints as any code does; the text of other processes is not shown."""
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
    """Redirect what this process prints in the meantime.

    >>> with redirected(Output.HIDDEN, "chatty"):
    ...     print("I think I am winning.")
    """
    if output is Output.DIRECT:
        yield
        return
    sink = _Lines(name if output is Output.SHOWN else None)
    with contextlib.redirect_stdout(sink):
        try:
            yield
        finally:
            sink.end()


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
