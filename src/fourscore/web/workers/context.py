"""What every job has: its desk, and what a worker keeps from one job to the next."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any

from pydantic import BaseModel

from fourscore.core.game import Game
from fourscore.insight.truth.judge import Judge
from fourscore.search.control import Cancel
from fourscore.solver import Solver
from fourscore.web import reading
from fourscore.web.schemas import CountView

__all__ = ["Desk", "Job", "own_judge", "own_solver", "read_game"]


@dataclass(frozen=True, slots=True)
class Desk:
    """What a job has beside its question."""

    cancel: Cancel
    tell: Callable[[Callable[[], BaseModel]], None]
    """Takes what makes a report of progress; it is made only if one is due."""
    begin: Callable[[], None]
    """Is called once, when all is loaded and the job's time begins to count."""

    def count(self, done: int, total: int) -> None:
        """Take a count as a report of progress."""
        self.tell(lambda: CountView(done=done, total=total))


Job = Callable[[dict[str, Any], Desk], BaseModel]
"""Takes what was asked and gives a shape of the API."""


@cache
def own_solver() -> Solver:
    """Return the worker's own solver, on one thread, for the workers share the cores."""
    from fourscore.book import default_book

    return Solver(threads=1, book=default_book())


@cache
def own_judge() -> Judge:
    """Return the worker's own judge, which remembers what it has solved."""
    return Judge(own_solver())


def read_game(ask: dict[str, Any]) -> Game:
    """Read the position that was asked about."""
    return reading.read(**{key: ask[key] for key in ("moves", "start", "size", "variant")})
