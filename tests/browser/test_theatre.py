"""Theatre: the tree that is shown is the tree that was searched, and everyone can watch it."""

import re
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import Locator, Position, expect

from fourscore import trace
from fourscore.agents import agent
from fourscore.core.notation import read_moves
from fourscore.core.variants import SLIP, STANDARD
from fourscore.insight.trace.cuts import count_saved
from fourscore.insight.trace.pseudocode import pseudocode, steps_with_lines
from fourscore.insight.trace.trace import Trace
from fourscore.insight.trace.truth import misleading_nodes, solve_nodes
from fourscore.search.trace_columns import Reason
from tests.browser.board import Screen
from tests.browser.conftest import Open
from tests.web.server import until

LATE = "21366254327115"
SEARCH = f"/theatre?moves={LATE}&agent=alphabeta:depth=3"


def _count(screen: Screen) -> Locator:
    return screen.page.locator("[data-shown]")


def _shown(screen: Screen) -> int:
    return int(_count(screen).get_attribute("data-shown") or 0)


def _scrub(screen: Screen) -> Locator:
    return screen.page.get_by_role("slider", name="Step")


def _open(visit: Open, address: str, **more: Any) -> Screen:
    screen = visit(address, **more)
    expect(_count(screen)).to_be_visible()
    return screen


def _node(screen: Screen) -> Locator:
    return screen.page.get_by_role("region", name="Node")


def _query(screen: Screen) -> dict[str, list[str]]:
    return screen.query


@pytest.fixture(scope="module")
def seen() -> Trace:
    return trace(read_moves(LATE), "alphabeta:depth=3")


def _named(text: str) -> str:
    return text.replace("X", "Red").replace("O", "Yellow")


@pytest.mark.parametrize(
    "spec",
    ["minimax:depth=3", "alphabeta:depth=4", "deepening:depth=4", "expectiminimax:depth=2",
     "astar", "mcts:playouts=300,seed=3", "zero:playouts=200"],
)  # fmt: skip
def test_the_tree_shown_is_the_tree_searched(visit: Open, spec: str) -> None:
    variant = SLIP if spec.startswith("expecti") else STANDARD
    report = agent(spec).choose(read_moves(LATE, variant=variant))
    screen = _open(visit, f"/theatre?moves={LATE}&variant={variant.name}&agent={spec}&step=0")
    assert _shown(screen) <= 1
    screen.page.keyboard.press("End")
    expect(_count(screen)).to_have_attribute("data-shown", str(report.nodes))
    expect(screen.page.locator("[data-all]")).to_have_text(
        f"{report.nodes:,} node{'' if report.nodes == 1 else 's'}"
    )
    screen.says(re.compile(rf"plays column {report.column + 1}\."))


def test_every_step_lights_its_line(visit: Open, seen: Trace) -> None:
    screen = _open(visit, f"{SEARCH}&step=0")
    code = pseudocode("alphabeta")
    lit = screen.page.get_by_role("list", name="Pseudocode").locator("[aria-current=step]")
    expect(lit).to_have_count(0)
    for step, line in list(steps_with_lines(seen))[:12]:
        screen.page.keyboard.press("ArrowRight")
        expect(lit).to_contain_text(code[line].text)
        way = " ".join(str(column + 1) for column in seen.moves(step.node))
        expect(_node(screen).get_by_role("heading")).to_have_text(
            f"After {way}" if way else "The start"
        )
    screen.page.keyboard.press("ArrowLeft")
    expect(_scrub(screen)).to_have_value("11")
    screen.page.keyboard.press("Home")
    expect(_scrub(screen)).to_have_value("0")
    screen.page.keyboard.press("n")  # the next cut
    first = next(
        i for i, (_, line) in enumerate(steps_with_lines(seen)) if code[line].key.startswith("cut")
    )
    expect(_scrub(screen)).to_have_value(str(first + 1))


def test_it_plays_pauses_and_is_scrubbed(visit: Open, seen: Trace) -> None:
    screen = _open(visit, SEARCH)
    # It opens at its end, and plays from the start.
    expect(_count(screen)).to_have_attribute("data-shown", str(len(seen)))
    screen.page.get_by_label("Speed").select_option(label="very slow (1/s)")
    screen.button("Play").click()
    expect(_count(screen)).not_to_have_attribute("data-shown", str(len(seen)))
    screen.page.get_by_label("Speed").select_option(label="flying (4,000/s)")
    expect(_count(screen)).to_have_attribute("data-shown", str(len(seen)))
    expect(screen.button("Play")).to_be_visible()  # it has come to its end
    _scrub(screen).fill("100")
    expect(_count(screen)).not_to_have_attribute("data-shown", str(len(seen)))
    screen.page.get_by_label("Speed").select_option(label="slow (3/s)")
    screen.page.locator("main h1").first.click()
    screen.page.keyboard.press("Space")
    expect(screen.button("Pause")).to_be_visible()
    expect(_scrub(screen)).not_to_have_value("100")
    screen.page.keyboard.press("Space")
    expect(screen.button("Play")).to_be_visible()


def test_a_cut_is_explained_with_what_it_saved(visit: Open, seen: Trace) -> None:
    cut = next(node for node in range(1, len(seen)) if seen.reason[node] == Reason.CUT)
    (saved,) = count_saved(seen, [cut])
    screen = _open(visit, f"{SEARCH}&step=1000&node={cut}")
    header = screen.served.post(
        "/traces", {"agent": "alphabeta:depth=3", "moves": LATE, "cap": 100_000}
    ).json()
    cut_view = screen.served.get(f"/traces/{header['id']}/nodes/{cut}").json()["cut"]
    screen.says(re.compile(re.escape(_named(cut_view["says"]))))
    columns = screen.page.get_by_role("region", name="Columns")
    expect(columns).to_contain_text(f"cut off, {saved.nodes:,} nodes saved")
    window = screen.page.get_by_role("region", name="Window")
    expect(window).to_contain_text(re.compile(r"leaves the window .*: cut\."))


def test_truth_stands_beside_the_estimate(visit: Open, seen: Trace) -> None:
    solved = solve_nodes(seen)
    assert solved.exact is not None
    misleading = misleading_nodes(solved)
    screen = _open(visit, f"{SEARCH}&step=1000")
    screen.button("Truth").click()
    rows = screen.page.get_by_role("region", name="Columns").locator("tbody tr")
    for child in seen.children(0):
        result = -int(solved.exact[child])
        says = "won" if result > 0 else "lost" if result < 0 else "drawn"
        row = rows.filter(has=screen.page.get_by_label(f"Column {seen.move[child] + 1}:"))
        expect(row.locator("td").last).to_have_text(says + (" ✗" if misleading[child] else ""))
    assert misleading[seen.children(0)].any()


def test_a_link_brings_everything_back(visit: Open) -> None:
    screen = _open(visit, f"{SEARCH}&step=0")
    for _ in range(30):
        screen.page.keyboard.press("ArrowRight")
    screen.page.keyboard.press("ArrowUp")
    screen.page.keyboard.press("t")
    expect(screen.page).to_have_url(re.compile("truth=1"))
    query = _query(screen)
    assert query["step"] == ["30"]
    assert query["node"]
    heading = _node(screen).get_by_role("heading").inner_text()
    again = _open(visit, screen.address.removeprefix(screen.served.url))
    expect(_scrub(again)).to_have_value("30")
    expect(_node(again).get_by_role("heading")).to_have_text(heading)
    expect(again.button("Truth")).to_have_attribute("aria-pressed", "true")


def test_nodes_are_pointed_at_and_chosen(visit: Open) -> None:
    screen = _open(visit, f"{SEARCH}&step=60&view=near")
    picture = screen.page.get_by_role("img", name=re.compile("^Search tree of"))
    canvas = picture.locator("canvas")
    box = canvas.bounding_box()
    assert box is not None
    start: Position = {"x": box["width"] / 2, "y": 40}

    def points_at_start() -> bool:
        screen.page.mouse.move(5, 5)
        canvas.hover(position=start)
        return _node(screen).get_by_role("heading").inner_text() == "The start"

    until(points_at_start)  # nothing can be pointed at before the tree is laid out
    screen.expect_discs(len(LATE))
    canvas.click(position=start)
    expect(screen.page).to_have_url(re.compile("node=0"))
    screen.page.keyboard.press("ArrowDown")
    expect(_node(screen).get_by_role("heading")).to_have_text(re.compile("^After \\d$"))
    screen.page.keyboard.press("Escape")
    expect(screen.page).not_to_have_url(re.compile("node="))
    spoken = screen.page.locator("[role=status][aria-live]")
    expect(spoken).to_have_text(re.compile(r"^Step 60 of \d+\. [A-Z].*\."))


@pytest.mark.slow
def test_a_search_is_loaded_on_as_it_plays(visit: Open) -> None:
    agent = "deepening:depth=8"
    seen = trace(read_moves("4453"), agent)
    assert len(seen) > 20_000
    screen = _open(visit, f"/theatre?moves=4453&agent={agent}&step=39000&speed=7")
    assert _shown(screen) < 20_000
    last = _scrub(screen).get_attribute("max")
    assert last == str(2 * len(seen))
    screen.button("Play").click()
    expect(_count(screen)).to_have_attribute("data-shown", str(len(seen)))
    expect(screen.button("Play")).to_be_visible()
    screen.page.keyboard.press("Home")
    screen.page.get_by_role("button", name="To the end").click()
    expect(_count(screen)).to_have_attribute("data-shown", str(len(seen)))
    node = int(seen.line[-1])
    again = _open(visit, f"/theatre?moves=4453&agent={agent}&node={node}")
    way = " ".join(str(column + 1) for column in seen.moves(node))
    expect(_node(again).get_by_role("heading")).to_have_text(f"After {way}")
    # Like a small one, it opens at its end.
    expect(_count(again)).to_have_attribute("data-shown", str(len(seen)))
    again.says(re.compile(rf"plays column {seen.report.column + 1}\."))
    assert "step" not in _query(again)


@pytest.mark.slow
def test_deepening_is_shown_as_far_as_it_was_kept(visit: Open) -> None:
    """Every iteration that begins within the cap is loaded; the caption names the others."""
    agent = "deepening:depth=11"
    seen = trace(read_moves("4453"), agent)
    beyond = 11 - len(seen.iterations)
    assert beyond > 0
    screen = _open(visit, f"/theatre?moves=4453&agent={agent}&step=999999")
    expect(_count(screen)).to_have_attribute("data-shown", str(len(seen)), timeout=300_000)
    screen.says(re.compile("the first 100,000 are kept"))
    screen.says(re.compile(r"depth .*11 not shown"))


def test_another_algorithm_is_chosen_and_watched_on_a_phone(visit: Open) -> None:
    screen = _open(visit, f"/theatre?moves={LATE}", phone=True)
    screen.page.get_by_role("combobox", name="Algorithm").select_option(label="Expectiminimax")
    expect(screen.page).to_have_url(re.compile("variant=slip.*expectiminimax"))
    screen.says(re.compile(r"expectiminimax\(position"))
    screen.page.get_by_role("button", name="To the start").tap()
    screen.page.get_by_role("button", name="Step forward").tap()
    screen.page.get_by_role("button", name="Step forward").tap()
    expect(_node(screen).get_by_role("heading")).to_have_text(re.compile("^Aim at"))
    screen.page.get_by_role("button", name="Step forward").tap()
    expect(screen.page.get_by_role("region", name="Columns")).to_contain_text(re.compile(r"\d0 %"))
    screen.button("Options").tap()
    screen.page.get_by_role("spinbutton", name="Depth, in moves").fill("1")
    screen.page.get_by_role("spinbutton", name="Depth, in moves").press("Enter")
    expect(screen.page).to_have_url(re.compile("depth%3D1"))
    screen.page.get_by_label("Speed").select_option(label="very slow (1/s)")
    screen.button("Play").tap()
    expect(screen.button("Pause")).to_be_visible()


def test_the_time_line_waits_for_the_search_that_was_chosen(visit: Open, seen: Trace) -> None:
    screen = _open(visit, f"/theatre?moves={LATE}&agent=alphabeta:depth=2&step=3&speed=0")
    screen.page.evaluate(
        "() => { const usual = window.fetch; window.fetch = (...all) =>"
        " new Promise((done) => setTimeout(done, 1000)).then(() => usual(...all)) }"
    )
    screen.button("Options").click()
    screen.page.get_by_role("spinbutton", name="Depth, in moves").fill("3")
    screen.page.get_by_role("spinbutton", name="Depth, in moves").press("Enter")
    # Played at once, the search before would go on, and stop when the new one comes.
    screen.button("Play").click()
    expect(screen.page.locator("[data-all]")).to_have_text(f"{len(seen)} nodes")
    expect(screen.button("Pause")).to_be_visible()


@pytest.mark.parametrize("phone", [pytest.param(False, marks=pytest.mark.slow), True])
def test_puct_shows_priors_and_sums_of_the_moment(visit: Open, phone: bool) -> None:
    seen = trace(read_moves(LATE), "zero:playouts=60")
    assert seen.prior is not None
    screen = _open(visit, f"/theatre?moves={LATE}&agent=mcts:playouts=30", phone=phone)
    expect(_node(screen)).to_contain_text("30 playouts passed through")
    screen.page.get_by_role("combobox", name="Algorithm").select_option(label="PUCT")
    expect(screen.page).to_have_url(re.compile("agent=zero"))
    expect(_node(screen)).to_contain_text("200 simulations passed through")
    address = f"/theatre?moves={LATE}&agent=zero:playouts=60&step=20"
    screen = _open(visit, address, phone=phone)
    screen.says(re.compile("Simulation 20 goes down"))
    screen = _open(visit, f"{address}&node=0", phone=phone)
    tried = {seen.path(int(leaf))[1] for leaf in seen.playout_leaf[:20]}
    columns = screen.page.get_by_role("region", name="Columns")
    looks = columns.get_by_role("button", name=re.compile("look at it"))
    expect(looks).to_have_count(len(tried))
    for child in tried:
        row = columns.get_by_role("row").filter(
            has=screen.page.get_by_label(f"Column {seen.move[child] + 1}:")
        )
        visits = sum(child in seen.path(int(leaf)) for leaf in seen.playout_leaf[:20])
        expect(row.get_by_role("cell").nth(0)).to_have_text(
            re.compile(rf"^{round(100 * float(seen.prior[child]))}\s%$")
        )
        expect(row.get_by_role("cell").nth(1)).to_have_text(str(visits))
    columns.get_by_role("button", name=re.compile("look at it")).first.click()
    expect(_node(screen)).to_contain_text(re.compile(r"Sum \d+\s% = value \d+\s%\s+\+ exploration"))


def test_it_fills_the_screen(visit: Open) -> None:
    screen = _open(visit, f"{SEARCH}&step=0")
    screen.page.keyboard.press("f")
    expect(screen.button("Leave full screen")).to_be_visible()
    covered = "() => document.elementFromPoint(300, 8)?.closest('nav') === null"
    screen.page.wait_for_function(covered)
    size = "() => document.querySelector('canvas').getBoundingClientRect().height"
    screen.page.wait_for_function(f"{size} > 500")
    screen.page.keyboard.press("ArrowRight")
    expect(_scrub(screen)).to_have_value("1")
    screen.page.keyboard.press("f")
    expect(screen.button("Full screen")).to_be_visible()


def test_a_search_that_cannot_be_shown_says_why(visit: Open) -> None:
    screen = visit(f"/theatre?moves={LATE}&agent=perfect", may_fail=True)
    expect(screen.page.get_by_role("alert").first).to_contain_text("Perfect cannot be traced")
    screen.button("Try again").click()
    expect(screen.page.get_by_role("alert").first).to_contain_text("Perfect cannot be traced")


def test_a_search_leads_to_a_game_and_to_the_truth(visit: Open, seen: Trace) -> None:
    node = seen.children(0)[1]
    screen = _open(visit, f"{SEARCH}&step=300&node={node}")
    page = screen.page
    expect(_node(screen).get_by_role("heading")).to_have_text(f"After {seen.move[node] + 1}")
    explain = page.get_by_role("link", name="Explain")
    back = parse_qs(urlsplit(explain.get_attribute("href") or "").query)["from"][0]
    assert urlsplit(back).path == "/theatre"
    assert parse_qs(urlsplit(back).query)["node"] == [str(node)]
    explain.click()
    expect(page).to_have_url(re.compile(rf"/review\?moves={LATE}{seen.move[node] + 1}"))
    screen.expect_discs(len(LATE) + 1)
    page.go_back()
    page.get_by_role("link", name="Play against it").click()
    page.wait_for_url(re.compile("/play"))
    query = _query(screen)
    assert (query["red"], query["yellow"]) == (["human"], ["alphabeta:depth=3"])
    screen.expect_moves(LATE)
    screen.expect_discs(len(LATE))
