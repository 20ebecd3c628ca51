"""Lessons and marks over HTTP."""

from pathlib import Path
from typing import Any

from fourscore.insight.exercises.making import make_exercise
from fourscore.insight.lessons.folder import built_in
from fourscore.insight.lessons.marks import Result, read_code, read_keys
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


def test_answers_are_checked_and_signed(served: Served, classroom: Path) -> None:
    def hand_in(**more: Any) -> Result:
        answer = served.post("/marks", {"class": "10b", "learner": "Ada", **more}).json()
        found = read_code(answer["code"], read_keys(classroom / "classes"))
        assert answer["checked"] is found.checked is True
        assert (answer["right"], answer["questions"]) == (found.right, found.questions)
        return found

    lesson = hand_in(lesson="mine", answers=[2, 0])
    assert (lesson.learner, lesson.item, lesson.answers) == ("Ada", "mine", (2, 0))
    assert (lesson.right, lesson.questions) == (1, 2)
    steps = make_exercise("alphabeta", 2, 7).steps
    given = [step.answer + 1 for step in steps]
    given[0] = given[0] % len(steps[0].choices) + 1
    exercise = hand_in(exercise="alphabeta-2-7", answers=given)
    assert (exercise.kind, exercise.item) == ("exercise", "alphabeta-2-7")
    assert (exercise.right, exercise.questions) == (len(steps) - 1, len(steps))
