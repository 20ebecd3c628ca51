"""Exercises from start to end, and trees of one's own, in the browser."""

import json
import re

from playwright.sync_api import expect

from fourscore.insight.exercises.exercise import Exercise
from fourscore.insight.exercises.making import make_exercise
from tests.browser.board import PHONE, Screen
from tests.browser.conftest import Open


def answer(screen: Screen, made: Exercise, at: int, number: int) -> None:
    """Choose an answer of a question, once that question is shown."""
    question = screen.page.get_by_text(f"Question {at + 1} of {len(made.steps)}")
    expect(question).to_be_visible()
    screen.page.locator(".choices button").nth(number).click()


def test_an_exercise_is_done_with_one_wrong_answer(visit: Open) -> None:
    made = make_exercise("alphabeta", 1, 7)
    screen = visit("/exercises?kind=alphabeta&difficulty=1&seed=7", phone=True)
    page = screen.page
    wrong = 1 - made.steps[0].answer
    answer(screen, made, 0, wrong)
    expect(page.locator(".said")).to_contain_text("✗ No.")
    expect(page.locator(".said")).to_contain_text(made.steps[0].choices[wrong].why)
    expect(page.locator(".choices button").nth(wrong)).to_be_disabled()
    for at, step in enumerate(made.steps):
        answer(screen, made, at, step.answer)
    right, count = len(made.steps) - 1, len(made.steps)
    expect(page.get_by_text(f"Done: {round(100 * right / count)} of 100")).to_be_visible()
    expect(page.get_by_text(f"You answered {right} of {count} questions")).to_be_visible()
    expect(page.get_by_text(made.summary[-1])).to_be_visible()
    expect(page.locator("[data-node].cut")).to_have_count(len(made.nodes) - made.visited)
    screen.button("Copy result").click()
    screen.announces("Result copied")
    result = json.loads(page.evaluate("navigator.clipboard.readText()"))
    assert (result["id"], result["right"], result["steps"]) == (made.id, right, count)
    page.get_by_role("button", name="Another one").first.click()
    expect(page.get_by_text(made.id, exact=True)).to_be_hidden()
    expect(page.get_by_text(re.compile(r"alphabeta-1-\d+"))).to_be_visible()


def test_a_tree_fits_a_phone_or_says_that_it_scrolls(visit: Open) -> None:
    page = visit("/trees?tree=[[3,12,8],[2,4,6],[14,5,2]]", phone=True).page
    leaf = page.locator("[data-node]").last
    expect(leaf).to_be_visible()
    right = leaf.evaluate("each => each.getBoundingClientRect().right")
    assert right <= PHONE["width"]
    expect(page.get_by_text("The tree is wider than the screen")).to_have_count(0)
    page = visit("/exercises?id=alphabeta-2-7", phone=True).page
    expect(page.get_by_text("The tree is wider than the screen")).to_be_visible()


def test_a_node_of_the_picture_is_an_answer_by_mouse_and_keyboard(visit: Open) -> None:
    made = make_exercise("minimax", 1, 3)
    screen = visit("/exercises?kind=minimax&difficulty=1&seed=3")
    page, first, second = screen.page, made.steps[0], made.steps[1]
    assert (first.kind, second.kind) == ("next", "next")
    page.locator(f"[data-node='{first.choices[first.answer].node}']").click()
    expect(page.get_by_text("✓ Right.")).to_be_visible()
    page.locator(f"[data-node='{second.choices[second.answer].node}']").press("Enter")
    expect(page.get_by_text("Question 3 of")).to_be_visible()
    page.keyboard.press(str(made.steps[2].answer + 1))
    expect(page.get_by_text("Question 4 of")).to_be_visible()


def test_a_tree_is_typed_drawn_and_watched(visit: Open) -> None:
    page = visit("/trees", phone=True, may_fail=True).page
    field = page.get_by_label("The tree, as nested lists of leaf values")
    field.fill("[[3,12],[2,x]]")
    page.get_by_role("button", name="Read", exact=True).click()
    expect(page.get_by_text("'x' at character 12")).to_be_visible()
    field.fill("[[3,12],[2,9]]")
    page.get_by_role("button", name="Read", exact=True).click()
    expect(page.locator("[data-node]")).to_have_count(7)
    expect(page.get_by_text("6 nodes")).to_be_visible()
    page.locator("[data-node='4']").click()
    page.get_by_role("button", name="Add a branch").click()
    expect(field).to_have_value("[[3,12],[2,9,0]]")
    page.locator("[data-node='7']").click()
    page.get_by_label("Value for Max").fill("-4")
    page.get_by_label("Value for Max").press("Enter")
    expect(field).to_have_value("[[3,12],[2,9,-4]]")
    page.get_by_role("button", name="Delete", exact=True).click()
    expect(field).to_have_value("[[3,12],[2,9]]")
    page.get_by_role("link", name="Watch it in the theatre").click()
    expect(page.get_by_text("of 6 nodes")).to_be_visible()
    page.go_back()
    page.get_by_label("Example").select_option("gamble")
    expect(page.get_by_label("Search it with")).to_have_value("expectiminimax")
    expect(page.get_by_text("chooses branch 3")).to_be_visible()
