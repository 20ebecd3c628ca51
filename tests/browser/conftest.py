"""One server and one browser for all tests of the pages.

The fixtures end with this folder, not with the session: Playwright keeps an event loop running,
and the tests of the terminal app want one of their own.
"""

import os
from collections.abc import Callable, Iterator
from typing import NoReturn

import pytest
from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Page,
    Request,
    ViewportSize,
    expect,
    sync_playwright,
)

from fourscore.web.settings import STATIC
from tests.browser.board import Screen
from tests.chromium import find_chromium
from tests.web.server import Served, serving

DESKTOP: ViewportSize = {"width": 1280, "height": 800}
PHONE: ViewportSize = {"width": 390, "height": 844}
QUIET = (
    "--no-sandbox",
    "--disable-background-networking",
    "--disable-component-update",
    "--renderer-process-limit=1",  # else each page starts a process for the next one
)

PATIENCE = 30_000
"""Milliseconds to wait for anything on a machine that is busy."""
expect.set_options(timeout=PATIENCE)

Open = Callable[..., Screen]


def _missing(what: str) -> NoReturn:
    """Fail where everything must be there, and else skip."""
    if os.environ.get("CI") == "true":
        pytest.fail(what)
    pytest.skip(what)


@pytest.fixture(scope="package")
def served() -> Iterator[Served]:
    if not (STATIC / "index.html").is_file():
        _missing("the pages have not been built; `make web` does it")
    with serving("--workers", "1", "--client-jobs", "64") as server:
        yield server


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    path = find_chromium()
    if path is None:
        _missing(
            "there is no Chromium; on Debian `apt-get install chromium-headless-shell` brings it"
        )
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=QUIET)
        yield browser
        browser.close()


@pytest.fixture
def visit(served: Served, browser: Browser) -> Iterator[Open]:
    """Open addresses, each in a browser profile of its own; afterwards nothing may have gone wrong.

    A page that reports an error, or asks any other server for anything, fails its test.
    """
    contexts: list[BrowserContext] = []
    wrong: list[str] = []

    def watch(page: Page) -> None:
        def on_console(message: ConsoleMessage) -> None:
            if message.type == "error":
                wrong.append(message.text)

        def on_request(request: Request) -> None:
            if not request.url.startswith(served.url):
                wrong.append(f"asks {request.url}")

        page.on("console", on_console)
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.on("request", on_request)

    def visit(
        address: str = "/play",
        *,
        phone: bool = False,
        dark: bool = False,
        moving: bool = False,
        may_fail: bool = False,
    ) -> Screen:
        context = browser.new_context(
            viewport=PHONE if phone else DESKTOP,
            has_touch=phone,
            reduced_motion="no-preference" if moving else "reduce",
            color_scheme="dark" if dark else "light",
        )
        contexts.append(context)
        context.grant_permissions(["clipboard-read", "clipboard-write"])
        page = context.new_page()
        page.set_default_timeout(PATIENCE)
        if not may_fail:
            watch(page)
        if address.startswith("/"):
            page.goto(served.url + address)
        return Screen(page, served)

    yield visit
    for context in contexts:
        context.close()
    assert not wrong
