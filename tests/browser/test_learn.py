"""Learn: a training from its start to a game against what it has learned."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.board import target
from tests.browser.conftest import Open
from tests.waiting import eventually
from tests.web.server import Served

PARTS = ("main .board svg", "main .chart", "main .picker", "main dl")


def _state(served: Served, name: str) -> Any:
    return served.get(f"/trainings/{name}").json()


@pytest.fixture
def deleted(served: Served) -> Iterator[None]:
    """Delete what is being trained, however the test ends."""
    yield
    for each in served.get("/trainings").json()["trainings"]:
        if each["state"] == "running":
            served.post(f"/trainings/{each['id']}/delete")


@pytest.fixture(scope="module")
def learned(served: Served) -> Any:
    """A training that has ended."""
    setup = {"method": "td", "minutes": 0.05, "network": "small", "seed": 1}
    name = served.post("/trainings", setup).json()["id"]
    eventually(lambda: _state(served, name)["state"] == "finished", "the end of the training")
    return _state(served, name)


def _bars(page: Page) -> Any:
    """Return how high the outlined bars are."""
    heights = "bars => bars.map(each => Number(each.getAttribute('height')))"
    return page.locator("main rect.thought").evaluate_all(heights)


def _length(page: Page) -> int:
    """Return how many points the learning curve has, once it is drawn."""
    return len((page.locator("path.line.hard").get_attribute("d") or "").split("L"))


def test_a_newcomer_sees_a_player_at_once(visit: Open) -> None:
    screen = visit("/learn")
    page = screen.page
    screen.says("fourscore's own player")
    # What it thinks is outlined, the truth is filled and said.
    expect(page.locator("main rect.thought")).to_have_count(7)
    expect(page.locator("main rect.truth")).to_have_count(7)
    expect(page.locator("main .says").nth(3)).to_have_text("wins in 21")
    # Younger selves think otherwise, and can be played against.
    grown = _bars(page)
    page.get_by_role("slider", name=re.compile("^Its age")).press("Home")
    expect(page).to_have_url(re.compile(r"age=0$"))
    screen.says("newborn: it knows only the rules")
    eventually(lambda: _bars(page) not in ([], grown), "other thoughts")
    page.get_by_role("link", name="Play against it at this age").click()
    expect(page).to_have_url(re.compile("/play.*yellow=tuples:age(=|%3D)0"))
    here = page.get_by_role("link", name="Game", exact=True)
    expect(here).to_have_attribute("aria-current", "page")
    screen.drop(4)
    screen.settle()
    screen.expect_ply(2)


@pytest.mark.usefixtures("deleted")
def test_a_training_is_started_watched_stopped_and_deleted(visit: Open) -> None:
    screen = visit("/learn", moving=True)
    page = screen.page
    page.get_by_label("Minutes", exact=True).fill("60")
    page.get_by_role("radio", name="Small and quick").check()
    screen.button("Start").click()
    expect(page).to_have_url(re.compile(r"/learn\?t=[a-z0-9]{10}$"))
    name = screen.address[-10:]
    # It plays against itself on the board, and the curve grows, while everything stays in place.
    expect(page.locator("main svg g.disc").nth(3)).to_be_attached()
    length, before = _length(page), screen.places(*PARTS)
    eventually(lambda: _length(page) > length, "a longer curve")
    assert screen.places(*PARTS) == before
    screen.says(re.compile(r"^After .* it keeps the result in \d+ of 100 hard openings\.$"))
    # The values of a position change while it learns.
    page.get_by_role("radio", name="What it thinks").check()
    screen.column(4).click()
    expect(page).to_have_url(re.compile(r"moves=4$"))
    expect(page.locator("main rect.thought")).to_have_count(7)
    seen = _bars(page)
    eventually(lambda: _bars(page) not in ([], seen), "other thoughts")
    screen.button("Take back").click()
    expect(page).to_have_url(re.compile(rf"t={name}$"))
    # Reloaded, stopped, resumed.
    page.reload()
    screen.button("Stop").click()
    screen.says(re.compile(r"^Stopped after "))
    assert _state(screen.served, name)["games"] > 0
    screen.button("Go on").click()
    expect(screen.button("Stop")).to_be_visible()
    screen.button("Delete…").click()
    screen.button("Delete").click()
    expect(page).to_have_url(re.compile(r"/learn$"))
    assert screen.served.get(f"/trainings/{name}").status_code == 404


def test_what_cannot_be_is_said(visit: Open) -> None:
    screen = visit("/learn?t=aaaaaaaaaa", may_fail=True)
    screen.says("There is no such training")
    screen.page.get_by_role("link", name="To fourscore's own player").click()
    screen.says("What it thinks")
    screen = visit("/learn?moves=4444444", may_fail=True)
    screen.says(re.compile("column 4 is full"))


def test_a_training_leads_to_a_game_a_search_and_a_race(visit: Open, learned: Any) -> None:
    run, age = learned["id"], learned["ages"][1]
    screen = visit(f"/learn?t={run}&age={age}&moves=4453")
    page = screen.page
    screen.says("Finished: it has learned from")
    expect(page.locator("line.cursor")).to_have_count(1)
    expect(page.locator("main rect.thought")).to_have_count(7)
    nav = "document.querySelector('nav').scrollWidth <= document.querySelector('nav').clientWidth"
    assert page.evaluate(nav)
    screen.check_accessible()
    _, query = target(page.get_by_role("link", name="Play against it at this age"))
    assert query["yellow"] == [f"tuples:run={run},age={age}"]
    _, query = target(page.get_by_role("link", name="race it"))
    assert query["agent"][0] == f"tuples:run={run},age={age}"
    page.get_by_role("link", name="watch it guide a search").click()
    spec = f"alphabeta:depth%3D3,eval%3Dtuples,run%3D{run}"
    expect(page).to_have_url(re.compile(re.escape(f"/theatre?moves=4453&agent={spec}")))
    expect(page.locator("[data-shown]")).to_be_visible()
