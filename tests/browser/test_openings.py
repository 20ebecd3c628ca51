"""Openings: walked by click, keys and link; explained; and a player's own games against them."""

import re
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

from playwright.sync_api import Route, expect

from tests.browser.board import Screen
from tests.browser.conftest import Open
from tests.browser.test_quality import _check

LATE = "21366254327115"
"""Beyond the book."""
GAMES = "443\n4441526\n4442\n"
"""In the first game Red gives the win away with the third disc."""
BOARD = """() => {
    const box = document.querySelector('main .board svg').getBoundingClientRect();
    return [box.left + scrollX, box.top + scrollY, box.width, box.height];
}"""


def _opening(screen: Screen, moves: str) -> dict[str, Any]:
    answer: dict[str, Any] = screen.served.get(f"/openings/{moves}").json()
    return answer


def _expect_chips(screen: Screen, moves: str) -> None:
    """Wait until below every column stands what it is worth."""
    says = {each["column"]: each["score"]["says"] for each in _opening(screen, moves)["columns"]}
    for column in range(1, 8):
        chip = screen.page.locator("main .below .slot").nth(column - 1)
        expect(chip).to_contain_text(says.get(column, "").replace("in ", "in\u00a0"))


def _at(screen: Screen, moves: str) -> None:
    """Wait until a position is in the address and on the board."""
    if moves == "-":
        expect(screen.page).to_have_url(re.compile(r"/openings(\?(?!.*moves=).*)?$"))
    else:
        screen.expect_moves(moves)
    screen.expect_discs(0 if moves == "-" else len(moves))


def test_a_walk_by_click_keys_and_the_way_back(visit: Open) -> None:
    screen = visit("/openings")
    _expect_chips(screen, "-")
    screen.says("The empty board")
    screen.says("Red to move wins in 21.")
    screen.column(4).click()
    _at(screen, "4")
    screen.page.keyboard.press("4")
    _at(screen, "44")
    _expect_chips(screen, "44")
    screen.says("Red to move wins in 20.")
    for key, moves in (("ArrowLeft", "4"), ("Home", "-"), ("ArrowRight", "4")):
        screen.page.keyboard.press(key)
        _at(screen, moves)
    screen.page.keyboard.press("3")
    _at(screen, "43")
    screen.page.go_back()
    _at(screen, "4")
    screen.page.reload()
    _at(screen, "4")
    _expect_chips(screen, "4")


def test_the_main_line_is_walked_to_its_end(visit: Open) -> None:
    screen = visit("/openings?moves=44")
    _expect_chips(screen, "44")
    line = "44" + "".join(map(str, _opening(screen, "44")["line"]))
    discs = screen.page.get_by_role("list", name="Moves made, then the line ahead")
    expect(discs.get_by_role("button")).to_have_text(list(line))
    screen.button("Next").click()
    _at(screen, line[:3])
    screen.button("Last").click()
    expect(screen.page.locator("main svg g.disc")).not_to_have_count(3)
    discs.get_by_role("button").nth(3).click()
    _at(screen, line[:4])
    screen.button("First").click()
    _at(screen, "-")


def test_replies_and_choices_stand_below_the_columns(visit: Open) -> None:
    screen = visit("/openings?moves=4")
    opening = _opening(screen, "4")
    _expect_chips(screen, "4")
    replies = opening["columns"][0]["replies"]
    heard = screen.page.locator("main .below .replies").first
    expect(heard).to_contain_text(f"Of Red's {replies['total']} replies")
    chosen = screen.page.locator("main .below .chosen")
    assert opening["chosen"]
    level = next(each for each in opening["chosen"] if each["agent"] == "level:5")
    screen.page.get_by_label("Whose choices are shown").select_option("level:5")
    screen.says(re.compile(rf"chose, in {level['games']:,} game"))
    for column, times in level["columns"].items():
        said = f"Column {column} was chosen in {times} of {level['games']} games."
        expect(chosen.nth(int(column) - 1)).to_contain_text(said)


def test_mirror_images_and_other_orders_are_said(visit: Open) -> None:
    screen = visit("/openings?moves=4453")
    opening = _opening(screen, "4453")
    screen.says(re.compile(f"{opening['orders']} move orders lead here"))
    assert opening["mirrored"]
    screen.page.locator("main").get_by_role("link", name=opening["canonical"]).click()
    _at(screen, opening["canonical"])


def test_reasons_light_their_cells_and_ways_lead_on(visit: Open) -> None:
    screen = visit("/openings?moves=44444455555526")
    screen.says(re.compile("Yellow|Red to move"))
    screen.button("Why?").click()
    sentence = screen.page.locator("main li button[title]").first
    sentence.click()
    expect(screen.page.locator("main svg .mark").first).to_be_attached()
    screen.button("Explain column 1").click()
    expect(screen.button("Explain column 1")).to_have_attribute("aria-pressed", "true")
    ways = {"Play from here": "/play", "Review": "/review", "Theatre": "/theatre"}
    for name, path in ways.items():
        link = screen.page.locator("main").get_by_role("link", name=name, exact=True)
        address = urlsplit(link.get_attribute("href") or "")
        assert address.path == path
        assert parse_qs(address.query)["moves"][0].startswith("44444455555526")
    _check(screen)


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
    before = screen.page.evaluate(BOARD)
    for moves in ("4", "43", "434"):
        screen.column(int(moves[-1])).tap()
        _at(screen, moves)
        _expect_chips(screen, moves)
        assert screen.page.evaluate(BOARD) == before
    screen.button("Back").tap()
    _at(screen, "43")


def test_games_of_ones_own_show_where_they_leave_the_path(visit: Open) -> None:
    screen = visit("/openings")
    screen.page.get_by_role("link", name="Your games").click()
    expect(screen.button("Look at them")).to_be_disabled()
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
    _check(screen)
    screen.page.get_by_role("link", name="game 1").first.click()
    # The address may say `at=3` or not: it is the last move, where a review opens anyway.
    expect(screen.page).to_have_url(re.compile(r"/review\?moves=443&(at=3&)?from="))
    screen.says("Move 3: Red in column 3")
    screen.page.get_by_role("link", name=re.compile("Back to Openings")).click()
    screen.says("3 games, 14 moves")
    screen.button("Other games").click()
    expect(screen.button("Look at them")).to_be_enabled()


def test_a_file_of_games_is_read_and_a_broken_one_is_explained(visit: Open, tmp_path: Path) -> None:
    good, bad = tmp_path / "good.txt", tmp_path / "bad.txt"
    good.write_text(GAMES)
    bad.write_text("44\n4444444\n")
    screen = visit("/openings?beside=games", phone=True, may_fail=True)
    picker = screen.page.get_by_label("File of games")
    picker.set_input_files(bad)
    expect(screen.page.get_by_role("alert")).to_have_text(re.compile("^Line 2.*column 4"))
    picker.set_input_files(good)
    screen.says("3 games, 14 moves")
