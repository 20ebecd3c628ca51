"""Which positions are puzzles: exactly one column that matters, and how hard it is to find."""

from enum import StrEnum
from typing import NamedTuple

from fourscore.agents.levels import level_table
from fourscore.core.position import Position
from fourscore.insight.explain.facts import other_wins
from fourscore.insight.puzzles.tries import Tries
from fourscore.solver import Score

__all__ = ["ENOUGH", "MIN_PLIES", "TRIES", "Aim", "Only", "is_candidate", "level_of", "only_column"]

MIN_PLIES = 14
"""From this ply on the solver answers at once, even without a book."""
MIN_COLUMNS, MIN_SAFE = 3, 2
"""Columns that must be open, and those of them that must not lose at once."""
TRIES, ENOUGH = 5, 4
"""Tries of a level with different seeds, and how many must find the column."""


class Aim(StrEnum):
    """The kind of question of a puzzle."""

    WIN = "win"
    """Exactly one column wins."""
    SAVE = "save"
    """Exactly one column draws; all others lose."""

    @property
    def result(self) -> str:
        """What is to be reached."""
        return "win" if self is Aim.WIN else "draw"


class Only(NamedTuple):
    """The one column that matters."""

    column: int
    aim: Aim
    score: Score
    moves: int
    """How far one has to see: to the win, or to the loss with the column that loses last."""


def is_candidate(position: Position) -> bool:
    """Return whether a position may be a puzzle by the rules alone."""
    return (
        position.variant.name == "standard"
        and position.ply >= MIN_PLIES
        and len(position.legal) >= MIN_COLUMNS
        and not position.winning_columns
        and not other_wins(position)
        and len(_safe_columns(position)) >= MIN_SAFE
    )


def _safe_columns(position: Position) -> list[int]:
    """Return the columns after which the other side cannot win at once."""
    return [each for each in position.legal if not position.play(each).winning_columns]


def only_column(scores: dict[int, Score]) -> Only | None:
    """Find the one column that wins, or the one that does not lose."""
    for aim, least in ((Aim.WIN, 1), (Aim.SAVE, 0)):
        keeping = [column for column, score in scores.items() if score.sign >= least]
        if len(keeping) > 1:
            return None
        if keeping:
            (column,) = keeping
            others = [score for each, score in scores.items() if each != column]
            seen = scores[column] if aim is Aim.WIN else max(others)
            return Only(column, aim, scores[column], seen.moves)
    return None


def level_of(position: Position, column: int) -> int:
    """Return the lowest level such that it and all higher ones find the column."""
    tries, lowest = Tries(), level_table()[-1].number
    for level in reversed(level_table()[:-1]):
        if not _finds(level.number, position, column, tries):
            break
        lowest = level.number
    return lowest


def _finds(level: int, position: Position, column: int, tries: Tries) -> bool:
    """Return whether a level plays a column reliably."""
    missed = 0
    for seed in range(TRIES):
        missed += tries.choose(level, position, seed) != column
        if missed > TRIES - ENOUGH:
            return False
    return True
