"""Rubrics: what they say, and mistakes in them."""

from pathlib import Path

import pytest

from fourscore.errors import InputError
from fourscore.insight.grading.grading import Plan
from fourscore.insight.grading.positions import draw_questions
from fourscore.insight.grading.rubric import example_rubric, read_rubric

GOOD = """title = "Mine"
round_to = 1
[limits]
seconds = 0.5

[[criterion]]
name = "Rules"
points = 10
measure = "legal"
at_least = 0.9

[[criterion]]
name = "Truth"
points = 20
measure = "kept"
class = "easy"
linear = [0.5, 0.9]

[[criterion]]
name = "Games"
points = 30
measure = "score"
against = "level:2"
steps = [[0.25, 10], [0.5, 30]]
"""


def write(tmp_path: Path, text: str) -> Path:
    path = tmp_path / "rubric.toml"
    path.write_text(text, encoding="utf-8")
    return path


def test_the_shipped_rubric_is_the_example() -> None:
    found = read_rubric()
    assert (found.points, found.limits.seconds, found.limits.memory) == (100, 2.0, 1024)
    for key in ("at_least", "linear", "steps", "class", "against", "round_to"):
        assert key in example_rubric()


def test_scales_turn_shares_into_points(tmp_path: Path) -> None:
    found = read_rubric(write(tmp_path, GOOD))
    rules, truth, games = (each.scale for each in found.criteria)
    assert [rules(share) for share in (0.0, 0.89, 0.9, 1.0)] == [0, 0, 10, 10]
    assert [round(truth(share), 9) for share in (0.5, 0.7, 0.9, 1.0)] == [0, 10, 20, 20]
    assert [games(share) for share in (0.0, 0.25, 0.49, 0.5)] == [0, 10, 10, 30]
    assert found.opponents == ("level:2",)
    assert found.limits.seconds == 0.5
    assert [found.round(points) for points in (0.49, 0.5, 1.5, 9.99)] == [0, 1, 2, 10]
    assert found.criteria[2].says == "10 from 25 %, 30 from 50 %"


MISTAKES = {
    "a syntax error": ("points = 10", "points = ", r"line 8"),
    "an unknown key": ("at_least = 0.9", "atleast = 0.9", r"line 10: a criterion has no key 'atl"),
    "an unknown key at the top": ('title = "Mine"', 'titel = "M"', r"line 1: a rubric has no key"),
    "an unknown limit": ("seconds = 0.5", "second = 0.5", r"line 4: limits has no key 'second'"),
    "negative points": ("points = 20", "points = -1", r"line 14: points must be at least 0"),
    "points in words": ("points = 30", 'points = "30"', r"line 21: points must be a number"),
    "an unknown measure": ('"kept"', '"keep"', r"line 15: there is no measure 'keep'; did"),
    "an unknown class": ('"easy"', '"eazy"', r"line 16: there is no class 'eazy'"),
    "a class for games": ('against = "level:2"', 'class = "easy"', r"line 23: class goes with"),
    "a scale that falls": ("[0.5, 0.9]", "[0.9, 0.5]", r"line 17: linear must be two numbers"),
    "two scales": ("at_least = 0.9", "at_least = 0.9\nlinear = [0, 1]", r"line 11: this criterion"),
    "no scale": ("at_least = 0.9", "", r"line 6: this criterion says nothing of its points"),
    "no name": ('name = "Truth"', "", r"line 12: this criterion has no name"),
    "steps that do not reach": ("[0.5, 30]]", "[0.5, 25]]", r"line 24: the last step must give"),
    "steps that fall": ("[0.25, 10]", "[0.75, 10]", r"line 24: the steps must ascend"),
    "two of a name": ('"Truth"', '"Rules"', r"line 13: there are two criteria 'Rules'"),
    "no criteria": (GOOD, 'title = "x"', "there are no criteria"),
}


@pytest.mark.parametrize("name", MISTAKES)
def test_a_mistake_is_named_with_its_line(tmp_path: Path, name: str) -> None:
    old, new, sentence = MISTAKES[name]
    assert old in GOOD
    with pytest.raises(InputError, match=sentence) as error:
        read_rubric(write(tmp_path, GOOD.replace(old, new)))
    assert "rubric.toml" in str(error.value)


def test_what_cannot_be_measured_or_read_is_refused(tmp_path: Path) -> None:
    rubric = read_rubric(write(tmp_path, GOOD))
    easy, hard = draw_questions("easy", 5, 0), draw_questions("hard", 5, 0)
    for questions, opponents, sentence in (
        (easy, (), "'Games' needs games"),
        (easy, ("level:3",), "'Games' needs games against level:2"),
        (hard, ("level:2",), "'Truth' needs easy positions"),
    ):
        with pytest.raises(InputError, match=sentence):
            Plan(rubric, questions, opponents, 2)
    with pytest.raises(InputError, match="there is no file"):
        read_rubric(tmp_path / "nothing.toml")
