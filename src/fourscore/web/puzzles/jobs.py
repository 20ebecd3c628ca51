"""The jobs about puzzles: make some, find one, check an attempt, return the answer."""

from contextlib import suppress
from typing import Annotated, Literal

from pydantic import BaseModel, Field

from fourscore.book.solving import shared_solver
from fourscore.errors import Cancelled, InputError
from fourscore.insight.puzzles import Aim, Puzzle, find_puzzle, make_puzzles
from fourscore.schemas.puzzles import (
    AnswerView,
    AttemptView,
    PuzzlesView,
    PuzzleView,
    puzzle_view,
)
from fourscore.web.cache import LruCache
from fourscore.web.workers.job import JobContext, job

__all__ = [
    "JOBS",
    "AttemptRequest",
    "PuzzleRequest",
    "PuzzlesRequest",
    "answer",
    "attempt",
    "puzzle",
    "puzzles",
]

LEVELS = 10
Level = Annotated[int, Field(ge=1, le=LEVELS)]
_cache = LruCache[str, Puzzle](500)
"""Puzzles of this worker, so that an attempt need not grade one again."""


class PuzzlesRequest(BaseModel):
    """Puzzles to make."""

    count: Annotated[int, Field(ge=1, le=20, description="How many.")] = 3
    seed: Annotated[int, Field(ge=0, le=2**62, description="The same seed, the same ones.")] = 0
    kind: Annotated[Literal["win", "save"] | None, Field(description="Left out, both kinds.")] = (
        None
    )
    easiest: Level = 1
    hardest: Level = LEVELS

    @property
    def levels(self) -> list[int]:
        """The levels that are wanted; none stands for all."""
        if self.easiest > self.hardest:
            raise InputError(f"level {self.easiest} is harder than level {self.hardest}")
        levels = list(range(self.easiest, self.hardest + 1))
        return levels if len(levels) < LEVELS else []


class PuzzleRequest(BaseModel):
    """A puzzle that was made before."""

    id: str


class AttemptRequest(PuzzleRequest):
    """A column that may be the answer."""

    column: int


@job("puzzles")
def puzzles(request: PuzzlesRequest, context: JobContext) -> PuzzlesView:
    """Make puzzles, as many as the time allows."""
    shared_solver().warm()
    context.start()

    def check(_: int) -> None:
        if context.cancel.cancelled:
            raise Cancelled("there was not enough time for these puzzles")

    aim = None if request.kind is None else Aim(request.kind)
    found: list[PuzzleView] = []
    complete = False
    with suppress(Cancelled):
        for each in make_puzzles(request.count, request.seed, aim, request.levels, on_game=check):
            _cache.put(each.id, each, 1)
            found.append(puzzle_view(each))
            context.report(lambda: PuzzlesView(complete=False, puzzles=found))
        complete = True
    return PuzzlesView(complete=complete, puzzles=found)


@job("puzzle")
def puzzle(request: PuzzleRequest, context: JobContext) -> PuzzleView:
    """Find a puzzle by its id."""
    return puzzle_view(_find(request, context))


@job("puzzle attempt")
def attempt(request: AttemptRequest, context: JobContext) -> AttemptView:
    """Check whether a column is the answer."""
    return AttemptView.of(_find(request, context).check(request.column - 1))


@job("puzzle answer")
def answer(request: PuzzleRequest, context: JobContext) -> AnswerView:
    """Return the answer."""
    return AnswerView.of(_find(request, context).solution)


def _find(request: PuzzleRequest, context: JobContext) -> Puzzle:
    shared_solver().warm()
    context.start()
    found = _cache.get(request.id)
    if found is None:
        found = find_puzzle(request.id)
        _cache.put(request.id, found, 1)
    return found


JOBS = (puzzles, puzzle, attempt, answer)
