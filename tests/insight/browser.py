"""Pages that stand alone, opened in a real Chromium."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import Page, sync_playwright

from tests.chromium import find_chromium


@contextmanager
def browse(path: Path) -> Iterator[Page]:
    """Open a page, which must ask for nothing, complain of nothing, and be accessible."""
    requested: list[str] = []
    complaints: list[str] = []
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=["--no-sandbox"])
        page = browser.new_page()
        page.on("request", lambda request: requested.append(request.url))
        page.on("console", lambda message: complaints.append(message.text))
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.goto(path.as_uri())
        yield page
        # The page lets no script run, not even one that looks at it; so a second look without.
        lenient = browser.new_context(bypass_csp=True).new_page()
        lenient.goto(path.as_uri())
        violations = Axe().run(lenient).response["violations"]
        browser.close()
    assert [each["id"] for each in violations] == []
    assert [url for url in requested if not url.startswith("data:")] == [path.as_uri()]
    assert complaints == []
