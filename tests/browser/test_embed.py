"""Pages of this server in frames of other sites: those that are allowed, and nobody else."""

import re
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import unquote

import pytest
from playwright.sync_api import Browser, FrameLocator, Page, expect

from fourscore.web.settings import STATIC
from tests.browser.conftest import PATIENCE
from tests.web.server import Served, serving


class _Host(BaseHTTPRequestHandler):
    """A page of another site that shows the address after its slash in a frame."""

    def do_GET(self) -> None:
        page = f'<!doctype html><title>A course</title><iframe src="{unquote(self.path[1:])}"'
        self.send_response(200)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.end_headers()
        self.wfile.write(f'{page} width="760" height="460"></iframe>'.encode())

    def log_message(self, *_: object) -> None:
        """Print nothing."""


@pytest.fixture(scope="module")
def sites() -> Iterator[tuple[str, str]]:
    """Return the origins of two other sites."""
    servers = [ThreadingHTTPServer(("127.0.0.1", 0), _Host) for _ in range(2)]
    for each in servers:
        threading.Thread(target=each.serve_forever, daemon=True).start()
    one, two = (f"http://127.0.0.1:{each.server_port}" for each in servers)
    yield one, two
    for each in servers:
        each.shutdown()
        each.server_close()


@pytest.fixture(scope="module")
def embedding(sites: tuple[str, str]) -> Iterator[Served]:
    """Return a server that the first of the sites may embed."""
    if not (STATIC / "index.html").is_file():
        pytest.skip("the pages have not been built; `make web` does it")
    with serving("--workers", "1", "--allow-embed", sites[0]) as server:
        yield server


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    context = browser.new_context(
        viewport={"width": 800, "height": 500}, reduced_motion="reduce", color_scheme="light"
    )
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    yield page
    context.close()


def show(page: Page, site: str, address: str) -> FrameLocator:
    page.goto(f"{site}/{address.replace('?', '%3F').replace('&', '%26')}")
    return page.frame_locator("iframe")


def test_an_allowed_site_shows_a_board(
    page: Page, sites: tuple[str, str], embedding: Served
) -> None:
    frame = show(page, sites[0], f"{embedding.url}/embed/board?moves=4453&at=2")
    expect(frame.get_by_text("Red to move · move 2 of 4")).to_be_visible()
    expect(frame.get_by_role("navigation", name="Pages")).to_have_count(0)
    frame.get_by_role("button", name="Next").click()
    expect(frame.get_by_text("Yellow to move · move 3 of 4")).to_be_visible()
    board = frame.locator(".board").first.bounding_box()
    assert board is not None
    assert board["height"] < 460
    # Nothing is cut off, and nothing scrolls.
    assert page.frames[-1].evaluate(
        "document.querySelector('main').scrollHeight <= document.querySelector('main').clientHeight"
    )


@pytest.mark.slow
def test_an_allowed_site_shows_a_theatre_and_a_lesson(
    page: Page, sites: tuple[str, str], embedding: Served
) -> None:
    frame = show(page, sites[0], f"{embedding.url}/embed/theatre?moves=4453&theme=dark")
    expect(frame.get_by_label("Algorithm")).to_be_visible()
    assert page.frames[-1].evaluate("document.documentElement.dataset.theme") == "dark"
    frame = show(page, sites[0], f"{embedding.url}/embed/lesson/2")
    expect(frame.get_by_role("heading", name="Minimax", exact=True)).to_be_visible()
    expect(frame.get_by_role("navigation", name="Pages")).to_have_count(0)


def test_links_to_other_pages_leave_the_frame(
    page: Page, sites: tuple[str, str], embedding: Served
) -> None:
    frame = show(page, sites[0], f"{embedding.url}/embed/board?moves=4453")
    with page.context.expect_page() as opened:
        frame.get_by_role("link", name="Open in fourscore").click()
    # The page soon says in its address who plays, too.
    game = re.compile(rf"^{re.escape(embedding.url)}/play\?moves=4453(&|$)")
    expect(opened.value).to_have_url(game)
    frame = show(page, sites[0], f"{embedding.url}/embed/nothing")
    with page.context.expect_page() as opened:
        frame.get_by_role("link", name="Play a game").click()
    opened.value.wait_for_url(f"{embedding.url}/play*")
    assert page.frames[-1].url.endswith("/embed/nothing")


@pytest.mark.parametrize(
    ("place", "address"),
    [(1, "/embed/board?moves=4453"), (0, "/play"), (0, "/theatre"), (0, "/api/v1/docs")],
    ids=["another site", "play", "theatre", "docs"],
)
def test_everything_else_is_refused(
    page: Page, sites: tuple[str, str], embedding: Served, place: int, address: str
) -> None:
    refusal = re.compile("frame-ancestors|X-Frame-Options")
    with page.expect_console_message(lambda message: refusal.search(message.text) is not None):
        show(page, sites[place], f"{embedding.url}{address}")
    page.wait_for_function("document.readyState === 'complete'")
    frame = page.frames[-1]
    assert frame.url.startswith("chrome-error:") or not frame.locator("#app").count()
