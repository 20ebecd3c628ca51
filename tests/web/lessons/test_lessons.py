"""Lessons and marks over HTTP."""

from pathlib import Path
from typing import Any

from fourscore.insight.exercises.making import make_exercise
from fourscore.insight.lessons.folder import built_in
from fourscore.insight.lessons.marks import read_code, read_keys
from tests.insight.lessons.test_mistakes import GOOD
from tests.web.server import Served


def test_lessons_are_listed_with_a_teachers_own(served: Served) -> None:
    found = served.get("/lessons").json()["lessons"]
    names = [each["name"] for each in found]
    assert names == [*(each.name for each in built_in()), "mine", "broken"]
    assert [each["name"] for each in found if each["own"]] == ["mine", "broken"]
    assert found[-1]["mistake"].startswith("broken.toml, line 1: ")
    assert "/" not in found[-1]["mistake"]


def test_a_lesson_comes_without_its_answers(served: Served) -> None:
    lesson = served.get("/lessons/mine").json()
    assert lesson["title"] == "One column"
    assert lesson["steps"][0]["text"][0] == "Red is sure of 6."
    assert lesson["steps"][1]["question"]["choices"] == ["1", "2", "3"]
    assert "because" not in str(lesson)
    answers = served.get("/lessons/mine/answers").json()["answers"]
    assert [each["answer"] for each in answers] == [2, 1]
    assert answers[0]["because"] == ["After 2."]


def test_a_lesson_that_is_edited_is_read_again(served: Served, classroom: Path) -> None:
    path = classroom / "lessons" / "2-edited.toml"
    for title in ("First", "Second"):
        path.write_text(GOOD.replace("One column", title), encoding="utf-8")
        assert served.get("/lessons/edited").json()["title"] == title
    path.unlink()


def hand_in(served: Served, **more: Any) -> Any:
    body = {"class": "10b", "learner": "Ada", "lesson": "mine", "answers": [2, 0]}
    return served.post("/marks", body | more)


def test_the_server_checks_and_signs(served: Served, classroom: Path) -> None:
    marks = hand_in(served).json()
    assert (marks["right"], marks["questions"], marks["checked"]) == (1, 2, True)
    result = read_code(marks["code"], read_keys(classroom / "classes"))
    assert (result.learner, result.item, result.answers) == ("Ada", "mine", (2, 0))
    assert len(result.digest) == 16


def test_the_answers_to_an_exercise_are_checked(served: Served, classroom: Path) -> None:
    steps = make_exercise("alphabeta", 2, 7).steps
    given = [step.answer + 1 for step in steps]
    given[0] = given[0] % len(steps[0].choices) + 1
    answer = hand_in(served, lesson=None, answers=given, exercise="alphabeta-2-7")
    result = read_code(answer.json()["code"], read_keys(classroom / "classes"))
    assert (result.kind, result.item, result.checked) == ("exercise", "alphabeta-2-7", True)
    assert (result.right, result.questions) == (len(steps) - 1, len(steps))
