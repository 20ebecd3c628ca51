"""What holds for every page: reachable, readable, light, quiet, and from one server."""

import re

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import Response

from tests.browser.board import Screen
from tests.browser.conftest import PHONE, Open
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


def _findings(screen: Screen, *rules: str) -> list[str]:
    """What axe finds that keeps people out: by all of its rules, or by some."""
    options = {"resultTypes": ["violations"], **({"runOnly": list(rules)} if rules else {})}
    found = Axe().run(screen.page, options=options).response["violations"]
    return [
        f"{each['id']}: {node['target']} {node.get('failureSummary', '')}"
        for each in found
        if each["impact"] in ("serious", "critical")
        for node in each["nodes"]
    ]


SMALL = """() => [...document.querySelectorAll('button, a, select, label:has(input)')]
    .filter(each => each.checkVisibility() && each.getBoundingClientRect().height < 24)
    .map(each => each.outerHTML)"""

STICKS_OUT = """() => [document.documentElement, ...document.querySelectorAll('.panel, dialog')]
    .filter(each => each.scrollWidth > each.clientWidth)
    .map(each => each.outerHTML.slice(0, 200))"""

NEXT_FRAME = "() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))"
"""Charts learn their new width in a frame, and have it in the next one."""


def _check(screen: Screen) -> None:
    """Check a page with axe in both themes, then on a phone."""
    assert not _findings(screen)
    screen.page.emulate_media(color_scheme="dark")
    assert not _findings(screen, "color-contrast")
    assert not screen.page.evaluate(STICKS_OUT)
    screen.page.set_viewport_size(PHONE)
    screen.page.evaluate(NEXT_FRAME)
    assert not screen.page.evaluate(STICKS_OUT)
    assert not screen.page.evaluate(SMALL)


@pytest.mark.parametrize(
    "place",
    [*PLACES, *(pytest.param(each, marks=pytest.mark.slow) for each in LIKE_ANOTHER)],
)
def test_everybody_can_use_it(visit: Open, place: str) -> None:
    screen = visit({**PLACES, **LIKE_ANOTHER}[place])
    screen.page.locator("main h1").first.wait_for()
    _check(screen)


def test_everybody_can_use_the_help_in_a_game(visit: Open) -> None:
    screen = visit(f"/play?moves={GAME}&red=human&yellow=human&scores=1")
    screen.button("Hint").click()
    screen.button("Why?").click()
    screen.says(re.compile("completes a diagonal of four"))
    _check(screen)
    screen.button("Explain this move").click()
    screen.says(re.compile("throws away the win"))
    _check(screen)


def test_everybody_can_use_the_editor(visit: Open) -> None:
    screen = visit("/play")
    screen.button("Set up a position").click()
    screen.says("The empty board.")
    _check(screen)


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


def test_the_board_stays_where_it_is_while_a_game_goes_on(visit: Open) -> None:
    place = """() => {
        const box = document.querySelector('main .board svg').getBoundingClientRect();
        return [box.left + scrollX, box.top + scrollY, box.width, box.height];
    }"""
    screen = visit("/play?red=human&yellow=level:1", phone=True)
    screen.ready()
    before = screen.page.evaluate(place)
    screen.drop(4)
    screen.settle()
    screen.button("Hint").click()
    screen.says(re.compile(r"Try column \d"))
    assert screen.page.evaluate(place) == before


def test_discs_fall_unless_stillness_is_preferred(visit: Open) -> None:
    count = """() => {
        window.falls = 0;
        const usual = Element.prototype.animate;
        Element.prototype.animate = function (...given) {
            const started = usual.apply(this, given);
            if (this.matches('g.disc')) window.falls += this.getAnimations().length;
            return started;
        };
    }"""
    for moving in (True, False):
        screen = visit("/play?red=human&yellow=human", moving=moving)
        screen.ready()
        screen.page.evaluate(count)  # a fall may be over before one can look
        screen.page.keyboard.press("4")
        screen.page.locator("main svg g.disc").wait_for(state="attached")
        assert screen.page.evaluate("falls") == int(moving)


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
