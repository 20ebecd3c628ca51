"""Pages of this server in frames of other sites: those that are allowed, and nobody else."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import FrameLocator, Page, expect

from tests.web.server import Served

Show = Callable[..., FrameLocator]


@pytest.fixture
def show(page: Page, sites: tuple[Path, list[str]], served: Served) -> Show:
    """Show an address in a frame of another site; the first of two is allowed to."""
    page.set_viewport_size({"width": 800, "height": 500})
    folder, hosts = sites

    def show(address: str, host: int = 0) -> FrameLocator:
        file = folder / f"{len(list(folder.iterdir()))}.html"
        frame = f'<iframe src="{served.url}{address}" width="760" height="460"></iframe>'
        file.write_text(f"<!doctype html><title>A course</title>{frame}")
        page.goto(f"{hosts[host]}/{file.name}")
        return page.frame_locator("iframe")

    return show


def test_an_allowed_site_shows_a_board_a_theatre_and_a_lesson(page: Page, show: Show) -> None:
    frame = show("/embed/board?moves=4453&at=2")
    expect(frame.get_by_text("Red to move · move 2 of 4")).to_be_visible()
    expect(frame.get_by_role("navigation", name="Pages")).to_have_count(0)
    frame.get_by_role("button", name="Next").click()
    expect(frame.get_by_text("Yellow to move · move 3 of 4")).to_be_visible()
    assert frame.locator(".board").first.evaluate("each => each.clientHeight") < 460
    # Nothing is cut off, and nothing scrolls.
    assert page.frames[-1].evaluate(
        "document.querySelector('main').scrollHeight <= document.querySelector('main').clientHeight"
    )
    frame = show("/embed/theatre?moves=4453&theme=dark")
    expect(frame.get_by_role("combobox", name="Algorithm")).to_be_visible()
    assert page.frames[-1].evaluate("document.documentElement.dataset.theme") == "dark"
    frame = show("/embed/lesson/2")
    expect(frame.get_by_role("heading", name="Minimax", exact=True)).to_be_visible()
    expect(frame.get_by_role("navigation", name="Pages")).to_have_count(0)


def test_links_to_other_pages_leave_the_frame(page: Page, show: Show, served: Served) -> None:
    frame = show("/embed/board?moves=4453")
    with page.context.expect_page() as opened:
        frame.get_by_role("link", name="Open in fourscore").click()
    # The page soon says in its address who plays, too.
    game = re.compile(rf"^{re.escape(served.url)}/play\?moves=4453(&|$)")
    expect(opened.value).to_have_url(game)
    frame = show("/embed/nothing")
    with page.context.expect_page() as opened:
        frame.get_by_role("link", name="Play a game").click()
    opened.value.wait_for_url(f"{served.url}/play*")
    assert page.frames[-1].url.endswith("/embed/nothing")


@pytest.mark.parametrize(("host", "address"), [(1, "/embed/board?moves=4453"), (0, "/play")])
def test_everything_else_is_refused(page: Page, show: Show, host: int, address: str) -> None:
    refusal = re.compile("frame-ancestors|X-Frame-Options")
    with page.expect_console_message(lambda message: refusal.search(message.text) is not None):
        show(address, host)
    page.wait_for_function("document.readyState === 'complete'")
    frame = page.frames[-1]
    assert frame.url.startswith("chrome-error:") or not frame.locator("#app").count()
