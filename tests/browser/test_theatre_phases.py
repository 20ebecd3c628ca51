"""The theatre step by step inside a step: four phases, the frontier, averages; and out of the page.

Every number on the stage is computed once more from the trace, by other means.
"""

import math
import re
from itertools import pairwise
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from playwright.sync_api import Locator, expect

from fourscore import trace
from fourscore.core.notation import read_moves
from fourscore.core.variants import SLIP
from fourscore.insight.trace.pseudocode import pseudocode
from fourscore.insight.trace.trace import Trace
from fourscore.search.trace_columns import NodeKind, Reason
from tests.browser.board import Screen
from tests.browser.conftest import Open

LATE = "21366254327115"
MCTS = "mcts:playouts=60,seed=3"
STEP = 40
MINUS = "\N{MINUS SIGN}"


def _open(visit: Open, address: str, *, phone: bool = False) -> Screen:
    screen = visit(address, phone=phone)
    expect(screen.page.locator("[data-shown]")).to_be_visible()
    return screen


def _region(screen: Screen, name: str) -> Locator:
    return screen.page.get_by_role("region", name=name)


def _lit(screen: Screen) -> Locator:
    return screen.page.get_by_role("list", name="Pseudocode").locator("[aria-current=step]")


def _visits(seen: Trace, playouts: int) -> dict[int, int]:
    counts = dict.fromkeys(range(len(seen)), 0)
    for leaf in seen.playout_leaf[:playouts].tolist():
        for node in seen.path(leaf):
            counts[node] += 1
    return counts


def _sums(seen: Trace, node: int, playouts: int) -> dict[int, float]:
    """Return UCT's sum by column, as Red sees it who searches: minus where Yellow chooses."""
    visits, points = _visits(seen, playouts), dict.fromkeys(range(len(seen)), 0.0)
    for leaf, won in zip(seen.playout_leaf[:playouts], seen.playout_points, strict=False):
        for each in seen.path(int(leaf)):
            points[each] += float(won)
    sign = 1 if seen.depth[node] % 2 == 0 else -1
    c = float(seen.options["c"])
    return {
        int(seen.move[child]) + 1: points[child] / 2 / visits[child]
        + sign * c * math.sqrt(math.log(visits[node]) / visits[child])
        for child in seen.children(node)
        if visits[child]
    }


@pytest.mark.parametrize("phone", [pytest.param(False, marks=pytest.mark.slow), True])
def test_a_playout_is_shown_phase_by_phase(visit: Open, phone: bool) -> None:
    seen = trace(read_moves(LATE), MCTS)
    step = next(
        each for each in range(STEP, 60)
        if seen.playout_game(each) and len(seen.path(int(seen.playout_leaf[each]))) > 2
    )  # fmt: skip
    path, game = seen.path(int(seen.playout_leaf[step])), seen.playout_game(step)
    code = {
        line.key: line.text.replace("who searches", "Red").replace("the opponent", "Yellow")
        for line in pseudocode("mcts")
    }
    address = f"/theatre?moves={LATE}&agent={MCTS}&step={step}"
    screen = _open(visit, address, phone=phone)
    screen.page.get_by_role("radio", name="Step: phase").check()
    forward = screen.page.get_by_role("button", name="Step forward")
    table = _region(screen, "Columns")
    for above, below in pairwise(path):
        forward.click()
        is_new = below not in {
            node for leaf in seen.playout_leaf[:step].tolist() for node in seen.path(leaf)
        }
        expect(_lit(screen)).to_contain_text(code["expand" if is_new else "select"])
        for column, total in _sums(seen, above, step).items():
            row = table.get_by_role("row").filter(
                has=screen.page.get_by_label(f"Column {column}: look at it", exact=True)
            )
            shown = float(row.get_attribute("data-sum") or "nan")
            certain = row.locator(".proved").count() > 0
            assert certain or math.isclose(shown, total, abs_tol=1e-6)
    screen.expect_discs(len(LATE) + len(seen.moves(path[-1])))
    for number, column in enumerate(game, start=1):
        forward.click()
        expect(_lit(screen)).to_contain_text(code["play"])
        screen.says(re.compile(rf"disc {number} of {len(game)} goes to column {column + 1}\."))
        screen.expect_discs(len(LATE) + len(seen.moves(path[-1])) + number)
    won = {2: "wins", 1: "draws", 0: "loses"}[int(seen.playout_points[step])]
    screen.says(re.compile(rf"\b{won}\."))
    after = _visits(seen, step + 1)
    for node in reversed(path[1:]):
        forward.click()
        expect(_lit(screen)).to_contain_text(code["back"])
        screen.says(re.compile(rf"backing up: .* of {after[node]} \("))
    forward.click()  # the root has it, and the playout is done
    screen.says(re.compile(f"Playout {step + 1} goes down"))
    back = screen.page.get_by_role("button", name="Step back")
    back.click()
    screen.says(re.compile("backing up"))
    expect(screen.page).to_have_url(re.compile(r"phases=1&phase=\d+"))


def test_max_and_min_or_negamax_governs_everything(visit: Open) -> None:
    seen = trace(read_moves(LATE), "alphabeta:depth=3")
    node = next(
        each
        for each in range(len(seen))
        if seen.depth[each] == 3 and seen.reason[each] == Reason.LEAF and seen.value[each] != 0
    )
    screen = _open(visit, f"/theatre?moves={LATE}&agent=alphabeta:depth=3&step=99999&node={node}")
    value = round(float(seen.value[node]))
    chip = _region(screen, "Node").locator(".chip").first
    plain = f"+{-value}" if value < 0 else f"{MINUS}{value}" if value else "0"
    turned = f"{MINUS}{-value}" if value < 0 else f"+{value}" if value else "0"
    expect(chip).to_contain_text(plain)
    screen.says(re.compile("if Red is to move \\(max\\):"))
    screen.says(re.compile("Values are Red's"))
    screen.page.get_by_role("radio", name="Negamax").check()
    expect(chip).to_contain_text(turned)
    expect(screen.page).to_have_url(re.compile("form=negamax"))
    screen.says(re.compile("Each value is the mover's"))
    code = screen.page.get_by_role("list", name="Pseudocode")
    expect(code).to_contain_text(pseudocode("alphabeta", "negamax")[4].text)
    expect(code).not_to_contain_text("to move (max)")
    again = _open(visit, screen.address.removeprefix(screen.served.url))
    expect(_region(again, "Node").locator(".chip").first).to_contain_text(turned)


def test_the_frontier_is_a_queue(visit: Open) -> None:
    moves = "24342233"
    seen = trace(read_moves(moves), "astar")
    assert seen.visited > 10
    step = 6
    order = sorted(
        (int(seen.order[node]), node) for node in range(len(seen)) if seen.order[node] >= 0
    )
    taken = [node for _, node in order]
    waiting = {0}
    for node in taken[:step]:
        waiting.discard(node)
        waiting |= {each for each in seen.children(node) if seen.reason[each] != Reason.HOPELESS}
    queue = sorted(waiting, key=lambda each: (seen.value[each], -each))
    screen = _open(visit, f"/theatre?moves={moves}&agent=astar&step={step}")
    frontier = _region(screen, "Frontier")
    expect(frontier.get_by_role("heading")).to_contain_text(f"{len(queue)} waiting")
    expect(frontier.locator("[data-taken]")).to_have_attribute("data-taken", str(taken[step - 1]))
    rows = frontier.locator("tr[data-node]")
    shown = [rows.nth(each).get_attribute("data-node") for each in range(rows.count())]
    assert shown == [str(node) for node in queue[: len(shown)]]
    assert queue[0] == taken[step]
    start = _open(visit, f"/theatre?moves={moves}&agent=astar&step={step}&node=0")
    f = int(seen.value[0])
    assert f > 0
    expect(_region(start, "Node")).to_contain_text(re.compile(rf"f {f} = g 0 \+ h {f}"))


def test_an_average_is_built_term_by_term(visit: Open) -> None:
    seen = trace(read_moves("4453", variant=SLIP), "expectiminimax:depth=2")
    aim = next(
        each for each in range(len(seen))
        if seen.kind[each] == NodeKind.CHANCE and len(seen.children(each)) == 3
        and seen.depth[each] == 1
    )  # fmt: skip
    address = "/theatre?moves=4453&variant=slip&agent=expectiminimax:depth=2"
    # Steps to the end of the first landing: every node before is entered, most are left.
    first = seen.children(aim)[0]
    screen = _open(visit, f"{address}&step=99999&node={aim}")
    average = _region(screen, "Average")
    total = sum(seen.probability(each) * -float(seen.value[each]) for each in seen.children(aim))
    assert math.isclose(total, float(seen.value[aim]))
    shown = float(average.locator("[data-sum]").get_attribute("data-sum") or "nan")
    assert math.isclose(shown, -total)  # the opponent aims, and values are those of who searches
    expect(average.get_by_role("row")).to_have_count(5)
    expect(average).to_contain_text("Average")
    assert seen.parent[first] == aim


@pytest.mark.parametrize("phone", [pytest.param(False, marks=pytest.mark.slow), True])
def test_the_stage_is_exported(visit: Open, phone: bool, tmp_path: Path) -> None:
    screen = _open(visit, f"/theatre?moves={LATE}&agent=alphabeta:depth=3&step=60", phone=phone)
    page = screen.page
    page.get_by_text("Export", exact=True).click()
    heads = {"svg": b"<svg", "png": b"\x89PNG"}
    for ending, head in heads.items():
        with page.expect_download() as found:
            page.get_by_role("button", name=f"Picture ({ending.upper()})").click()
        file = tmp_path / f"stage.{ending}"
        found.value.save_as(file)
        assert file.read_bytes().startswith(head)
        expect(page.locator("#main").get_by_text(f"Saved as search.{ending}")).to_be_visible()
    texts = [each.text or "" for each in ET.parse(tmp_path / "stage.svg").getroot().iter()]
    assert "start" in texts
    assert any("step 60 of" in text for text in texts)
    assert any("Red chooses the largest: max" in text for text in texts)
    page.get_by_role("spinbutton", name="From step").fill("56")
    page.get_by_role("spinbutton", name="From step").press("Enter")
    with page.expect_download() as found:
        page.get_by_role("button", name=re.compile("GIF, 5 frames")).click()
    film = tmp_path / "stage.gif"
    found.value.save_as(film)
    content = film.read_bytes()
    assert content.startswith(b"GIF89a")
    assert content.count(b"\x21\xf9\x04") == 5  # a graphic control for each frame
    expect(page.get_by_role("slider", name="Step")).to_have_value("60")


def test_it_opens_at_the_end_and_the_start_shows_the_columns(visit: Open) -> None:
    screen = _open(visit, f"/theatre?moves={LATE}&agent=alphabeta:depth=3")
    page = screen.page
    screen.says(re.compile("The search ends with"))
    expect(page).not_to_have_url(re.compile("step="))
    page.keyboard.press("Home")
    screen.says(re.compile("dashed are the columns that there are"))
    expect(page).to_have_url(re.compile("step=0"))
    page.get_by_text("Legend", exact=True).click()
    screen.says(re.compile("Red chooses the largest: max"))
    screen.says(re.compile("Yellow chooses the smallest: min"))
    screen.says(re.compile("plus is better for Red, minus for Yellow, at every node"))
    page.keyboard.press("Escape")
    page.get_by_role("radio", name="Whole tree").check()
    expect(page).to_have_url(re.compile("view=whole"))
    page.get_by_role("radio", name="Close up").check()
    expect(page).to_have_url(re.compile("view=near"))
