"""The shared solver: with the shipped book, one for the whole process.

Code that needs a solver takes one as an argument and uses this one by default.
"""

import os
from collections.abc import Iterable
from functools import cache
from typing import overload

from fourscore.book.many import analyse_each, solve_each
from fourscore.book.reader import default_book
from fourscore.core.conversion import as_positions
from fourscore.core.position import PositionLike
from fourscore.runtime.progress import OnCount, reporting
from fourscore.search.control import Cancel
from fourscore.search.limits import require_limit
from fourscore.search.types import Limit
from fourscore.solver import Analysis, Bounds, Score, Solver

__all__ = [
    "analyse",
    "analyse_many",
    "columns",
    "forget_solvers",
    "shared_solver",
    "solve",
    "solve_many",
    "use_threads",
]

_threads = os.cpu_count() or 1


def use_threads(threads: int) -> None:
    """Set how many threads the shared solver of this process uses, one a core by default.

    Call it before the first use: a solver that is already in use keeps its threads.
    """
    global _threads
    _threads = threads


def shared_solver(*, threads: int | None = None, book: bool = True) -> Solver:
    """Return the solver that this process shares.

    Another number of threads, or ``book=False``, selects a shared solver of that kind. With one
    thread, and after a reset, a budget of nodes always proves the same.

    >>> shared_solver() is shared_solver()
    True
    """
    return _solver(_threads if threads is None else threads, book)


@cache
def _solver(threads: int, book: bool) -> Solver:
    return Solver(threads=threads, book=default_book() if book else None)


def forget_solvers() -> None:
    """Release the shared solvers and their tables."""
    _solver.cache_clear()


def solve(position: PositionLike) -> Score:
    """Return the exact score of a position, as the side to move sees it.

    It is looked up in the opening book or proved, with all cores. Raises `UnsupportedError` unless
    the rules are standard, and `NotationError` if the position is not one.

    >>> solve("4453"), str(solve("4453"))
    (Score(-2), 'loses in 18')
    """
    return shared_solver().solve(position)


def columns(position: PositionLike) -> dict[int, Score]:
    """Return the exact score of each column that may be played, from left to right.

    The highest is the score of the position. There are none once the game is over.

    >>> columns("44444455555526")
    {0: Score(2), 1: Score(3), 2: Score(14), 5: Score(2), 6: Score(0)}
    """
    return shared_solver().columns(position)


def analyse(position: PositionLike) -> Analysis:
    """Score every column of a position; the line of best play is found when it is asked for.

    >>> found = analyse("44444455555526")
    >>> found.score, found.best, found.line
    (Score(14), (2,), (2,))
    """
    return shared_solver().analyse(position)


@overload
def solve_many(
    positions: Iterable[PositionLike],
    *,
    progress: bool = False,
    on_progress: OnCount | None = None,
    threads: int | None = None,
) -> list[Score]: ...


@overload
def solve_many(
    positions: Iterable[PositionLike],
    *,
    limit: Limit | None = None,
    cancel: Cancel | None = None,
    progress: bool = False,
    on_progress: OnCount | None = None,
    threads: int | None = None,
) -> list[Score | Bounds]: ...


def solve_many(
    positions: Iterable[PositionLike],
    *,
    limit: Limit | None = None,
    cancel: Cancel | None = None,
    progress: bool = False,
    on_progress: OnCount | None = None,
    threads: int | None = None,
) -> list[Score | Bounds] | list[Score]:
    """Solve many positions on all cores; the results come in the order of the positions.

    A `limit` is for each position, `cancel` ends the whole call; what they cut short has `Bounds`
    instead of a `Score`. With `progress` there is a progress bar, and `on_progress` receives how
    many positions are done, and of how many. `threads` is the number of cores by default.

    >>> solve_many(["44444455555526", ""])
    [Score(14), Score(1)]
    """
    solver, wanted = shared_solver(threads=threads), as_positions(positions)
    require_limit(limit)
    with reporting("solving", progress, on_progress) as report:
        return solve_each(solver, wanted, limit, cancel, report)


@overload
def analyse_many(
    positions: Iterable[PositionLike],
    *,
    progress: bool = False,
    on_progress: OnCount | None = None,
    threads: int | None = None,
) -> list[Analysis]: ...


@overload
def analyse_many(
    positions: Iterable[PositionLike],
    *,
    limit: Limit | None = None,
    cancel: Cancel | None = None,
    progress: bool = False,
    on_progress: OnCount | None = None,
    threads: int | None = None,
) -> list[Analysis | None]: ...


def analyse_many(
    positions: Iterable[PositionLike],
    *,
    limit: Limit | None = None,
    cancel: Cancel | None = None,
    progress: bool = False,
    on_progress: OnCount | None = None,
    threads: int | None = None,
) -> list[Analysis | None] | list[Analysis]:
    """Score every column of many positions on all cores, in the order of the positions.

    The arguments are those of `solve_many`; what a limit or a cancel cuts short is None.

    >>> [each.best for each in analyse_many(["44444455555526", ""])]
    [(2,), (3,)]
    """
    solver, wanted = shared_solver(threads=threads), as_positions(positions)
    require_limit(limit)
    with reporting("analysing", progress, on_progress) as report:
        return analyse_each(solver, wanted, limit, cancel, report)
