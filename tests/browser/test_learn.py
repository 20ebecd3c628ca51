"""Learn: a training from its start to a game against what it has learned."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.board import Screen
from tests.browser.conftest import Open
from tests.browser.test_quality import _check
from tests.waiting import eventually
from tests.web.server import Served

SHORT = {"method": "td", "minutes": 0.05, "network": "small", "seed": 1}


def _state(served: Served, name: str) -> dict[str, Any]:
    state: dict[str, Any] = served.get(f"/trainings/{name}").json()
    return state


@pytest.fixture
def deleted(served: Served) -> Iterator[None]:
    """Delete what is being trained, however the test ends."""
    yield
    for each in served.get("/trainings").json()["trainings"]:
        if each["state"] == "running":
            served.post(f"/trainings/{each['id']}/delete")


@pytest.fixture(scope="module")
def learned(served: Served) -> dict[str, Any]:
    """A training that has ended."""
    name = served.post("/trainings", SHORT).json()["id"]
    eventually(lambda: _state(served, name)["state"] == "finished", "the end of the training")
    return _state(served, name)


def _bars(page: Page) -> list[float]:
    """Return how high the outlined bars are."""
    found: list[float] = page.locator("main rect.thought").evaluate_all(
        "bars => bars.map(each => Number(each.getAttribute('height')))"
    )
    return found


def _length(page: Page) -> int:
    """Return how many points the learning curve has, once it is drawn."""
    drawn = page.locator("path.line.hard").get_attribute("d")
    return len((drawn or "").split("L"))


def _opponent(screen: Screen) -> str:
    """Return who is played against, once there is a game."""
    expect(screen.page).to_have_url(re.compile("/play"))
    return screen.query["yellow"][0]


def test_a_newcomer_sees_a_player_at_once(visit: Open) -> None:
    screen = visit("/learn")
    page = screen.page
    screen.says("Watch it learn")
    screen.says("fourscore's own player")
    # What it thinks is outlined, the truth is filled and said.
    expect(page.locator("main rect.thought")).to_have_count(7)
    expect(page.locator("main rect.truth")).to_have_count(7)
    expect(page.locator("main .says").nth(3)).to_have_text("wins in 21")
    # A term is explained when it is reached by keyboard.
    page.locator(".term").first.focus()
    expect(page.get_by_role("tooltip").first).to_be_visible()
    # Younger selves think otherwise, and can be played against.
    grown = _bars(page)
    slider = page.get_by_role("slider", name=re.compile("^Its age"))
    slider.focus()
    page.keyboard.press("Home")
    expect(page).to_have_url(re.compile(r"age=0$"))
    screen.says("newborn: it knows only the rules")
    eventually(lambda: _bars(page) not in ([], grown), "other thoughts")
    page.get_by_role("link", name="Play against it at this age").click()
    expect(page.get_by_role("link", name="Game", exact=True)).to_have_attribute(
        "aria-current", "page"
    )
    assert _opponent(screen) == "tuples:age=0"
    screen.drop(4)
    screen.settle()
    screen.expect_ply(2)


@pytest.mark.usefixtures("deleted")
def test_a_training_is_started_watched_stopped_and_deleted(visit: Open) -> None:
    screen = visit("/learn", moving=True)
    page = screen.page
    page.get_by_label("Minutes", exact=True).fill("60")
    page.get_by_label("Minutes", exact=True).blur()
    page.get_by_role("radio", name="Small and quick").check()
    screen.button("Start").click()
    expect(page).to_have_url(re.compile(r"/learn\?t=[a-z0-9]{10}$"))
    name = screen.address[-10:]
    # It plays against itself on the board, and the curve grows.
    expect(page.locator("main svg g.disc").nth(3)).to_be_attached()
    before = _length(page)
    eventually(lambda: _length(page) > before, "a longer curve")
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
    # Reloaded, stopped, resumed, without a jump of what is on the page.
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


def test_it_is_played_against_at_an_age(visit: Open, learned: dict[str, Any]) -> None:
    age = learned["ages"][1]
    screen = visit(f"/learn?t={learned['id']}&age={age}&moves=44", phone=True)
    page = screen.page
    screen.says("Finished: it has learned from")
    expect(page.locator("line.cursor")).to_have_count(1)
    expect(page.locator("main rect.thought")).to_have_count(7)
    page.get_by_role("link", name="Play against it at this age").click()
    assert _opponent(screen) == f"tuples:run={learned['id']},age={age}"
    screen.drop(4)
    screen.settle()
    screen.expect_ply(2)


@pytest.mark.slow
@pytest.mark.usefixtures("deleted")
def test_the_board_stays_where_it_is_while_it_learns(visit: Open) -> None:
    place = """() => ['.board svg', '.chart', '.picker', 'dl'].map(each => {
        const box = document.querySelector(`main ${each}`).getBoundingClientRect();
        return [box.left + scrollX, box.top + scrollY, box.width, box.height].map(Math.round);
    })"""
    screen = visit("/learn", phone=True)
    name = screen.served.post("/trainings", {**SHORT, "minutes": 60}).json()["id"]
    screen.page.goto(f"{screen.served.url}/learn?t={name}")
    long, before = _length(screen.page), screen.page.evaluate(place)
    eventually(lambda: _length(screen.page) > long + 3, "a longer curve")
    assert screen.page.evaluate(place) == before
    screen.page.close()  # it would ask for what is gone


def test_what_cannot_be_is_said(visit: Open) -> None:
    screen = visit("/learn?t=aaaaaaaaaa", may_fail=True)
    screen.says("There is no such training")
    screen.page.get_by_role("link", name="To fourscore's own player").click()
    screen.says("What it thinks")
    screen = visit("/learn?moves=4444444", may_fail=True)
    screen.says(re.compile("column 4 is full"))


def test_everybody_can_use_it_and_go_on_to_a_search_and_a_race(
    visit: Open, learned: dict[str, Any]
) -> None:
    screen = visit(f"/learn?t={learned['id']}&moves=4453")
    page = screen.page
    expect(page.locator("main rect.thought")).to_have_count(7)
    nav = "document.querySelector('nav').scrollWidth <= document.querySelector('nav').clientWidth"
    assert page.evaluate(nav)
    _check(screen)
    page.get_by_role("link", name="watch it guide a search").click()
    spec = f"alphabeta:depth%3D3,eval%3Dtuples,run%3D{learned['id']}"
    expect(page).to_have_url(re.compile(re.escape(f"/theatre?moves=4453&agent={spec}")))
    expect(page.locator("[data-shown]")).to_be_visible()
    page.go_back()
    page.get_by_role("link", name="race it").click()
    page.wait_for_url(re.compile("/race"))
    assert screen.query["agent"][0] == f"tuples:run={learned['id']}"
    expect(screen.button("Start the race")).to_be_enabled()
