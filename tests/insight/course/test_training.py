"""Lines, goals and progress."""

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from fourscore.core.position import Position
from fourscore.errors import InputError
from fourscore.insight.course.course import course
from fourscore.insight.course.goals import find_goal, goals
from fourscore.insight.course.lines import chapters, lines
from fourscore.insight.course.training import Progress, read_progress

NOW = datetime(2026, 1, 31, 12, tzinfo=UTC)


@pytest.mark.parametrize("side", ["first", "second"])
def test_lines_cover_the_course_once_and_are_played_by_it(side: str) -> None:
    chosen, found = course(side), lines(side)
    own = [card.id for line in found for card in line.cards[-line.new :]]
    assert len(own) == len(set(own)) == len(chosen)
    assert sum(each.positions for each in chapters(side)) == len(chosen)
    for line in found[::40]:
        for card in line.cards:
            step = chosen.step(Position(card.moves))
            assert step is not None
            assert step.column == card.column
            assert line.moves.startswith(f"{card.moves}{card.column + 1}")


def test_lines_come_back_when_they_are_due() -> None:
    goal, progress = find_goal("level-5"), Progress()
    line = progress.next_line(goal, NOW)
    assert line == goal.lines[0]
    for card in line.cards:
        progress.review(card.id, True, NOW)
    progress.note_line(goal.side, line, NOW)
    assert progress.next_line(goal, NOW) == goal.lines[1]
    later = NOW + timedelta(days=2)
    assert progress.next_line(goal, later) == line


def test_the_first_goal_is_small_and_reached_once() -> None:
    goal, progress = goals()[0], Progress()
    assert (goal.id, goal) == ("level-5", find_goal("level-5"))
    assert goal.minutes <= 10
    assert goal.share is not None
    assert 0.2 < goal.share <= 1
    for line in goal.lines:
        assert not progress.reach(goal)
        progress.note_line(goal.side, line, NOW)
    assert progress.reach(goal)
    assert not progress.reach(goal)
    assert progress.current_goal().id == "level-7"
    with pytest.raises(InputError, match="there is no goal 'level-99'"):
        find_goal("level-99")


def test_errors_bring_a_card_back_sooner() -> None:
    right, wrong = Progress(), Progress()
    for days in (0, 1, 5):
        right.review("first:0", True, NOW + timedelta(days=days))
        wrong.review("first:0", days < 5, NOW + timedelta(days=days))
    assert wrong.cards["first:0"]["due"] < right.cards["first:0"]["due"]
    assert (right.cards["first:0"]["lapses"], wrong.cards["first:0"]["lapses"]) == (0, 1)


def test_progress_is_written_and_merged(tmp_path: Path) -> None:
    one, other = Progress(), Progress()
    one.review("first:0", True, NOW)
    other.review("first:0", True, NOW + timedelta(days=3))
    other.goals = ["level-5"]
    path = tmp_path / "course.json"
    other.save(path)
    one.merge(read_progress(path))
    assert (one.cards, one.goals) == (other.cards, ["level-5"])


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("hello", "is not JSON"),
        ("[]", "has no progress of a course in it"),
        ('{"format": "fourscore-course", "version": 9}', "of a version that is not known"),
        ('{"format": "fourscore-course", "version": 1, "cards": {"a": {}}}', "is damaged"),
    ],
)
def test_a_broken_file_is_refused(tmp_path: Path, text: str, sentence: str) -> None:
    path = tmp_path / "broken.json"
    path.write_text(text)
    with pytest.raises(InputError, match=sentence):
        read_progress(path)
