"""Theatre: the tree that is shown is the tree that was searched, and everyone can watch it.

web/src/traces tests what every moment shows; here are a real server, keys, a pointer and files.
"""

import re
from itertools import pairwise
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest
from playwright.sync_api import Locator, Position, Route, expect

from fourscore import trace
from fourscore.agents import agent
from fourscore.core.notation import read_moves
from fourscore.insight.trace.cuts import count_saved
from fourscore.insight.trace.pseudocode import pseudocode, steps_with_lines
from fourscore.insight.trace.trace import Trace
from fourscore.insight.trace.truth import misleading_nodes, solve_nodes
from fourscore.search.trace_columns import Reason
from tests.browser.board import Screen, target
from tests.browser.conftest import Open
from tests.waiting import eventually

LATE = "21366254327115"
SEARCH = f"/theatre?moves={LATE}&agent=alphabeta:depth=3"


def _expect_shown(screen: Screen, nodes: int) -> None:
    expect(screen.page.locator("[data-shown]")).to_have_attribute("data-shown", str(nodes))


def _scrub(screen: Screen) -> Locator:
    return screen.page.get_by_role("slider", name="Step")


def _open(visit: Open, address: str, **more: Any) -> Screen:
    screen = visit(address, **more)
    expect(screen.page.locator("[data-shown]")).to_be_visible()
    return screen


def _region(screen: Screen, name: str) -> Locator:
    return screen.page.get_by_role("region", name=name)


def _heading(screen: Screen) -> Locator:
    return _region(screen, "Node").get_by_role("heading")


def _row(screen: Screen, column: int) -> Locator:
    """Return the row of a column in the table."""
    label = screen.page.get_by_label(f"Column {column + 1}:")
    return _region(screen, "Columns").get_by_role("row").filter(has=label)


def _lit(screen: Screen) -> Locator:
    return screen.page.get_by_role("list", name="Pseudocode").locator("[aria-current=step]")


def _choose_depth(screen: Screen, depth: int) -> None:
    screen.button("Options").click()
    screen.page.get_by_role("spinbutton", name="Depth, in moves").fill(str(depth))
    screen.page.get_by_role("spinbutton", name="Depth, in moves").press("Enter")


@pytest.fixture(scope="module")
def seen() -> Trace:
    return trace(read_moves(LATE), "alphabeta:depth=3")


def test_the_tree_shown_is_the_tree_searched(visit: Open) -> None:
    report = agent("deepening:depth=4").choose(read_moves(LATE))
    screen = _open(visit, f"/theatre?moves={LATE}&agent=deepening:depth=4&step=0")
    screen.page.keyboard.press("End")
    _expect_shown(screen, report.nodes)
    expect(screen.page.locator("[data-all]")).to_have_text(f"{report.nodes:,} nodes")
    screen.says(re.compile(rf"plays column {report.column + 1}\."))


def test_keys_and_the_time_line_lead_through_the_search(visit: Open, seen: Trace) -> None:
    screen = _open(visit, SEARCH)
    page, keys, speed = screen.page, screen.page.keyboard, screen.page.get_by_label("Speed")
    _expect_shown(screen, len(seen))  # it opens at its end
    keys.press("Home")
    screen.says(re.compile("dashed are the columns that there are"))
    expect(page).to_have_url(re.compile("step=0"))
    expect(_lit(screen)).to_have_count(0)
    code, steps = pseudocode("alphabeta"), list(steps_with_lines(seen))
    for step, line in steps[:5]:
        keys.press("ArrowRight")
        expect(_lit(screen)).to_contain_text(code[line].text)
        way = " ".join(str(column + 1) for column in seen.moves(step.node))
        expect(_heading(screen)).to_have_text(f"After {way}" if way else "The start")
    keys.press("ArrowLeft")
    expect(_scrub(screen)).to_have_value("4")
    keys.press("n")  # the next cut
    cut = next(at for at, (_, line) in enumerate(steps) if code[line].key.startswith("cut"))
    expect(_scrub(screen)).to_have_value(str(cut + 1))
    _scrub(screen).fill("100")
    speed.select_option(label="slow (3/s)")
    page.locator("main h1").first.click()
    keys.press("Space")
    expect(screen.button("Pause")).to_be_visible()
    expect(_scrub(screen)).not_to_have_value("100")
    keys.press("Space")
    screen.button("Play").click()
    speed.select_option(label="flying (4,000/s)")
    _expect_shown(screen, len(seen))
    expect(screen.button("Play")).to_be_visible()  # it has come to its end


def test_a_cut_is_explained_and_truth_stands_beside_the_estimate(visit: Open, seen: Trace) -> None:
    cut = next(node for node in range(1, len(seen)) if seen.reason[node] == Reason.CUT)
    (saved,) = count_saved(seen, [cut])
    screen = _open(visit, f"{SEARCH}&step=1000&node={cut}")
    expect(_region(screen, "Columns")).to_contain_text(f"cut off, {saved.nodes:,} nodes saved")
    screen.says(re.compile(r"leaves the window .*: cut\."))
    screen.page.keyboard.press("Escape")
    screen.button("Truth").click()
    solved = solve_nodes(seen)
    assert solved.exact is not None
    misleading = misleading_nodes(solved)
    assert misleading[seen.children(0)].any()
    for child in seen.children(0):
        result = -int(solved.exact[child])
        says = "won" if result > 0 else "lost" if result < 0 else "drawn"
        last = _row(screen, seen.move[child]).locator("td").last
        expect(last).to_have_text(says + (" ✗" if misleading[child] else ""))


def test_links_lead_on_and_bring_everything_back(visit: Open, seen: Trace) -> None:
    step, node = 2 * len(seen) - 9, seen.children(0)[0]
    screen = _open(visit, f"{SEARCH}&step={step - 1}&node={seen.children(node)[0]}")
    for key in ("ArrowRight", "ArrowUp", "t"):
        screen.page.keyboard.press(key)
    expect(screen.page).to_have_url(re.compile(rf"step={step}&node={node}&truth=1"))
    _, query = target(screen.page.get_by_role("link", name="Play against it"))
    assert (query["moves"], query["yellow"]) == ([LATE], ["alphabeta:depth=3"])
    _, query = target(screen.page.get_by_role("link", name="Explain"))
    assert query["moves"] == [f"{LATE}{seen.move[node] + 1}"]
    assert f"step={step}&node={node}" in query["from"][0]
    chip = _region(screen, "Node").locator(".chip").first
    plain = chip.text_content() or ""
    screen.page.get_by_role("radio", name="Negamax").check()
    screen.says(pseudocode("alphabeta", "negamax")[4].text)
    expect(chip).not_to_have_text(plain)
    expect(screen.page).to_have_url(re.compile("form=negamax"))
    again = _open(visit, screen.address.removeprefix(screen.served.url))
    expect(_scrub(again)).to_have_value(str(step))
    expect(_heading(again)).to_have_text(f"After {seen.move[node] + 1}")
    expect(again.button("Truth")).to_have_attribute("aria-pressed", "true")
    turned = _region(again, "Node").locator(".chip").first
    expect(turned).to_have_text(chip.text_content() or "")
    again.page.keyboard.press("m")
    expect(turned).to_have_text(plain)


def test_nodes_are_pointed_at_and_chosen(visit: Open) -> None:
    screen = _open(visit, f"{SEARCH}&step=60&view=near")
    ((_, _, width, _),) = screen.places("[role=img][aria-label^='Search tree of'] canvas")
    canvas, start = screen.page.locator("canvas").first, Position(x=width / 2, y=40)

    def points_at_start() -> bool:
        screen.page.mouse.move(5, 5)
        canvas.hover(position=start)
        return _heading(screen).inner_text() == "The start"

    eventually(points_at_start)  # nothing can be pointed at before the tree is laid out
    screen.expect_discs(len(LATE))
    canvas.click(position=start)
    expect(screen.page).to_have_url(re.compile("node=0"))
    screen.page.keyboard.press("ArrowDown")
    expect(_heading(screen)).to_have_text(re.compile("^After \\d$"))
    screen.page.keyboard.press("Escape")
    expect(screen.page).not_to_have_url(re.compile("node="))
    spoken = screen.page.locator("[role=status][aria-live]")
    expect(spoken).to_have_text(re.compile(r"^Step 60 of \d+\. [A-Z].*\."))


def test_another_algorithm_is_chosen_and_watched_on_a_phone(visit: Open) -> None:
    screen = _open(visit, f"/theatre?moves={LATE}", phone=True)
    screen.page.get_by_role("combobox", name="Algorithm").select_option(label="Expectiminimax")
    expect(screen.page).to_have_url(re.compile("variant=slip.*expectiminimax"))
    screen.says(re.compile(r"expectiminimax\(position"))
    screen.page.get_by_role("button", name="To the start").tap()
    forward = screen.page.get_by_role("button", name="Step forward")
    forward.tap()
    forward.tap()
    expect(_heading(screen)).to_have_text(re.compile("^Aim at"))
    forward.tap()
    expect(_region(screen, "Columns")).to_contain_text(re.compile(r"\d0 %"))
    expect(_region(screen, "Average").locator("[data-sum]")).to_be_visible()
    _choose_depth(screen, 1)
    expect(screen.page).to_have_url(re.compile("depth%3D1"))


def test_the_time_line_waits_for_the_search_that_was_chosen(visit: Open, seen: Trace) -> None:
    screen = _open(visit, f"/theatre?moves={LATE}&agent=alphabeta:depth=2&step=3&speed=0")
    held: list[Route] = []
    screen.page.route("**/api/v1/traces", lambda route: held.append(route))
    with screen.page.expect_request("**/api/v1/traces"):
        _choose_depth(screen, 3)
    time = screen.page.locator(".time")
    expect(time).to_have_attribute("inert", "")
    # Played now, the search before would go on, and stop when the new one comes.
    screen.page.keyboard.press("Space")
    expect(screen.button("Play")).to_be_attached()
    held[0].continue_()
    expect(screen.page.locator("[data-all]")).to_have_text(f"{len(seen)} nodes")
    screen.button("Play").click()
    expect(screen.button("Pause")).to_be_visible()


def test_puct_shows_priors_and_sums_of_the_moment(visit: Open) -> None:
    seen = trace(read_moves(LATE), "zero:playouts=60")
    assert seen.prior is not None
    address = f"/theatre?moves={LATE}&agent=zero:playouts=60&step=20&node=0"
    screen = _open(visit, address, phone=True)
    paths = [seen.path(int(leaf)) for leaf in seen.playout_leaf[:20]]
    tried = {path[1] for path in paths}
    looks = _region(screen, "Columns").get_by_role("button", name=re.compile("look at it"))
    expect(looks).to_have_count(len(tried))
    for child in tried:
        prior, visits = _row(screen, seen.move[child]).get_by_role("cell").all()[:2]
        share = round(100 * float(seen.prior[child]))
        expect(prior).to_have_text(re.compile(rf"^{share}\s%$"))
        expect(visits).to_have_text(str(sum(child in path for path in paths)))
    looks.first.click()
    adds_up = re.compile(r"Sum \d+\s% = value \d+\s%\s+\+ exploration")
    expect(_region(screen, "Node")).to_contain_text(adds_up)


def test_a_playout_is_shown_phase_by_phase(visit: Open) -> None:
    seen = trace(read_moves(LATE), "mcts:playouts=60,seed=3")
    leaves = seen.playout_leaf.tolist()
    step, path = next(
        (each, seen.path(leaves[each]))
        for each in range(40, 60)
        if seen.playout_game(each) and leaves[each] > max(leaves[:each])  # a new node
    )
    game, before = seen.playout_game(step), len(LATE) + len(path) - 1
    code = {line.key: line.text.partition(":")[0] for line in pseudocode("mcts")}
    address = f"/theatre?moves={LATE}&agent=mcts:playouts=60,seed=3&step={step}"
    screen = _open(visit, address, phone=True)
    screen.page.get_by_role("radio", name="Step: phase").check()
    forward = screen.page.get_by_role("button", name="Step forward")
    for _, below in pairwise(path):
        forward.click()
        expect(_lit(screen)).to_contain_text(code["expand" if below == path[-1] else "select"])
    screen.expect_discs(before)
    forward.click()
    expect(_lit(screen)).to_contain_text(code["play"])
    screen.says(re.compile(rf"disc 1 of {len(game)} goes to column {game[0] + 1}\."))
    screen.expect_discs(before + 1)
    expect(screen.page).to_have_url(re.compile(rf"phases=1&phase={len(path)}"))


def test_the_frontier_is_a_queue(visit: Open) -> None:
    moves, step = "24342233", 6
    seen = trace(read_moves(moves), "astar")
    order = sorted((int(at), node) for node, at in enumerate(seen.order) if at >= 0)
    taken = [node for _, node in order]
    waiting = {0}
    for node in taken[:step]:
        waiting.discard(node)
        waiting |= {each for each in seen.children(node) if seen.reason[each] != Reason.HOPELESS}
    queue = sorted(waiting, key=lambda each: (seen.value[each], -each))
    assert queue[0] == taken[step]
    screen = _open(visit, f"/theatre?moves={moves}&agent=astar&step={step}")
    frontier = _region(screen, "Frontier")
    expect(frontier.get_by_role("heading")).to_contain_text(f"{len(queue)} waiting")
    expect(frontier.locator("[data-taken]")).to_have_attribute("data-taken", str(taken[step - 1]))
    rows = frontier.locator("tr[data-node]").all()
    shown = [row.get_attribute("data-node") for row in rows]
    assert shown == [str(node) for node in queue[: len(shown)]]
    start = _open(visit, f"/theatre?moves={moves}&agent=astar&step={step}&node=0")
    f = int(seen.value[0])
    expect(_region(start, "Node")).to_contain_text(re.compile(rf"f {f} = g 0 \+ h {f}"))


def test_the_stage_is_exported(visit: Open) -> None:
    screen = _open(visit, f"{SEARCH}&step=60", phone=True)
    page = screen.page
    page.get_by_text("Export", exact=True).click()

    def save(name: str | re.Pattern[str], ending: str) -> bytes:
        with page.expect_download() as found:
            page.get_by_role("button", name=name).click()
        expect(page.locator("#main").get_by_text(f"Saved as search.{ending}")).to_be_visible()
        return Path(found.value.path()).read_bytes()

    assert save("Picture (PNG)", "png").startswith(b"\x89PNG")
    texts = [each.text or "" for each in ET.fromstring(save("Picture (SVG)", "svg")).iter()]
    assert "start" in texts
    assert any("step 60 of" in text for text in texts)
    assert any("Red chooses the largest: max" in text for text in texts)
    page.get_by_role("spinbutton", name="From step").fill("56")
    page.get_by_role("spinbutton", name="From step").press("Enter")
    film = save(re.compile("GIF, 5 frames"), "gif")
    assert film.startswith(b"GIF89a")
    assert film.count(b"\x21\xf9\x04") == 5  # a graphic control for each frame
    expect(_scrub(screen)).to_have_value("60")


def test_it_fills_the_screen_and_explains_itself(visit: Open) -> None:
    screen = _open(visit, f"{SEARCH}&step=0")
    page = screen.page
    page.get_by_text("Legend", exact=True).click()
    screen.says(re.compile("Yellow chooses the smallest: min"))
    page.keyboard.press("Escape")
    page.keyboard.press("f")
    expect(screen.button("Leave full screen")).to_be_visible()
    page.wait_for_function("() => document.elementFromPoint(300, 8)?.closest('nav') === null")
    page.wait_for_function("() => document.querySelector('canvas').clientHeight > 500")
    page.keyboard.press("ArrowRight")
    expect(_scrub(screen)).to_have_value("1")
    page.keyboard.press("f")
    expect(screen.button("Full screen")).to_be_visible()
    page.get_by_role("radio", name="Whole tree").check()
    expect(page).to_have_url(re.compile("view=whole"))


def test_a_search_that_cannot_be_shown_says_why(visit: Open) -> None:
    screen = visit(f"/theatre?moves={LATE}&agent=perfect", may_fail=True)
    expect(screen.page.get_by_role("alert").first).to_contain_text("Perfect cannot be traced")
