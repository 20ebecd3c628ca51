"""Learn to win: the course, its training by mouse and keyboard, and what the browser remembers."""

import json
import re
from pathlib import Path
from typing import Any

from playwright.sync_api import expect

from tests.browser.board import Screen, target
from tests.browser.conftest import Open
from tests.web.server import Served


def _course(served: Served) -> Any:
    """Return the course of each side."""
    return {each["side"]: each for each in served.get("/course").json()["sides"]}


def _first_goal(served: Served) -> tuple[str, list[dict[str, Any]]]:
    """Return a goal, and its lines."""
    goal = _course(served)["first"]["goals"][0]["id"]
    return goal, served.get(f"/course/first/lines?goal={goal}").json()["lines"]


def _learned(lines: list[dict[str, Any]]) -> dict[str, Any]:
    """What a browser stores of somebody who has learned all lines of a goal."""
    last = "2026-01-31T09:50:00Z"
    card = {"due": "2125-01-01T00:00:00Z", "stability": 9.0, "difficulty": 5.0, "state": 2}
    card |= {"step": None, "last_review": last, "reps": 3, "lapses": 0}
    return {
        "format": "fourscore-course",
        "version": 1,
        "cards": {each["id"]: card for line in lines for each in line["cards"]},
        "lines": {f"first:{line['id']}": {"done": 1, "last": last} for line in lines},
        "goals": [],
    }


def _answer(screen: Screen, line: dict[str, Any]) -> None:
    """Play the moves of a line that are yours."""
    moves = re.sub(r"\D", "", line["moves"])
    for at in range(0, len(moves), 2):
        screen.expect_discs(at)
        screen.ready()
        screen.page.keyboard.press(moves[at])


def test_the_course_says_what_it_is(visit: Open) -> None:
    screen = visit("/course")
    side = _course(screen.served)["first"]
    screen.says(re.compile(f"{side['positions']:,} positions"))
    chart = screen.page.get_by_role("img", name=re.compile("positions: "))
    counts = (f"{each['positions']:,} with {each['ply']} discs" for each in side["plies"])
    expect(chart).to_have_attribute("aria-label", re.compile(", ".join(counts)))
    goal = side["goals"][0]
    start = screen.page.get_by_role("link", name=f"Start: {goal['title']}")
    expect(start).to_be_in_viewport(ratio=1)
    start.click()
    expect(screen.page).to_have_url(re.compile(rf"/course\?goal={goal['id']}"))
    screen.page.goto(f"{screen.served.url}/course?goal=nothing")
    screen.says("The course has no such part")
    screen.page.get_by_role("link", name="To the course").click()
    screen.says(re.compile("Goals, one after the other"))
    screen.page.goto(f"{screen.served.url}/course?side=second")
    screen.says(_course(screen.served)["second"]["title"])


def test_a_line_is_shown_asked_for_and_remembered(visit: Open, served: Served) -> None:
    goal, (line, *_) = _first_goal(served)
    screen = visit(f"/course?goal={goal}")
    screen.ready()
    screen.says(f"Play column {line['cards'][0]['column']}")  # it is new, so it is shown
    expect(screen.page.locator("main svg .hint")).to_be_attached()
    _answer(screen, line)
    screen.button("Now from memory").click()
    screen.ready()
    expect(screen.page.locator("main svg .hint")).to_have_count(0)
    columns = served.get(f"/positions/{line['cards'][0]['moves']}/analysis").json()["columns"]
    wrong = next(each for each in columns if each["score"]["result"] < 1)
    screen.page.keyboard.press(str(wrong["column"]))
    screen.says(f"✗ Column {wrong['column']} is not it")
    chip = screen.page.locator("main .below .slot").nth(wrong["column"] - 1)
    expect(chip).to_contain_text(wrong["says"].replace("in ", "in\u00a0"))
    screen.check_accessible()
    screen.page.keyboard.press("Escape")
    _answer(screen, line)
    if line["ends"] == "rule":
        screen.says(f"From here on a rule wins: {line['rule']['title']}.")
        screen.button("Skip the rest").click()
    screen.says(re.compile("✓ (Line|All lines) learned"))
    screen.says("With 1 wrong move. What you missed comes again sooner.")
    screen.page.reload()
    expect(screen.page.locator("[data-learned]")).to_have_attribute("data-learned", "1")


def test_a_reached_goal_leads_to_a_real_game_and_to_the_next(visit: Open, served: Served) -> None:
    goal, lines = _first_goal(served)
    screen = visit("/course")
    store = "text => localStorage.setItem('fourscore.course', text)"
    screen.page.evaluate(store, json.dumps(_learned(lines)))
    screen.page.goto(f"{served.url}/course?goal={goal}")
    screen.says(f"You know all {len(lines)} lines of this goal")
    screen.says(re.compile("The first line comes again in .* days"))
    play = screen.page.locator("main").get_by_role("link", name="Play Level 5")
    _, query = target(play)
    assert (query["red"], query["yellow"]) == (["human"], ["level:5"])
    expect(screen.page.get_by_role("link", name="Next goal: ")).to_be_visible()
    screen.check_accessible()
    screen.button("Practise anyway").click()
    screen.ready()
    screen.says("From memory, 0 of")


def test_progress_goes_to_a_file_and_into_another_browser(visit: Open, tmp_path: Path) -> None:
    screen = visit("/course")
    record = _learned(_first_goal(screen.served)[1])
    good, bad = tmp_path / "good.json", tmp_path / "bad.json"
    good.write_text(json.dumps(record))
    bad.write_text("{}")
    picker = screen.page.get_by_label("File to load")
    picker.set_input_files(bad)
    screen.says(re.compile("bad.json is not a file of this course"))
    picker.set_input_files(good)
    screen.says(re.compile(f"{len(record['cards'])} positions learned, none of them due now"))
    with screen.page.expect_download() as download:
        screen.button("Save to a file").click()
    assert json.loads(Path(download.value.path()).read_text(encoding="utf-8")) == record
    screen.button("Reset").click()
    screen.button("Forget it all").click()
    screen.says(re.compile("Nothing learned yet"))
