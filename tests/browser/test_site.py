"""The documentation in a browser: from files, without a network."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import Browser, Page, expect

from tests.browser.board import DESKTOP, PHONE
from tests.project import ROOT

pytestmark = pytest.mark.slow

PAGES = ("index", "play/levels", "reference/evaluations")
MADE_OF = ("mkdocs.yml", "*.md", "docs/**/*", "src/**/*.py", "scripts/website/*")


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the documentation as `make docs` has built it, or build it."""
    built = ROOT / "site" / "index.html"
    sources = (each for pattern in MADE_OF for each in ROOT.glob(pattern) if each.is_file())
    if built.is_file() and max(each.stat().st_mtime for each in sources) <= built.stat().st_mtime:
        return built.parent
    folder = tmp_path_factory.mktemp("site")
    subprocess.run(
        [sys.executable, "-m", "mkdocs", "--quiet", "build", "--site-dir", str(folder)],
        cwd=ROOT,
        env={**os.environ, "NO_MKDOCS_2_WARNING": "1"},
        check=True,
    )
    return folder


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """Yield a page that fails its test if it asks for anything that is not a file."""
    context = browser.new_context(viewport=DESKTOP, offline=True)
    asked: list[str] = []
    page = context.new_page()
    page.on("request", lambda request: asked.append(request.url))
    yield page
    context.close()
    assert asked
    assert [url for url in asked if not url.startswith(("file:", "data:", "blob:"))] == []


def test_it_can_be_searched_without_a_server(page: Page, site: Path) -> None:
    page.goto((site / "index.html").as_uri())
    page.get_by_placeholder("Search").first.click()
    page.get_by_placeholder("Search").first.press_sequentially("solve_many")
    page.locator(".md-search-result__link", has_text="solve_many").first.click()
    expect(page.locator("#fourscore\\.solve_many")).to_be_visible()


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_pages_are_accessible_and_fit_every_screen(page: Page, site: Path, theme: Any) -> None:
    page.emulate_media(color_scheme=theme)
    for name in PAGES:
        page.set_viewport_size(DESKTOP)
        page.goto((site / f"{name}.html").as_uri())
        found = Axe().run(page).response["violations"]
        serious = [each for each in found if each["impact"] in ("serious", "critical")]
        assert [(each["id"], each["nodes"][0]["html"]) for each in serious] == [], name
        page.set_viewport_size(PHONE)
        assert page.evaluate("document.documentElement.scrollWidth") == PHONE["width"], name
