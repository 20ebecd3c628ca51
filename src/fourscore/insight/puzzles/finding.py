"""Getting puzzles: those that come with fourscore, new ones, or one by its id."""

from enum import StrEnum
from typing import TypeVar

from fourscore.core.position import Position
from fourscore.errors import InputError
from fourscore.insight.puzzles.candidates import Aim
from fourscore.insight.puzzles.grades import levels_of
from fourscore.insight.puzzles.ids import read_id
from fourscore.insight.puzzles.making import make_puzzles
from fourscore.insight.puzzles.puzzle import Puzzle, puzzle_of
from fourscore.insight.puzzles.shipped import draw, find_shipped
from fourscore.insight.puzzles.themes import Theme
from fourscore.insight.truth.judge import Judge

__all__ = ["find_puzzle", "puzzles"]

Choice = TypeVar("Choice", bound=StrEnum)


def puzzles(
    count: int = 3,
    *,
    grade: str | None = None,
    aim: Aim | str | None = None,
    theme: Theme | str | None = None,
    seed: int = 0,
    new: bool = False,
) -> list[Puzzle]:
    """Return distinct puzzles; the same seed gives the same ones in the same order.

    They are among those that come with fourscore, or with `new` made now, from games between
    levels. `grade` says how hard they are: "very easy", "easy", "medium", "hard" or "very hard".
    `aim` is "win" or "save", `theme` one of the values of `Theme`, such as "double threat". There
    may be fewer than `count` if such puzzles are too rare.

    >>> [puzzle.grade for puzzle in puzzles(count=1, grade="hard", seed=1)]
    ['hard']
    """
    if not isinstance(count, int) or count < 1 or not isinstance(seed, int):
        raise InputError(f"count and seed are integers, at least one puzzle: {count!r}, {seed!r}")
    wanted_aim, wanted_theme = _member(Aim, aim, "an aim"), _member(Theme, theme, "a theme")
    levels = () if grade is None else levels_of(grade)
    if not new:
        return draw(count, seed, aim=wanted_aim, theme=wanted_theme, levels=levels)
    made = make_puzzles(count, seed, wanted_aim, levels, theme=wanted_theme)
    return list(made)


def _member(kind: type[Choice], given: str | None, noun: str) -> Choice | None:
    """Read the member of an enumeration that was given by its value."""
    names = [each.value for each in kind]
    if given is not None and given not in names:
        every = f"{noun.split()[1]}s are {', '.join(names)}"
        raise InputError(f"{given!r} is not {noun}; the {every}")
    return None if given is None else kind(given)


def find_puzzle(id: str, judge: Judge | None = None) -> Puzzle:  # noqa: A002
    """Find a puzzle by its id; raise `InputError` if there is none."""
    key = read_id(id)
    puzzle = find_shipped(key) if judge is None else None
    try:
        puzzle = puzzle or puzzle_of(Position(key), judge)
    except InputError:
        puzzle = None
    if puzzle is None:
        raise InputError(f"{id!r} is not the id of a puzzle")
    return puzzle
