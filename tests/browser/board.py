"""What a tester sees and does on a page."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from urllib.parse import parse_qs, urlsplit

from playwright.sync_api import Locator, Page, expect

from tests.web.server import Served

__all__ = ["Screen"]

NOTE = """([selector, text]) => {
    window.noted = false;
    const look = () => {
        window.noted ||= [...document.querySelectorAll(selector)]
            .some(each => each.checkVisibility() && each.innerText.includes(text));
    };
    new MutationObserver(look).observe(document.body,
        { childList: true, characterData: true, subtree: true });
}"""


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

    @property
    def is_over(self) -> bool:
        return self.button("Rematch").is_visible()

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

    @contextmanager
    def shows_for_a_while(self, selector: str, text: str) -> Iterator[None]:
        """Expect a text to be shown meanwhile, even if it is gone before one can look."""
        self.page.evaluate(NOTE, [selector, text])
        yield
        self.page.wait_for_function("() => noted")

    def expect_discs(self, count: int) -> None:
        expect(self.page.locator("main svg g.disc")).to_have_count(count)

    def expect_ply(self, count: int) -> None:
        expect(self.page.locator("main ol [data-ply]:not(.undone)")).to_have_count(count)
