"""Review: the chart, the judged moves, the words, and mending mistakes."""

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest
from PIL import Image
from PIL.GifImagePlugin import GifImageFile
from playwright.sync_api import Locator, expect

from fourscore.core.game import write_line
from fourscore.core.reader import read_game
from tests.browser.board import Screen
from tests.browser.conftest import Open

START = "-O-O---/-X-X---/-O-O---/-X-X---/-X-O---/OOXX---"
MOVES = "7556631163"
"""A game from a late position, so that it is solved at once: both sides let results slip."""
GAME = f"/review?moves={MOVES}&start={START}"


def _truth(screen: Screen) -> list[dict[str, object]]:
    answer = screen.served.get(f"/positions/{MOVES}/review", params={"start": START})
    moves: list[dict[str, object]] = answer.json()["moves"]
    return moves


def _named(text: str) -> str:
    """Say it as the pages do."""
    return re.sub(r"\bX\b", "Red", re.sub(r"\bO\b", "Yellow", text))


def _chart(screen: Screen) -> Locator:
    chart = screen.page.get_by_role("slider", name="Score over the game")
    expect(chart).to_be_visible()
    return chart


def test_every_move_is_judged_and_explained(visit: Open) -> None:
    screen = visit(GAME)
    chart = _chart(screen)
    truth = _truth(screen)
    blunders = [move for move in truth if move["is_blunder"]]
    fine = [move for move in truth if move["kind"] in ("slower win", "sooner loss")]
    only = [move for move in truth if move["only_move"] and move["is_best"]]
    expect(chart.locator(".mark")).to_have_count(len(blunders) + len(fine) + len(only))
    for move in truth:
        name = re.compile(rf"^Move {move['number']}: .* {move['kind']}$")
        expect(screen.page.get_by_role("button", name=name)).to_have_count(1)
    screen.page.get_by_role("button", name=re.compile(rf"^Move {blunders[0]['number']}:")).click()
    here = screen.page.get_by_role("region", name="This move")
    expect(here.get_by_text(str(blunders[0]["kind"]))).to_be_visible()
    number = int(str(blunders[0]["number"]))
    words = screen.served.get(
        f"/positions/{MOVES[: number - 1]}/explain",
        params={"start": START, "column": MOVES[number - 1]},
    ).json()
    expect(here.get_by_role("listitem").first).to_have_text(_named(words["brief"][0]))
    assert here.inner_text().count(_named(words["brief"][0])) == 1
    answer = screen.served.get(f"/positions/{MOVES}/review", params={"start": START}).json()
    for player in "XO":
        figure = f"{answer['sides'][player]['accuracy']:.0f} %"
        expect(screen.page.get_by_text(figure).first).to_be_visible()


def test_every_board_has_its_scores_and_the_better_disc(visit: Open) -> None:
    screen = visit(f"{GAME}&at=0")
    _chart(screen)
    answer = screen.served.get(f"/positions/{MOVES}/review", params={"start": START}).json()
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
    screen = visit(f"{GAME}&at=1")
    _chart(screen)
    move = _truth(screen)[0]
    assert not move["is_best"]
    best = move["best_columns"]
    assert isinstance(best, list)
    line = screen.served.get("/positions/-/line", params={"start": START, "column": best[0]}).json()
    screen.page.get_by_role("button", name=f"Show the line after column {best[0]}").click()
    count = len(line["discs"])
    screen.says(f"Line after column {best[0]}: disc 1 of {count}")
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
    screen = visit(f"{GAME}&at={len(MOVES)}")
    _chart(screen)
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
    place = """() => ['nav[aria-label="Moves of the game"]', '[aria-label="Score"]', '.board svg',
        'section[aria-label="All moves"]'].map(each => {
            const box = document.querySelector(`main ${each}`).getBoundingClientRect();
            return [box.left, box.top, box.width, box.height].map(Math.round);
        })"""
    screen = visit(f"{GAME}&at=1", phone=phone)
    _chart(screen)
    reasons = screen.page.get_by_role("region", name="This move").get_by_role("listitem")
    expect(reasons.first).to_be_visible()
    before = screen.page.evaluate(place)
    for number in range(2, len(MOVES) + 1):
        screen.page.keyboard.press("ArrowRight")
        screen.says(re.compile(f"^Move {number} of {len(MOVES)}"))
        assert screen.page.evaluate(place) == before  # while the reasons are asked for
        expect(reasons.first).to_be_visible()
        assert screen.page.evaluate(place) == before


def test_where_the_game_came_from_and_who_played(visit: Open) -> None:
    back = "/play?moves=44%26red%3Dhuman"
    screen = visit(f"{GAME}&red=level:3&yellow=human&from={back}")
    _chart(screen)
    screen.says("Level 3")
    screen.says("Human")
    link = screen.page.get_by_role("link", name="Back to the game")
    expect(link).to_have_attribute("href", "/play?moves=44&red=human")
    screen.page.keyboard.press("ArrowLeft")
    expect(screen.page).to_have_url(re.compile(f"[?&]at={len(MOVES) - 1}(&|$)"))
    assert "red=level:3" in screen.address
    assert "from=" in screen.address
    theatre = screen.page.get_by_role("link", name="See it in the Theatre")
    expect(theatre).to_have_attribute("href", re.compile(r"/theatre\?moves=.*agent=alphabeta"))
    screen.page.get_by_role("link", name="Play on from here").click()
    screen.expect_moves(MOVES[:-1])
    assert (screen.query["red"], screen.query["yellow"]) == (["level:3"], ["human"])


def test_the_board_follows_the_chart(visit: Open) -> None:
    screen = visit(GAME)
    chart = _chart(screen)
    discs = screen.page.locator("main svg g.disc")
    expect(discs).to_have_count(14 + len(MOVES))
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
    screen = visit(GAME, phone=True)
    _chart(screen)
    screen.page.get_by_role("button", name=re.compile("^Retry your mistakes")).click()
    blunders = [move for move in _truth(screen) if move["is_blunder"]]
    screen.says(f"Mistake 1 of {len(blunders)}")
    expect(screen.page.get_by_role("slider")).to_have_count(0)
    expect(screen.page.get_by_text(re.compile("is best|are best"))).to_have_count(0)
    screen.column(int(str(blunders[0]["column"]))).tap()  # the same mistake again
    screen.says(re.compile("Try again"))
    best = blunders[0]["best_columns"]
    assert isinstance(best, list)
    screen.column(best[0]).tap()
    screen.says(re.compile("That keeps it"))
    screen.says(re.compile(r"(is|are) best"))
    screen.button("Next mistake").click()
    screen.says(f"Mistake 2 of {len(blunders)}")
    for count in range(2, len(blunders) + 1):
        screen.button("Show the answer").click()
        screen.button("Finish" if count == len(blunders) else "Next mistake").click()
    screen.says(f"0 of {len(blunders)}")
    screen.button("Back to the review").first.click()
    _chart(screen)


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
    _chart(screen)
    screen.expect_moves("7556")


@pytest.mark.parametrize(
    ("variant", "moves", "search"),
    [("slip", "44>53", "expectiminimax, 4 moves"), ("fill", "44535", "alpha-beta, 8 moves")],
)
def test_a_game_of_another_variant_is_estimated(
    visit: Open, variant: str, moves: str, search: str
) -> None:
    screen = visit(f"/review?variant={variant}&moves={moves}")
    _chart(screen)
    screen.says(re.compile(f"estimate: {search}"))
    expect(screen.page.locator("main .below .chip")).to_have_count(7)
    expect(screen.page.locator("main .below .chip.proved")).to_have_count(0)
    expect(screen.page.get_by_role("row", name="Accuracy estimated")).to_be_visible()
    expect(screen.page.get_by_role("button", name=re.compile("^Retry"))).to_be_disabled()
    screen.says("Nothing to retry: mistakes are only estimated in this game.")
    screen.page.keyboard.press("ArrowLeft")
    screen.expect_discs(len(moves.replace(">5", "")) - 1)
    if variant == "slip":
        expect(screen.page.locator("main svg .slip")).to_have_count(1)
    screen.page.get_by_role("button", name=re.compile("^Show the line after")).first.click()
    screen.says(re.compile(r"An estimate: what seems best for both sides"))


# Export


def _export(screen: Screen, item: str) -> Path:
    """Choose an item of the menu, and return the file that comes."""
    button = screen.page.get_by_role("button", name=item)
    if not button.is_visible():
        screen.page.locator("summary", has_text="Export").click()
    with screen.page.expect_download() as coming:
        button.click()
    return Path(coming.value.path())


def test_a_board_is_saved_as_a_picture(visit: Open) -> None:
    screen = visit(f"{GAME}&at=3")
    _chart(screen)
    svg = ElementTree.parse(_export(screen, "Picture of this board (SVG)")).getroot()
    mark = "{http://www.w3.org/2000/svg}"
    assert svg.tag == f"{mark}svg"
    assert len([each for each in svg.iter(f"{mark}circle") if each.get("r") == "42"]) == 14 + 3
    assert [each.text for each in svg.iter(f"{mark}text")] == [*"1234567", *"123456"]
    with Image.open(_export(screen, "Picture of this board (PNG)")) as png:
        assert (png.format, png.width) == ("PNG", 1200)
        colours = {colour for _, colour in png.convert("RGB").getcolors(1 << 24) or ()}
        assert {(0xD6, 0x45, 0x5A), (0xF0, 0xB5, 0x3C), (0x24, 0x50, 0x8F)} <= colours


def test_a_game_is_saved_as_a_film_and_as_text(visit: Open) -> None:
    screen = visit(f"{GAME}&red=one&yellow=two")
    _chart(screen)
    with Image.open(_export(screen, "Film of the game (animated GIF)")) as film:
        assert isinstance(film, GifImageFile)
        assert film.n_frames == len(MOVES) + 1
        boards = []
        for frame in range(film.n_frames):
            film.seek(frame)
            boards.append(film.convert("RGB").tobytes())
        assert len(set(boards)) == film.n_frames
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
