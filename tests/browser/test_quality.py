"""What holds for every page: reachable, readable, light, quiet, and from one server."""

import re

import pytest
from playwright.sync_api import Response, expect

from tests.browser.board import EFFECTS
from tests.browser.conftest import Open
from tests.browser.test_review import GAME as REVIEWED
from tests.browser.test_theatre import SEARCH

GAME = "44444432212222333"
PLACES = {
    "start": "/start",
    "new game": "/play",
    "review": REVIEWED,
    "theatre": f"{SEARCH}&step=40&truth=1",
    "tour": "/tour",
    "lesson": "/tour?lesson=3&step=3",
    "learn": "/learn",
    "exercise": "/exercises?kind=alphabeta&difficulty=1&seed=7",
    "own tree": "/trees?tree=[(1,2),[3,4]]&agent=mcts",
    "race": "/race",
    "puzzle": "/puzzles?id=9a6808g00",
    "openings": "/openings?moves=44",
    "own games": "/openings?beside=games",
    "course": "/course",
    "arena": "/arena?seconds=0.1&agent=level:2&agent=mcts",
}
LIKE_ANOTHER = {
    "running game": f"/play?moves={GAME}&red=human&yellow=level:3",
    "finished game": "/play?moves=1212121&red=human&yellow=human",
    "game with clocks": "/play?moves=4453&red=human&yellow=mcts&names=Ann,&clock=3%2B2",
    "slip": "/play?variant=slip&moves=44>5&red=human&yellow=human",
    "review without a game": "/review",
    "retry": f"{REVIEWED}&retry=1",
    "lesson of boards": "/tour?lesson=1&step=3",
    "lesson on PUCT": "/tour?lesson=8&step=3",
    "theatre, PUCT": f"{SEARCH.replace('alphabeta:depth=3', 'zero:playouts=100')}&step=40&truth=1",
    "theatre, full": f"{SEARCH}&step=300&node=5&full=1",
    "exercise on a position": "/exercises?kind=astar&difficulty=3&seed=1",
    "race on one position": "/race?moves=21366254327115",
    "race of programs": "/race?suite=end&agent=exec:bot&agent=mcts&nodes=500",
    "arena, Swiss": "/arena?format=swiss&openings=suite:hard&bank=30&increment=0.5&adjudicate=12",
}
"""Places that have most in common with another one."""
MAX_BYTES = 300_000


@pytest.mark.parametrize(
    "place",
    [*PLACES, *(pytest.param(each, marks=pytest.mark.slow) for each in LIKE_ANOTHER)],
)
def test_everybody_can_use_it(visit: Open, place: str) -> None:
    screen = visit({**PLACES, **LIKE_ANOTHER}[place])
    screen.page.locator("main h1").first.wait_for()
    screen.check_accessible()


def test_everybody_can_use_the_help_in_a_game(visit: Open) -> None:
    screen = visit(f"/play?moves={GAME}&red=human&yellow=human&scores=1")
    screen.button("Hint").click()
    screen.button("Why?").click()
    screen.says(re.compile("completes a diagonal of four"))
    screen.check_accessible()


def test_everybody_can_use_the_editor(visit: Open) -> None:
    screen = visit("/play")
    screen.button("Set up a position").click()
    screen.says("The empty board.")
    screen.check_accessible()


@pytest.mark.parametrize(("address", "says"), [("/", "Laboratory"), ("/play", "New game")])
def test_the_first_load_is_light(visit: Open, address: str, says: str) -> None:
    screen = visit("about:blank")
    came: list[Response] = []
    screen.page.on("response", lambda response: came.append(response))
    screen.page.goto(screen.served.url + address)
    screen.says(says)
    screen.page.locator("main h1").first.wait_for()
    sizes = [each.request.sizes()["responseBodySize"] for each in came]
    assert len(sizes) > 4
    assert sum(sizes) < MAX_BYTES


@pytest.mark.parametrize("moving", [False, True])
def test_discs_fall_and_sound_unless_stillness_is_preferred(visit: Open, moving: bool) -> None:
    screen = visit("/play?moves=4453&red=human&yellow=human", moving=moving)
    screen.ready()
    screen.page.evaluate(EFFECTS)
    screen.drop(4)
    assert screen.page.evaluate("[falls, tones > 0]") == [int(moving), moving]
    switch = screen.page.get_by_role("button", name="Sound: ")
    expect(switch).to_have_accessible_name("Sound: on" if moving else "Sound: off")
    switch.click()
    screen.page.reload()
    screen.page.evaluate(EFFECTS)
    screen.drop(4)
    assert (screen.page.evaluate("tones") > 0) != moving


def test_a_chosen_theme_stays(visit: Open) -> None:
    screen = visit("/play")
    paper = "getComputedStyle(document.documentElement).backgroundColor"
    light = screen.page.evaluate(paper)
    theme = screen.page.get_by_role("button", name="Theme:")
    theme.click()
    theme.click()
    dark = screen.page.evaluate(paper)
    assert dark != light
    screen.page.reload()
    assert screen.page.evaluate(paper) == dark
