"""Puzzles: played out, wrong moves punished, rated; one a day; against the clock."""

import json
import re
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import Request, expect

from tests.browser.board import Screen
from tests.browser.conftest import Open
from tests.browser.test_quality import _check
from tests.web.server import Served

WIN, SAVE = "9a6808g00", "80656p145"
STORED = "fourscore.puzzles"
BOARD = """() => {
    const box = document.querySelector('main .board svg').getBoundingClientRect();
    return [box.left + scrollX, box.top + scrollY, box.width, box.height];
}"""


def _named(text: str) -> str:
    """Say it as the pages do."""
    return re.sub(r"\bX\b", "Red", re.sub(r"\bO\b", "Yellow", text))


def _steps(served: Served, id: str, moves: list[int]) -> list[dict[str, Any]]:  # noqa: A002
    """What the server says of every column that is open after some moves."""
    asked = (
        served.get(f"/puzzles/{id}/play?moves={_join([*moves, each])}") for each in range(1, 8)
    )
    return [answer.json() for answer in asked if answer.is_success]


def _join(moves: list[int]) -> str:
    return ",".join(map(str, moves))


def _right(served: Served, id: str, moves: list[int]) -> dict[str, Any]:  # noqa: A002
    """The quickest of the right moves."""
    right = [step for step in _steps(served, id, moves) if step["right"]]
    return min(right, key=lambda step: step["left"] or 0)


def _wrong(served: Served, id: str, moves: list[int]) -> dict[str, Any]:  # noqa: A002
    """One of the wrong moves: the one that is punished last."""
    wrong = [step for step in _steps(served, id, moves) if not step["right"]]
    return max(wrong, key=lambda step: len(step["line"]))


def _pose(visit: Open, id: str, **how: bool) -> Screen:  # noqa: A002
    screen = visit(f"/puzzles?id={id}", **how)
    screen.ready()
    return screen


def _shown(screen: Screen) -> str:
    """The id of the puzzle on the board."""
    screen.ready()
    return screen.page.locator("main [data-puzzle]").get_attribute("data-puzzle") or ""


def _solve(screen: Screen, id: str, moves: list[int] | None = None) -> list[int]:  # noqa: A002
    """Play a puzzle out with the number keys; return the columns of both sides."""
    moves = moves or []
    while True:
        step = _right(screen.served, id, moves)
        screen.ready()
        screen.page.keyboard.press(str(step["column"]))
        moves = [*moves, step["column"], *([] if step["reply"] is None else [step["reply"]])]
        if step["done"]:
            return moves
        screen.expect_discs(_discs(screen.served, id) + len(moves))


def _discs(served: Served, id: str) -> int:  # noqa: A002
    ply: int = served.get(f"/puzzles/{id}").json()["position"]["ply"]
    return ply


def _rating(screen: Screen) -> int:
    shown = screen.page.locator("[data-rating]").inner_text()
    return int(shown.split()[0])


def _streak(screen: Screen, count: int) -> None:
    expect(screen.page.locator("[data-streak]")).to_have_text(str(count))


def test_a_win_is_played_out_to_the_four_and_explained(visit: Open) -> None:
    screen = _pose(visit, WIN)
    puzzle = screen.served.get(f"/puzzles/{WIN}").json()
    screen.says("Red to move and win")
    screen.says(f"Move 1 of about {puzzle['moves']}")
    themes = screen.page.get_by_role("region", name="The puzzle").locator(".term")
    expect(themes).to_have_count(0)  # they would give it away
    before = puzzle["position"]["ply"]
    screen.expect_discs(before)
    first = _right(screen.served, WIN, [])
    screen.page.keyboard.press(str(first["column"]))
    screen.expect_discs(before + 2)
    screen.says(re.compile(f"keeps the win. Yellow answers in column {first['reply']}. Your move."))
    screen.says(f"Move 2 of about {puzzle['moves']}")
    moves = _solve(screen, WIN, [first["column"], first["reply"]])
    assert len(moves) == 2 * puzzle["moves"] - 1
    screen.says("✓ Solved")
    expect(screen.page.locator("main svg .win")).to_have_count(4)
    assert _rating(screen) > 1500
    _streak(screen, 1)
    expect(themes).to_have_text(["Double threat"])
    expect(screen.page.get_by_role("status")).to_have_text(re.compile("^Solved"))
    themes.focus()
    screen.says("One disc threatens two fours, and only one of them can be blocked.")
    answer = screen.served.get(f"/puzzles/{WIN}/answer").json()
    screen.says(_named(answer["sentences"][0]))
    screen.page.keyboard.press("Home")
    screen.expect_discs(before)
    screen.says(f"Disc 0 of {len(moves)}, with the scores for Red.")
    screen.says(f"wins in {puzzle['moves']}")
    screen.page.keyboard.press("ArrowRight")
    screen.expect_discs(before + 1)
    links = {
        name: urlsplit(
            screen.page.locator("main").get_by_role("link", name=name).get_attribute("href") or ""
        )
        for name in ("Play from here", "Review", "Theatre")
    }
    assert [each.path for each in links.values()] == ["/play", "/review", "/theatre"]
    starts = {parse_qs(each.query)["start"][0] for each in links.values()}
    assert starts == {puzzle["position"]["start"]}
    assert parse_qs(links["Review"].query)["moves"] == ["".join(map(str, moves))]
    screen.page.locator("main").get_by_role("link", name="Play from here").click()
    expect(screen.page).to_have_url(re.compile("/play"))
    screen.page.go_back()
    screen.says("✓ Solved")  # as it was left
    _check(screen)
    screen.page.reload()
    screen.says(re.compile("You have met this puzzle: solved at once. It does not count again."))


def test_a_slow_win_counts_and_is_compared_with_the_quickest(visit: Open) -> None:
    screen = _pose(visit, WIN)
    before, moves = _discs(screen.served, WIN), 4
    played: list[int] = []
    for choose in (min, min, max):  # in the end a slower win
        right = [step for step in _steps(screen.served, WIN, played) if step["right"]]
        step = choose(right, key=lambda step: step["left"])
        screen.ready()
        screen.page.keyboard.press(str(step["column"]))
        screen.says(re.compile(re.escape(_named(step["says"]))))
        played += [step["column"], step["reply"]]
    played = _solve(screen, WIN, played)
    mine = len(played) // 2 + 1
    assert mine > moves
    screen.says(re.compile(f"You took {mine} moves; {moves} were enough."))
    screen.button("Show the quickest win").click()
    screen.expect_discs(before + 1)
    screen.page.keyboard.press("End")
    screen.expect_discs(before + 2 * moves - 1)
    screen.button("Show what you played").click()
    screen.expect_discs(before + len(played))


def test_a_wrong_move_is_punished_counts_once_and_may_be_taken_back(visit: Open) -> None:
    screen = _pose(visit, SAVE)
    before = _discs(screen.served, SAVE)
    wrong = _wrong(screen.served, SAVE, [])
    screen.column(wrong["column"]).click()
    screen.says(f"✗ Column {wrong['column']} is not it")
    for sentence in wrong["sentences"]:
        screen.says(re.compile(re.escape(_named(sentence))))
    screen.says(re.compile(r"^.*loses in\s\d+$"))
    screen.expect_discs(before + 2)  # the wrong disc, and what it is answered with
    screen.button("Last").click()
    screen.expect_discs(before + len(wrong["line"]))
    rating = _rating(screen)
    assert rating < 1500
    screen.button("Try again").click()
    screen.expect_discs(before)
    screen.page.reload()  # which does not undo the wrong move
    screen.ready()
    _solve(screen, SAVE)
    screen.says("≈ Solved after a wrong move")
    assert _rating(screen) == rating
    _streak(screen, 0)
    marks = screen.page.get_by_role("list", name="The last puzzles").get_by_role("link")
    expect(marks).to_have_text(re.compile("≈.*after a wrong move"))


def test_hints_name_the_theme_then_half_of_the_board_and_count_half(visit: Open) -> None:
    screen = _pose(visit, WIN)
    theme = screen.served.get(f"/puzzles/{WIN}").json()["themes"][0]
    screen.page.keyboard.press("h")
    screen.says(re.compile(f"The theme: {theme}"))
    screen.page.keyboard.press("h")
    screen.says("It is one of columns 1 to 4.")
    expect(screen.page.locator("main svg .suggested")).to_have_count(4)
    expect(screen.button("Hint")).to_be_disabled()
    _solve(screen, WIN)
    screen.says("≈ Solved with a hint")
    screen.page.goto(f"{screen.served.url}/puzzles?id={SAVE}")
    screen.ready()
    screen.button("Hint").click()  # that only one move is right is known
    screen.says("It is one of columns 1 to 4.")
    other = _pose(visit, WIN)
    _solve(other, WIN)
    other.says("✓ Solved")
    assert _rating(screen) < _rating(other)


def test_the_answer_is_shown_and_the_rating_survives_a_reload_on_a_phone(visit: Open) -> None:
    screen = visit(f"/puzzles?id={SAVE}&grade=hard&kind=win", phone=True)
    screen.ready()
    place = screen.page.evaluate(BOARD)
    screen.button("Show answer").click()
    answer = screen.served.get(f"/puzzles/{SAVE}/answer").json()
    screen.says(f"✗ The answer is column {answer['column']}")
    assert screen.page.evaluate(BOARD) == place
    rating = _rating(screen)
    assert rating < 1500
    screen.button("Next puzzle").click()
    expect(screen.page).not_to_have_url(re.compile(f"id={SAVE}"))
    screen.ready()
    assert screen.page.evaluate(BOARD) == place
    query = screen.query
    assert (query["grade"], query["kind"]) == (["hard"], ["win"])
    found = screen.served.get(f"/puzzles/{query['id'][0]}").json()
    assert (found["aim"], found["level"]) in {("win", 7), ("win", 8)}
    screen.page.reload()
    screen.ready()
    assert screen.query["id"] == query["id"]
    assert _rating(screen) == rating


def test_the_next_puzzle_is_there_without_a_request_and_the_way_back_too(visit: Open) -> None:
    screen = _pose(visit, WIN)
    _solve(screen, WIN)
    screen.says("✓ Solved")
    screen.page.wait_for_load_state("networkidle")
    asked: list[str] = []

    def on_request(request: Request) -> None:
        if "/api/" in request.url:
            asked.append(request.url)

    screen.page.on("request", on_request)
    screen.button("Next puzzle").click()
    expect(screen.page).not_to_have_url(re.compile(f"id={WIN}"))
    second = _shown(screen)
    screen.page.keyboard.press("n")
    expect(screen.page).not_to_have_url(re.compile(f"id=({WIN}|{second})"))
    third = _shown(screen)
    assert not asked
    for each in (second, third):
        found = screen.served.get(f"/puzzles/{each}").json()
        assert found["shipped"]
        assert abs(found["rating"] - _rating(screen)) < 400
    screen.page.go_back()
    expect(screen.page).to_have_url(re.compile(f"id={second}"))
    screen.page.go_back()
    expect(screen.page).to_have_url(re.compile(f"id={WIN}"))
    screen.says("✓ Solved")  # as it was left
    screen.page.go_forward()
    expect(screen.page).to_have_url(re.compile(f"id={second}"))
    assert _shown(screen) == second


def test_number_keys_drop_discs_after_a_choice(visit: Open) -> None:
    screen = visit("/puzzles")
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
    expect(days).to_have_count(14)
    expect(days.last).to_have_text(re.compile("solved at once"))
    days.nth(12).click()
    expect(first.page).to_have_url(re.compile(r"mode=daily&date=\d{4}-\d\d-\d\d"))
    before = _shown(first)
    assert before != today["id"]
    assert before == first.served.get(f"/puzzles/daily?date={first.query['date'][0]}").json()["id"]
    first.page.go_back()
    first.says("✓ Solved")
    _check(first)


def test_a_rush_ends_with_its_time(visit: Open) -> None:
    screen = visit("about:blank")
    screen.page.clock.install()
    screen.page.goto(f"{screen.served.url}/puzzles?mode=rush")
    expect(screen.page.get_by_role("timer")).to_have_text("3:00")
    place = screen.page.evaluate(BOARD)
    screen.button("Start").click()
    first = _shown(screen)
    assert screen.page.evaluate(BOARD) == place
    _solve(screen, first)
    expect(screen.page.locator("[data-solved]")).to_have_text(re.compile("✓ 1"))
    screen.page.clock.run_for(1500)
    second = _shown(screen)
    ratings = [screen.served.get(f"/puzzles/{each}").json()["rating"] for each in (first, second)]
    assert ratings == sorted(ratings)
    left = screen.page.get_by_role("timer").inner_text()
    screen.page.keyboard.press(str(_wrong(screen.served, second, [])["column"]))
    expect(screen.page.locator("[data-missed]")).to_have_attribute("data-missed", "1")
    screen.page.clock.run_for(2000)
    assert _seconds(screen.page.get_by_role("timer").inner_text()) <= _seconds(left) - 10
    _shown(screen)
    screen.page.clock.fast_forward("03:00")
    screen.says("3 minutes: 1 puzzle solved, your best")
    screen.says("Your best: 1")
    missed = screen.page.get_by_role("region", name="The last rush").get_by_role("link")
    expect(missed).to_have_count(1)
    _check(screen)
    missed.click()
    expect(screen.page).to_have_url(re.compile(f"id={second}"))
    assert _shown(screen) == second
    assert _rating(screen) == 1500  # a rush is not rated
    screen.page.go_back()
    screen.says("3 minutes: 1 puzzle solved, your best")


def _seconds(shown: str) -> int:
    minutes, seconds = shown.split(":")
    return 60 * int(minutes) + int(seconds)


def test_survival_ends_with_the_third_miss_on_a_phone(visit: Open) -> None:
    screen = visit("/puzzles?mode=rush", phone=True)
    screen.page.get_by_role("radio", name="Survival").check(force=True)
    expect(screen.page).to_have_url(re.compile("run=survival"))
    screen.button("Start").click()
    met: list[str] = []
    for count in range(1, 4):
        met.append(_shown(screen))
        screen.page.keyboard.press(str(_wrong(screen.served, met[-1], [])["column"]))
        if count < 3:
            expect(screen.page.locator("[data-missed]")).to_have_attribute(
                "data-missed", str(count)
            )
            expect(screen.page.locator(f"main [data-puzzle='{met[-1]}']")).to_have_count(0)
    screen.says("Survival: 0 puzzles solved")
    links = screen.page.get_by_role("region", name="The last rush").get_by_role("link")
    expect(links).to_have_count(3)
    targets = [link.get_attribute("href") or "" for link in links.all()]
    assert [parse_qs(urlsplit(each).query)["id"][0] for each in targets] == met


def test_the_record_is_saved_to_a_file_forgotten_and_loaded(visit: Open, tmp_path: Path) -> None:
    screen = _pose(visit, WIN)
    _solve(screen, WIN)
    screen.says("✓ Solved")
    rating = _rating(screen)
    with screen.page.expect_download() as saved:
        screen.button("Save to a file").click()
    file = tmp_path / saved.value.suggested_filename
    saved.value.save_as(file)
    assert round(json.loads(file.read_text())["rating"]["value"]) == rating
    screen.button("Reset").click()
    screen.button("Keep it").click()
    assert _rating(screen) == rating
    screen.button("Reset").click()
    screen.button("Forget it all").click()
    expect(screen.page.locator("[data-rating]")).to_have_text(re.compile("1500"))
    odd = tmp_path / "odd.json"
    odd.write_text('{"streak": "many"}')
    screen.page.get_by_label("File to load").set_input_files(odd)
    screen.says("odd.json is not a file that this page saved.")
    screen.page.get_by_label("File to load").set_input_files(file)
    expect(screen.page.locator("[data-rating]")).to_have_text(re.compile(str(rating)))
    _streak(screen, 1)


@pytest.mark.slow
def test_marks_of_before_ratings_are_taken_over(visit: Open) -> None:
    old = {
        "streak": 3,
        "best": 4,
        "open": [],
        "entries": [{"id": WIN, "grade": "x", "how": "first"}],
    }
    screen = visit("about:blank")
    write = f"localStorage.setItem({STORED!r}, {json.dumps(old)!r})"
    screen.page.add_init_script(f"if (!localStorage.getItem({STORED!r})) {write}")
    screen.page.goto(f"{screen.served.url}/puzzles?id={WIN}")
    _shown(screen)
    _streak(screen, 3)
    _solve(screen, WIN)
    screen.says("not rated")
    assert _rating(screen) == 1500


@pytest.mark.parametrize("mode", ["train", pytest.param("daily", marks=pytest.mark.slow), "rush"])
def test_every_way_is_for_everybody(visit: Open, mode: str) -> None:
    screen = visit(f"/puzzles?mode={mode}")
    if mode == "rush":
        screen.button("Start").click()
    _shown(screen)
    _check(screen)


def test_what_is_no_puzzle_is_said(visit: Open) -> None:
    screen = visit("/puzzles?id=zzz", may_fail=True)
    screen.says(re.compile("is not the id of a puzzle"))
    screen.button("Another puzzle").click()
    _shown(screen)
