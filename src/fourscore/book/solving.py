"""The shared solver: with the shipped book, one for the whole process.

Code that needs a solver takes one as an argument and uses this one by default.
"""

import os
from collections.abc import Sequence
from functools import cache

from fourscore.book.reader import default_book
from fourscore.core.position import Position
from fourscore.solver import Analysis, Score, Solver
from fourscore.solver.solver import OnCount

__all__ = ["analyse", "forget_solvers", "shared_solver", "solve", "solve_many", "use_threads"]

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
    return _solver(threads or _threads, book)


@cache
def _solver(threads: int, book: bool) -> Solver:
    return Solver(threads=threads, book=default_book() if book else None)


def forget_solvers() -> None:
    """Release the shared solvers and their tables."""
    _solver.cache_clear()


def solve(position: Position) -> Score:
    """Return the exact score of a position."""
    return shared_solver().solve(position)


def analyse(position: Position) -> Analysis:
    """Score every column of a position."""
    return shared_solver().analyse(position)


def solve_many(positions: Sequence[Position], on_progress: OnCount | None = None) -> list[Score]:
    """Solve many positions on all cores."""
    results = shared_solver().solve_many(positions, on_progress=on_progress)
    return [each for each in results if isinstance(each, Score)]
