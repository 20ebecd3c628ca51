"""Bars for work that may take longer than a second: on standard error, on a terminal only."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

__all__ = ["counted"]


@contextmanager
def counted(what: str) -> Iterator[Callable[[int, int], None]]:
    """Return a function that is told how many are done, and of how many, while the block runs.

    The bar goes when the work is done. It may be told from another thread.
    """
    from rich.progress import Progress, TimeRemainingColumn

    from fourscore.cli import console

    errors = console.errors()
    columns = [*Progress.get_default_columns()[:-1], TimeRemainingColumn()]
    bar = Progress(*columns, console=errors, transient=True, disable=not console.is_lively(errors))
    with bar:
        task = bar.add_task(what, total=None)
        yield lambda done, total: bar.update(task, completed=done, total=total)
