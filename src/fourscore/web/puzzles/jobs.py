"""The jobs about puzzles: find one, check an attempt, play one out, return the answer."""

from pydantic import BaseModel

from fourscore.book.solving import shared_solver
from fourscore.core.notation import parse_moves
from fourscore.errors import InputError
from fourscore.insight.puzzles.finding import find_puzzle
from fourscore.insight.puzzles.playing import PuzzleGame
from fourscore.insight.puzzles.puzzle import Puzzle
from fourscore.schemas.puzzles import (
    AnswerView,
    AttemptView,
    PuzzleView,
    StepView,
    puzzle_view,
    step_view,
)
from fourscore.web.cache import LruCache
from fourscore.web.workers.job import JobContext, job

__all__ = [
    "JOBS",
    "AttemptRequest",
    "PlayRequest",
    "PuzzleRequest",
    "answer",
    "attempt",
    "play",
    "puzzle",
]

_cache = LruCache[str, Puzzle](500)
"""Puzzles of this worker, so that an attempt need not grade one again."""


class PuzzleRequest(BaseModel):
    """A puzzle."""

    id: str


class AttemptRequest(PuzzleRequest):
    """A column that may be the answer."""

    column: int


class PlayRequest(PuzzleRequest):
    """The moves of both sides so far, the last by the player."""

    moves: str


@job("puzzle")
def puzzle(request: PuzzleRequest, context: JobContext) -> PuzzleView:
    """Find a puzzle by its id."""
    return puzzle_view(_find(request, context))


@job("puzzle attempt")
def attempt(request: AttemptRequest, context: JobContext) -> AttemptView:
    """Check whether a column is the answer."""
    return AttemptView.of(_find(request, context).check(request.column - 1))


@job("puzzle move")
def play(request: PlayRequest, context: JobContext) -> StepView:
    """Judge the last move of a puzzle that is played out, and reply to it."""
    puzzle = _find(request, context)
    columns = parse_moves(request.moves, puzzle.position.width)
    if len(columns) % 2 == 0:
        raise InputError("the last move must be yours, so the number of moves is odd")
    return step_view(PuzzleGame.resume(puzzle, columns).steps[-1])


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


JOBS = (puzzle, attempt, play, answer)
