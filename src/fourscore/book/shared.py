"""One solver for everybody who does not want to own one, with the shipped book."""

from collections.abc import Sequence
from functools import cache

from fourscore.book.reader import default_book
from fourscore.core.position import Position
from fourscore.solver import Analysis, Score, Solver
from fourscore.solver.solver import OnCount

__all__ = ["analyse", "shared_solver", "solve", "solve_many"]


@cache
def shared_solver() -> Solver:
    """Return the solver that the functions below share."""
    return Solver(book=default_book())


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
