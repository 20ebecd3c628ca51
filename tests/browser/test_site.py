"""The documentation in a browser: from files, without a network."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import DESKTOP, PHONE
from tests.project import ROOT

pytestmark = pytest.mark.slow

PAGES = ("index", "play/levels", "reference/evaluations")


def _is_new(built: Path) -> bool:
    """Return whether nothing that the documentation is made of has changed since it was built."""
    made_of = [ROOT / "mkdocs.yml", *ROOT.glob("*.md"), *ROOT.glob("docs/**/*")]
    made_of += [*ROOT.glob("src/**/*.py"), *ROOT.glob("scripts/website/*")]
    return built.is_file() and all(
        each.stat().st_mtime <= built.stat().st_mtime for each in made_of if each.is_file()
    )


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the documentation as `make docs` has built it, or build it."""
    if _is_new(ROOT / "site" / "index.html"):
        return ROOT / "site"
    folder = tmp_path_factory.mktemp("site")
    subprocess.run(
        [sys.executable, "-m", "mkdocs", "--quiet", "build", "--site-dir", str(folder)],
        cwd=ROOT,
        env={**os.environ, "NO_MKDOCS_2_WARNING": "1"},
        check=True,
    )
    return folder


@pytest.fixture(params=["light", "dark"])
def page(request: pytest.FixtureRequest, browser: Browser) -> Iterator[Page]:
    """Yield a page that fails its test if it asks for anything that is not a file."""
    context = browser.new_context(viewport=DESKTOP, color_scheme=request.param, offline=True)
    asked: list[str] = []
    page = context.new_page()
    page.on("request", lambda request: asked.append(request.url))
    yield page
    context.close()
    assert asked
    assert [url for url in asked if not url.startswith(("file:", "data:", "blob:"))] == []


@pytest.mark.parametrize("page", ["light"], indirect=True)
def test_it_can_be_searched_without_a_server(page: Page, site: Path) -> None:
    page.goto((site / "index.html").as_uri())
    page.get_by_placeholder("Search").first.click()
    page.get_by_placeholder("Search").first.press_sequentially("solve_many")
    page.locator(".md-search-result__link", has_text="solve_many").first.click()
    expect(page.locator("#fourscore\\.solve_many")).to_be_visible()


def test_pages_are_accessible_and_fit_every_screen(page: Page, site: Path) -> None:
    for name in PAGES:
        page.set_viewport_size(DESKTOP)
        page.goto((site / f"{name}.html").as_uri())
        found = Axe().run(page).response["violations"]
        serious = [each for each in found if each["impact"] in ("serious", "critical")]
        assert [(each["id"], each["nodes"][0]["html"]) for each in serious] == [], name
        page.set_viewport_size(PHONE)
        assert page.evaluate("document.documentElement.scrollWidth") == PHONE["width"], name
