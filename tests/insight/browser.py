"""Pages that stand alone, opened in a real Chromium."""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Page, sync_playwright


@contextmanager
def browse(path: Path) -> Iterator[Page]:
    """Open a page; at the end it must have asked for nothing else and complained of nothing."""
    asked: list[str] = []
    complaints: list[str] = []
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium"), args=["--no-sandbox"]
        )
        page = browser.new_page()
        page.on("request", lambda request: asked.append(request.url))
        page.on("console", lambda message: complaints.append(message.text))
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.goto(path.as_uri())
        yield page
        browser.close()
    assert [url for url in asked if not url.startswith("data:")] == [path.as_uri()]
    assert complaints == []
