"""Review: the chart, the judged moves, the words, and mending mistakes."""

import re

from playwright.sync_api import Locator, expect

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
    expect(chart.locator(".mark")).to_have_count(len(blunders))
    for move in truth:
        name = re.compile(rf"^Move {move['number']}: .* {move['kind']}$")
        expect(screen.page.get_by_role("button", name=name)).to_have_count(1)
    screen.page.get_by_role("button", name=re.compile(rf"^Move {blunders[0]['number']}:")).click()
    screen.says(str(blunders[0]["means"]).split(";")[0] + "; this one loses.")
    number = int(str(blunders[0]["number"]))
    words = screen.served.get(
        f"/positions/{MOVES[: number - 1]}/explain",
        params={"start": START, "column": MOVES[number - 1]},
    ).json()
    first = screen.page.get_by_role("region", name="This move").get_by_role("listitem").first
    expect(first).to_have_text(_named(words["brief"][0]))
    answer = screen.served.get(f"/positions/{MOVES}/review", params={"start": START}).json()
    for player in "XO":
        figure = f"{answer['sides'][player]['accuracy']:.0f} %"
        expect(screen.page.get_by_text(figure).first).to_be_visible()


def test_the_board_follows_the_chart(visit: Open) -> None:
    screen = visit(GAME)
    chart = _chart(screen)
    discs = screen.page.locator("main svg g.disc")
    expect(discs).to_have_count(14 + len(MOVES))
    box = chart.bounding_box()
    assert box is not None
    screen.page.mouse.move(box["x"] + 76, box["y"] + 50)
    expect(discs).to_have_count(14)
    screen.page.mouse.move(5, 5)
    expect(discs).to_have_count(14 + len(MOVES))
    chart.click(position={"x": 76, "y": 50})
    screen.page.mouse.move(5, 5)
    expect(discs).to_have_count(14)
    chart.focus()
    screen.page.keyboard.press("ArrowRight")
    expect(discs).to_have_count(15)
    expect(chart).to_have_attribute("aria-valuetext", re.compile("After 1 move: (Red|Yellow)"))
    assert "at=1" in screen.page.url
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
    screen.says(re.compile("Not yet"))
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


def test_a_finished_game_goes_to_review_and_back_to_play(visit: Open) -> None:
    screen = visit(f"/?moves={MOVES}&start={START}&red=human&yellow=human")
    screen.says("Yellow wins")
    screen.page.get_by_role("link", name="Review", exact=True).last.click()
    _chart(screen)
    screen.button("First").click()
    screen.button("Next").click()
    screen.page.get_by_role("link", name="Play on from here").click()
    screen.expect_moves(MOVES[0])
    screen.expect_discs(15)


def test_a_game_is_pasted(visit: Open) -> None:
    screen = visit("/review")
    screen.button("Paste a game").click()
    text = f'[Size "7x6"]\n[Start "{START}"]\n\n8. 7 5 9. 5 6 *'
    screen.page.get_by_role("textbox").fill(text)
    screen.button("Review this").click()
    _chart(screen)
    screen.expect_moves("7556")


def test_a_game_of_another_variant_can_be_stepped_through(visit: Open) -> None:
    screen = visit("/review?variant=slip&moves=44>53")
    screen.says(re.compile("Only games under the standard rules"))
    screen.page.keyboard.press("ArrowLeft")
    screen.expect_discs(2)
    expect(screen.page.locator("main svg .slip")).to_have_count(1)
