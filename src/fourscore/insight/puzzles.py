"""Puzzles: positions in which exactly one column wins, or exactly one saves the game.

    for puzzle in puzzles(count=3, grade="hard", seed=7):
        print(puzzle.position, puzzle.question, puzzle.grade)
    find_puzzle(puzzle.id).column     # the answer

They come from games between levels of medium strength, so that they look like real play. A *win*
puzzle has one winning column, and all others draw or lose; a *save* puzzle is a draw with one
column, and all others lose. Wins in one, positions in which a four must be blocked, and those
with only one column that does not lose at once are left out. Two puzzles that are mirror images of
each other count as one.

A puzzle's *level* is the lowest such that it and all higher levels find the column reliably: in at
least `ENOUGH` of `TRIES` tries with different seeds. The highest level is perfect and always does.
"""

import random
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property
from typing import Any, NamedTuple

from fourscore.agents import agent
from fourscore.agents.levels import level_table
from fourscore.arena.play import AgentPlayer, play
from fourscore.core.game import Game
from fourscore.core.notation import write_column
from fourscore.core.position import PLAYERS, Position, PositionLike
from fourscore.errors import InputError
from fourscore.insight.explain.explanation import explain
from fourscore.insight.explain.facts import FactKind, other_wins
from fourscore.insight.truth.judge import Judge, shared_judge
from fourscore.solver import Score, Solver

__all__ = [
    "ENOUGH",
    "TRIES",
    "Aim",
    "Attempt",
    "Puzzle",
    "Solution",
    "find_puzzle",
    "make_puzzles",
    "puzzle_of",
    "puzzles",
]

MIN_PLIES = 14
"""From this ply on the solver answers at once, even without a book."""
MIN_COLUMNS, MIN_SAFE = 3, 2
"""Columns that must be open, and those of them that must not lose at once."""
OPENING = 4
"""Random plies at the start, so that no two games are alike."""
PLAYERS_FROM = (4, 5, 6, 7)
"""The levels that play the games."""
REACHES = (2, 3, 4, 6, 9, 21)
"""How many moves a puzzle may have to be seen ahead; one of these is drawn for each game."""
TRIES, ENOUGH = 5, 4
PATIENCE = 400
"""Games without a puzzle after which the search is given up."""
DIGITS = "0123456789abcdefghjkmnpqrstvwxyz"
"""Of an id: digits and letters that are not easily confused."""
GRADES = ((2, "very easy"), (4, "easy"), (6, "medium"), (8, "hard"))
HARDEST = "very hard"


class Aim(StrEnum):
    """The kind of question of a puzzle."""

    WIN = "win"
    """Exactly one column wins."""
    SAVE = "save"
    """Exactly one column draws; all others lose."""


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
    solver: Solver = field(repr=False, compare=False)
    """Proves the lines of the answer and of wrong columns."""

    @property
    def id(self) -> str:
        """A short text from which the puzzle can be found again."""
        return _write_id(self.position.key)

    @property
    def question(self) -> str:
        """The question, in a sentence."""
        if self.aim is Aim.WIN:
            return f"{self.position.turn} to move and win: which is the only column that wins?"
        return f"{self.position.turn} to move and not lose: which is the only column that draws?"

    @property
    def grade(self) -> str:
        """How hard it is, in words."""
        return next((words for most, words in GRADES if self.level <= most), HARDEST)

    @cached_property
    def solution(self) -> Solution:
        """The answer with the line and the explanation."""
        found = explain(self.position, solver=self.solver)
        lines = [fact.line for fact in found.facts if fact.kind is FactKind.LINE]
        return Solution(self.column, lines[0], found.brief)

    def check(self, column: int) -> Attempt:
        """Check a column; raise `IllegalMoveError` if it cannot be played."""
        after = self.position.play(column)
        if column == self.column:
            return Attempt(column, True, self.solution.sentences, self.solution.line)
        line = (column, *self.solver.analyse(after).line)
        return Attempt(column, False, _refute(self, column), line)

    def __getstate__(self) -> dict[str, Any]:
        """Return what is pickled: all but the solver."""
        return {name: value for name, value in self.__dict__.items() if name != "solver"}

    def __setstate__(self, state: dict[str, Any]) -> None:
        """Take the shared solver of this process."""
        self.__dict__.update(state, solver=shared_judge().solver)


def _refute(puzzle: Puzzle, column: int) -> tuple[str, ...]:
    """Explain why a column is wrong, without naming the right one."""
    found = explain(puzzle.position, column, puzzle.solver)
    worth = found.facts[0].scores[column]
    about = [
        each.text
        for each in found.sentences[: found.main]
        if each.fact.after[:1] == (column,)
        or (each.fact.kind is FactKind.POISON and column in each.fact.columns)
    ]
    return (f"Column {write_column(column)} {worth}.", *about)


# Finding one


def puzzle_of(position: PositionLike, judge: Judge | None = None) -> Puzzle | None:
    """Return a position as a puzzle, or None if it is not one.

    >>> puzzle = puzzle_of("627431475612667316367")
    >>> str(puzzle.aim), puzzle.column + 1, puzzle.moves
    ('win', 4, 10)
    """
    position = Position(position)
    if not _is_candidate(position):
        return None
    judge = judge or shared_judge()
    found = _only_column(judge.columns(position))
    if found is None:
        return None
    level = _level_of(position, found.column)
    return Puzzle(position, found.aim, found.column, found.score, found.moves, level, judge.solver)


def _is_candidate(position: Position) -> bool:
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


class _Only(NamedTuple):
    """The one column that matters."""

    column: int
    aim: Aim
    score: Score
    moves: int


def _only_column(scores: dict[int, Score]) -> _Only | None:
    """Find the one column that wins, or the one that does not lose."""
    for aim, least in ((Aim.WIN, 1), (Aim.SAVE, 0)):
        keeping = [column for column, score in scores.items() if score.sign >= least]
        if len(keeping) > 1:
            return None
        if keeping:
            (column,) = keeping
            others = [score for each, score in scores.items() if each != column]
            seen = scores[column] if aim is Aim.WIN else max(others)
            return _Only(column, aim, scores[column], seen.moves)
    return None


def _level_of(position: Position, column: int) -> int:
    """Return the lowest level such that it and all higher ones find the column."""
    lowest = level_table()[-1].number
    for level in reversed(level_table()[:-1]):
        if not _finds(level.number, position, column):
            break
        lowest = level.number
    return lowest


def _finds(level: int, position: Position, column: int) -> bool:
    """Return whether a level plays a column reliably."""
    missed = 0
    for seed in range(TRIES):
        missed += agent(f"level:{level}", seed=seed).choose(position).column != column
        if missed > TRIES - ENOUGH:
            return False
    return True


# Ids


def _write_id(key: int) -> str:
    """Write a position's key in a few letters and digits.

    >>> _write_id(4128), _read_id("410")
    ('410', 4128)
    """
    letters = ""
    while key or not letters:
        key, digit = divmod(key, len(DIGITS))
        letters = DIGITS[digit] + letters
    return letters


def _read_id(text: str) -> int:
    key = 0
    for letter in text.strip().lower():
        digit = DIGITS.find(letter)
        if digit < 0 or key >> 63:
            raise InputError(f"{text!r} is not the id of a puzzle")
        key = key * len(DIGITS) + digit
    return key


def find_puzzle(id: str, judge: Judge | None = None) -> Puzzle:  # noqa: A002
    """Find a puzzle by its id; raise `InputError` if there is none."""
    key = _read_id(id)
    try:
        puzzle = puzzle_of(Position(key), judge)
    except InputError:
        puzzle = None
    if puzzle is None:
        raise InputError(f"{id!r} is not the id of a puzzle")
    return puzzle


# Making many


def puzzles(
    count: int = 3, *, grade: str | None = None, aim: Aim | str | None = None, seed: int = 0
) -> list[Puzzle]:
    """Return distinct puzzles; the same seed gives the same ones in the same order.

    `grade` says how hard they are: "very easy", "easy", "medium", "hard" or "very hard". `aim` is
    "win" or "save". There may be fewer than `count` if such puzzles are too rare.

    >>> [puzzle.grade for puzzle in puzzles(count=1, grade="hard", seed=1)]
    ['hard']
    """
    if not isinstance(count, int) or count < 1 or not isinstance(seed, int):
        raise InputError(f"count and seed are integers, at least one puzzle: {count!r}, {seed!r}")
    aims = [each.value for each in Aim]
    if aim is not None and aim not in aims:
        raise InputError(f"{aim!r} is not an aim; the aims are {', '.join(aims)}")
    wanted = None if aim is None else Aim(aim)
    return list(make_puzzles(count, seed, wanted, () if grade is None else _levels_of(grade)))


def _levels_of(grade: str) -> range:
    """Return the levels of a grade.

    >>> list(_levels_of("hard"))
    [7, 8]
    """
    last = level_table()[-1].number
    tops = {words: most for most, words in (*GRADES, (last, HARDEST))}
    if not isinstance(grade, str) or grade not in tops:
        raise InputError(f"{grade!r} is not a grade; the grades are {', '.join(tops)}")
    below = max((most for most in tops.values() if most < tops[grade]), default=0)
    return range(below + 1, tops[grade] + 1)


def make_puzzles(
    count: int,
    seed: int = 0,
    aim: Aim | None = None,
    levels: Iterable[int] = (),
    judge: Judge | None = None,
    on_game: Callable[[int], None] | None = None,
) -> Iterator[Puzzle]:
    """Yield distinct puzzles; the same seed gives the same ones in the same order.

    `aim` and `levels` restrict them. There may be fewer than `count` if they are too rare.
    `on_game` is called with the number of games played so far.
    """
    judge, wanted = judge or shared_judge(), set(levels)
    seen: set[int] = set()
    made, barren, number = 0, 0, 0
    while made < count and barren < PATIENCE:
        game = _play(f"{seed} {number} puzzles")
        number, barren = number + 1, barren + 1
        if on_game:
            on_game(number)
        puzzle = _find_in(game, aim, wanted, seen, judge, random.Random(f"{seed} {number}"))
        if puzzle is not None:
            made, barren = made + 1, 0
            seen.add(_symmetric(puzzle.position))
            yield puzzle


def _find_in(
    game: Game,
    aim: Aim | None,
    levels: set[int],
    seen: set[int],
    judge: Judge,
    draw: random.Random,
) -> Puzzle | None:
    """Take at most one puzzle from a game, the first in a random order.

    Its greatest length is random, too: otherwise nearly all would be wins too deep to see.
    """
    candidates = [each for each in game.positions if _is_candidate(each)]
    judge.learn(each.play(column) for each in candidates for column in each.legal)
    draw.shuffle(candidates)
    reach = draw.choice(REACHES)
    for position in candidates:
        found = _only_column(judge.columns(position))
        if found is None or found.moves > reach or (aim and found.aim is not aim):
            continue
        if _symmetric(position) not in seen:
            puzzle = puzzle_of(position, judge)
            if puzzle is not None and (not levels or puzzle.level in levels):
                return puzzle
    return None


def _symmetric(position: Position) -> int:
    return min(position.key, position.mirror().key)


def _play(seed: str) -> Game:
    """Let two levels play a game after a few random plies."""
    draw = random.Random(seed)
    game = Game()
    for _ in range(OPENING):
        game.play(draw.choice(game.position.legal))
    players = {
        mark: AgentPlayer(agent(f"level:{draw.choice(PLAYERS_FROM)}", seed=draw.getrandbits(32)))
        for mark in PLAYERS
    }
    for _ in play(game, players):
        pass
    return game
