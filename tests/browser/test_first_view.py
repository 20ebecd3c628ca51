"""How often a page asks the API until its first view is there."""

import re

import pytest
from playwright.sync_api import Request, expect

from tests.browser.board import Screen
from tests.browser.conftest import Open
from tests.web.server import API, Served

GAME = "4453162"
ADDRESSES: dict[str, tuple[str, list[str]]] = {
    "/": ("what each column leads to", []),
    "/play": ("Scores about", []),
    "/play?moves=4453&red=level:5&yellow=human": ("Level 5 chose", ["/moves"]),
    "/play?moves=4453&red=human&yellow=human&scores=1": ("loses in", []),
    f"/review?moves={GAME}": ("sooner loss", ["/positions/445316/explain"]),
    "/puzzles": ("One column", ["/puzzles"]),
    "/openings?moves=4453": ("How Yellow", []),
    "/tour": ("What a game tree is", []),
    "/exercises": ("minimax-1-1", ["/exercises"]),
    "/course": ("Goals, one after the other", []),
    "/learn": ("it thinks", ["/trainings/shipped/values"]),
    "/race?moves=4453": ("Alpha-beta", []),
    "/arena": ("Level 2", []),
    "/embed/board?moves=4453": ("Red to move", []),
    "/nothing": ("There is no page here", []),
}
"""Pages, a text that is there with their first view, and what they ask for: what a worker has to
compute, or what is drawn by chance. All else comes with the page."""


@pytest.fixture(scope="module")
def warm(served: Served) -> Served:
    # What takes a worker some time, once.
    for address in (f"/positions/{GAME}/review?size=7x6&variant=standard", "/trainings/baselines"):
        assert served.get(address).status_code == 200
    # What a page brings is read from files once, and a page does not wait long for it.
    for address in ADDRESSES:
        served.client.get(address)
    return served


def watch(screen: Screen) -> list[str]:
    """Return the paths of the API that are asked for from now on."""
    asked: list[str] = []

    def note(request: Request) -> None:
        path = request.url.removeprefix(screen.served.url).partition("?")[0]
        if path.startswith((API, "/healthz")):
            asked.append(path.removeprefix(API))

    screen.page.on("request", note)
    return asked


DONE = """count => performance.getEntriesByType('resource')
    .filter(each => each.name.includes('/api/')).length >= count"""


def settle(screen: Screen, count: int) -> None:
    """Wait until so many requests of this page are answered, and no other one is under way."""
    screen.page.wait_for_function(DONE, arg=count)
    screen.page.wait_for_load_state("networkidle")


@pytest.mark.parametrize("address", ADDRESSES)
def test_a_page_asks_at_most_once_for_its_first_view(
    warm: Served, visit: Open, address: str
) -> None:
    text, expected = ADDRESSES[address]
    screen = visit("", may_fail=address == "/nothing")  # whose status is an error on the console
    asked = watch(screen)
    # A server that is very busy lets a page begin without what it should have brought.
    for _ in range(3):
        asked.clear()
        screen.page.goto(warm.url + address)
        expect(screen.page.locator("main")).to_contain_text(text)
        settle(screen, len(expected))
        if asked == expected:
            break
    assert asked == expected


def test_a_new_review_and_a_search_are_asked_for_in_parts(warm: Served, visit: Open) -> None:
    """The review and an explanation come from different workers, a tree comes in pages."""
    screen = visit("")
    asked = watch(screen)
    screen.page.goto(f"{warm.url}/review?moves=44531")
    settle(screen, 2)
    assert sorted(asked) == ["/positions/4453/explain", "/positions/44531/review"]
    asked.clear()
    screen.page.goto(f"{warm.url}/theatre?moves=4453&agent=alphabeta:depth=3")
    settle(screen, 2)
    assert asked[0] == "/traces"
    assert len(asked) == 2
    assert re.fullmatch(r"/traces/\w+/nodes", asked[1])


def test_an_answer_that_came_with_a_page_is_used_once(warm: Served, visit: Open) -> None:
    screen = visit("/arena")
    expect(screen.page.locator("main")).to_contain_text("Level 2")
    asked = watch(screen)
    for name in ("Race", "Arena"):
        screen.page.get_by_role("link", name=name).click()
        expect(screen.page).to_have_url(re.compile(f"/{name.lower()}"))
    settle(screen, 1)
    assert asked == ["/tournaments"]
    # The browser may show its own copy of a page; whoever goes back gets what is true now.
    screen.page.goto(f"{warm.url}/login")
    asked.clear()
    screen.page.go_back()
    expect(screen.page.locator("main")).to_contain_text("Level 2")
    settle(screen, 2)
    assert {"/session", "/tournaments"} <= set(asked)
