"""Jobs about puzzles: make some, bring one back, check a column, tell the answer."""

from contextlib import suppress
from typing import Any

from fourscore.book.solving import shared_solver
from fourscore.errors import Cancelled
from fourscore.insight.puzzles import Aim, Puzzle, find_puzzle, make_puzzles
from fourscore.schemas.puzzles import (
    AnswerView,
    AttemptView,
    PuzzlesView,
    PuzzleView,
    puzzle_view,
)
from fourscore.web.workers.context import Desk, Job

__all__ = ["JOBS"]

KNOWN = 500
"""Puzzles that a worker remembers, so that an attempt need not grade one again."""
_known: dict[str, Puzzle] = {}


def _remember(puzzle: Puzzle) -> Puzzle:
    if len(_known) >= KNOWN:
        _known.pop(next(iter(_known)))
    _known[puzzle.id] = puzzle
    return puzzle


def _find(ask: dict[str, Any], desk: Desk) -> Puzzle:
    shared_solver().warm()
    desk.begin()
    return _known.get(ask["id"]) or _remember(find_puzzle(ask["id"]))


def puzzles(ask: dict[str, Any], desk: Desk) -> PuzzlesView:
    """Make puzzles, as far as the seconds go."""
    shared_solver().warm()
    desk.begin()

    def look_up(_: int) -> None:
        if desk.cancel.cancelled:
            raise Cancelled("the time for these puzzles was not enough")

    aim = None if ask["kind"] is None else Aim(ask["kind"])
    found: list[PuzzleView] = []
    complete = False
    source = make_puzzles(ask["count"], ask["seed"], aim, ask["levels"], on_game=look_up)
    with suppress(Cancelled):
        for puzzle in source:
            found.append(puzzle_view(_remember(puzzle)))
            desk.tell(lambda: PuzzlesView(complete=False, puzzles=found))
        complete = True
    return PuzzlesView(complete=complete, puzzles=found)


def puzzle(ask: dict[str, Any], desk: Desk) -> PuzzleView:
    """Bring a puzzle back."""
    return puzzle_view(_find(ask, desk))


def attempt(ask: dict[str, Any], desk: Desk) -> AttemptView:
    """Return whether a column is the answer."""
    return AttemptView.of(_find(ask, desk).check(ask["column"] - 1))


def answer(ask: dict[str, Any], desk: Desk) -> AnswerView:
    """Tell the answer."""
    return AnswerView.of(_find(ask, desk).solution)


JOBS: dict[str, Job] = {
    "puzzles": puzzles,
    "puzzle": puzzle,
    "puzzle attempt": attempt,
    "puzzle answer": answer,
}
