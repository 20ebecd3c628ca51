"""Grades: how hard a puzzle is, in words, by the level that finds its column."""

from fourscore.agents.levels import level_table
from fourscore.errors import InputError

__all__ = ["GRADES", "grade_of", "levels_of"]

_TOPS = {"very easy": 2, "easy": 4, "medium": 6, "hard": 7, "very hard": 10}
"""The highest level of each grade."""
GRADES = tuple(_TOPS)
"""The grades, the easiest first."""


def grade_of(level: int) -> str:
    """Return the grade of a level.

    >>> grade_of(2), grade_of(7)
    ('very easy', 'hard')
    """
    return next((words for words, top in _TOPS.items() if level <= top), GRADES[-1])


def levels_of(grade: str) -> range:
    """Return the levels of a grade.

    >>> list(levels_of("hard"))
    [7]
    """
    if not isinstance(grade, str) or grade not in _TOPS:
        raise InputError(f"{grade!r} is not a grade; the grades are {', '.join(GRADES)}")
    found = [level.number for level in level_table() if grade_of(level.number) == grade]
    return range(found[0], found[-1] + 1)
