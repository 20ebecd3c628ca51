"""Progress bars: a description, a bar, a count and the time left."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rich.progress import Progress, ProgressColumn

__all__ = ["OnCount", "make_bar", "reporting"]

OnCount = Callable[[int, int], None]
"""Receives how many are done, and of how many."""


def make_bar(*more: "ProgressColumn", transient: bool = True, **settings: Any) -> "Progress":
    """Return a bar, with the columns in `more` before the time left."""
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeRemainingColumn,
    )

    return Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        *more,
        TimeRemainingColumn(elapsed_when_finished=not transient),
        transient=transient,
        speed_estimate_period=600,
        **settings,
    )


@contextmanager
def reporting(
    what: str, progress: bool = False, on_progress: OnCount | None = None
) -> Iterator[OnCount]:
    """Yield a function that takes how far some work is, and reports it.

    With `progress` there is a bar on standard error, or in a notebook below the cell.
    """
    if not progress:
        yield on_progress or _ignore
        return
    from rich.console import Console

    with make_bar(console=Console(stderr=True), transient=False) as bar:
        task = bar.add_task(what, total=None)

        def report(done: int, total: int) -> None:
            bar.update(task, completed=done, total=total)
            if on_progress:
                on_progress(done, total)

        yield report


def _ignore(done: int, total: int) -> None:
    """Report nothing."""
