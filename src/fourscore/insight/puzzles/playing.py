"""Playing a puzzle out: the whole combination against the best defence, move by move.

    game = puzzle.play()
    step = game.play(3)             # your move, and the reply to it
    print(step.right, step.says, step.reply)

A move is right if it keeps what the puzzle asks for: in the puzzle's own position that is one
column; later, where several keep it, any of them. A *win* puzzle ends with the four, a *save*
puzzle when the draw is held, and both with the first wrong move. A draw is *held* when, whatever
best reply follows, every column draws or better, except those that let the other side make a four
at once; or after `MOST_SAVES` moves. It can still be lost later.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property

from fourscore.core.game import Game
from fourscore.core.notation import write_column, write_columns
from fourscore.core.position import Position
from fourscore.errors import InputError
from fourscore.insight.puzzles.candidates import Aim
from fourscore.insight.puzzles.defence import Defence
from fourscore.insight.puzzles.puzzle import Puzzle, refute
from fourscore.solver import Score

__all__ = ["MOST_SAVES", "PuzzleGame", "Step"]

MOST_SAVES = 6
"""Moves after which a draw counts as saved, if it is not held before."""
COUNTS = ("", "one move", *(f"{each} moves" for each in ("two", "three", "four", "five", "six")))


@dataclass(frozen=True)
class Step:
    """One move of a puzzle that is played out, and the reply to it."""

    puzzle: Puzzle = field(repr=False)
    """The puzzle that is played out."""
    column: int
    """The column played."""
    right: bool
    """Whether it keeps what the puzzle asks for."""
    reply: int | None
    """The best defence, or None if the puzzle is over."""
    columns: tuple[int, ...]
    """The moves of both sides from the puzzle's position on, up to the reply."""
    _defence: Defence = field(repr=False, compare=False)

    @property
    def done(self) -> bool:
        """Whether the puzzle is over: solved, or failed by this move."""
        return self.reply is None

    @cached_property
    def game(self) -> Game:
        """The game from the puzzle's position to the one after the reply."""
        game = Game(self.puzzle.position)
        for column in self.columns:
            game.play(column)
        return game

    @property
    def position(self) -> Position:
        """The position after the reply, or after the move if the puzzle is over."""
        return self.game.position

    @property
    def best(self) -> tuple[int, ...]:
        """The columns that were best, once the puzzle is over."""
        return self._defence.best(self._before) if self.done else ()

    @property
    def left(self) -> int | None:
        """In a *win* puzzle, the moves still needed at best; None once the win is gone."""
        if self.puzzle.aim is Aim.SAVE or not self.right:
            return None
        return 0 if self.done else max(self._defence.columns(self.position).values()).moves

    @property
    def says(self) -> str:
        """What the move does, in a sentence."""
        name, score = f"Column {write_column(self.column)}", self._score
        if not self.right:
            return f"{name} {score}; the {self.puzzle.aim.result} is gone."
        if score.sign > 0:
            return f"{name} {self._say_win(score)}."
        if self.position.is_over:
            return f"{name} fills the board: the game is drawn."
        return f"{name} keeps the draw{self._say_end() if self.done else ''}."

    def _say_end(self) -> str:
        if self._defence.is_held(self.position):
            return ", and no good reply sets a trap"
        return ", and after so many right moves that is enough"

    def _say_win(self, score: Score) -> str:
        if self.done:
            return "makes four and wins"
        scores = self._defence.columns(self._before)
        best = self._defence.best(self._before)[0]
        later = score.moves - scores[best].moves
        if later == 0:
            return "keeps the win"
        count = COUNTS[later] if later < len(COUNTS) else f"{later} moves"
        return f"wins too, {count} later than column {write_column(best)}"

    @cached_property
    def sentences(self) -> tuple[str, ...]:
        """Why the move is wrong, if it is; without naming a right one."""
        return () if self.right else refute(self._before, self.column, self.puzzle.solver)[1:]

    @cached_property
    def line(self) -> tuple[int, ...]:
        """Best play of both sides to the end if the move is wrong, this column first."""
        if self.right:
            return ()
        return (self.column, *self.puzzle.solver.analyse(self.position).line)

    @property
    def _before(self) -> Position:
        return self.game.positions[-2 if self.done else -3]

    @property
    def _score(self) -> Score:
        return self._defence.columns(self._before)[self.column]


class PuzzleGame:
    """A puzzle that is being played out.

    Games of one puzzle may share a `defence`, so that each position is proved once.

    >>> from fourscore import puzzles
    >>> puzzle = puzzles(count=1, aim="win", seed=1)[0]
    >>> game = puzzle.play()
    >>> while not game.done:
    ...     step = game.play(game.hint())
    >>> step.right, step.position.outcome.winner == puzzle.position.turn
    (True, True)
    """

    def __init__(self, puzzle: Puzzle, defence: Defence | None = None) -> None:
        self.puzzle = puzzle
        """The puzzle."""
        self.steps: list[Step] = []
        """The moves so far, each with the reply to it."""
        self._defence = defence or Defence(puzzle.solver)
        self._game = Game(puzzle.position)

    @classmethod
    def resume(cls, puzzle: Puzzle, columns: Sequence[int]) -> "PuzzleGame":
        """Return a game after moves of both sides; the last reply may be left out.

        Raises `IllegalMoveError` if one cannot be played, and `InputError` if the puzzle was over
        before the last.
        """
        game = cls(puzzle)
        for at in range(0, len(columns), 2):
            game._play(columns[at], *columns[at + 1 : at + 2])
        return game

    @property
    def position(self) -> Position:
        """The current position."""
        return self._game.position

    @property
    def columns(self) -> tuple[int, ...]:
        """The moves of both sides so far."""
        return self._game.columns

    @property
    def done(self) -> bool:
        """Whether the puzzle is over."""
        return bool(self.steps) and self.steps[-1].done

    @property
    def solved(self) -> bool:
        """Whether the puzzle is over and every move was right."""
        return self.done and self.steps[-1].right

    def hint(self) -> int:
        """Return a best column of the current position; raise `InputError` if it is over."""
        self._require_open()
        return self._defence.best(self.position)[0]

    def play(self, column: int) -> Step:
        """Play a column, and the best defence against it.

        Raises `IllegalMoveError` if the column cannot be played, and `InputError` if the puzzle
        is over.
        """
        return self._play(column)

    def _play(self, column: int, reply: int | None = None) -> Step:
        self._require_open()
        right = self._defence.right(self.position, self.puzzle.aim)
        self._game.play(column)
        if column not in right or self._is_solved():
            step = self._add(column, column in right, None)
            if reply is not None:
                self._require_open()
            return step
        if reply is None:
            reply = self._defence.reply(self.position, self.puzzle.aim)
        self._game.play(reply)
        return self._add(column, True, reply)

    def _add(self, column: int, right: bool, reply: int | None) -> Step:
        step = Step(self.puzzle, column, right, reply, self._game.columns, self._defence)
        self.steps.append(step)
        return step

    def _is_solved(self) -> bool:
        """Return whether a right move has solved the puzzle."""
        if self.position.is_over:
            return True
        if self.puzzle.aim is Aim.WIN:
            return False
        return len(self.steps) + 1 >= MOST_SAVES or self._defence.is_held(self.position)

    def _require_open(self) -> None:
        if self.done:
            raise InputError(f"the puzzle is over after {write_columns(self.columns)}")
