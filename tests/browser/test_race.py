"""Race: algorithms side by side, live, kept, stopped, and as files."""

import csv
import json
import re
from pathlib import Path

from playwright.sync_api import Locator, expect

from tests.browser.board import Screen, target
from tests.browser.conftest import Open
from tests.processes import children_of
from tests.waiting import eventually

LATE = "21366254327115"
QUICK = f"/race?moves={LATE}&agent=random&agent=alphabeta:depth%3D4&nodes=2000&runs=2"
ENDLESS = "/race?moves=-&variant=fill&agent=random&agent=minimax:depth%3D40&agent=mcts&runs=1&own=1"
MANY = "/race?suite=all&positions=11&agent=random&agent=alphabeta:depth%3D4&agent=astar&own=1"


def _row(screen: Screen, spec: str) -> Locator:
    return screen.page.locator(f"main tr[data-agent='{spec}']")


def _head(screen: Screen, name: str) -> Locator:
    return screen.page.get_by_role("columnheader", name=name)


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
    _race(screen)
    truth = screen.served.get(f"/positions/{LATE}/analysis").json()
    best = next(each for each in truth["columns"] if each["best"])
    expect(_row(screen, "perfect")).to_contain_text(f"best {best['says']}")
    screen.says(f"The best move {best['says']}: column {best['column']}.")
    expect(page.locator("main svg .point")).to_have_count(2)
    expect(page.locator("main .slot.best")).to_contain_text("Perfect")
    expect(_row(screen, "minimax:depth=3")).to_contain_text("Minimax · depth 3")


def test_a_result_is_kept_pointed_at_and_taken_along(visit: Open, tmp_path: Path) -> None:
    screen = visit(QUICK)
    _race(screen)
    page, row = screen.page, _row(screen, "alphabeta:depth=4")
    before = row.inner_text()
    page.get_by_label("Across").select_option("nodes")
    expect(page).to_have_url(re.compile("x=nodes"))
    page.reload()
    _finish(screen)
    assert row.inner_text() == before
    expect(page.get_by_label("Across")).to_have_value("nodes")
    screen.says("saved in this browser")
    _row(screen, "random").hover()
    dim = page.locator("main svg .point.dim")
    expect(dim).to_have_attribute("data-agent", "alphabeta:depth=4")
    expect(page.locator("main svg .hint")).to_have_count(1)
    for kind in ("CSV", "JSON"):
        with page.expect_download() as waiting:
            screen.button(f"Download {kind}").click()
        waiting.value.save_as(tmp_path / kind)
    with (tmp_path / "CSV").open(newline="") as file:
        lines = list(csv.DictReader(file))
    assert [line["agent"] for line in lines] == ["random"] * 2 + ["alphabeta:depth=4"] * 2
    found = json.loads((tmp_path / "JSON").read_text())
    runs = [run for agent in found["agents"] for run in agent["runs"]]
    assert [line["column"] for line in lines] == [str(run["column"]) for run in runs]
    screen.check_accessible()
    # A row leads to a game, to the search and to its reasons.
    _, query = target(row.get_by_role("link", name=re.compile("^Play on")))
    assert (query["moves"], query["yellow"]) == ([LATE], ["alphabeta:depth=4"])
    watch = page.get_by_role("link", name=re.compile("in the Theatre"))
    expect(watch).to_have_count(1)  # random has no tree
    watch.click()
    expect(page.locator("[data-shown]")).to_be_visible()
    assert screen.query["agent"] == ["alphabeta:depth=4,nodes=2000"]
    page.go_back()
    _finish(screen)
    row.get_by_role("link", name=re.compile("^Why")).first.click()
    expect(page).to_have_url(re.compile(rf"/review\?moves={LATE}\d"))
    screen.expect_discs(len(LATE) + 1)


def test_a_race_is_stopped_keeps_what_it_has_and_ends_with_the_page(visit: Open) -> None:
    screen = visit(ENDLESS)
    screen.button("Start the race").click()
    expect(_row(screen, "random")).to_contain_text(re.compile(r"\d (µs|ms|s)"))
    expect(_row(screen, "mcts")).to_contain_text("waiting")
    screen.button("Stop").click()
    _finish(screen)
    screen.says(re.compile("Not everything was measured"))
    expect(_row(screen, "random")).to_contain_text(re.compile(r"\d (µs|ms|s)"))
    expect(_row(screen, "minimax:depth=40")).to_contain_text("not run")
    eventually(lambda: not _meters(screen), "the end of the race")
    screen.button("Race again").click()
    eventually(lambda: _meters(screen), "the race")
    screen.page.get_by_role("link", name="Play", exact=True).click()
    eventually(lambda: not _meters(screen), "the end of the race")


def test_what_the_server_refuses_is_said(visit: Open) -> None:
    screen = visit(f"/race?moves={LATE}&agent=mcts:c%3D-1&runs=1", may_fail=True)
    screen.button("Start the race").click()
    screen.says(re.compile("too small"))
    screen.page.goto(f"{screen.served.url}/race?moves=9")
    screen.says(re.compile("This link does not name a position"))
    expect(screen.button("Start the race")).to_be_disabled()


def test_a_race_over_a_suite_is_sorted_read_and_sent(visit: Open) -> None:
    screen = visit(MANY)
    page = screen.page
    _race(screen)
    screen.says(re.compile("^11 positions of all suites"))
    rows = page.locator("main tbody tr")
    expect(rows).to_have_count(3)
    expect(_head(screen, "Result kept")).to_have_attribute("aria-sort", "descending")
    screen.button("Nodes").focus()
    page.keyboard.press("Enter")
    expect(_head(screen, "Nodes")).to_have_attribute("aria-sort", "ascending")
    expect(rows.last).to_have_attribute("data-agent", "alphabeta:depth=4")
    _row(screen, "random").get_by_role("button").click()
    review = page.locator(".mistakes li").first.get_by_role("link", name="Review")
    assert target(review)[1]["from"][0].startswith("/race?suite=all")
    before = [row.inner_text() for row in rows.all()]
    other = visit(screen.address.removeprefix(screen.served.url), phone=True)
    expect(other.page.get_by_text("These results came with the link")).to_be_visible()
    other.button("Nodes").click()
    expect(_head(other, "Nodes")).to_have_attribute("aria-sort", "ascending")
    after = [row.inner_text() for row in other.page.locator("main tbody tr").all()]
    figures = re.compile(r"\d+ spoiled|[\d.]+ %")
    assert [figures.findall(row) for row in after] == [figures.findall(row) for row in before]
    other.button("Race again").click()
    expect(other.page.get_by_text("These results came with the link")).to_have_count(0)
    screen.check_accessible()


def test_a_race_over_a_suite_is_stopped_and_refused(visit: Open) -> None:
    screen = visit("/race?suite=hard&positions=100&agent=random&agent=mcts:playouts%3D50000&own=1")
    screen.button("Start the race").click()
    expect(_row(screen, "random")).to_contain_text("spoiled")
    screen.button("Stop").click()
    _finish(screen)
    screen.says(re.compile("answered"))
    eventually(lambda: screen.served.state()["jobs_running"] == 0, "the end of the race")
    wrong = visit("/race?suite=end&positions=2&agent=random&r=123______", may_fail=True)
    wrong.says(re.compile("The results in this link do not fit.*3 answers to 2 positions"))
    expect(wrong.button("Start the race")).to_be_enabled()


def test_programs_of_the_machine_are_not_for_every_server(visit: Open) -> None:
    screen = visit("/race?suite=end&positions=2&agent=exec:cat", may_fail=True)
    expect(screen.button("Start the race")).to_be_disabled()
    screen.page.get_by_label("Run this program on this machine").check()
    screen.button("Start the race").click()
    screen.says(re.compile("start the server with --local-agents"))
