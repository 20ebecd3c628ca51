"""The tour: eight lessons on real searches, whose answers are those of the searches."""

import re
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import Locator, expect

from fourscore import trace
from fourscore.core.notation import read_moves
from fourscore.core.variants import SLIP
from fourscore.insight.trace.cuts import count_saved
from fourscore.insight.trace.trace import Trace
from fourscore.search.trace_columns import Reason
from tests.browser.board import Screen
from tests.browser.conftest import Open

NARROW = "35721211132212314532477373"
WIDE = "21366254327115"
TITLES = ["What a game tree is", "Minimax", "Alpha-beta", "Why order matters",
          "Iterative deepening", "Chance", "Monte Carlo tree search",
          "From Monte Carlo to a search that learns"]  # fmt: skip


def _lesson(screen: Screen) -> Locator:
    return screen.page.get_by_role("region", name="Lesson")


def _visit(visit: Open, lesson: int, step: int, *, phone: bool = False) -> Screen:
    screen = visit(f"/tour?lesson={lesson}&step={step}", phone=phone)
    expect(_lesson(screen).get_by_text("Searching")).to_have_count(0)
    expect(screen.page.locator("[data-shown]")).to_be_visible()
    return screen


def _predict(screen: Screen, value: str | int) -> Locator:
    """Answer a question and return the reply."""
    _lesson(screen).locator(f"[data-option='{value}']").click()
    return _lesson(screen).get_by_role("status")


def _worth(value: float) -> str:
    return f"{value:g}".replace("-", "\N{MINUS SIGN}")


def _columns(seen: Trace) -> list[int]:
    return [int(seen.move[child]) + 1 for child in seen.children(0)]


def test_every_lesson_can_be_walked_through_and_asks_something(visit: Open) -> None:
    screen = visit("/tour")
    for title in TITLES:
        expect(screen.page.get_by_role("link").get_by_text(title, exact=True)).to_be_visible()
    screen.page.get_by_role("link", name=TITLES[0]).click()
    counts = dict.fromkeys(TITLES, 0)
    for title in TITLES:
        heading = _lesson(screen).get_by_role("heading")
        expect(heading).to_have_text(title)
        while heading.inner_text() == title:
            expect(_lesson(screen).get_by_text("Searching")).to_have_count(0)
            show = screen.button("Show me")
            if show.is_visible():
                counts[title] += 1
                expect(screen.page.locator(".time")).to_have_attribute("inert", "")
                show.click()
                expect(_lesson(screen).get_by_role("status")).to_contain_text("It is: ")
            place = _place(screen)
            _lesson(screen).get_by_role(
                "link", name=re.compile("^(Next|Next lesson|Finish)$")
            ).click()
            screen.page.wait_for_function("place => location.search !== place", arg=place)
            if "lesson" not in parse_qs(urlsplit(screen.page.url).query):
                break
    assert min(counts.values()) >= 1
    expect(screen.page.get_by_role("heading", name="How machines search")).to_be_visible()


def _place(screen: Screen) -> str:
    return str(screen.page.evaluate("location.search"))


def test_minimax_is_predicted(visit: Open) -> None:
    seen = trace(read_moves(NARROW), "minimax:depth=2")
    first = seen.children(0)[0]
    answers = [float(seen.value[child]) for child in seen.children(first)]
    screen = _visit(visit, 2, 2)
    reply = _predict(screen, _worth(max(answers)))
    expect(reply).to_contain_text(f"No: {_worth(min(answers))}.")
    screen = _visit(visit, 2, 3)
    reply = _predict(screen, seen.report.column + 1)
    expect(reply).to_contain_text(f"Right. Red plays column {seen.report.column + 1}")


def test_cuts_are_predicted_and_add_up(visit: Open) -> None:
    seen = trace(read_moves(NARROW), "alphabeta:depth=2")
    cuts = [node for node in range(len(seen)) if seen.reason[node] == Reason.CUT]
    screen = _visit(visit, 3, 3, phone=True)
    on = len(seen.children(cuts[0])) > 1
    reply = _predict(screen, "yes" if on else "no")
    expect(reply).to_contain_text("Right.")
    screen = _visit(visit, 3, 4)
    tried = len(seen.children(cuts[-1]))
    reply = _predict(screen, "never")
    expect(reply).to_contain_text(f"No: {tried}.")
    screen = _visit(visit, 3, 5)
    saved = sum(each.nodes for each in count_saved(seen))
    whole = len(trace(read_moves(NARROW), "minimax:depth=2"))
    assert len(seen) + saved == whole
    expect(_lesson(screen)).to_contain_text(
        f"{len(seen)} nodes. The cuts saved {saved}; together that makes the {whole} of minimax."
    )


def test_orders_are_compared(visit: Open) -> None:
    centre = len(trace(read_moves(WIDE), "alphabeta:depth=3"))
    left = len(trace(read_moves(WIDE), "alphabeta:depth=3,order=left"))
    screen = _visit(visit, 4, 2)
    reply = _predict(screen, "more" if left > centre else "fewer")
    expect(reply).to_contain_text(
        f"Right. {left} nodes from left to right, {centre} from the centre outwards."
    )


@pytest.mark.parametrize("step", [2, 3])
def test_deepening_tries_first_what_was_best(visit: Open, step: int) -> None:
    seen = trace(read_moves(WIDE), "deepening:depth=3")
    first = seen.children(seen.roots[step - 1])[0]
    column = int(seen.move[first]) + 1
    reply = _predict(_visit(visit, 5, step), column)
    expect(reply).to_contain_text(f"Right. It tries column {column}")


def test_chance_is_averaged(visit: Open) -> None:
    seen = trace(read_moves(NARROW, variant=SLIP), "expectiminimax:depth=1")
    aim = seen.children(0)[0]
    reply = _predict(_visit(visit, 6, 2), _worth(round(float(seen.value[aim]), 1)))
    expect(reply).to_contain_text("Right.")
    reply = _predict(_visit(visit, 6, 3), seen.report.column + 1)
    expect(reply).to_contain_text(f"Right. Red aims at column {seen.report.column + 1}")


def test_playouts_are_predicted(visit: Open) -> None:
    seen = trace(read_moves(WIDE), "mcts:playouts=400,seed=1")
    way = seen.path(int(seen.playout_leaf[40]))
    reply = _predict(_visit(visit, 7, 2), int(seen.move[way[1]]) + 1)
    expect(reply).to_contain_text("Right. Playout 41 goes down")
    most = max(seen.children(0), key=lambda child: seen.visits[child])
    assert int(seen.move[most]) == seen.report.column
    wrong = next(each for each in _columns(seen) if each != seen.report.column + 1)
    reply = _predict(_visit(visit, 7, 3), wrong)
    expect(reply).to_contain_text(f"No: Column {seen.report.column + 1}.")
    expect(reply).to_contain_text(f"{seen.visits[most]} playouts")


@pytest.mark.parametrize("phone", [False, True])
def test_simulations_are_predicted(visit: Open, phone: bool) -> None:
    seen = trace(read_moves(WIDE), "zero:playouts=100")
    screen = _visit(visit, 8, 3, phone=phone)
    after = re.search(r"After (\d+) simulations", _lesson(screen).inner_text())
    assert after is not None
    way = seen.path(int(seen.playout_leaf[int(after[1])]))
    reply = _predict(screen, column := int(seen.move[way[1]]) + 1)
    expect(reply).to_contain_text(f"Right. Column {column} has the largest sum")


def test_a_step_can_be_opened_in_the_theatre(visit: Open) -> None:
    screen = _visit(visit, 5, 1)
    screen.page.get_by_role("link", name="Open in the Theatre").click()
    expect(screen.page).to_have_url(re.compile(r"/theatre\?.*deepening.*step="))
    expect(screen.page.get_by_role("combobox", name="Algorithm")).to_have_value("deepening")
