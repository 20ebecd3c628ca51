"""The tour: eight lessons on real searches, whose answers the server computes."""

import csv
import re
from pathlib import Path

import pytest
from playwright.sync_api import Locator, expect

from fourscore.insight.exercises.making import make_exercise
from fourscore.insight.lessons.computing import ComputedLesson, compute
from fourscore.insight.lessons.folder import built_in, find_lesson
from fourscore.insight.lessons.marks import read_code, read_keys
from fourscore.insight.lessons.reading import read_lesson
from tests.browser.board import Screen, target
from tests.browser.conftest import Open
from tests.cli.conftest import Run
from tests.cli.conftest import run as run


def _computed(name: str) -> ComputedLesson:
    lesson = find_lesson(name).lesson
    assert lesson is not None
    return compute(lesson)


def _lesson(screen: Screen) -> Locator:
    return screen.page.get_by_role("region", name="Lesson")


def _ready(screen: Screen) -> None:
    expect(_lesson(screen).get_by_role("heading", level=1)).to_be_visible()
    expect(_lesson(screen).get_by_text("Searching")).to_have_count(0)


def _visit(visit: Open, lesson: str, step: int = 1) -> Screen:
    screen = visit(f"/tour?lesson={lesson}&step={step}")
    _ready(screen)
    return screen


def _pick(screen: Screen, choice: int) -> Locator:
    """Answer a question; return the reply."""
    _lesson(screen).locator(f"[data-choice='{choice}']").click()
    reply = _lesson(screen).get_by_role("status")
    expect(reply).to_contain_text(re.compile("Right|No|It is"))
    return reply


def _next(screen: Screen) -> None:
    before = screen.address
    _lesson(screen).get_by_role("link", name="Next", exact=True).click()
    screen.page.wait_for_function("url => location.href !== url", arg=before)
    _ready(screen)


def _work_through(screen: Screen, lesson: ComputedLesson, *, wrong: int | None = None) -> None:
    """Answer every question right, except for the one with a number; end at the ending."""
    number = 0
    for step in lesson.steps:
        expect(_lesson(screen)).to_contain_text(step.text[0].replace("*", "")[:40])
        if step.question is not None:
            answer = step.question.answer + 1
            is_wrong = number == wrong
            reply = _pick(screen, answer % len(step.question.choices) + 1 if is_wrong else answer)
            right = step.question.choices[step.question.answer]
            expect(reply).to_contain_text(f"No: {right}." if is_wrong else "Right.")
            expect(reply).to_contain_text(step.question.because[0].replace("*", "")[-30:])
            number += 1
        _next(screen)


@pytest.mark.slow
@pytest.mark.parametrize("name", [each.name for each in built_in()])
def test_every_lesson_can_be_worked_through(visit: Open, name: str) -> None:
    lesson = _computed(name)
    screen = _visit(visit, name)
    _work_through(screen, lesson)
    count = len(lesson.questions)
    expect(_lesson(screen)).to_contain_text(f"{count} of {count} questions right")
    expect(_lesson(screen)).to_contain_text(lesson.ending[0].replace("*", "")[:40])


def test_progress_is_kept(visit: Open) -> None:
    screen = visit("/tour", phone=True)
    screen.says("Lessons of this server")
    expect(screen.page.get_by_role("link").filter(has_text="One column")).to_be_visible()
    screen.page.get_by_role("link", name="Begin").click()
    _ready(screen)
    lesson = _computed("game-tree")
    _work_through(screen, lesson, wrong=1)
    expect(_lesson(screen)).to_contain_text(lesson.ending[0].replace("*", "")[:40])
    screen.page.reload()
    _ready(screen)
    expect(_lesson(screen)).to_contain_text("4 of 5 questions right")
    _lesson(screen).get_by_role("link", name="Next: Minimax").click()
    expect(_lesson(screen).get_by_role("heading", level=1)).to_have_text("Minimax")
    _lesson(screen).get_by_role("link", name="Lessons").click()
    card = screen.page.get_by_role("link").filter(has_text="What a game tree is")
    expect(card).to_contain_text("✓ done · 4 of 5 right")
    assert target(screen.page.get_by_role("link", name="Continue"))[1] == {"lesson": ["minimax"]}
    assert screen.page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_nodes_are_boards_that_can_be_chosen(visit: Open) -> None:
    screen = _visit(visit, "game-tree", 1)
    boards = screen.page.locator("[data-board]")
    expect(boards).to_have_count(1)
    _pick(screen, 2)
    expect(boards).to_have_count(3)
    expect(boards.nth(1)).to_have_accessible_name(re.compile(r"^Red 3\. Column 1, "))
    screen.page.goto(screen.address.replace("step=1", "step=3"))
    expect(boards).to_have_count(9)
    expect(screen.page.get_by_text("Yellow wins", exact=True)).to_be_visible()
    assert min(width for _, _, width, _ in screen.places("[data-board]")) >= 80
    boards.nth(4).click()
    expect(boards.nth(4)).to_have_attribute("aria-pressed", "true")


def test_nothing_is_told_before_the_answer(visit: Open) -> None:
    screen = _visit(visit, "alphabeta", 2)
    expect(screen.page.locator(".time")).to_have_attribute("inert", "")
    expect(_lesson(screen).get_by_role("link", name="Next", exact=True)).to_have_count(0)
    expect(screen.page.get_by_role("link", name="Open in the Theatre")).to_have_count(0)
    screen.button("Show me").click()
    expect(_lesson(screen).get_by_role("status")).to_contain_text("It is: No, it can cut them off.")
    expect(_lesson(screen).locator("[data-choice='1']")).to_be_disabled()
    screen.page.get_by_role("link", name="Open in the Theatre").click()
    expect(screen.page).to_have_url(re.compile(r"/theatre\?.*alphabeta.*step="))
    # Nor is a sum shown while it is asked for.
    screen = _visit(visit, "monte-carlo", 2)
    columns = screen.page.get_by_role("region", name="Columns")
    expect(columns).to_contain_text("Value")
    expect(columns).not_to_contain_text("Sum")
    screen.button("Show me").click()
    expect(columns).to_contain_text("= Sum")


def test_what_the_server_does_not_know_is_said(visit: Open) -> None:
    screen = visit("/tour?lesson=none", may_fail=True)
    expect(_lesson(screen)).to_contain_text("There is no lesson 'none'.")
    screen.page.goto(f"{screen.served.url}/tour?lesson=minimax&class=9z")
    screen.says("This server has no class '9z'.")


@pytest.mark.slow
def test_from_the_link_of_a_class_to_the_table(visit: Open, school: Path, run: Run) -> None:
    url = visit("/tour").served.url
    classes = ("--classes", str(school / "classes"))
    link = run("marks", "link", "10b", "--lesson", "mine", "--server", url, *classes).out
    (school / "in").mkdir()
    for learner, wrong in (("Ada Lovelace", None), ("Ben", 1)):
        screen = visit(link.strip().removeprefix(url))
        screen.page.get_by_label("Your name").fill(learner)
        screen.button("Begin").click()
        _ready(screen)
        own = read_lesson(school / "lessons" / "mine.toml")
        _work_through(screen, compute(own), wrong=wrong)
        screen.button("Get my result").click()
        with screen.page.expect_download() as saved:
            screen.button("Save as a file").click()
        saved.value.save_as(school / "in" / saved.value.suggested_filename)
    out = school / "marks.csv"
    answer = run("marks", "collect", str(school / "in"), "--out", str(out), *classes)
    assert (answer.code, answer.err) == (0, "")
    rows = list(csv.DictReader(out.read_text(encoding="utf-8").splitlines()))
    shown = [tuple(row[key] for key in ("learner", "name", "right", "checked")) for row in rows]
    assert shown == [("Ada Lovelace", "mine", "2", "yes"), ("Ben", "mine", "1", "yes")]


def test_an_exercise_is_handed_in_for_a_class(visit: Open, school: Path) -> None:
    screen = visit("/exercises?id=minimax-1-7&class=10b", phone=True)
    screen.page.get_by_label("Your name").fill("Cem")
    screen.button("Begin").click()
    for step in make_exercise("minimax", 1, 7).steps:
        expect(screen.page.get_by_text(step.prompt, exact=True)).to_be_visible()
        screen.page.keyboard.press(str(step.answer + 1))
    screen.button("Get my result").click()
    code = screen.page.get_by_label("Your code").input_value()
    result = read_code(code, read_keys(school / "classes"))
    assert (result.learner, result.item, result.checked) == ("Cem", "minimax-1-7", True)
    assert result.right == result.questions
