"""`Puzzle`: a position in which exactly one column wins, or exactly one saves the draw.

A *win* puzzle has one winning column, and all others draw or lose; a *save* puzzle is a draw with
one column, and all others lose. Wins in one, positions in which a four must be blocked, and those
with only one column that does not lose at once are no puzzles.

A puzzle's *level* is the lowest such that it and all higher levels find the column reliably: in at
least `ENOUGH` of `TRIES` tries with different seeds. The highest level is perfect and always does.
"""

from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

from fourscore.core.notation import write_column
from fourscore.core.position import Position, PositionLike
from fourscore.insight.explain.explanation import Explanation, explain
from fourscore.insight.explain.facts import FactKind
from fourscore.insight.puzzles.candidates import Aim, is_candidate, level_of, only_column
from fourscore.insight.puzzles.grades import grade_of
from fourscore.insight.puzzles.ids import write_id
from fourscore.insight.puzzles.themes import Theme, themes_of
from fourscore.insight.truth.judge import Judge, shared_judge
from fourscore.solver import Score, Solver

if TYPE_CHECKING:
    from fourscore.insight.puzzles.glicko import Rating
    from fourscore.insight.puzzles.playing import PuzzleGame

__all__ = ["Attempt", "Puzzle", "Solution", "puzzle_of", "refute"]


@dataclass(frozen=True, slots=True)
class Solution:
    """The answer, and why."""

    column: int
    """The answer."""
    line: tuple[int, ...]
    """Best play of both sides to the end, the answer first."""
    sentences: tuple[str, ...]
    """Why it is the answer."""


@dataclass(frozen=True, slots=True)
class Attempt:
    """A tried column, and whether it is right."""

    column: int
    """The column tried."""
    right: bool
    """Whether it is the answer."""
    sentences: tuple[str, ...]
    """Why it is right or wrong; for a wrong column, without naming the right one."""
    line: tuple[int, ...] = ()
    """Best play of both sides to the end, this column first."""


@dataclass(frozen=True)
class Puzzle:
    """A position with one column that matters.

    >>> from fourscore import puzzles
    >>> puzzle = puzzles(count=1, seed=1)[0]
    >>> puzzle.check(puzzle.column).right
    True
    """

    position: Position
    """The position that is asked about."""
    aim: Aim
    """Whether one column wins, or one saves the draw."""
    column: int
    """The answer."""
    score: Score
    """What the position is worth."""
    moves: int
    """How far one has to see, in moves of the winning side: to the win, or to the loss with
    the column that loses last."""
    level: int
    """The lowest level such that it and all higher ones find the column."""
    _solver: Solver | None = field(default=None, repr=False, compare=False)
    shipped: bool = field(default=False, compare=False)
    """Whether it comes with fourscore."""

    @property
    def solver(self) -> Solver:
        """Proves the lines of the answer and of wrong columns."""
        return self._solver or shared_judge().solver

    @property
    def id(self) -> str:
        """A short text from which the puzzle can be found again."""
        return write_id(self.position.key)

    @property
    def question(self) -> str:
        """The question, in a sentence."""
        if self.aim is Aim.WIN:
            return f"{self.position.turn} to move and win: which is the only column that wins?"
        return f"{self.position.turn} to move and not lose: which is the only column that draws?"

    @property
    def grade(self) -> str:
        """How hard it is, in words."""
        return grade_of(self.level)

    @cached_property
    def themes(self) -> tuple[Theme, ...]:
        """What it is about; naming them gives away a little."""
        return themes_of(self._explanation)

    @property
    def rating(self) -> int:
        """How hard it is to play out: its Glicko-2 rating, where level 1 has 800."""
        return round(self._rating.rating)

    @property
    def deviation(self) -> int:
        """The rating's deviation: the true one is within twice that of it, nearly always."""
        return round(self._rating.deviation)

    @cached_property
    def solution(self) -> Solution:
        """The answer with the line and the explanation."""
        found = self._explanation
        lines = [fact.line for fact in found.facts if fact.kind is FactKind.LINE]
        return Solution(self.column, lines[0], found.brief)

    def check(self, column: int) -> Attempt:
        """Check a column; raise `IllegalMoveError` if it cannot be played."""
        after = self.position.play(column)
        if column == self.column:
            return Attempt(column, True, self.solution.sentences, self.solution.line)
        line = (column, *self.solver.analyse(after).line)
        return Attempt(column, False, refute(self.position, column, self.solver), line)

    def play(self, *columns: int) -> "PuzzleGame":
        """Return a game that plays it out against the best defence, after your `columns`."""
        from fourscore.insight.puzzles.playing import PuzzleGame

        game = PuzzleGame(self)
        for column in columns:
            game.play(column)
        return game

    @cached_property
    def _explanation(self) -> Explanation:
        return explain(self.position, solver=self.solver)

    @cached_property
    def _rating(self) -> "Rating":
        from fourscore.insight.puzzles.rating import rate

        return rate(self)

    def __getstate__(self) -> dict[str, Any]:
        """Return what is pickled: all but the solver."""
        return {name: value for name, value in self.__dict__.items() if name != "_solver"}

    def __setstate__(self, state: dict[str, Any]) -> None:
        """Take the shared solver of this process."""
        self.__dict__.update(state, _solver=None)


def refute(position: Position, column: int, solver: Solver) -> tuple[str, ...]:
    """Explain why a column is wrong, without naming the right one."""
    found = explain(position, column, solver)
    worth = found.facts[0].scores[column]
    about = [
        each.text
        for each in found.sentences[: found.main]
        if each.fact.after[:1] == (column,)
        or (each.fact.kind is FactKind.POISON and column in each.fact.columns)
    ]
    return (f"Column {write_column(column)} {worth}.", *about)


def puzzle_of(position: PositionLike, judge: Judge | None = None) -> Puzzle | None:
    """Return a position as a puzzle, or None if it is not one.

    >>> puzzle = puzzle_of("627431475612667316367")
    >>> str(puzzle.aim), puzzle.column + 1, puzzle.moves
    ('win', 4, 10)
    """
    position = Position(position)
    if not is_candidate(position):
        return None
    judge = judge or shared_judge()
    found = only_column(judge.columns(position))
    if found is None:
        return None
    level = level_of(position, found.column)
    return Puzzle(position, found.aim, found.column, found.score, found.moves, level, judge.solver)
