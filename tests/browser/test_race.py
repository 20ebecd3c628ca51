"""Race: algorithms side by side, live, kept, stopped, and as files."""

import csv
import json
import re
from collections import Counter
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import Locator, expect

from fourscore.agents import agent
from tests.browser.board import Screen
from tests.browser.conftest import Open
from tests.browser.test_quality import _check
from tests.web.server import children_of, until

LATE = "21366254327115"
QUICK = f"/race?moves={LATE}&agent=random&agent=alphabeta:depth%3D4&nodes=2000&runs=2"
SLOW = "/race?moves=-&size=9x6&variant=fill&agent=random&agent=minimax:depth%3D40&runs=1&own=1"


MANY = "/race?suite=all&positions=11&agent=random&agent=alphabeta:depth%3D4&agent=astar&own=1"


def _row(screen: Screen, spec: str) -> Locator:
    return screen.page.locator(f"main tr[data-agent='{spec}']")


def _finish(screen: Screen) -> None:
    expect(screen.button("Race again")).to_be_visible()


def _meters(screen: Screen) -> list[int]:
    return [child for worker in screen.served.workers() for child in children_of(worker)]


def _race(screen: Screen) -> None:
    screen.button("Start the race").click()
    _finish(screen)


def test_a_race_is_set_up_run_and_read(visit: Open) -> None:
    screen = visit("/race?moves=-&agent=mcts")
    page = screen.page
    page.get_by_label("An example").select_option("A win to find")
    screen.expect_moves(LATE)
    screen.button("Remove Monte Carlo tree search (MCTS), number 1").click()
    screen.button("Add another").click()
    page.get_by_role("combobox", name="or an algorithm").select_option("minimax")
    page.get_by_label("depth", exact=True).fill("3")
    page.get_by_label("depth", exact=True).blur()
    screen.button("Add another").click()
    page.get_by_role("combobox", name="or an algorithm").select_option("perfect")
    page.get_by_role("radio", name="Nodes").check()
    page.get_by_label("Runs of each").fill("2")
    page.get_by_label("Runs of each").blur()
    expect(page).to_have_url(re.compile(r"runs=2(&|$)"))
    query = screen.query
    assert query["agent"] == ["minimax:depth=3", "perfect"]
    assert (query["nodes"], query["runs"]) == (["20000"], ["2"])
    with screen.shows_for_a_while("main tr[data-agent='perfect']", "waiting"):
        _race(screen)
    truth = screen.served.get(f"/positions/{LATE}/analysis").json()
    best = next(each for each in truth["columns"] if each["best"])
    expect(_row(screen, "perfect")).to_contain_text(f"best {best['says']}")
    expect(
        page.get_by_text(f"The best move {best['says']}: column {best['column']}.")
    ).to_be_visible()
    expect(page.locator("main svg .point")).to_have_count(2)
    expect(page.locator("main .slot.best")).to_contain_text("Perfect")
    expect(_row(screen, "minimax:depth=3")).to_contain_text("Minimax · depth 3")
    expect(_row(screen, "minimax:depth=3")).to_contain_text("plies")


def test_a_result_stays_after_a_reload_and_goes_with_its_link(visit: Open) -> None:
    screen = visit(QUICK)
    _race(screen)
    page = screen.page
    before = _row(screen, "alphabeta:depth=4").inner_text()
    page.get_by_label("Across").select_option("nodes")
    expect(page).to_have_url(re.compile("x=nodes"))
    page.reload()
    _finish(screen)
    assert _row(screen, "alphabeta:depth=4").inner_text() == before
    expect(page.get_by_label("Across")).to_have_value("nodes")
    expect(page.get_by_text("saved in this browser")).to_be_visible()
    page.get_by_label("Runs of each").fill("3")
    page.get_by_label("Runs of each").blur()
    expect(screen.button("Start the race")).to_be_visible()  # another race, not run yet
    expect(page.get_by_text("No race yet")).to_be_visible()


def test_a_result_is_pointed_at_watched_and_taken_along(visit: Open, tmp_path: Path) -> None:
    screen = visit(QUICK)
    _race(screen)
    _row(screen, "random").hover()
    dim = screen.page.locator("main svg .point.dim")
    expect(dim).to_have_attribute("data-agent", "alphabeta:depth=4")
    expect(screen.page.locator("main svg .hint")).to_have_count(1)
    links = screen.page.get_by_role("link", name=re.compile("in the Theatre"))
    expect(links).to_have_count(1)  # random has no tree
    address = urlsplit(links.get_attribute("href") or "")
    query = {"moves": [LATE], "agent": ["alphabeta:depth=4,nodes=2000"]}
    assert (address.path, parse_qs(address.query)) == ("/theatre", query)
    _check_files(screen, tmp_path)
    _check(screen)


def test_a_row_leads_to_the_decision_its_reasons_and_a_game(visit: Open) -> None:
    address = f"/race?moves={LATE}&agent=mcts&agent=alphabeta:depth%3D3&playouts=300&runs=3"
    screen = visit(address)
    _race(screen)
    page = screen.page
    _row(screen, "mcts").get_by_role("link", name="in the Theatre").click()
    # The very search: its budget is in the spec, its seed is that of the first run that chose so.
    columns = [agent("mcts:playouts=300", seed=seed).choose(LATE).column + 1 for seed in range(3)]
    column = Counter(columns).most_common(1)[0][0]
    expect(page).to_have_url(re.compile(r"/theatre\?moves=\d+&agent=mcts:playouts%3D300"))
    assert int(screen.query.get("seed", ["0"])[0]) == columns.index(column)
    expect(page.get_by_role("region", name="Node").locator("svg g.disc")).to_have_count(len(LATE))
    screen.says(re.compile(rf"Red searches and plays column {column}"))
    page.go_back()
    _finish(screen)
    _row(screen, "alphabeta:depth=3").get_by_role("link", name=re.compile("^Why")).first.click()
    expect(page).to_have_url(re.compile(rf"/review\?moves={LATE}\d"))
    expect(page.locator("main svg g.disc")).to_have_count(len(LATE) + 1)
    page.go_back()
    _finish(screen)
    _row(screen, "alphabeta:depth=3").get_by_role("link", name=re.compile("^Play on")).click()
    page.wait_for_url(re.compile("/play"))
    query = screen.query
    assert (query["red"], query["yellow"]) == (["human"], ["alphabeta:depth=3"])
    screen.expect_moves(LATE)


def _check_files(screen: Screen, folder: Path) -> None:
    """Hold the two files against each other."""
    for kind in ("CSV", "JSON"):
        with screen.page.expect_download() as waiting:
            screen.button(f"Download {kind}").click()
        waiting.value.save_as(folder / kind)
    with (folder / "CSV").open(newline="") as file:
        lines = list(csv.DictReader(file))
    assert [line["agent"] for line in lines] == ["random"] * 2 + ["alphabeta:depth=4"] * 2
    found = json.loads((folder / "JSON").read_text())
    runs = [run for agent in found["agents"] for run in agent["runs"]]
    assert [line["column"] for line in lines] == [str(run["column"]) for run in runs]


def test_a_race_is_stopped_and_keeps_what_it_has(visit: Open) -> None:
    screen = visit(SLOW, phone=True)
    screen.button("Start the race").click()
    expect(_row(screen, "random")).to_contain_text(re.compile(r"\d (µs|ms|s)"))
    screen.button("Stop").click()
    until(lambda: not _meters(screen))
    _finish(screen)
    screen.says(re.compile("Not everything was measured"))
    expect(_row(screen, "random")).to_contain_text(re.compile(r"\d (µs|ms|s)"))
    expect(_row(screen, "minimax:depth=40")).to_contain_text("not run")


def test_leaving_the_page_ends_the_race(visit: Open) -> None:
    screen = visit(SLOW)
    screen.button("Start the race").click()
    until(lambda: len(_meters(screen)) == 1)
    screen.page.get_by_role("link", name="Play", exact=True).click()
    until(lambda: not _meters(screen))


def test_what_the_server_refuses_is_said(visit: Open) -> None:
    screen = visit(f"/race?moves={LATE}&agent=mcts:c%3D-1&runs=1", may_fail=True)
    screen.button("Start the race").click()
    screen.says(re.compile("too small"))
    screen.page.goto(f"{screen.served.url}/race?moves=9")
    screen.says(re.compile("This link does not name a position"))
    expect(screen.button("Start the race")).to_be_disabled()


# Over a suite


def test_a_race_is_over_fifty_positions_unless_one_is_named(visit: Open) -> None:
    screen = visit("/race")
    page = screen.page
    expect(page.get_by_label("How many")).to_have_value("50")
    expect(page.get_by_label("Positions from")).to_have_value("all")
    page.get_by_role("link", name="One position").click()
    screen.expect_moves(LATE)
    page.get_by_role("link", name="Many positions").click()
    expect(page.get_by_label("How many")).to_have_value("50")


def test_a_race_over_a_suite_is_sorted_read_and_sent(visit: Open) -> None:
    screen = visit(MANY)
    page = screen.page
    screen.button("Start the race").click()
    _finish(screen)
    screen.says(re.compile("^11 positions of all suites"))
    rows = page.locator("main tbody tr")
    expect(rows).to_have_count(3)
    head = page.get_by_role("columnheader", name="Result kept")
    expect(head).to_have_attribute("aria-sort", "descending")
    kept = [float(text.split()[0]) for text in page.locator("td:nth-child(2)").all_inner_texts()]
    assert kept == sorted(kept, reverse=True)
    screen.button("Nodes").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("columnheader", name="Nodes")).to_have_attribute(
        "aria-sort", "ascending"
    )
    expect(rows.last).to_have_attribute("data-agent", "alphabeta:depth=4")
    _row(screen, "random").get_by_role("button").click()
    boards = page.locator(".mistakes li")
    expect(boards.first).to_be_visible()
    _check_mistake(boards.first, screen)
    before = [row.inner_text() for row in rows.all()]
    address = screen.address
    assert len(address) < 600
    other = visit(address.removeprefix(screen.served.url), phone=True)
    expect(other.page.get_by_text("These results came with the link")).to_be_visible()
    other.button("Nodes").click()
    expect(other.page.get_by_role("columnheader", name="Nodes")).to_have_attribute(
        "aria-sort", "ascending"
    )
    after = [row.inner_text() for row in other.page.locator("main tbody tr").all()]
    figures = re.compile(r"\d+ spoiled|[\d.]+ %")
    assert [figures.findall(row) for row in after] == [figures.findall(row) for row in before]
    _check(other)
    other.button("Race again").click()
    expect(other.page.get_by_text("These results came with the link")).to_have_count(0)
    _finish(other)
    _check(screen)


def _check_mistake(mistake: Locator, screen: Screen) -> None:
    """Follow a mistake to Review, and hold what is said there against the solver."""
    words = mistake.inner_text()
    found = re.search(r"played column (\d), which (.+?)\.", words)
    assert found is not None
    href = mistake.get_by_role("link", name="Review").get_attribute("href") or ""
    query = parse_qs(urlsplit(href).query)
    start = {"start": query["start"][0]}
    truth = screen.served.get("/positions/-/analysis", params=start).json()
    column = next(each for each in truth["columns"] if each["column"] == int(found[1]))
    assert column["says"] == found[2]
    assert not column["best"]
    assert query["from"][0].startswith("/race?suite=all")


@pytest.mark.slow
def test_a_race_over_a_suite_is_stopped_and_refused(visit: Open) -> None:
    screen = visit("/race?suite=hard&positions=100&agent=random&agent=mcts&seconds=0.3")
    screen.button("Start the race").click()
    expect(_row(screen, "random")).to_contain_text("spoiled")
    screen.button("Stop").click()
    _finish(screen)
    screen.says(re.compile("answered"))
    until(lambda: screen.served.state()["jobs_running"] == 0)
    wrong = visit("/race?suite=end&positions=2&agent=random&r=9", may_fail=True)
    wrong.says("The results in this link cannot be read.")
    odd = "/race?suite=end&positions=2&agent=random&r=123______"
    wrong.page.goto(screen.served.url + odd)
    wrong.says(re.compile("The results in this link do not fit.*3 answers to 2 positions"))
    expect(wrong.button("Start the race")).to_be_enabled()


def test_programs_of_the_machine_are_not_for_every_server(visit: Open) -> None:
    screen = visit("/race?suite=end&positions=2&agent=exec:cat", may_fail=True)
    expect(screen.button("Start the race")).to_be_disabled()
    screen.page.get_by_label("Run this program on this machine").check()
    screen.button("Start the race").click()
    screen.says(re.compile("start the server with --local-agents"))
    screen.page.get_by_text("Your own agents").click()
    screen.says(re.compile("This server runs no programs of yours"))
