"""Play, driven as people do: mouse, touch, keys, links."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Open
from tests.web.server import until

FRIENDS = "red=human&yellow=human"
LATE = "44444432212222333"
"""A position that is solved in no time; yellow to move."""


@pytest.mark.parametrize("phone", [False, True])
def test_a_game_is_won_against_level_1(visit: Open, phone: bool) -> None:
    # On the phone the second half will do: near the end the hints come at once.
    moves = "moves=44444432212222&" if phone else ""
    screen = visit(f"/?{moves}red=human&yellow=level:1", phone=phone)
    if not phone:
        screen.drop(4)
    screen.settle()
    while not screen.is_over:
        screen.button("Hint").click()
        hint = screen.page.get_by_text(re.compile(r"Try column \d")).first
        expect(hint).to_be_visible()
        column = re.search(r"column (\d)", hint.inner_text())
        assert column is not None
        if phone:
            screen.column(int(column[1])).tap()
        else:
            screen.column(int(column[1])).click()
        expect(hint).to_be_hidden()
        screen.settle()
    screen.says("You win")
    expect(screen.page.locator("main svg .win")).not_to_have_count(0)
    expect(screen.page.get_by_role("link", name="Review", exact=True).first).to_be_visible()
    expect(screen.page.locator("[aria-live=polite]").first).to_have_text(re.compile("Red wins"))
    screen.button("Play again").click()
    screen.expect_discs(0)


def test_the_disc_lands_where_the_pointer_shows(visit: Open) -> None:
    screen = visit(f"/?moves=44&{FRIENDS}")
    screen.ready()
    screen.column(4).hover()
    ghost = screen.page.locator("main svg .ghost circle")
    expect(ghost).to_have_count(1)
    cx, cy = ghost.get_attribute("cx"), ghost.get_attribute("cy")
    screen.drop(4)
    expect(screen.page.locator(f"main svg .last[cx='{cx}'][cy='{cy}']")).to_have_count(1)


def test_undo_and_redo(visit: Open) -> None:
    screen = visit("/?moves=4453&red=human&yellow=level:1")
    screen.drop(4)
    screen.expect_ply(6)
    after = screen.moves
    screen.button("Undo").click()
    screen.expect_moves("4453")
    screen.button("Undo").click()
    screen.expect_moves("44")
    screen.button("Redo").click()
    screen.expect_moves("4453")
    screen.button("Redo").click()
    screen.expect_moves(after)
    expect(screen.button("Redo")).to_be_disabled()
    screen.page.get_by_role("button", name=re.compile("^Move 2:")).click()
    screen.expect_moves("44")
    screen.drop(1)
    screen.settle()
    expect(screen.button("Redo")).to_be_disabled()


def test_a_share_link_brings_the_game_to_somebody_else(visit: Open) -> None:
    screen = visit(f"/?moves=4453&{FRIENDS}")
    screen.drop(7)
    screen.button("Share").click()
    expect(screen.button("Link copied")).to_be_visible()
    link = screen.page.evaluate("navigator.clipboard.readText()")
    assert link.endswith("?moves=44537&red=human&yellow=human")
    other = visit(link.removeprefix(screen.served.url), phone=True)
    other.says("Yellow to move")
    other.expect_discs(5)


def test_the_running_game_is_there_after_a_reload(visit: Open) -> None:
    screen = visit(f"/?moves=4453&{FRIENDS}")
    screen.drop(7)
    screen.button("Undo").click()
    screen.expect_moves("4453")
    screen.page.goto(screen.served.url)
    screen.expect_moves("4453")
    screen.button("Redo").click()
    screen.expect_moves("44537")


def test_a_game_is_played_with_keys_alone(visit: Open) -> None:
    screen = visit("/")
    page = screen.page
    expect(page.get_by_role("heading", name="New game")).to_be_visible()

    def tab_to(name: str) -> None:
        for _ in range(40):
            page.keyboard.press("Tab")
            if (
                page.evaluate("document.activeElement.closest('label, button')?.innerText.trim()")
                == name
            ):
                return
        raise AssertionError(f"no way to {name} with Tab")

    tab_to("Play a machine")
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
        step = "ArrowLeft" if count % 2 else "ArrowRight"
        screen.ready()
        page.keyboard.press(step)
        page.keyboard.press("Enter")
        screen.expect_moves("121212"[:count])
    screen.ready()
    page.keyboard.press("1")
    screen.says("Red wins")


def test_two_machines_play_pause_and_step(visit: Open) -> None:
    screen = visit("/?moves=4455&red=random:seed=1&yellow=random:seed=2")
    screen.says("Paused")
    ply = screen.ply
    screen.button("Step").click()
    screen.says("Paused")
    screen.expect_ply(ply + 1)
    screen.page.get_by_role("radio", name="Fast").check(force=True)
    screen.button("Play").click()
    expect(screen.button("Play again")).to_be_visible()


def test_the_machine_tells_what_it_thinks_and_moves_when_told(visit: Open) -> None:
    screen = visit("/?moves=4&red=human&yellow=mcts:seconds=9,playouts=2000000")
    screen.says(re.compile("is thinking"))
    expect(screen.page.get_by_text(re.compile(r"[\d.]+ [kM] games"))).to_be_visible()
    screen.button("Move now").click()
    screen.says("Your move")
    screen.expect_ply(2)


def test_thinking_stops_when_the_page_is_left(visit: Open) -> None:
    screen = visit("/?moves=4&red=human&yellow=mcts:seconds=9,playouts=2000000")
    screen.says(re.compile("is thinking"))
    until(lambda: screen.served.state()["jobs_running"] > 0)
    screen.page.get_by_role("navigation", name="Pages").get_by_role("link", name="Review").click()
    until(lambda: screen.served.state()["jobs_running"] == 0)


def test_scores_stand_under_the_columns_in_words(visit: Open) -> None:
    screen = visit(f"/?moves={LATE}&{FRIENDS}")
    screen.button("Scores").click()
    screen.page.wait_for_url("**scores=1")
    screen.page.reload()  # the link says that scores are shown
    exact = screen.served.get(f"/positions/{LATE}/analysis").json()
    for column in exact["columns"]:
        chip = screen.page.locator(".below .slot").nth(column["column"] - 1)
        expect(chip).to_contain_text(column["says"])
        expect(chip.locator(".proved")).to_have_count(1)
    screen.button("Scores").click()
    expect(screen.page.locator(".below .chip")).to_have_count(0)


def test_a_blunder_may_be_taken_back_in_teaching_mode(visit: Open) -> None:
    exact = visit(f"/?moves={LATE}&{FRIENDS}").served.get(f"/positions/{LATE}/analysis").json()
    worst = min(exact["columns"], key=lambda each: each["score"]["value"])
    assert worst["score"]["result"] < exact["score"]["result"]
    screen = visit("/?red=level:1&yellow=human")
    screen.page.get_by_text("Teach me").click()
    screen.page.evaluate("history.replaceState(null, '', '/')")
    screen.button("Set up a position").click()
    screen.page.get_by_role("radio", name="Paste a text").check(force=True)
    screen.page.get_by_role("textbox").fill(LATE)
    screen.button("Use this position").click()
    screen.expect_moves(LATE)
    screen.ready()
    screen.column(worst["column"]).click()
    screen.button("Take it back").click()
    screen.expect_moves(LATE)
    screen.ready()
    screen.column(worst["column"]).click()
    screen.button("Keep it").click()
    screen.settle()


# Variants


def test_fill_goes_on_until_the_board_is_full(visit: Open) -> None:
    screen = visit(f"/?size=4x4&variant=fill&{FRIENDS}")
    for column in "1111222233334444":
        screen.drop(int(column))
    screen.says(re.compile("Red wins|Yellow wins|A draw"))
    end = screen.served.get("/positions/1111222233334444?size=4x4&variant=fill").json()
    for player in "XO":
        screen.says(re.compile(rf"^{end['fours'][player]} fours?$"))


def test_slip_shows_the_chances_and_where_the_disc_went(visit: Open) -> None:
    screen = visit(f"/?variant=slip&{FRIENDS}")
    screen.ready()
    screen.column(4).hover()
    chances = screen.page.locator("main svg .ghost text")
    expect(chances).to_have_text(["20 %", "60 %", "20 %"])
    screen.column(1).hover()
    expect(chances).to_have_text(["60 %", "40 %"])
    while ">" not in screen.moves:  # 0.6 each time; twenty in a row are as good as impossible
        assert screen.ply < 20
        screen.drop(1 + screen.ply % 7)
    expect(screen.page.locator("main svg .slip")).to_have_count(1)
    expect(
        screen.page.get_by_role("button", name=re.compile(r"^Move \d+: .* column \d>\d"))
    ).to_have_count(1)


@pytest.mark.parametrize("variant", ["fill", "slip"])
def test_machines_play_every_variant(visit: Open, variant: str) -> None:
    screen = visit(f"/?variant={variant}&red=human&yellow=level:2")
    screen.drop(4)
    screen.settle()
    screen.expect_ply(2)
    screen.button("Hint").click()
    screen.says(re.compile(r"Try column \d"))


def test_a_hint_tells_why(visit: Open) -> None:
    screen = visit(f"/?moves={LATE}&{FRIENDS}")
    screen.ready()
    screen.page.keyboard.press("h")
    screen.button("Why?").click()
    words = screen.served.get(f"/positions/{LATE}/explain?column=5").json()["brief"]
    screen.says(words[0].replace("O ", "Yellow "))


# Positions


def test_a_position_is_drawn_and_played_from(visit: Open) -> None:
    screen = visit(f"/?{FRIENDS}", may_fail=True)
    screen.button("Set up a position").click()
    dialog = screen.page.get_by_role("dialog")
    dialog.get_by_role("radio", name="Add red").check(force=True)
    for _ in range(2):
        dialog.locator("[data-column='3']").click()
    expect(dialog.get_by_text(re.compile("2 X and 0 O|2 Red and 0 Yellow"))).to_be_visible()
    expect(dialog.get_by_role("button", name="Use this position")).to_be_disabled()
    dialog.get_by_role("radio", name="Add yellow").check(force=True)
    dialog.locator("[data-column='4']").click()
    dialog.get_by_role("button", name="Use this position").click()
    screen.drop(3)
    assert "start=" in screen.page.url
    screen.expect_moves("3")
    screen.expect_discs(4)


def test_a_text_that_is_no_position_is_told_why(visit: Open) -> None:
    screen = visit("/", may_fail=True)
    screen.button("Set up a position").click()
    screen.page.get_by_role("radio", name="Paste a text").check(force=True)
    screen.page.get_by_role("textbox").fill("4444444")
    screen.says("Move 7 of '4444444': column 4 is full after '444444'.")


def test_an_address_that_is_no_game_is_told_why(visit: Open) -> None:
    screen = visit("/?moves=4444444", may_fail=True)
    screen.says(re.compile("column 4 is full"))
    screen = visit("/nowhere", may_fail=True)
    screen.says("There is no page here")


def test_a_server_that_is_gone_is_waited_for(visit: Open) -> None:
    screen = visit(f"/?moves=4&{FRIENDS}", may_fail=True)
    screen.ready()
    screen.page.context.set_offline(True)
    screen.column(4).click()
    screen.says("The server does not answer.")
    screen.page.context.set_offline(False)
    screen.expect_moves("44")
    expect(screen.page.get_by_text("The server does not answer.")).to_be_hidden()
