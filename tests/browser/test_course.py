"""Learn to win: the course, its training by mouse and keyboard, and what the browser remembers."""

import json
import re
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

from playwright.sync_api import expect

from tests.browser.board import Screen
from tests.browser.conftest import Open
from tests.browser.test_quality import _check
from tests.web.server import Served

STORED = "fourscore.course"
LATER = "2125-01-01T00:00:00Z"


def _side(served: Served, name: str = "first") -> dict[str, Any]:
    sides = served.get("/course").json()["sides"]
    side: dict[str, Any] = next(each for each in sides if each["side"] == name)
    return side


def _goal(served: Served) -> str:
    goal: str = _side(served)["goals"][0]["id"]
    return goal


def _lines(served: Served) -> list[dict[str, Any]]:
    lines: list[dict[str, Any]] = served.get(f"/course/first/lines?goal={_goal(served)}").json()[
        "lines"
    ]
    return lines


def _learned(lines: list[dict[str, Any]]) -> dict[str, Any]:
    """What a browser stores of somebody who has learned all lines of a goal."""
    card = {"due": LATER, "stability": 9.0, "difficulty": 5.0, "state": 2, "step": None}
    card |= {"last_review": "2026-01-31T09:50:00Z", "reps": 3, "lapses": 0}
    return {
        "format": "fourscore-course",
        "version": 1,
        "cards": {each["id"]: card for line in lines for each in line["cards"]},
        "lines": {
            f"first:{line['id']}": {"done": 1, "last": "2026-01-31T09:50:00Z"} for line in lines
        },
        "goals": [],
    }


def _answer(screen: Screen, line: dict[str, Any]) -> None:
    """Play the moves of a line that are yours."""
    moves = re.sub(r"\D", "", line["moves"])
    for at in range(0, len(moves), 2):
        screen.expect_discs(at)
        screen.ready()
        screen.page.keyboard.press(moves[at])


def _wrong_column(served: Served, card: dict[str, Any]) -> dict[str, Any]:
    """A column that gives the win away."""
    columns = served.get(f"/positions/{card['moves']}/analysis").json()["columns"]
    wrong: dict[str, Any] = next(each for each in columns if each["score"]["result"] < 1)
    return wrong


def test_the_course_says_what_it_is(visit: Open) -> None:
    screen = visit("/course")
    side = _side(screen.served)
    screen.says(re.compile(f"{side['positions']:,} positions"))
    chart = screen.page.get_by_role("img", name=re.compile("positions: "))
    expect(chart).to_have_attribute(
        "aria-label",
        re.compile(
            ", ".join(f"{each['positions']:,} with {each['ply']} discs" for each in side["plies"])
        ),
    )
    goal = side["goals"][0]
    screen.says(goal["title"])
    start = screen.page.get_by_role("link", name=f"Start: {goal['title']}")
    expect(start).to_be_in_viewport(ratio=1)
    _check(screen)
    start.click()
    expect(screen.page).to_have_url(re.compile(rf"/course\?goal={goal['id']}"))


def test_a_line_is_shown_asked_for_and_remembered(visit: Open) -> None:
    served = visit("about:blank").served
    line = _lines(served)[0]
    screen = visit(f"/course?goal={_goal(served)}")
    screen.ready()
    screen.says(f"Play column {line['cards'][0]['column']}")  # it is new, so it is shown
    expect(screen.page.locator("main svg .hint")).to_be_attached()
    _answer(screen, line)
    screen.button("Now from memory").click()
    screen.ready()
    expect(screen.page.locator("main svg .hint")).to_have_count(0)
    wrong = _wrong_column(served, line["cards"][0])
    screen.page.keyboard.press(str(wrong["column"]))
    screen.says(f"✗ Column {wrong['column']} is not it")
    chip = screen.page.locator("main .below .slot").nth(wrong["column"] - 1)
    expect(chip).to_contain_text(wrong["says"].replace("in ", "in\u00a0"))
    _check(screen)
    screen.page.set_viewport_size({"width": 1280, "height": 800})
    screen.page.keyboard.press("Escape")
    _answer(screen, line)
    if line["ends"] == "rule":
        screen.says(f"From here on a rule wins: {line['rule']['title']}.")
        screen.button("Skip the rest").click()
    screen.says(re.compile("✓ (Line|All lines) learned"))
    screen.says("With 1 wrong move. What you missed comes again sooner.")
    expect(screen.page.locator("[data-learned]")).to_have_attribute("data-learned", "1")
    screen.page.reload()
    expect(screen.page.locator("[data-learned]")).to_have_attribute("data-learned", "1")


def test_a_reached_goal_leads_to_a_real_game_and_to_the_next(visit: Open) -> None:
    served = visit("about:blank").served
    side, lines = _side(served), _lines(served)
    screen = visit("/course")
    text = json.dumps(_learned(lines))
    screen.page.evaluate(f"text => localStorage.setItem('{STORED}', text)", text)
    screen.page.goto(f"{served.url}/course?goal={_goal(served)}")
    screen.says(f"You know all {len(lines)} lines of this goal")
    screen.says(re.compile("Nothing is due now."))
    screen.says(re.compile("The first line comes again in .* days"))
    play = screen.page.locator("main").get_by_role("link", name="Play Level 5")
    query = parse_qs(urlsplit(play.get_attribute("href") or "").query)
    assert (query["red"], query["yellow"]) == (["human"], ["level:5"])
    if len(side["goals"]) > 1:
        expect(screen.page.get_by_role("link", name="Next goal: ")).to_be_visible()
    _check(screen)
    screen.button("Practise anyway").click()
    screen.ready()
    screen.says("From memory, 0 of")


def test_progress_goes_to_a_file_and_into_another_browser(visit: Open, tmp_path: Path) -> None:
    screen = visit("/course")
    lines = _lines(screen.served)
    record = _learned(lines)
    good, bad = tmp_path / "good.json", tmp_path / "bad.json"
    good.write_text(json.dumps(record))
    bad.write_text("{}")
    picker = screen.page.get_by_label("File to load")
    picker.set_input_files(bad)
    expect(screen.page.get_by_role("alert")).to_contain_text(
        "bad.json is not a file of this course"
    )
    picker.set_input_files(good)
    screen.says(re.compile(f"{len(record['cards'])} positions learned, none of them due now"))
    with screen.page.expect_download() as download:
        screen.button("Save to a file").click()
    assert json.loads(Path(download.value.path()).read_text(encoding="utf-8")) == record
    screen.button("Reset").click()
    screen.button("Forget it all").click()
    screen.says(re.compile("Nothing learned yet"))


def test_a_part_that_does_not_exist_has_a_way_on(visit: Open) -> None:
    screen = visit("/course?goal=nothing")
    screen.says("The course has no such part")
    screen.page.get_by_role("link", name="To the course").click()
    screen.says(re.compile("Goals, one after the other"))
    other = visit("/course?side=second")
    other.says(_side(other.served, "second")["title"])
    _check(other)
