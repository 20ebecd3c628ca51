"""Openings: walked by click, keys and link; explained; and a player's own games against them."""

import re
from pathlib import Path
from typing import Any

from playwright.sync_api import Route, expect

from tests.browser.board import Screen, target
from tests.browser.conftest import Open

LATE = "21366254327115"
"""Beyond the book."""
GAMES = "443\n4441526\n4442\n"
"""In the first game Red gives the win away with the third disc."""


def _opening(screen: Screen, moves: str) -> Any:
    return screen.served.get(f"/openings/{moves}").json()


def _expect_chips(screen: Screen, moves: str) -> None:
    """Wait until below every column stands what it is worth."""
    says = {each["column"]: each["score"]["says"] for each in _opening(screen, moves)["columns"]}
    for column in range(1, 8):
        chip = screen.page.locator("main .below .slot").nth(column - 1)
        expect(chip).to_contain_text(says.get(column, "").replace("in ", "in\u00a0"))


def _at(screen: Screen, moves: str) -> None:
    """Wait until a position is in the address and on the board."""
    address = r"/openings(\?(?!.*moves=).*)?$" if moves == "-" else rf"[?&]moves={moves}(&|$)"
    expect(screen.page).to_have_url(re.compile(address))
    screen.expect_discs(len(moves.strip("-")))


def test_a_walk_by_click_keys_and_the_way_back(visit: Open) -> None:
    screen = visit("/openings")
    _expect_chips(screen, "-")
    screen.says("The empty board")
    screen.says("Red to move wins in 21.")
    screen.column(4).click()
    _at(screen, "4")
    screen.page.keyboard.press("4")
    _at(screen, "44")
    screen.says("Red to move wins in 20.")
    for key, moves in (("ArrowLeft", "4"), ("Home", "-"), ("ArrowRight", "4"), ("3", "43")):
        screen.page.keyboard.press(key)
        _at(screen, moves)
    screen.page.go_back()
    _at(screen, "4")
    screen.page.reload()
    _at(screen, "4")
    _expect_chips(screen, "4")
    line = "4" + "".join(map(str, _opening(screen, "4")["line"]))
    discs = screen.page.get_by_role("list", name="Moves made, then the line ahead")
    expect(discs.get_by_role("button")).to_have_text(list(line))
    screen.button("Last").click()
    expect(screen.page.locator("main svg g.disc")).not_to_have_count(1)
    discs.get_by_role("button").nth(3).click()
    _at(screen, line[:4])
    screen.button("First").click()
    _at(screen, "-")


def test_replies_choices_and_mirror_images_are_said(visit: Open) -> None:
    screen = visit("/openings?moves=4453")
    opening = _opening(screen, "4453")
    _expect_chips(screen, "4453")
    total = opening["columns"][0]["replies"]["total"]
    replies = screen.page.locator("main .below .replies").first
    expect(replies).to_contain_text(f"Of Yellow's {total} replies")
    level = next(each for each in opening["chosen"] if each["agent"] == "level:1")
    screen.page.get_by_label("Whose choices are shown").select_option("level:1")
    screen.says(re.compile(rf"chose, in {level['games']:,} game"))
    for column, times in level["columns"].items():
        chosen = screen.page.locator("main .below .chosen").nth(int(column) - 1)
        said = f"Column {column} was chosen in {times} of {level['games']} games."
        expect(chosen).to_contain_text(said)
    screen.says(re.compile(f"{opening['orders']} move orders lead here"))
    assert opening["mirrored"]
    screen.page.locator("main").get_by_role("link", name=opening["canonical"]).click()
    _at(screen, opening["canonical"])


def test_reasons_light_their_cells_and_ways_lead_on(visit: Open) -> None:
    screen = visit("/openings?moves=44444455555526")
    screen.says(re.compile("Yellow|Red to move"))
    screen.button("Why?").click()
    screen.page.locator("main li button[title]").first.click()
    expect(screen.page.locator("main svg .mark").first).to_be_attached()
    screen.button("Explain column 1").click()
    expect(screen.button("Explain column 1")).to_have_attribute("aria-pressed", "true")
    for name, path in (("Play from here", "/play"), ("Review", "/review"), ("Theatre", "/theatre")):
        link = screen.page.locator("main").get_by_role("link", name=name, exact=True)
        there, query = target(link)
        assert (there, query["moves"][0][:14]) == (path, "44444455555526")
    screen.check_accessible()


def test_beyond_the_book_the_solver_answers_and_waiting_is_shown(visit: Open) -> None:
    screen = visit("about:blank")
    held: list[Route] = []
    screen.page.route("**/api/v1/openings/*", lambda route: held.append(route))
    screen.page.goto(f"{screen.served.url}/openings?moves={LATE}")
    expect(screen.page.get_by_role("progressbar", name="Positions solved")).to_be_visible()
    screen.expect_discs(len(LATE))
    # Whatever is asked for from now on is not held.
    screen.page.route("**/api/v1/openings/*", lambda route: route.continue_())
    for route in held:
        route.continue_()
    _expect_chips(screen, LATE)
    expect(screen.page.get_by_role("progressbar")).to_have_count(0)


def test_a_finished_game_and_a_broken_link_have_a_way_on(visit: Open) -> None:
    screen = visit("/openings?moves=1212121")
    screen.says("The game is over here.")
    expect(screen.page.locator("main svg .win")).to_have_count(4)
    screen.button("Start again").click()
    _at(screen, "-")
    broken = visit("/openings?moves=4444444", may_fail=True)
    expect(broken.page.get_by_role("alert")).to_have_text(re.compile(r"^[A-Z\d\"'].+\.$"))
    broken.button("Start from the empty board").click()
    _at(broken, "-")


def test_nothing_jumps_on_a_phone(visit: Open) -> None:
    screen = visit("/openings", phone=True)
    _expect_chips(screen, "-")
    before = screen.places("main .board svg")
    for moves in ("4", "43", "434"):
        screen.column(int(moves[-1])).tap()
        _at(screen, moves)
        _expect_chips(screen, moves)
        assert screen.places("main .board svg") == before
    screen.button("Back").tap()
    _at(screen, "43")


def test_games_of_ones_own_show_where_they_leave_the_path(visit: Open, tmp_path: Path) -> None:
    screen = visit("/openings", may_fail=True)
    screen.page.get_by_role("link", name="Your games").click()
    expect(screen.button("Look at them")).to_be_disabled()
    good, bad = tmp_path / "good.txt", tmp_path / "bad.txt"
    good.write_text(GAMES)
    bad.write_text("44\n4444444\n")
    screen.page.get_by_label("File of games").set_input_files(bad)
    expect(screen.page.get_by_role("alert")).to_have_text(re.compile("^Line 2.*column 4"))
    screen.page.get_by_label("File of games").set_input_files(good)
    screen.says("3 games, 14 moves")
    screen.button("Other games").click()
    screen.page.get_by_label(re.compile("One game a line")).fill(GAMES)
    screen.button("Look at them").click()
    screen.says("3 games, 14 moves")
    found = screen.served.post("/games/study", {"text": GAMES}).json()
    red = next(each for each in found["sides"] if each["player"] == "X")
    screen.says(re.compile(f"Red left the path in {red['left']} of 3 games"))
    places = screen.page.locator("main ol.ruled button")
    expect(places).to_have_count(len(found["departures"]))
    at = next(index for index, each in enumerate(found["departures"]) if each["moves"] == "44")
    places.nth(at).click()
    _at(screen, "44")
    screen.says(re.compile("✗ column 3"))
    expect(screen.page.locator("main svg .suggested")).to_have_count(1)  # what would have won
    screen.check_accessible()
    screen.page.get_by_role("link", name="game 1").first.click()
    # The address may say `at=3` or not: it is the last move, where a review opens anyway.
    expect(screen.page).to_have_url(re.compile(r"/review\?moves=443&(at=3&)?from="))
    screen.says("Move 3: Red in column 3")
    screen.page.get_by_role("link", name=re.compile("Back to Openings")).click()
    screen.says("3 games, 14 moves")
