"""Play, driven as people do: mouse, touch, keys, links."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.board import DESKTOP, EFFECTS
from tests.browser.conftest import Open
from tests.waiting import eventually

FRIENDS = "red=human&yellow=human"
LATE = "44444432212222333"
"""A position that is solved in no time; yellow to move."""
SLOW = "zero:seconds=110,playouts=1000000"
"""An agent that thinks for as long as the server allows."""


@pytest.mark.parametrize("phone", [False, True])
def test_a_game_is_won_against_level_1(visit: Open, phone: bool) -> None:
    # The second half will do: near the end the hints come at once.
    screen = visit("/play?moves=44444432212222&red=human&yellow=level:1", phone=phone)
    screen.settle()
    while not screen.button("Rematch").is_visible():
        screen.button("Hint").click()
        hint = screen.page.get_by_text(re.compile(r"Try column \d")).first
        column = re.search(r"column (\d)", hint.inner_text())
        assert column is not None
        there = screen.column(int(column[1]))
        there.tap() if phone else there.click()
        expect(hint).to_be_hidden()
        screen.settle()
    screen.says("You win")
    expect(screen.page.locator("main svg .win")).not_to_have_count(0)
    screen.announces(re.compile("Red wins"))
    if phone:
        screen.button("Same sides again").click()
        screen.expect_discs(0)
    else:
        screen.button("Rematch").click()
        expect(screen.page).to_have_url(re.compile(r"\?red=level:1&yellow=human"))
        screen.ready()
        screen.expect_discs(1)


def test_a_game_goes_on_after_a_reload_and_where_somebody_opens_its_link(visit: Open) -> None:
    screen = visit(f"/play?moves=4453&{FRIENDS}")
    screen.ready()
    screen.column(7).hover()
    ghost = screen.page.locator("main svg .ghost circle")
    cx, cy = ghost.get_attribute("cx"), ghost.get_attribute("cy")
    screen.drop(7)  # it lands where the pointer has shown
    expect(screen.page.locator(f"main svg .last[cx='{cx}'][cy='{cy}']")).to_have_count(1)
    screen.button("Share").click()
    screen.announces("Link copied")
    link = screen.page.evaluate("navigator.clipboard.readText()")
    assert link.endswith("?moves=44537&red=human&yellow=human")
    other = visit(link.removeprefix(screen.served.url), phone=True)
    other.says("Yellow to move")
    other.expect_discs(5)
    screen.button("Undo").click()
    screen.page.get_by_role("button", name=re.compile("^Move 2:")).click()
    screen.expect_moves("44")
    screen.page.goto(screen.served.url)
    for moves in ("44", "445", "4453"):
        screen.expect_moves(moves)
        screen.button("Redo").click()
    screen.expect_moves("44537")
    expect(screen.button("Redo")).to_be_disabled()


def test_a_game_is_played_with_keys_alone(visit: Open) -> None:
    screen = visit("/play")
    page = screen.page
    expect(page.get_by_role("heading", name="New game")).to_be_visible()
    focused = "document.activeElement.closest('label')?.innerText.trim() ?? ''"
    for _ in range(40):
        page.keyboard.press("Tab")
        if page.evaluate(focused) == "Play a machine":
            break
    page.keyboard.press("ArrowRight")
    expect(page.get_by_role("radio", name="Play a friend")).to_be_checked()
    page.keyboard.press("Escape")
    page.evaluate("document.activeElement.blur()")
    for key in "12":
        screen.ready()
        page.keyboard.press(key)
        screen.expect_moves("12"[: int(key)])
    page.keyboard.press("ArrowLeft")
    for count in range(3, 7):  # the focus stands in column 2
        screen.ready()
        page.keyboard.press("ArrowLeft" if count % 2 else "ArrowRight")
        page.keyboard.press("Enter")
        screen.expect_moves("121212"[:count])
    screen.ready()
    page.keyboard.press("1")
    screen.says("Red wins")
    assert page.evaluate("document.activeElement.dataset.column") is None  # no ring stays


def test_two_machines_play_with_one_disc_in_the_air_at_a_time(visit: Open) -> None:
    screen = visit("/play?moves=4455&red=random:seed=1&yellow=random:seed=2", moving=True)
    screen.says("Paused")
    screen.button("Step").click()
    screen.expect_ply(5)
    screen.says("Paused")
    screen.page.get_by_role("radio", name="Fast").check(force=True)
    screen.page.evaluate(EFFECTS)
    screen.button("Play").click()
    expect(screen.button("Rematch")).to_be_visible()
    assert screen.page.evaluate("[falls, most]") == [screen.ply - 5, 1]


def test_the_machine_tells_what_it_thinks_until_it_is_told_to_move_or_left(visit: Open) -> None:
    screen = visit(f"/play?moves=4&red=human&yellow={SLOW}")
    screen.says(re.compile("is thinking"))
    expect(screen.page.get_by_text(re.compile(r"[\d.]+ [kM] games"))).to_be_visible()
    screen.button("Move now").click()
    screen.says("Your move")
    screen.expect_ply(2)
    eventually(lambda: screen.served.state()["jobs_running"] == 0)
    screen.drop(4)
    eventually(lambda: screen.served.state()["jobs_running"] > 0)
    screen.page.get_by_role("navigation", name="Pages").get_by_role("link", name="Review").click()
    eventually(lambda: screen.served.state()["jobs_running"] == 0)


PARTS = (".board svg", ".quarters .button", "main ol", ".foot .button", ".players")
"""They stay where they are, whatever is said."""


@pytest.mark.parametrize("phone", [pytest.param(False, marks=pytest.mark.slow), True])
def test_nothing_moves_for_hints_reasons_scores_or_the_end(visit: Open, phone: bool) -> None:
    screen = visit(f"/play?moves={LATE}&{FRIENDS}", phone=phone)
    screen.ready()
    before = screen.places(*PARTS)
    screen.page.keyboard.press("h")
    screen.says(re.compile(r"Try column 5"))
    expect(screen.page.locator("main svg .suggested.O")).to_have_count(1)
    assert screen.places(*PARTS) == before
    screen.button("Why?").click()
    screen.says(re.compile("completes a diagonal of four"))
    expect(screen.page.get_by_text("is the best move")).to_have_count(0)  # the hint has said that
    expect(screen.page.locator("main svg .mark.O")).to_have_count(4)
    assert screen.places(*PARTS) == before
    screen.button("Close").click()
    expect(screen.page.locator("main svg .mark, main svg .suggested")).to_have_count(0)
    screen.button("Explain this move").click()
    screen.says(re.compile("Column 3 throws away the win"))
    assert screen.places(*PARTS) == before
    screen.button("Scores").click()
    expect(screen.page.locator(".below .chip.proved")).not_to_have_count(0)
    assert screen.places(*PARTS) == before
    screen.drop(5)
    expect(screen.button("Rematch")).to_be_visible()
    screen.says(re.compile("decided it"))
    assert screen.places(*PARTS) == before


@pytest.mark.parametrize("phone", [pytest.param(False, marks=pytest.mark.slow), True])
def test_a_blunder_may_be_taken_back_or_kept_and_nothing_moves(visit: Open, phone: bool) -> None:
    screen = visit("about:blank", phone=phone)
    screen.page.clock.install(time=0)
    address = f"/play?moves={LATE}&red=level:1&yellow=human&teach=1"
    screen.page.goto(screen.served.url + address)
    screen.ready()
    screen.page.clock.pause_at(3600)  # a judgement that takes too long is left out
    screen.column(1).click()
    screen.button("Take it back").click()
    screen.expect_moves(LATE)
    screen.ready()
    before = screen.places(*PARTS)
    screen.column(1).click()
    screen.says("That gives the win away: with best play it is now a loss.")
    assert screen.places(*PARTS) == before
    screen.button("Why?").click()
    screen.says(re.compile("Column 1 throws away the win"))
    expect(screen.page.locator("main svg .mark")).not_to_have_count(0)
    assert screen.places(*PARTS) == before
    screen.button("Keep it").click()
    screen.page.clock.resume()
    screen.settle()
    expect(screen.page.locator("main svg .mark")).to_have_count(0)
    assert screen.places(*PARTS) == before


def test_the_end_tells_how_well_both_played_and_when_it_turned(visit: Open) -> None:
    screen = visit(f"/play?moves={LATE}&{FRIENDS}&names=Ann,Ben")
    screen.drop(5)
    expect(screen.page.get_by_role("heading", name="Ben wins")).to_be_visible()
    screen.says("Four in a row, along a diagonal.")
    review = screen.served.get(f"/positions/{LATE}5/review").json()
    for player in "XO":
        screen.says(f"{round(review['sides'][player]['accuracy'])} %")
    screen.says(re.compile("decided it: Ann's column 3 turned a win into a loss."))
    screen.page.get_by_role("link", name="Move 17").click()
    screen.page.wait_for_url("**/review?**")
    found = [screen.query[key][0] for key in ("moves", "at", "red", "yellow")]
    assert found == [f"{LATE}5", "17", "Ann", "Ben"]


def test_a_game_is_given_up_on_the_second_press(visit: Open) -> None:
    screen = visit("about:blank")
    clock = screen.page.clock
    clock.install(time=0)
    screen.page.goto(f"{screen.served.url}/play?moves=4453&red=human&yellow=level:1")
    screen.ready()
    clock.pause_at(3600)
    screen.button("Resign").dblclick()  # a double click is no second thought
    expect(screen.button("Resign?")).to_be_visible()
    clock.run_for(5000)  # nor is a press that comes late
    screen.button("Resign").click()
    clock.run_for(500)
    screen.button("Resign?").click()
    expect(screen.page.get_by_role("heading", name="You lose")).to_be_visible()
    expect(screen.page.locator("main [data-column][aria-disabled='false']")).to_have_count(0)
    screen.page.reload()
    screen.says("You resigned.")


def test_time_runs_for_the_side_to_move_and_out(visit: Open) -> None:
    screen = visit(f"/play?moves=44&{FRIENDS}&clock=0.01%2B0")
    screen.ready()
    clocks = screen.page.get_by_role("timer")
    expect(clocks).to_have_text(["0:00.6", "0:00.6"])  # until a disc falls, nothing runs
    screen.drop(1)
    expect(screen.page.get_by_role("heading", name="Red wins on time")).to_be_visible()
    expect(clocks).to_have_text(["0:00.6", "0:00.0"])
    screen.page.reload()
    screen.says("Yellow ran out of time.")


def test_people_are_called_what_they_like(visit: Open) -> None:
    screen = visit("/play")
    screen.page.get_by_label("Your name").fill("Ann, the first of her name and more")
    screen.page.get_by_label("Your name").press("Tab")
    screen.page.goto(f"{screen.served.url}/play?{FRIENDS}")
    expect(screen.page.get_by_label("Red's name")).to_have_value("Ann the first of he")
    screen.page.get_by_label("Yellow's name").fill("Ben")
    screen.page.get_by_label("Yellow's name").press("Tab")
    screen.drop(4)
    screen.says("Ben to move")
    expect(screen.page.locator(".players")).to_contain_text("Ann the first of he")
    expect(screen.page).to_have_url(re.compile(r"names=Ann.*,Ben"))


def test_chance_says_who_begins(visit: Open) -> None:
    screen = visit("/play")
    screen.page.get_by_role("radio", name="By chance").check(force=True)
    expect(screen.page.locator("main [data-column][aria-disabled='false']")).to_have_count(0)
    screen.button("Start").click()
    screen.ready()
    assert {screen.query["red"][0], screen.query["yellow"][0]} == {"human", "level:3"}
    screen.expect_discs(int(screen.query["yellow"] == ["human"]))


def test_a_level_is_told_in_words_and_numbers_drop_discs_after_it_was_chosen(visit: Open) -> None:
    screen = visit("/play")
    level = screen.served.get("/agents").json()["levels"][1]
    screen.page.get_by_text("Teach me").click()
    screen.page.get_by_role("radio", name="2", exact=True).click(force=True)
    screen.says(re.compile(re.escape(level["plain"])))
    screen.says(re.compile(rf"Elo {round(level['elo'])} ± \d+"))
    screen.button("In detail").click()
    screen.says(re.compile(re.escape(level["summary"]), re.IGNORECASE))
    screen.ready()
    screen.page.keyboard.press("4")
    screen.settle()
    expect(screen.page).to_have_url(re.compile("yellow=level:2.*teach=1"))
    screen.expect_ply(2)


def test_boards_have_any_size_that_the_engine_knows(visit: Open) -> None:
    screen = visit("/play?red=human&yellow=zero")
    page = screen.page
    page.get_by_label("Columns", exact=True).fill("12")
    page.get_by_label("Columns", exact=True).press("Enter")
    expect(page.get_by_label("Rows", exact=True)).to_have_value("4")  # as many as fit
    screen.says(re.compile("Networks that taught themselves know only the 7 . 6 board."))
    expect(page.get_by_label("or an algorithm").locator("option[value=zero]")).to_have_count(0)
    expect(page).to_have_url(re.compile("size=12x4&red=human&yellow=level:3"))
    page.get_by_label("Columns", exact=True).blur()
    screen.ready()
    page.keyboard.press("0")
    screen.settle()
    screen.expect_discs(2)
    assert screen.moves.startswith("10,")


@pytest.mark.parametrize("size", ["9x6", "1x62", "31x1"])
def test_a_board_of_any_size_fits_every_screen(visit: Open, size: str) -> None:
    screen = visit(f"/play?size={size}&{FRIENDS}", phone=True)
    columns = int(size.split("x")[0])
    screen.ready()
    screen.column(columns).tap()
    screen.expect_ply(1)
    assert screen.page.evaluate("document.documentElement.scrollWidth") == 390
    screen.page.set_viewport_size(DESKTOP)
    board, panel = screen.places(".board", ".game")
    assert board[0] + board[2] <= panel[0]


def test_a_move_leads_to_the_very_thought_behind_it(visit: Open) -> None:
    screen = visit("/play?moves=4453&red=human&yellow=mcts:playouts=300")
    screen.drop(4)
    screen.expect_ply(6)
    played = int(screen.moves[-1])
    screen.page.get_by_role("link", name="How it thought").click()
    screen.page.wait_for_url("**/theatre?**")
    query = screen.query
    body = {"agent": query["agent"][0], "moves": query["moves"][0], "seed": int(query["seed"][0])}
    assert screen.served.post("/traces", body).json()["report"]["column"] == played


def test_fill_goes_on_until_the_board_is_full(visit: Open) -> None:
    game = "1111222233334444"
    screen = visit(f"/play?size=4x4&variant=fill&moves={game[:-2]}&{FRIENDS}")
    for column in game[-2:]:
        screen.drop(int(column))
    screen.says(re.compile("Red wins|Yellow wins|A draw"))
    fours = screen.served.get(f"/positions/{game}?size=4x4&variant=fill").json()["fours"]
    for player in "XO":
        screen.says(re.compile(rf"^{fours[player]} fours?$"))


def test_slip_shows_the_chances_and_where_a_disc_went(visit: Open) -> None:
    screen = visit(f"/play?variant=slip&moves=44>5&{FRIENDS}")
    screen.ready()
    expect(screen.page.locator("main svg .slip")).to_have_count(1)
    slipped = screen.page.get_by_role("button", name=re.compile(r"^Move 2: .* column 4>5"))
    expect(slipped).to_have_count(1)
    screen.column(4).hover()
    chances = screen.page.locator("main svg .ghost text")
    expect(chances).to_have_text(["20 %", "60 %", "20 %"])
    screen.column(1).hover()
    expect(chances).to_have_text(["60 %", "40 %"])


def test_a_position_is_pasted_or_drawn_and_played_from(visit: Open) -> None:
    screen = visit(f"/play?{FRIENDS}", may_fail=True)
    screen.button("Set up a position").click()
    dialog = screen.page.get_by_role("dialog")
    dialog.get_by_role("radio", name="Paste a text").check(force=True)
    dialog.get_by_role("textbox").fill("4444444")
    screen.says("Move 7 (4): column 4 is full.")
    dialog.get_by_role("radio", name=re.compile("^Draw")).check(force=True)
    dialog.get_by_role("radio", name="Red", exact=True).check(force=True)
    for _ in range(2):
        dialog.locator("[data-column='3']").click()
    screen.says(re.compile("Red has 2 discs and Yellow has none"))
    expect(dialog.get_by_role("button", name="Use this position")).to_be_disabled()
    dialog.get_by_role("radio", name="Yellow", exact=True).check(force=True)
    dialog.locator("[data-column='4']").click()
    dialog.get_by_role("button", name="Use this position").click()
    screen.drop(3)
    assert "start=" in screen.address
    screen.expect_moves("3")
    screen.expect_discs(4)


def test_an_address_without_a_game_or_a_page_says_so_and_leads_on(visit: Open) -> None:
    screen = visit("/play?moves=4444444", may_fail=True)
    screen.says(re.compile("column 4 is full"))
    screen.page.goto(f"{screen.served.url}/nowhere")
    screen.says("There is no page here")
    for link in screen.page.locator("nav a, main a").all():
        there = screen.page.request.get(f"{screen.served.url}{link.get_attribute('href')}")
        assert there.status == 200
    screen.page.get_by_role("link", name="Play a game").click()
    expect(screen.button("Set up a position")).to_be_visible()


def test_a_server_that_is_gone_is_waited_for(visit: Open) -> None:
    screen = visit(f"/play?moves=4&{FRIENDS}", may_fail=True)
    screen.ready()
    screen.page.context.set_offline(True)
    screen.column(4).click()
    screen.says("The server does not answer.")
    screen.page.context.set_offline(False)
    screen.expect_moves("44")
    expect(screen.page.get_by_text("The server does not answer.")).to_be_hidden()
