"""What a tester sees and does on a page."""

import re
from dataclasses import dataclass
from urllib.parse import parse_qs, urlsplit

from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import Locator, Page, ViewportSize, expect

from tests.web.server import Served

__all__ = ["DESKTOP", "EFFECTS", "PHONE", "Screen", "named", "target"]

PLACES = """selectors => selectors.flatMap(each => [...document.querySelectorAll(each)])
    .map(each => each.getBoundingClientRect())
    .map(box => [box.left + scrollX, box.top + scrollY, box.width, box.height].map(Math.round))"""

EFFECTS = """() => {
    window.falls = window.most = window.tones = 0;
    const usual = Element.prototype.animate;
    Element.prototype.animate = function (...given) {
        const started = usual.apply(this, given);
        if (this.matches('g.disc')) window.falls += this.getAnimations().length;
        queueMicrotask(() => {
            const falling = document.getAnimations().filter(each =>
                each.playState === 'running' && each.effect.target.matches('g.disc'));
            window.most = Math.max(most, falling.length);
        });
        return started;
    };
    window.OscillatorNode = class extends OscillatorNode {
        constructor(...given) { super(...given); window.tones += 1; }
    };
}"""
"""Count the discs that fall, how many do at a time, and tones: all of this passes quickly."""
SMALL = """() => [...document.querySelectorAll('button, a, select, label:has(input)')]
    .filter(each => each.checkVisibility() && each.getBoundingClientRect().height < 24)
    .map(each => each.outerHTML)"""
STICKS_OUT = """() => [document.documentElement, ...document.querySelectorAll('.panel, dialog')]
    .filter(each => each.scrollWidth > each.clientWidth)
    .map(each => each.outerHTML.slice(0, 200))"""
NEXT_FRAME = "() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))"
"""Charts learn their new width in a frame, and have it in the next one."""
DESKTOP: ViewportSize = {"width": 1280, "height": 800}
PHONE: ViewportSize = {"width": 390, "height": 844}


def named(text: str) -> str:
    """Say it as the pages do."""
    return re.sub(r"\bX\b", "Red", re.sub(r"\bO\b", "Yellow", text))


def target(link: Locator) -> tuple[str, dict[str, list[str]]]:
    """Return the path and the query of a link."""
    address = urlsplit(link.get_attribute("href") or "")
    return address.path, parse_qs(address.query)


@dataclass(frozen=True)
class Screen:
    """A page with a board on it."""

    page: Page
    served: Served

    def column(self, number: int) -> Locator:
        return self.page.locator(f"main [data-column='{number}']")

    def drop(self, number: int) -> None:
        """Click a column as soon as one may, and wait until the disc is there."""
        self.ready()
        before = self.ply
        self.column(number).click()
        self.page.wait_for_function(
            "ply => document.querySelectorAll('main ol [data-ply]:not(.undone)').length > ply",
            arg=before,
        )

    def ready(self) -> None:
        """Wait until a person may move."""
        expect(
            self.page.locator("main [data-column][aria-disabled='false']").first
        ).to_be_attached()

    def settle(self) -> None:
        """Wait until it is a person's turn, or the game is over."""
        open_column = self.page.locator("main [data-column][aria-disabled='false']")
        expect(open_column.or_(self.button("Rematch")).first).to_be_attached()

    @property
    def ply(self) -> int:
        return self.page.locator("main ol [data-ply]:not(.undone)").count()

    @property
    def address(self) -> str:
        """The address as the page itself has it; `page.url` hears of a change later."""
        address: str = self.page.evaluate("location.href")
        return address

    @property
    def query(self) -> dict[str, list[str]]:
        return parse_qs(urlsplit(self.address).query)

    @property
    def moves(self) -> str:
        """The moves as the address has them."""
        return self.query.get("moves", ["-"])[0]

    def expect_moves(self, moves: str) -> None:
        expect(self.page).to_have_url(re.compile(rf"[?&]moves={re.escape(moves)}(&|$)"))

    def button(self, name: str) -> Locator:
        return self.page.get_by_role("button", name=name, exact=True)

    def says(self, text: str | re.Pattern[str]) -> None:
        expect(self.page.get_by_text(text).first).to_be_visible()

    def announces(self, text: str | re.Pattern[str]) -> None:
        """Expect a text to be the last that screen readers were told."""
        expect(self.page.locator("[aria-live=polite]").first).to_have_text(text)

    def places(self, *selectors: str) -> list[list[int]]:
        """Return where elements are on the page, and how large."""
        found: list[list[int]] = self.page.evaluate(PLACES, list(selectors))
        assert len(found) >= len(selectors)
        return found

    def check_accessible(self) -> None:
        """Check the page with axe in both themes, then on a phone."""
        assert not self._findings()
        self.page.emulate_media(color_scheme="dark")
        assert not self._findings("color-contrast")
        assert not self.page.evaluate(STICKS_OUT)
        self.page.set_viewport_size(PHONE)
        self.page.evaluate(NEXT_FRAME)
        assert not self.page.evaluate(STICKS_OUT)
        assert not self.page.evaluate(SMALL)
        self.page.set_viewport_size(DESKTOP)

    def _findings(self, *rules: str) -> list[str]:
        """What axe finds that keeps people out: by all of its rules, or by some."""
        options = {"resultTypes": ["violations"], **({"runOnly": list(rules)} if rules else {})}
        found = Axe().run(self.page, options=options).response["violations"]
        return [
            f"{each['id']}: {node['target']} {node.get('failureSummary', '')}"
            for each in found
            if each["impact"] in ("serious", "critical")
            for node in each["nodes"]
        ]

    def expect_discs(self, count: int) -> None:
        expect(self.page.locator("main svg g.disc")).to_have_count(count)

    def expect_ply(self, count: int) -> None:
        expect(self.page.locator("main ol [data-ply]:not(.undone)")).to_have_count(count)
