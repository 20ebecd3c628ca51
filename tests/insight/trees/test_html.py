"""The page with a tree, in a real browser: it folds, it can be walked, it asks for nothing."""

from pathlib import Path

from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import Page

from fourscore.core.position import Position
from fourscore.insight.trace.tracing import trace
from fourscore.insight.trees.html import tree_page
from fourscore.insight.trees.layout import lay_out, ports, tops_of
from fourscore.insight.trees.view import make_view
from fourscore.runtime.files import write_text
from tests.insight.browser import browse

TREE = [[1, 2], [3, 4, 5], [6], [], [7, 8, 9], [], [], [], [], []]


def count(page: Page) -> int:
    return page.locator("[role=treeitem]").count()


def test_the_page_in_a_browser(tmp_path: Path) -> None:
    seen = trace(Position.empty().play(3), "alphabeta:depth=3")
    path = tmp_path / "tree.html"
    write_text(path, tree_page(seen))
    with browse(path) as page:
        # It opens as the picture does, and every node can be had.
        assert count(page) == len(make_view(seen, across=14).cards)
        for _ in range(3):
            page.get_by_role("button", name="One more layer").click()
        assert count(page) == len(seen) == seen.report.nodes
        page.get_by_role("button", name="Fold all").click()
        assert count(page) == 1
        _walk(page)
        # Click to unfold; the node under the pointer is described beside it.
        page.locator("#n0").click()
        page.get_by_role("button", name="Reset").click()
        page.locator("[aria-label*='cut off']").first.hover()
        about = page.locator("#about").inner_text()
        assert "will avoid this position" in about
        assert "Minimax would visit" in about
        same = page.evaluate(f"layOut({TREE}, Array(10).fill(10), 3).map(place => place.x)")
        places = lay_out(TREE, [10] * 10, 3)
        assert same == [place.x for place in places]
        drawn = f"topsOf(layOut({TREE}, Array(10).fill(10), 3), [5, 1, 9, 4, 4, 4, 4, 2, 2, 2], 7)"
        assert page.evaluate(drawn) == tops_of(places, [5, 1, 9, 4, 4, 4, 4, 2, 2, 2], 7)
        for many in range(1, 9):
            assert page.evaluate(f"ports({many}, 72)") == ports(many, 72)
        assert "Red" in page.locator(".tree-legend").inner_text()
        assert (page.locator("#rows").text_content() or "").startswith(
            "Yellow chooses:maxRed chooses:min"
        )
        # Nothing keeps people out in the dark either, and a phone does not scroll sideways.
        page.emulate_media(color_scheme="dark")
        found = Axe().run(page).response["violations"]
        assert [each["id"] for each in found if each["impact"] in ("serious", "critical")] == []
        page.set_viewport_size({"width": 390, "height": 844})
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def _walk(page: Page) -> None:
    """Go through the tree with the keyboard alone."""
    page.locator("#n0").focus()
    page.keyboard.press("Enter")
    assert count(page) == 8
    assert page.locator("#n0").get_attribute("aria-expanded") == "true"
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowRight")
    focused = "document.activeElement.getAttribute('aria-label')"
    assert page.evaluate("document.activeElement.getAttribute('aria-level')") == "2"
    second = page.evaluate(focused)
    page.keyboard.press("ArrowLeft")
    assert page.evaluate(focused) != second
    page.keyboard.press("Enter")
    page.keyboard.press("Home")
    assert page.evaluate("document.activeElement.id") == "n0"
    page.keyboard.press(" ")
    assert count(page) == 1
