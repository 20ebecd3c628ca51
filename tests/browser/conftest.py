"""One server and one browser for all tests of the pages.

The fixtures end with this folder, not with the session: Playwright keeps an event loop running,
and the tests of the terminal app want one of their own.
"""

import os
import threading
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import NoReturn
from urllib.parse import unquote

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

from fourscore.insight.lessons.marks import make_key
from fourscore.web.settings import STATIC
from tests.browser.board import Screen
from tests.chromium import find_chromium
from tests.insight.lessons.test_mistakes import GOOD
from tests.web.server import Served, serving

DESKTOP: ViewportSize = {"width": 1280, "height": 800}
PHONE: ViewportSize = {"width": 390, "height": 844}
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


@pytest.fixture(scope="package")
def sites() -> Iterator[tuple[str, str]]:
    """Return the origins of two other sites; the server allows the first to embed its pages."""
    servers = [ThreadingHTTPServer(("127.0.0.1", 0), _Host) for _ in range(2)]
    for each in servers:
        threading.Thread(target=each.serve_forever, daemon=True).start()
    one, two = (f"http://127.0.0.1:{each.server_port}" for each in servers)
    yield one, two
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
def served(sites: tuple[str, str], school: Path) -> Iterator[Served]:
    if not (STATIC / "index.html").is_file():
        _missing("the pages have not been built; `make web` does it")
    own = ("--lessons", str(school / "lessons"), "--classes", str(school / "classes"))
    open_to = ("--client-jobs", "64", "--allow-embed", sites[0])
    with serving("--workers", "1", "--seconds", "120", *open_to, *own) as server:
        yield server


@pytest.fixture(scope="package")
def guarded(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """Return a server with a password that runs a program of this machine."""
    folder = tmp_path_factory.mktemp("bots")
    (folder / "bot.py").write_text("def choose(position):\n    return 9\n", encoding="utf-8")
    environment = {**os.environ, "PYTHONPATH": str(folder), "FOURSCORE_PASSWORD": PASSWORD}
    with serving("--workers", "1", "--local-agents", environment=environment) as server:
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
def page(browser: Browser) -> Iterator[Page]:
    """Open a page that may ask any server, and find errors there."""
    context = browser.new_context(viewport=DESKTOP, reduced_motion="reduce")
    context.set_default_timeout(PATIENCE)
    yield context.new_page()
    context.close()


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
