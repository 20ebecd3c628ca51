"""The start page: the first visit, the game that it plays, and the three doors."""

import re

from playwright.sync_api import expect

from scripts.start_game import MOVES
from scripts.start_game import read as read_game
from tests.browser.board import target
from tests.browser.conftest import Open

KEY = 20
"""The ply at which the board stands still for those who want no motion."""


def test_the_first_visit_starts_here_and_later_ones_with_a_game(visit: Open) -> None:
    screen = visit("/")
    expect(screen.page).to_have_url(re.compile("/start$"))
    expect(screen.page.get_by_role("heading", level=1)).to_have_text("A Connect Four laboratory")
    screen.page.goto(screen.served.url)
    expect(screen.page).to_have_url(re.compile("/play"))
    screen.says("New game")
    screen.page.get_by_role("link", name="fourscore, start page").click()
    expect(screen.page).to_have_url(re.compile("/start$"))
    screen.page.goto(f"{screen.served.url}/?moves=44")  # a game
    expect(screen.page).to_have_url(re.compile(r"/play\?moves=44"))


def test_without_motion_the_board_stands_still_and_is_stepped_through(visit: Open) -> None:
    screen = visit("/start")
    screen.expect_discs(KEY)
    expect(screen.button("Next")).to_be_in_viewport(ratio=1)
    for page in ("Puzzles", "Watch it learn", "Arena"):
        link = screen.page.locator("main").get_by_role("link", name=re.compile(f"^{page}"))
        expect(link).to_be_in_viewport(ratio=1)
    game = read_game()
    says = {each["column"]: each["says"] for each in game["columns"][KEY]}
    for column, text in enumerate(screen.page.locator("main .below .slot").all_inner_texts(), 1):
        assert says.get(column, "") in " ".join(text.split())
    expect(screen.button("Play")).to_be_visible()
    for _ in range(len(MOVES) - KEY):
        screen.button("Next").click()
    screen.says(re.compile("Red wins with disc 41"))
    screen.expect_discs(41)
    expect(screen.page.locator("main svg .win")).to_have_count(len(game["winning"]))
    expect(screen.button("Next")).to_be_disabled()
    _, query = target(screen.page.get_by_role("link", name="Review this game"))
    assert query["moves"] == [MOVES]


def test_the_board_plays_by_itself_until_it_is_paused_and_again_from_the_start(visit: Open) -> None:
    screen = visit("about:blank", moving=True)
    clock = screen.page.clock
    clock.install(time=0)
    screen.page.goto(f"{screen.served.url}/start")
    screen.button("Pause").hover()
    clock.pause_at(3600)
    discs = screen.page.locator("main svg g.disc")
    clock.run_for(10_000)
    expect(discs.nth(2)).to_be_attached()
    screen.button("Pause").click()
    count = discs.count()
    clock.run_for(10_000)
    screen.expect_discs(count)
    screen.button("Back").click()
    screen.expect_discs(count - 1)
    screen.button("Play").click()
    clock.run_for(200_000)
    screen.expect_discs(41)
    screen.button("Replay").click()
    screen.expect_discs(0)
    expect(screen.button("Pause")).to_be_visible()


def test_whoever_drops_a_disc_plays_on_from_there(visit: Open) -> None:
    screen = visit("/start")
    _, query = target(screen.page.get_by_role("link", name="Play on from here"))
    assert query == {"moves": [MOVES[:KEY]], "red": ["human"], "yellow": ["level:3"]}
    screen.column(5).click()
    expect(screen.page).to_have_url(re.compile(f"/play.moves={MOVES[:KEY]}5"))
    expect(screen.page.locator("main ol [data-ply]").nth(KEY)).to_be_attached()


def test_the_doors_open_by_keyboard(visit: Open) -> None:
    screen = visit("/start")
    for name, path in (("Play", "/play"), ("Learn", "/tour"), ("Laboratory", "/theatre")):
        heading = screen.page.get_by_role("heading", name=name, exact=True)
        door = screen.page.locator("main li").filter(has=heading).get_by_role("link").first
        expect(door).to_have_attribute("href", re.compile(f"^{path}"))
        for _ in range(40):
            screen.page.keyboard.press("Tab")
            if door.evaluate("each => each === document.activeElement"):
                break
        expect(door).to_be_focused()
    screen.page.keyboard.press("Enter")
    expect(screen.page).to_have_url(re.compile("/theatre"))


def test_a_game_that_was_begun_goes_on(visit: Open) -> None:
    screen = visit("/play?red=human&yellow=human&moves=4")
    screen.drop(3)
    screen.page.goto(f"{screen.served.url}/start")
    screen.says("2 moves so far")
    screen.page.get_by_role("link", name="Continue your game").click()
    screen.expect_moves("43")
    screen.expect_discs(2)


def test_on_a_phone_the_board_comes_first_then_the_doors(visit: Open) -> None:
    screen = visit("/start", phone=True)
    (_, top, _, height), *_ = screen.places("main .board")
    door = screen.page.get_by_role("link", name="Play a game")
    assert top < 200
    assert top + height < door.evaluate("each => each.getBoundingClientRect().top")
