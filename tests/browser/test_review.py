"""Review: the chart, the judged moves, the words, and mending mistakes."""

import re
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from PIL import Image, ImageSequence
from PIL.GifImagePlugin import GifImageFile
from playwright.sync_api import Locator, expect

from fourscore.core.game import write_line
from fourscore.core.reader import read_game
from tests.browser.board import Screen, named
from tests.browser.conftest import Open

START = "-O-O---/-X-X---/-O-O---/-X-X---/-X-O---/OOXX---"
MOVES = "7556631163"
"""A game from a late position, so that it is solved at once: both sides let results slip."""
GAME = f"/review?moves={MOVES}&start={START}"


def _review(screen: Screen) -> Any:
    return screen.served.get(f"/positions/{MOVES}/review", params={"start": START}).json()


def _chart(screen: Screen) -> Locator:
    return screen.page.get_by_role("slider", name="Score over the game")


def _open(visit: Open, address: str = GAME, *, phone: bool = False) -> Screen:
    screen = visit(address, phone=phone)
    expect(_chart(screen)).to_be_visible()
    return screen


def test_every_move_is_judged_and_explained(visit: Open) -> None:
    screen = _open(visit)
    review = _review(screen)
    blunders = [move for move in review["moves"] if move["is_blunder"]]
    fine = [move for move in review["moves"] if move["kind"] in ("slower win", "sooner loss")]
    only = [move for move in review["moves"] if move["only_move"] and move["is_best"]]
    expect(_chart(screen).locator(".mark")).to_have_count(len(blunders) + len(fine) + len(only))
    for move in review["moves"]:
        name = re.compile(rf"^Move {move['number']}: .* {move['kind']}$")
        expect(screen.page.get_by_role("button", name=name)).to_have_count(1)
    number = blunders[0]["number"]
    screen.page.get_by_role("button", name=re.compile(rf"^Move {number}:")).click()
    here = screen.page.get_by_role("region", name="This move")
    expect(here.get_by_text(blunders[0]["kind"])).to_be_visible()
    words = screen.served.get(
        f"/positions/{MOVES[: number - 1]}/explain",
        params={"start": START, "column": MOVES[number - 1]},
    ).json()
    expect(here.get_by_role("listitem").first).to_have_text(named(words["brief"][0]))
    assert here.inner_text().count(named(words["brief"][0])) == 1
    for player in "XO":
        screen.says(f"{review['sides'][player]['accuracy']:.0f} %")


def test_every_board_has_its_scores_and_the_better_disc(visit: Open) -> None:
    screen = _open(visit, f"{GAME}&at=0")
    answer = _review(screen)
    asked: list[str] = []
    screen.page.on("request", lambda request: asked.append(request.url))
    for number in range(len(MOVES)):
        for each in answer["columns"][number]:
            slot = screen.page.locator("main .below .slot").nth(each["column"] - 1)
            expect(slot).to_contain_text(each["says"])
        move = answer["moves"][number - 1] if number else None
        better = 0 if move is None or move["is_best"] else len(move["best_columns"])
        expect(screen.page.locator("main .suggested")).to_have_count(better)
        screen.page.keyboard.press("ArrowRight")
    assert not [url for url in asked if "/analysis" in url]


def test_a_line_is_walked_on_the_board(visit: Open) -> None:
    screen = _open(visit, f"{GAME}&at=1")
    best = _review(screen)["moves"][0]["best_columns"][0]
    assert str(best) != MOVES[0]
    line = screen.served.get("/positions/-/line", params={"start": START, "column": best}).json()
    screen.page.get_by_role("button", name=f"Show the line after column {best}").click()
    count = len(line["discs"])
    screen.says(f"Line after column {best}: disc 1 of {count}")
    screen.expect_discs(14 + 1)
    screen.page.keyboard.press("End")
    screen.expect_discs(14 + count)
    screen.button("First").click()
    screen.expect_discs(14)
    screen.page.get_by_role("button", name=re.compile("^Disc 2:")).click()
    screen.expect_discs(16)
    screen.button("Back to the game").click()
    screen.expect_discs(15)
    screen.page.get_by_role("button", name=re.compile(r"^Show the line after .* as played")).click()
    screen.says(f"Line after column {MOVES[0]}: disc 1 of")
    screen.page.keyboard.press("Escape")
    screen.says(f"Move 1 of {len(MOVES)}")


def test_sentences_light_their_cells(visit: Open) -> None:
    screen = _open(visit, f"{GAME}&at={len(MOVES)}")
    lit = screen.page.locator("main .board .mark")
    told = screen.page.get_by_role("region", name="This move").get_by_role("listitem")
    sentence = told.get_by_role("button").first
    expect(lit).to_have_count(0)
    sentence.hover()
    expect(lit).not_to_have_count(0)
    screen.page.mouse.move(5, 5)
    expect(lit).to_have_count(0)
    sentence.focus()
    expect(lit).not_to_have_count(0)
    sentence.press("Enter")
    sentence.blur()
    expect(sentence).to_have_attribute("aria-pressed", "true")
    expect(lit).not_to_have_count(0)
    sentence.click()
    screen.page.mouse.move(5, 5)
    sentence.blur()
    expect(lit).to_have_count(0)


@pytest.mark.parametrize("phone", [pytest.param(False, marks=pytest.mark.slow), True])
def test_nothing_jumps_while_one_steps(visit: Open, phone: bool) -> None:
    parts = ['main nav[aria-label="Moves of the game"]', 'main [aria-label="Score"]']
    parts += ["main .board svg", 'main section[aria-label="All moves"]']
    screen = _open(visit, f"{GAME}&at=1", phone=phone)
    reasons = screen.page.get_by_role("region", name="This move").get_by_role("listitem")
    expect(reasons.first).to_be_visible()
    before = screen.places(*parts)
    for number in range(2, len(MOVES) + 1):
        screen.page.keyboard.press("ArrowRight")
        screen.says(re.compile(f"^Move {number} of {len(MOVES)}"))
        assert screen.places(*parts) == before  # while the reasons are asked for
        expect(reasons.first).to_be_visible()
        assert screen.places(*parts) == before
    assert screen.page.evaluate("scrollY") == 0


def test_where_the_game_came_from_and_who_played(visit: Open) -> None:
    screen = _open(visit, f"{GAME}&red=level:3&yellow=human&from=/play?moves=44%26red%3Dhuman")
    screen.says("Level 3")
    link = screen.page.get_by_role("link", name="Back to the game")
    expect(link).to_have_attribute("href", "/play?moves=44&red=human")
    screen.page.keyboard.press("ArrowLeft")
    expect(screen.page).to_have_url(re.compile(f"[?&]at={len(MOVES) - 1}(&|$)"))
    assert screen.query["from"] == ["/play?moves=44&red=human"]
    theatre = screen.page.get_by_role("link", name="See it in the Theatre")
    expect(theatre).to_have_attribute("href", re.compile(r"/theatre\?moves=.*agent=alphabeta"))
    screen.page.get_by_role("link", name="Play on from here").click()
    screen.expect_moves(MOVES[:-1])
    assert (screen.query["red"], screen.query["yellow"]) == (["level:3"], ["human"])


def test_the_board_follows_the_chart(visit: Open) -> None:
    screen = _open(visit)
    chart = _chart(screen)
    discs = screen.page.locator("main svg g.disc")
    chart.hover(position={"x": 130, "y": 50})
    expect(discs).to_have_count(14)
    screen.page.mouse.move(5, 5)
    expect(discs).to_have_count(14 + len(MOVES))
    chart.click(position={"x": 130, "y": 50})
    screen.page.mouse.move(5, 5)
    expect(discs).to_have_count(14)
    chart.focus()
    screen.page.keyboard.press("ArrowRight")
    expect(discs).to_have_count(15)
    expect(chart).to_have_attribute("aria-valuetext", re.compile("After 1 move: (Red|Yellow)"))
    expect(screen.page).to_have_url(re.compile("[?&]at=1(&|$)"))
    screen.page.reload()
    expect(discs).to_have_count(15)


def test_mistakes_are_retried_with_the_answer_hidden(visit: Open) -> None:
    screen = _open(visit, phone=True)
    screen.page.get_by_role("button", name=re.compile("^Retry your mistakes")).click()
    blunders = [move for move in _review(screen)["moves"] if move["is_blunder"]]
    screen.says(f"Mistake 1 of {len(blunders)}")
    expect(screen.page.get_by_role("slider")).to_have_count(0)
    expect(screen.page.get_by_text(re.compile("is best|are best"))).to_have_count(0)
    screen.column(blunders[0]["column"]).tap()  # the same mistake again
    screen.says(re.compile("Try again"))
    screen.column(blunders[0]["best_columns"][0]).tap()
    screen.says(re.compile("That keeps it"))
    screen.says(re.compile(r"(is|are) best"))
    screen.button("Next mistake").click()
    screen.says(f"Mistake 2 of {len(blunders)}")
    for count in range(2, len(blunders) + 1):
        screen.button("Show the answer").click()
        screen.button("Finish" if count == len(blunders) else "Next mistake").click()
    screen.says(f"0 of {len(blunders)}")
    screen.button("Back to the review").first.click()
    expect(_chart(screen)).to_be_visible()


def test_a_game_is_pasted(visit: Open) -> None:
    screen = visit("/review", may_fail=True)
    screen.button("Paste a game").click()
    text = screen.page.get_by_role("textbox")
    text.fill("...\n...\nrrr")
    screen.says(re.compile("Red has 3 discs and Yellow has none"))
    expect(screen.button("Review this")).to_be_disabled()
    text.fill("https://connect4.gamesolver.org/?pos=4453")
    screen.says(re.compile("Read as a link."))
    text.fill(f'[Size "7x6"]\n[Start "{START}"]\n\n8. 7 5 9. 5 6 *')
    expect(screen.page.get_by_text("Read as a link.")).to_have_count(0)
    screen.button("Review this").click()
    expect(_chart(screen)).to_be_visible()
    screen.expect_moves("7556")


def test_a_game_of_another_variant_is_estimated(visit: Open) -> None:
    screen = _open(visit, "/review?variant=slip&moves=44>53")
    screen.says(re.compile("estimate: expectiminimax, 4 moves"))
    expect(screen.page.locator("main .below .chip")).to_have_count(7)
    expect(screen.page.locator("main .below .chip.proved")).to_have_count(0)
    expect(screen.page.get_by_role("row", name="Accuracy estimated")).to_be_visible()
    expect(screen.page.get_by_role("button", name=re.compile("^Retry"))).to_be_disabled()
    screen.says("Nothing to retry: mistakes are only estimated in this game.")
    screen.page.keyboard.press("ArrowLeft")
    screen.expect_discs(2)
    expect(screen.page.locator("main svg .slip")).to_have_count(1)
    screen.page.get_by_role("button", name=re.compile("^Show the line after")).first.click()
    screen.says(re.compile(r"An estimate: what seems best for both sides"))


def _export(screen: Screen, item: str) -> Path:
    """Choose an item of the menu, and return the file that comes."""
    button = screen.page.get_by_role("button", name=item)
    if not button.is_visible():
        screen.page.locator("summary", has_text="Export").click()
    with screen.page.expect_download() as coming:
        button.click()
    return Path(coming.value.path())


def test_a_board_and_a_game_are_saved(visit: Open) -> None:
    screen = _open(visit, f"{GAME}&at=3&red=one&yellow=two")
    # Chromium makes a PNG between two frames, or else waits for seconds.
    screen.page.evaluate("() => { const tick = () => requestAnimationFrame(tick); tick(); }")
    svg = ElementTree.parse(_export(screen, "Picture of this board (SVG)")).getroot()
    mark = "{http://www.w3.org/2000/svg}"
    assert svg.tag == f"{mark}svg"
    assert len([each for each in svg.iter(f"{mark}circle") if each.get("r") == "42"]) == 14 + 3
    assert [each.text for each in svg.iter(f"{mark}text")] == [*"1234567", *"123456"]
    with Image.open(_export(screen, "Picture of this board (PNG)")) as png:
        assert (png.format, png.width) == ("PNG", 1200)
        colours = {colour for _, colour in png.convert("RGB").getcolors(1 << 16) or ()}
        assert {(0xD6, 0x45, 0x5A), (0xF0, 0xB5, 0x3C), (0x24, 0x50, 0x8F)} <= colours
    with Image.open(_export(screen, "Film of the game (animated GIF)")) as film:
        assert isinstance(film, GifImageFile)
        assert film.n_frames == len(MOVES) + 1
        boards = {frame.convert("RGB").tobytes() for frame in ImageSequence.Iterator(film)}
        assert len(boards) == film.n_frames
        assert film.info["duration"] >= 2000
    text = _export(screen, "Game as text").read_text(encoding="utf-8")
    game = read_game(text)
    assert write_line(game) == MOVES
    assert game.tags == {"First": "one", "Second": "two"}
    screen.button("Copy the moves").click()
    screen.says("Moves copied")
    assert screen.page.evaluate("navigator.clipboard.readText()") == MOVES
    screen.page.keyboard.press("Escape")
    expect(screen.button("Copy the moves")).to_be_hidden()
