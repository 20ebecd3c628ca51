"""One server and one browser for all tests of the pages.

The fixtures end with this folder, not with the session: Playwright keeps an event loop running,
and the tests of the terminal app want one of their own.
"""

import os
import threading
from collections.abc import Callable, Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import NoReturn

import pytest
from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Page,
    Request,
    expect,
    sync_playwright,
)

from fourscore.insight.lessons.marks import make_key
from fourscore.web.settings import STATIC
from tests.browser.board import DESKTOP, PHONE, Screen
from tests.chromium import find_chromium
from tests.insight.lessons.test_mistakes import GOOD
from tests.web.server import Served, serving

QUIET = (
    "--no-sandbox",
    "--disable-background-networking",
    "--disable-component-update",
    "--renderer-process-limit=1",  # else each page starts a process for the next one
)

PASSWORD = "correct horse"
PATIENCE = 120_000
"""Milliseconds to wait for anything on a machine that is busy."""
expect.set_options(timeout=PATIENCE)

Open = Callable[..., Screen]


def _missing(what: str) -> NoReturn:
    """Fail where everything must be there, and else skip."""
    if os.environ.get("CI") == "true":
        pytest.fail(what)
    pytest.skip(what)


@pytest.fixture(scope="package")
def sites(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Path, list[str]]]:
    """Serve a folder as two other sites; the first may embed pages of the server."""
    folder = tmp_path_factory.mktemp("sites")
    handler = partial(SimpleHTTPRequestHandler, directory=folder)
    servers = [ThreadingHTTPServer(("127.0.0.1", 0), handler) for _ in range(2)]
    for each in servers:
        threading.Thread(target=each.serve_forever, daemon=True).start()
    yield folder, [f"http://127.0.0.1:{each.server_port}" for each in servers]
    for each in servers:
        each.shutdown()
        each.server_close()


@pytest.fixture(scope="package")
def school(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with the lessons and the classes of a school, one of each."""
    root = tmp_path_factory.mktemp("school")
    (root / "lessons").mkdir()
    (root / "lessons" / "mine.toml").write_text(GOOD, encoding="utf-8")
    make_key("10b", root / "classes")
    return root


@pytest.fixture(scope="package")
def served(sites: tuple[Path, list[str]], school: Path) -> Iterator[Served]:
    if not (STATIC / "index.html").is_file():
        _missing("the pages have not been built; `make web` does it")
    own = ("--lessons", str(school / "lessons"), "--classes", str(school / "classes"))
    open_to = ("--client-jobs", "64", "--allow-embed", sites[1][0])
    with serving("--workers", "1", "--seconds", "120", *open_to, *own) as server:
        yield server


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    path = find_chromium()
    if path is None:
        _missing("there is no Chromium; on Debian, install chromium-headless-shell")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=QUIET)
        yield browser
        browser.close()


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """Open a page that may ask any server, and find errors there."""
    context = browser.new_context(viewport=DESKTOP, reduced_motion="reduce")
    context.set_default_timeout(PATIENCE)
    yield context.new_page()
    context.close()


def note_errors(page: Page, wrong: list[str]) -> None:
    """Add what goes wrong on a page to a list, from now on."""

    def on_console(message: ConsoleMessage) -> None:
        if message.type == "error":
            wrong.append(message.text)

    page.on("console", on_console)
    page.on("pageerror", lambda error: wrong.append(str(error)))


@pytest.fixture
def visit(served: Served, browser: Browser) -> Iterator[Open]:
    """Open addresses, each in a browser profile of its own; afterwards nothing may have gone wrong.

    A page that reports an error, or asks any other server for anything, fails its test.
    """
    contexts: list[BrowserContext] = []
    wrong: list[str] = []

    def on_request(request: Request) -> None:
        if not request.url.startswith(served.url):
            wrong.append(f"asks {request.url}")

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
            note_errors(page, wrong)
            page.on("request", on_request)
        if address.startswith("/"):
            page.goto(served.url + address)
        return Screen(page, served)

    yield visit
    for context in contexts:
        context.close()
    assert not wrong
