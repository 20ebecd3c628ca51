"""Arena: a tournament from its setup to its games, over reloads and a server that is killed."""

import os
import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.board import Screen
from tests.browser.conftest import PASSWORD, Open
from tests.waiting import eventually
from tests.web.server import Served, serving

SMALL = {"agents": ["level:1", "alphabeta:depth=2", "level:3"], "games": 8, "size": "5x4"}
SPAN = "each => (box => [box.left, box.right])(each.getBoundingClientRect())"
LONG = "agent=mcts:playouts%3D50000&agent=alphabeta:depth%3D9&games=200&size=5x4"


@pytest.fixture(scope="module")
def played(served: Served) -> str:
    """Return the name of a tournament that has ended."""
    name: str = served.post("/tournaments", SMALL).json()["id"]
    eventually(lambda: _state(served, name)["state"] == "finished", "the end of the tournament")
    return name


def _state(served: Served, name: str) -> Any:
    return served.get(f"/tournaments/{name}").json()


def _named(text: str) -> str:
    return re.sub(r"^level:", "Level ", text).replace("alphabeta:depth=", "Alpha-beta · depth ")


def test_a_tournament_is_set_up_played_and_found_again(visit: Open) -> None:
    screen = visit("/arena?agent=level:1&agent=level:2&games=2&size=5x4&openings=empty")
    page = screen.page
    screen.says("1 pairing, 2 games")
    screen.button("Add an agent").click()
    page.get_by_label("or an algorithm").select_option("alphabeta")
    page.get_by_label("depth", exact=True).fill("2")
    page.get_by_label("depth", exact=True).blur()
    page.get_by_label("Games for each pairing").fill("4")
    page.get_by_role("radio", name="Random").check()
    screen.says("3 pairings, 12 games")
    # The setup has a link of its own.
    expect(page).to_have_url(re.compile(r"agent=alphabeta:depth%3D2.*games=4.*size=5x4"))
    page.reload()
    screen.says("3 pairings, 12 games")
    screen.button("Start").focus()
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile(r"/arena\?t=[a-z0-9]{10}$"))
    screen.says("All 12 games are played.")
    _check_figures(page, _state(screen.served, screen.address[-10:]))
    page.get_by_role("link", name="All tournaments").click()
    earlier = page.get_by_role("link", name=re.compile("Level 1, Level 2, Alpha-beta · depth 2"))
    expect(earlier.first).to_contain_text("did best in 12 games")
    earlier.first.click()
    screen.says("All 12 games are played.")


def _check_figures(page: Page, state: dict[str, Any]) -> None:
    """Hold everything that is drawn against what the server says."""
    agents = state["standings"]["agents"]
    rows = page.locator("section:has(#elo-title) li")
    expect(rows).to_have_count(len(agents))
    for row, agent in zip(rows.all(), agents, strict=True):
        expect(row).to_contain_text(_named(agent["name"]))
        expect(row).to_contain_text(f"{abs(round(agent['elo']['elo']))}")
        # The bar spans the interval, and the point is in it.
        left, right = row.locator(".interval").evaluate(SPAN)
        assert left < sum(row.locator(".point").evaluate(SPAN)) / 2 < right
    for cell in state["standings"]["cross_table"]:
        one, other = _named(cell["agent"]), _named(cell["opponent"])
        button = page.get_by_role("button", name=re.compile(f"^{one} against {other}: "))
        counts = f"{cell['wins']}-{cell['draws']}-{cell['losses']}"
        expect(button.locator(".counts")).to_have_text(counts)


def test_games_are_found_and_open_in_review(visit: Open, played: str) -> None:
    screen = visit(f"/arena?t={played}")
    page = screen.page
    games = page.locator("section:has(h2:text('Games')) ol li")
    expect(games).to_have_count(20)
    screen.says("1 to 20 of 24")
    screen.button("Next").click()
    expect(games).to_have_count(4)
    expect(page).to_have_url(re.compile("page=2"))
    # A cell says more when it is reached by keyboard, and lists its games when it is chosen.
    page.get_by_role("region", name="Cross table").focus()
    cell = page.get_by_role("button", name=re.compile("^Alpha-beta · depth 2 against Level 1: "))
    while not cell.evaluate("each => each === document.activeElement"):
        page.keyboard.press("Tab")
        assert page.evaluate("document.activeElement.matches('td button')")
    expect(page.locator(".details")).to_contain_text("Alpha-beta · depth 2 against Level 1")
    page.keyboard.press("Enter")
    expect(games).to_have_count(8)
    expect(page).to_have_url(re.compile(r"pair=2-1$"))
    page.get_by_label("Result").select_option("won")
    query = {"agent": 2, "opponent": 1, "result": "won"}
    found = screen.served.get(f"/tournaments/{played}/games", params=query).json()["games"]
    expect(games).to_have_count(len(found))
    # The link brings the same games back.
    page.reload()
    expect(games).to_have_count(len(found))
    expect(page.get_by_label("Result")).to_have_value("won")
    games.first.get_by_role("link").click()
    screen.expect_moves(found[0]["moves"])
    screen.expect_discs(found[0]["plies"] + 4)
    assert screen.query["red"] == [found[0]["first"]]
    assert screen.query["from"] == [f"/arena?t={played}&pair=2-1&result=won"]
    page.go_back()
    expect(games).to_have_count(len(found))
    with page.expect_download() as coming:
        page.get_by_role("link", name="Ledger").click()
    assert coming.value.suggested_filename == f"fourscore-{played}.ledger"
    assert Path(coming.value.path()).read_bytes().startswith(b"SQLite format 3\0")
    screen.check_accessible()


@pytest.mark.slow
def test_a_forfeit_says_who_and_why_and_leads_to_its_game(page: Page, tmp_path: Path) -> None:
    (tmp_path / "bot.py").write_text("def choose(position):\n    return 9\n", encoding="utf-8")
    environment = {**os.environ, "PYTHONPATH": str(tmp_path), "FOURSCORE_PASSWORD": PASSWORD}
    with serving("--workers", "1", "--local-agents", environment=environment) as server:
        screen = Screen(page, server)
        page.goto(f"{server.url}/arena?agent=level:1&agent=level:2&games=2&openings=empty")
        page.get_by_text("Your own agents").click()
        screen.says(re.compile("with your rights"))
        page.get_by_label("A program of this machine").fill("python:bot:choose")
        page.keyboard.press("Enter")
        screen.button("Remove Level 1, number 1").click()
        expect(screen.button("Start")).to_be_disabled()
        page.get_by_label("Run this program on this machine").check()
        screen.button("Start").click()
        page.get_by_role("dialog").get_by_label("Password").fill(PASSWORD)
        page.keyboard.press("Enter")
        screen.says("All 2 games are played.")
        screen.says("2 games forfeited, 0 void")
        faults = page.locator("section:has(#faults-title) li")
        expect(faults).to_have_count(2)
        expect(faults.first).to_contain_text("python:bot:choose forfeits against Level 2")
        expect(faults.first).to_contain_text("illegal move")
        screen.check_accessible()
        faults.last.get_by_role("link").click()
        expect(page).to_have_url(re.compile(r"/review\?.*red=python:bot:choose"))


def test_what_cannot_be_is_said(visit: Open) -> None:
    screen = visit("/arena?agent=level:1&agent=level:2&games=3")
    screen.says(re.compile("the number must be even"))
    expect(screen.button("Start")).to_be_disabled()
    screen = visit("/arena?agent=level:1&agent=perfekt", may_fail=True)
    screen.button("Start").click()
    expect(screen.page.get_by_role("alert")).to_contain_text("There is no agent 'perfekt'")
    screen = visit("/arena?t=aaaaaaaaaa", may_fail=True)
    screen.says("There is no such tournament")


@pytest.mark.slow
def test_it_survives_a_reload_and_a_killed_server(page: Page, tmp_path: Path) -> None:
    """The page that watches never has to be touched."""
    options = ("--workers", "1", "--data", str(tmp_path))
    bar = page.get_by_role("progressbar")

    def done() -> int:
        return int(bar.evaluate("each => each.value"))

    with serving(*options) as served:
        screen = Screen(page, served)
        page.goto(f"{served.url}/arena?{LONG}")
        screen.button("Start").click()
        eventually(lambda: done() >= 2, "two games")
        screen.says(re.compile(r"left$"))
        boards = page.locator("section:has(#live-title) li")
        expect(boards.first.locator("svg g.disc").first).to_be_visible()
        shown = boards.first.inner_html()
        eventually(lambda: boards.first.inner_html() != shown, "a move")
        expect(page.locator("#table-title")).to_be_visible()
        screen.check_accessible()
        page.reload()
        expect(bar).to_be_visible()
        eventually(lambda: done() >= 3, "three games")
        served.process.kill()
        served.process.wait()
        screen.says("The server does not answer.")
        before = done()
    with serving(*options, "--port", served.url.rpartition(":")[2]):
        eventually(lambda: done() > before, "more games")
        expect(page.get_by_text("The server does not answer.")).to_have_count(0)
        # Stopped and resumed, without a reload.
        screen.button("Stop").click()
        screen.says(re.compile(r"^Stopped after \d+ of 200 games"))
        expect(boards).to_have_count(0)
        page.get_by_text("Pairs of games by points").click()
        expect(page.get_by_role("region", name="Pairs of games by points")).to_be_visible()
        stopped = done()
        screen.button("Resume").click()
        eventually(lambda: done() > stopped, "more games")
        screen.button("Delete…").click()
        screen.button("Delete").click()
        screen.says("None yet.")
    # Nothing of it is left but what the audit log says.
    assert not [each for each in tmp_path.iterdir() if each.suffix in (".json", ".ledger")]
