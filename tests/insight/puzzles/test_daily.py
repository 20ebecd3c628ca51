"""The puzzle of the day: the same for everybody, no repeats, any date."""

from datetime import date, timedelta

import pytest

from fourscore.errors import InputError
from fourscore.insight.puzzles import daily_count, daily_puzzle
from fourscore.insight.puzzles.daily import WEEK, today
from fourscore.insight.puzzles.grades import GRADES

MONDAY = date(2026, 11, 16)


def test_grades_rise_through_the_week() -> None:
    assert len(WEEK) == 7
    assert sorted(WEEK, key=GRADES.index) == list(WEEK)
    for start in (MONDAY, date(1969, 7, 14), date(2400, 2, 28)):
        assert start.weekday() == 0
        week = [daily_puzzle(start + timedelta(days=day)).grade for day in range(7)]
        assert week == list(WEEK)


def test_none_comes_again_before_all_have_come() -> None:
    assert daily_count() >= 1_000
    days = [MONDAY + timedelta(days=each) for each in range(daily_count() + 7)]
    found = [daily_puzzle(day).id for day in days]
    assert len(set(found)) == daily_count()
    assert found[daily_count() :] == found[:7]


def test_any_date_has_one_and_today_is_the_default() -> None:
    assert daily_puzzle(date(2026, 11, 18)) == daily_puzzle("2026-11-18")
    assert daily_puzzle(date.min).shipped
    assert daily_puzzle(date.max).shipped
    before = daily_puzzle(today())
    found = daily_puzzle()
    assert found in (before, daily_puzzle(today()))


@pytest.mark.parametrize("text", ["", "today", "2026-02-30", "20260131", "2026-W05-6", "2026-1-31"])
def test_what_is_no_date_is_refused(text: str) -> None:
    with pytest.raises(InputError, match="is not a date; write it as in 2026-01-31"):
        daily_puzzle(text)
