"""What a command shows while something is compiled: a bar on a terminal, a line elsewhere."""

import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import Any

from rich.progress import BarColumn, Progress, ProgressColumn, SpinnerColumn, Task, TextColumn
from rich.progress_bar import ProgressBar
from rich.text import Text

from fourscore.cli import console
from fourscore.cli.progress import paused_bars
from fourscore.runtime.compile_notice import KernelBatch, OnWait, Timing

__all__ = ["close", "draw_notice"]


class _ByTime(BarColumn):
    """A bar that is full when as much time has passed as was expected."""

    def render(self, task: Task) -> ProgressBar:
        task.completed = min(task.elapsed or 0.0, task.total or 0.0)
        return super().render(task)


class _Seconds(ProgressColumn):
    """The time so far, and what is expected."""

    def render(self, task: Task) -> Text:
        return Text(f"{task.elapsed or 0.0:.0f} s ({task.fields['estimate']})", no_wrap=True)


class _Display:
    """One bar for each batch, while there are any; other bars pause."""

    def __init__(self) -> None:
        self._lock = threading.RLock()
        self._bar: Progress | None = None
        self._open = ExitStack()

    def add(self, batch: KernelBatch) -> Any:
        with self._lock:
            if self._bar is None:
                text = TextColumn("{task.description}")
                columns = (SpinnerColumn(), text, _ByTime(bar_width=12), _Seconds())
                bar = Progress(*columns, console=console.errors(), transient=True)
                self._open.enter_context(paused_bars())
                self._bar = self._open.enter_context(bar)
            what = f"Compiling {batch.what} for this machine, once"
            seconds = max(1.0, batch.seconds)
            return self._bar.add_task(what, total=seconds, estimate=batch.estimate)

    def describe(self, task: Any, text: str) -> None:
        with self._lock:
            if self._bar is not None:
                self._bar.update(task, description=text)

    def remove(self, task: Any, result: str) -> None:
        with self._lock:
            if self._bar is None:
                return
            if result:
                self._bar.console.print(result)
            self._bar.remove_task(task)
            if not self._bar.tasks:
                self.close()

    def close(self) -> None:
        with self._lock:
            self._bar = None
            self._open.close()


_display = _Display()


@contextmanager
def draw_notice(batch: KernelBatch) -> Iterator[OnWait]:
    """Draw a bar on standard error, and leave a line that says how long it took."""
    task, timing, result = _display.add(batch), Timing(batch), ""
    try:
        waiting = f"Waiting for another process to compile {batch.what}"
        yield timing.noting(lambda: _display.describe(task, waiting))
        result = timing.sentence
    finally:
        _display.remove(task, result)


def close() -> None:
    """Clear the terminal of bars, for a process that exits in the middle."""
    _display.close()
