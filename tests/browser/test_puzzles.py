"""Puzzles: played out, wrong moves punished, rated; one a day; against the clock."""

import json
import re
from pathlib import Path
from typing import Any

from playwright.sync_api import expect

from tests.browser.board import Screen, named, target
from tests.browser.conftest import Open
from tests.web.server import Served

WIN, SAVE = "9a6808g00", "80656p145"
BOARD = "main .board svg"


def _steps(served: Served, id: str, moves: list[int]) -> list[dict[str, Any]]:  # noqa: A002
    """What the server says of every column that is open after some moves."""
    lines = (",".join(map(str, [*moves, each])) for each in range(1, 8))
    asked = (served.get(f"/puzzles/{id}/play?moves={line}") for line in lines)
    return [answer.json() for answer in asked if answer.is_success]


def _shown(screen: Screen) -> str:
    """The id of the puzzle on the board."""
    screen.ready()
    return screen.page.locator("main [data-puzzle]").get_attribute("data-puzzle") or ""


def _solve(screen: Screen, id: str) -> None:  # noqa: A002
    """Play any puzzle out with the number keys, as quickly as can be."""
    moves: list[int] = []
    discs = screen.served.get(f"/puzzles/{id}").json()["position"]["ply"]
    while True:
        right = (step for step in _steps(screen.served, id, moves) if step["right"])
        step = min(right, key=lambda step: step["left"] or 0)
        screen.ready()
        screen.page.keyboard.press(str(step["column"]))
        if step["done"]:
            break
        moves += [step["column"], step["reply"]]
        screen.expect_discs(discs + len(moves))


def _rating(screen: Screen) -> int:
    return int(screen.page.locator("[data-rating]").inner_text().split()[0])


def test_a_win_is_played_out_to_the_four_and_explained(visit: Open) -> None:
    screen = visit(f"/puzzles?id={WIN}")
    screen.says("Red to move and win")
    screen.says("Move 1 of about 4")
    themes = screen.page.get_by_role("region", name="The puzzle").locator(".term")
    expect(themes).to_have_count(0)  # they would give it away
    for count, column in enumerate((2, 3, 1, 4, 4)):  # the third could be quicker
        screen.expect_discs(14 + 2 * count)
        screen.ready()
        screen.page.keyboard.press(str(column))
    screen.says("✓ Solved")
    expect(screen.page.locator("main svg .win")).to_have_count(4)
    assert _rating(screen) > 1500
    expect(screen.page.locator("[data-streak]")).to_have_text("1")
    expect(screen.page.get_by_role("status")).to_have_text(re.compile("^Solved"))
    expect(themes).to_have_text(["Double threat"])
    themes.focus()
    screen.says("One disc threatens two fours, and only one of them can be blocked.")
    answer = screen.served.get(f"/puzzles/{WIN}/answer").json()
    screen.says(named(answer["sentences"][0]))
    screen.says(re.compile("You took 5 moves; 4 were enough."))
    screen.button("Show the quickest win").click()
    screen.expect_discs(14 + 1)
    screen.page.keyboard.press("End")
    screen.expect_discs(14 + len(answer["line"]))
    screen.page.keyboard.press("Home")
    screen.says("wins in 4")
    start = screen.served.get(f"/puzzles/{WIN}").json()["position"]["start"]
    for name, path in (("Play from here", "/play"), ("Review", "/review"), ("Theatre", "/theatre")):
        there, query = target(screen.page.locator("main").get_by_role("link", name=name))
        assert (there, query["start"]) == (path, [start])
    screen.check_accessible()
    screen.page.reload()
    screen.says(re.compile("You have met this puzzle: solved at once. It does not count again."))


def test_a_wrong_move_is_punished_counts_once_and_may_be_taken_back(visit: Open) -> None:
    screen = visit(f"/puzzles?id={SAVE}")
    screen.ready()
    screen.page.keyboard.press("h")
    screen.says("It is one of columns 1 to 4.")
    expect(screen.page.locator("main svg .suggested")).to_have_count(3)  # column 4 is full
    expect(screen.button("Hint")).to_be_disabled()
    wrong = screen.served.get(f"/puzzles/{SAVE}/play?moves=3").json()
    screen.column(3).click()
    screen.says("✗ Column 3 is not it")
    screen.says(re.compile(re.escape(named(wrong["sentences"][0]))))
    screen.says(re.compile(r"^.*loses in\s2$"))
    screen.expect_discs(21 + 2)  # the wrong disc, and what it is answered with
    rating = _rating(screen)
    assert rating < 1500
    screen.button("Try again").click()
    screen.expect_discs(21)
    screen.page.reload()  # which does not undo the wrong move
    screen.ready()
    _solve(screen, SAVE)
    screen.says("≈ Solved after a wrong move")
    assert _rating(screen) == rating
    expect(screen.page.locator("[data-streak]")).to_have_text("0")
    marks = screen.page.get_by_role("list", name="The last puzzles").get_by_role("link")
    expect(marks).to_have_text(re.compile("≈.*after a wrong move"))


def test_the_answer_is_shown_and_the_next_puzzle_is_of_the_same_kind(visit: Open) -> None:
    screen = visit(f"/puzzles?id={SAVE}&grade=hard&kind=win", phone=True)
    screen.ready()
    place = screen.places(BOARD)
    screen.button("Show answer").click()
    answer = screen.served.get(f"/puzzles/{SAVE}/answer").json()
    screen.says(f"✗ The answer is column {answer['column']}")
    assert screen.places(BOARD) == place
    assert _rating(screen) < 1500
    screen.button("Next puzzle").click()
    expect(screen.page).not_to_have_url(re.compile(f"id={SAVE}"))
    screen.ready()
    assert screen.places(BOARD) == place
    query = screen.query
    assert (query["grade"], query["kind"]) == (["hard"], ["win"])
    found = screen.served.get(f"/puzzles/{query['id'][0]}").json()
    assert (found["aim"], found["level"]) in {("win", 7), ("win", 8)}


def test_the_next_puzzle_is_there_without_a_request_and_the_way_back_too(visit: Open) -> None:
    screen = visit("about:blank")
    with screen.page.expect_response(re.compile(r"/api/v1/puzzles\?")):  # which come next
        screen.page.goto(f"{screen.served.url}/puzzles?id={WIN}")
    _solve(screen, WIN)
    screen.says("✓ Solved")
    asked: list[str] = []
    screen.page.on("request", lambda request: asked.append(request.url))
    screen.button("Next puzzle").click()
    expect(screen.page).not_to_have_url(re.compile(f"id={WIN}"))
    second = _shown(screen)
    screen.page.keyboard.press("n")
    expect(screen.page).not_to_have_url(re.compile(f"id=({WIN}|{second})"))
    third = _shown(screen)
    assert not [url for url in asked if "/api/" in url]
    for each in (second, third):
        found = screen.served.get(f"/puzzles/{each}").json()
        assert found["shipped"]
        assert abs(found["rating"] - _rating(screen)) < 400
    screen.page.go_back()
    expect(screen.page).to_have_url(re.compile(f"id={second}"))
    screen.page.go_back()
    expect(screen.page).to_have_url(re.compile(f"id={WIN}"))
    screen.says("✓ Solved")  # as it was left


def test_a_link_to_no_puzzle_leads_to_those_that_are_chosen_and_solved_by_keys(visit: Open) -> None:
    screen = visit("/puzzles?id=zzz", may_fail=True)
    screen.says(re.compile("is not the id of a puzzle"))
    screen.button("Another puzzle").click()
    _shown(screen)
    screen.page.get_by_label("Theme", exact=True).select_option("zugzwang")
    expect(screen.page).to_have_url(re.compile("theme=zugzwang"))
    screen.page.get_by_label("How hard").select_option("easy")
    expect(screen.page).to_have_url(re.compile("grade=easy"))
    screen.page.get_by_role("radio", name="Win").check(force=True)
    expect(screen.page).to_have_url(re.compile("kind=win"))
    shown = _shown(screen)
    found = screen.served.get(f"/puzzles/{shown}").json()
    assert (found["grade"], found["aim"], "zugzwang" in found["themes"]) == ("easy", "win", True)
    _solve(screen, shown)
    screen.says("✓ Solved")


def test_everybody_has_the_same_puzzle_of_the_day(visit: Open) -> None:
    first, second = visit("/puzzles?mode=daily"), visit("/puzzles?mode=daily", phone=True)
    today = first.served.get("/puzzles/daily").json()
    assert _shown(first) == _shown(second) == today["id"]
    expect(first.page.locator("[data-days]")).to_have_attribute("data-days", "0")
    _solve(first, today["id"])
    first.says("✓ Solved")
    expect(first.page.locator("[data-days]")).to_have_attribute("data-days", "1")
    days = first.page.get_by_role("region", name="The last days").get_by_role("link")
    expect(days.last).to_have_text(re.compile("solved at once"))
    days.nth(12).click()
    expect(first.page).to_have_url(re.compile(r"mode=daily&date=\d{4}-\d\d-\d\d"))
    before = first.served.get(f"/puzzles/daily?date={first.query['date'][0]}").json()["id"]
    assert today["id"] != before == _shown(first)
    first.page.go_back()
    first.says("✓ Solved")
    first.check_accessible()


def test_survival_ends_with_the_third_miss_on_a_phone(visit: Open) -> None:
    screen = visit("about:blank", phone=True)
    screen.page.clock.install(time=0)
    screen.page.goto(f"{screen.served.url}/puzzles?mode=rush")
    expect(screen.page.get_by_role("timer")).to_have_text("3:00")
    screen.page.get_by_role("radio", name="Survival").check(force=True)
    expect(screen.page).to_have_url(re.compile("run=survival"))
    place = screen.places(BOARD)
    screen.button("Start").click()
    met: list[str] = []
    _shown(screen)
    assert screen.places(BOARD) == place
    screen.page.clock.pause_at(3600)
    while len(met) < 3:
        met.append(_shown(screen))
        wrong = next(step for step in _steps(screen.served, met[-1], []) if not step["right"])
        screen.column(wrong["column"]).tap()
        expect(screen.page.locator("[data-missed]")).to_have_attribute("data-missed", str(len(met)))
        screen.page.clock.run_for(1600)  # for so long it stays on the board
        expect(screen.page.locator(f"main [data-puzzle='{met[-1]}']")).to_have_count(0)
    screen.says("Survival: 0 puzzles solved")
    links = screen.page.get_by_role("region", name="The last rush").get_by_role("link")
    expect(links).to_have_count(3)
    assert [target(link)[1]["id"] for link in links.all()] == [[each] for each in met]
    links.first.click()
    assert _shown(screen) == met[0]
    screen.page.go_back()
    screen.says("Survival: 0 puzzles solved")
    screen.page.clock.resume()
    screen.check_accessible()


def test_the_record_is_saved_to_a_file_forgotten_and_loaded(visit: Open, tmp_path: Path) -> None:
    screen = visit(f"/puzzles?id={WIN}")
    _solve(screen, WIN)
    screen.says("✓ Solved")
    rating = _rating(screen)
    with screen.page.expect_download() as saved:
        screen.button("Save to a file").click()
    file = tmp_path / saved.value.suggested_filename
    saved.value.save_as(file)
    assert round(json.loads(file.read_text())["rating"]["value"]) == rating
    screen.button("Reset").click()
    screen.button("Forget it all").click()
    expect(screen.page.locator("[data-rating]")).to_have_text(re.compile("1500"))
    odd = tmp_path / "odd.json"
    odd.write_text('{"streak": "many"}')
    screen.page.get_by_label("File to load").set_input_files(odd)
    screen.says("odd.json is not a file that this page saved.")
    screen.page.get_by_label("File to load").set_input_files(file)
    expect(screen.page.locator("[data-rating]")).to_have_text(re.compile(str(rating)))
