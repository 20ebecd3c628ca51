"""Puzzles: solved by playing, wrong tries punished, the streak kept, the reason afterwards."""

import re
from urllib.parse import parse_qs, urlsplit

from playwright.sync_api import expect

from fourscore.insight.puzzles import find_puzzle
from tests.browser.board import Screen
from tests.browser.conftest import Open
from tests.browser.test_quality import _check

WIN, SAVE = "9a6808g00", "80656p145"


def _named(text: str) -> str:
    """Say it as the pages do."""
    return re.sub(r"\bX\b", "Red", re.sub(r"\bO\b", "Yellow", text))


def _streak(screen: Screen, count: int) -> None:
    expect(screen.page.locator("[data-streak]")).to_have_text(str(count))


def _pose(visit: Open, id: str, **how: bool) -> Screen:  # noqa: A002
    screen = visit(f"/puzzles?id={id}", **how)
    screen.ready()
    return screen


def test_a_puzzle_is_solved_with_keys_and_explained(visit: Open) -> None:
    puzzle = find_puzzle(WIN)
    screen = _pose(visit, WIN)
    screen.says(_named(puzzle.question))
    screen.says(puzzle.grade)
    before = puzzle.position.ply
    screen.expect_discs(before)
    screen.page.keyboard.press(str(puzzle.column + 1))
    screen.says(f"Column {puzzle.column + 1} is right, on the first try.")
    screen.says(_named(puzzle.solution.sentences[0]))
    _streak(screen, 1)
    line = len(puzzle.solution.line)
    screen.says(f"Best play after column {puzzle.column + 1}, disc 1 of {line}.")
    screen.page.keyboard.press("End")
    screen.expect_discs(before + line)
    expect(screen.page.locator("main svg .win")).to_have_count(4)
    screen.page.keyboard.press("ArrowLeft")
    screen.expect_discs(before + line - 1)
    answer = screen.served.get(f"/puzzles/{WIN}/answer").json()
    links = {
        name: urlsplit(
            screen.page.locator("main").get_by_role("link", name=name).get_attribute("href") or ""
        )
        for name in ("Play on from here", "Review", "Theatre")
    }
    assert [each.path for each in links.values()] == ["/", "/review", "/theatre"]
    starts = {parse_qs(each.query)["start"][0] for each in links.values()}
    assert starts == {screen.served.get(f"/puzzles/{WIN}").json()["position"]["start"]}
    assert parse_qs(links["Review"].query)["moves"] == ["".join(map(str, answer["line"]))]
    _check(screen)


def test_a_wrong_try_is_punished_and_ends_the_streak(visit: Open) -> None:
    screen = _pose(visit, WIN)
    screen.page.keyboard.press("2")
    _streak(screen, 1)
    puzzle = find_puzzle(SAVE)
    screen.page.goto(f"{screen.served.url}/puzzles?id={SAVE}")
    screen.ready()
    _streak(screen, 1)
    wrong = puzzle.check(4)
    screen.column(5).click()
    for sentence in wrong.sentences:
        screen.says(re.compile(re.escape(_named(sentence))))
    screen.says("loses in 2")
    _streak(screen, 0)
    ply = puzzle.position.ply
    screen.expect_discs(ply + 2)  # the wrong disc, and what it is answered with
    screen.expect_discs(ply)
    screen.button("Show column 5 on the board").click()
    screen.button("Last").click()
    screen.expect_discs(ply + len(wrong.line))
    screen.page.keyboard.press("Escape")
    screen.expect_discs(ply)
    screen.page.reload()  # which does not undo the wrong try
    screen.ready()
    screen.column(puzzle.column + 1).click()
    screen.says(re.compile(f"Column {puzzle.column + 1} is right"))
    _streak(screen, 0)
    marks = screen.page.get_by_role("list", name="The last puzzles").get_by_role("link")
    expect(marks).to_have_text([re.compile("≈.*other tries"), re.compile("✓.*first try")])
    marks.nth(1).click()
    expect(screen.page).to_have_url(re.compile(f"id={WIN}"))
    screen.ready()


def test_the_answer_is_told_and_the_next_one_comes_on_a_phone(visit: Open) -> None:
    screen = visit(f"/puzzles?id={SAVE}&grade=hard&kind=win", phone=True)
    screen.ready()
    screen.button("Show the answer").click()
    screen.says(f"The answer is column {find_puzzle(SAVE).column + 1}.")
    _streak(screen, 0)
    screen.button("Next puzzle").click()
    expect(screen.page).not_to_have_url(re.compile(f"id={SAVE}"))
    screen.ready()
    query = parse_qs(urlsplit(screen.page.url).query)
    assert (query["grade"], query["kind"]) == (["hard"], ["win"])
    screen.says(re.compile("to move and win"))
    found = screen.served.get(f"/puzzles/{query['id'][0]}").json()
    assert (found["aim"], found["level"]) in {("win", 7), ("win", 8)}
    screen.page.reload()
    screen.ready()
    assert parse_qs(urlsplit(screen.page.url).query)["id"] == query["id"]


def test_what_is_no_puzzle_is_said(visit: Open) -> None:
    screen = visit("/puzzles?id=zzz", may_fail=True)
    screen.says(re.compile("is not the id of a puzzle"))
    expect(screen.button("Another puzzle")).to_be_visible()
