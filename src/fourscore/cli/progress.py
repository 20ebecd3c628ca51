"""Progress bars, on standard error and on a terminal only, and how a command reacts to Ctrl-C."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any
from weakref import WeakSet

import typer

from fourscore.runtime.interrupt import INTERRUPTED

if TYPE_CHECKING:
    from rich.progress import Progress, ProgressColumn

__all__ = [
    "Interruption",
    "NoProgress",
    "counted",
    "draw_progress",
    "interruptible",
    "make_progress",
    "paused_bars",
    "stepwise",
]


def make_progress(*, transient: bool = True) -> "Progress | NoProgress":
    """Return a bar with a description, a count and the time left, or none off a terminal."""
    from fourscore.cli import console

    return draw_progress(transient=transient) if console.may_draw() else NoProgress()


def draw_progress(*more: "ProgressColumn", transient: bool = True) -> "Progress":
    """Return such a bar, with the columns in `more` before the time left."""
    from fourscore.cli import console
    from fourscore.runtime.progress import make_bar

    errors = console.errors()
    disable = not console.is_lively(errors)
    bar = make_bar(*more, transient=transient, console=errors, disable=disable)
    _bars.add(bar)
    return bar


_bars: "WeakSet[Progress]" = WeakSet()


@contextmanager
def paused_bars() -> Iterator[None]:
    """Make room on the terminal for something else."""
    shown = [bar for bar in _bars if bar.live.is_started]
    for bar in shown:
        bar.stop()
    try:
        yield
    finally:
        for bar in shown:
            bar.start()


class NoProgress:
    """What stands for a bar where none is drawn, so that rich need not be loaded."""

    disable = True

    def __enter__(self) -> "NoProgress":
        return self

    def __exit__(self, *_: object) -> None:
        pass

    def add_task(self, description: str, total: float | None) -> Any:  # noqa: ARG002
        return None

    def update(self, task: Any, *amounts: Any, **changes: Any) -> None:
        pass

    reset = advance = update


@contextmanager
def counted(what: str) -> Iterator[Callable[[int, int], None]]:
    """Yield a function that takes how many are done, and of how many, from any thread."""
    with make_progress() as bar:
        task = bar.add_task(what, total=None)
        yield lambda done, total: bar.update(task, completed=done, total=total)


@contextmanager
def stepwise(*, transient: bool = False) -> Iterator[Callable[[str, int, int], None]]:
    """Yield a function that takes a step's name, how much of it is done, and of how much.

    Each step has its own bar, or if they are transient, the place of the one before.
    """
    tasks = {}
    with make_progress(transient=transient) as bar:

        def show(step: str, done: int, total: int) -> None:
            key = "" if transient else step
            if key not in tasks:
                tasks[key] = bar.add_task(step, total=total)
            bar.update(tasks[key], description=step, completed=done, total=total)

        yield show


class Interruption:
    """Whether Ctrl-C was pressed."""

    def __init__(self) -> None:
        self.happened = False

    def exit_if_happened(self, hint: str = "") -> None:
        """Exit, after the command has shown what it has."""
        from fourscore.cli import console

        if self.happened:
            if hint:
                console.errors().print(f"Stopped; {hint}.")
            raise typer.Exit(INTERRUPTED)


@contextmanager
def interruptible() -> Iterator[Interruption]:
    """Leave the block at Ctrl-C, so that the command can show what it has so far."""
    interruption = Interruption()
    try:
        yield interruption
    except KeyboardInterrupt:
        interruption.happened = True
