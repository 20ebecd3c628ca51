"""The puzzle of the day: the same for everybody, and harder from Monday to Sunday.

Each weekday has a grade. The puzzles of a grade are put in an order that does not follow from how
they were made, and each week takes the next ones. So none comes again before `daily_count()` days
have passed.
"""

import hashlib
import re
from datetime import UTC, date, datetime
from functools import cache

from fourscore.errors import InputError
from fourscore.insight.puzzles.puzzle import Puzzle
from fourscore.insight.puzzles.shipped import Entry, entries

__all__ = ["WEEK", "daily_count", "daily_puzzle", "parse_date", "today"]

WEEK = ("very easy", "easy", "easy", "medium", "medium", "hard", "very hard")
"""The grades of the days from Monday to Sunday."""


def daily_puzzle(day: date | str | None = None) -> Puzzle:
    """Return the puzzle of a day, written as in "2026-01-31"; today's (UTC) if it is left out.

    >>> daily_puzzle("2026-11-16").grade, daily_puzzle("2026-11-22").grade
    ('very easy', 'very hard')
    """
    if day is None:
        day = today()
    elif not isinstance(day, date):
        day = parse_date(day)
    week, weekday = divmod(day.toordinal() - 1, len(WEEK))  # day 1 was a Monday
    days = _days()[weekday]
    return days[week % len(days)].puzzle()


def daily_count() -> int:
    """Return after how many days the puzzles come again."""
    return sum(map(len, _days()))


def today() -> date:
    """Return the date in UTC, so that it is the same for everybody."""
    return datetime.now(UTC).date()


def parse_date(text: str) -> date:
    """Read a date; raise `InputError` if it is not one."""
    try:
        if not re.fullmatch(r"\d{4}-\d{2}-\d{2}", text, re.ASCII):
            raise ValueError
        return date.fromisoformat(text)
    except (TypeError, ValueError):
        raise InputError(f"{text!r} is not a date; write it as in 2026-01-31") from None


@cache
def _days() -> tuple[list[Entry], ...]:
    """Return the puzzles of each weekday, week by week."""
    by_grade: dict[str, list[Entry]] = {grade: [] for grade in WEEK}
    for entry in sorted(entries().values(), key=_order):
        by_grade[entry.grade].append(entry)
    weeks = min(len(each) // WEEK.count(grade) for grade, each in by_grade.items())
    taken = {grade: iter(each) for grade, each in by_grade.items()}
    return tuple([next(taken[grade]) for _ in range(weeks)] for grade in WEEK)


def _order(entry: Entry) -> bytes:
    return hashlib.blake2s(entry.id.encode()).digest()
