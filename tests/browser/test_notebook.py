"""The live board in a real JupyterLab: one server and one notebook for all tests here."""

import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import Browser, Locator, Page, expect

from scripts.notebook_screen import run_all, running_lab
from tests.browser.board import DESKTOP
from tests.browser.conftest import PATIENCE, note_errors
from tests.waiting import eventually

pytestmark = pytest.mark.slow

GAME = "43444743372233743777556555666"
CELLS = (
    "import sys, time\nimport fourscore as fs\nprint(sys.executable)",
    'play = fs.board("4453", opponent="perfect")\nplay',
    f'fs.board(fs.review("{GAME}"))',
    'fs.board(fs.trace("4453", "alphabeta:depth=3"))',
    "is_ready = False\n"
    "def patient(position):\n    while not is_ready:\n        time.sleep(0.01)\n    return 3\n"
    "slow = fs.board(opponent=patient)\nslow",
    'fs.board(variant="slip", size=(9, 6), opponent="random:seed=1")',
    "print('plays', play.game.columns, 'thinks', slow.is_thinking)",
    "is_ready = slow.is_thinking\nprint('is ready', is_ready)",
)


@dataclass
class Notebook:
    """The open notebook, and what went wrong in it."""

    page: Page
    wrong: list[str] = field(default_factory=list)

    def cell(self, number: int) -> Locator:
        return self.page.locator(".jp-Notebook .jp-Cell").nth(number)

    def board(self, number: int) -> Locator:
        """Return the board of a cell, scrolled into view."""
        board = self.cell(number).locator(".fourscore")
        board.scroll_into_view_if_needed()
        return board

    def run(self, number: int) -> Locator:
        """Run a cell again and return its output."""
        self.cell(number).locator(".cm-content").click()
        self.page.keyboard.press("Control+Enter")
        return self.cell(number).locator(".jp-OutputArea-output")


@pytest.fixture(scope="module")
def opened(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Notebook]:
    with running_lab(tmp_path_factory.mktemp("lab")) as lab:
        context = browser.new_context(viewport=DESKTOP, reduced_motion="reduce")
        page = context.new_page()
        page.set_default_timeout(PATIENCE)
        notebook = Notebook(page)
        note_errors(page, notebook.wrong)
        run_all(page, lab.write("boards.ipynb", CELLS))
        expect(notebook.cell(len(CELLS) - 1)).to_contain_text("is ready False")
        expect(notebook.cell(0)).to_contain_text(sys.executable)
        yield notebook
        context.close()


@pytest.fixture
def notebook(opened: Notebook) -> Iterator[Notebook]:
    """Use the notebook; afterwards nothing may have gone wrong."""
    yield opened
    assert not opened.wrong


def button(board: Locator, name: str) -> Locator:
    return board.get_by_role("button", name=name, exact=True)


def expect_discs(board: Locator, count: int) -> None:
    expect(board.locator(".picture > .disc")).to_have_count(count)


def test_a_game_against_an_agent(notebook: Notebook) -> None:
    board = notebook.board(1)
    status = board.get_by_role("status")
    expect(status).to_have_text("Your move")
    board.locator("[data-column='4']").click()
    expect_discs(board, 6)
    expect(status).to_have_text("Your move")
    expect(notebook.run(6)).to_contain_text("plays (3, 3, 4, 2, 3,")
    board.get_by_label("Show scores").check()
    chips = board.locator(".chip")
    expect(chips).to_have_count(7)
    expect(chips.first).to_have_text(re.compile(r"Column 1: (wins|loses)\s+in \d+|.* draws"))
    expect(board.locator(".chip.best").first).to_be_visible()
    button(board, "New game").click()
    expect_discs(board, 4)
    board.locator("[data-column='4']").click()
    expect_discs(board, 6)
    expect(status).to_have_text("Your move")
    button(board, "Undo").click()
    expect_discs(board, 4)
    button(board, "Swap sides").click()
    expect_discs(board, 5)
    expect(board.locator(".players")).to_contain_text("Yellow: you")


def test_the_keyboard_plays_and_the_notebook_does_not_listen(notebook: Notebook) -> None:
    board = notebook.board(5)
    board.locator("[data-column='5']").focus()
    notebook.page.keyboard.press("ArrowRight")
    expect(board.locator("[data-column='6']")).to_be_focused()
    expect(board.locator(".ghost")).to_have_count(3)
    notebook.page.keyboard.press("Enter")
    expect_discs(board, 2)
    notebook.page.keyboard.press("1")
    expect_discs(board, 4)
    # In JupyterLab, 1 makes a heading of the cell, and x cuts it.
    notebook.page.keyboard.press("x")
    expect(board).to_be_visible()
    expect(notebook.cell(5)).to_have_class(re.compile("jp-CodeCell"))
    expect(board.get_by_label("Show scores")).to_be_disabled()
    expect(board.locator("[data-column='1']")).to_have_accessible_name(re.compile("^Column 1, "))


def test_the_kernel_is_free_while_the_opponent_thinks(notebook: Notebook) -> None:
    board = notebook.board(4)
    board.locator("[data-column='4']").click()
    expect(board.get_by_role("status")).to_have_text("Yellow is thinking")
    expect(notebook.run(6)).to_contain_text("thinks True")
    with notebook.page.expect_response("**/interrupt*"):
        notebook.page.get_by_title("Interrupt the kernel").click()
    expect(notebook.run(7)).to_contain_text("is ready True")
    expect_discs(board, 2)
    expect(board.get_by_role("status")).to_have_text("Your move")


def test_a_review_and_a_trace_are_stepped_through(notebook: Notebook) -> None:
    review = notebook.board(2)
    button(review, "Next step").click()
    expect(review.get_by_role("status")).to_have_text("Move 1: Red in column 4")
    for discs in (2, 3):
        button(review, "Next mistake").click()
        expect_discs(review, discs)
    expect(review.locator(".details")).to_contain_text("Win to draw")
    expect(review.locator(".chip.best")).to_have_text("Column 6: wins\nin 19, best")
    slider = review.get_by_role("slider")
    slider.focus()
    notebook.page.keyboard.press("End")
    expect_discs(review, len(GAME))
    expect(review.locator(".winning")).to_have_count(4)
    expect(slider).to_have_attribute("aria-valuetext", f"move {len(GAME)} of {len(GAME)}")
    expect(button(review, "Next step")).to_be_disabled()
    trace = notebook.board(3)
    button(trace, "Next step").click()
    expect(trace.get_by_role("status")).to_have_text("Yellow to move after 4")
    notebook.page.keyboard.press("ArrowRight")
    expect_discs(trace, 6)
    button(trace, "Last step").click()
    expect_discs(trace, 4)
    expect(trace.locator(".details")).to_contain_text("Value: ")
    expect(trace.locator(".chip")).to_have_count(7)


def test_boards_are_accessible_in_both_themes_and_on_narrow_screens(notebook: Notebook) -> None:
    page = notebook.page
    board = notebook.board(1)
    check_accessible(page)
    page.get_by_role("menuitem", name="Settings", exact=True).click()
    page.get_by_text("Theme", exact=True).hover()
    page.get_by_text("JupyterLab Dark", exact=True).click()
    expect(page.locator("body")).to_have_attribute("data-jp-theme-light", "false")
    expect(board).to_have_css("color-scheme", "dark")
    check_accessible(page)
    page.keyboard.press("Escape")
    page.set_viewport_size({"width": 620, "height": 800})
    board = notebook.board(1)
    # JupyterLab gives its parts their new sizes a moment later.
    is_stacked = """node => node.querySelector('.panel').getBoundingClientRect().top
        >= node.querySelector('.board').getBoundingClientRect().bottom"""
    fits = "node => node.scrollWidth <= node.clientWidth"
    eventually(lambda: board.evaluate(is_stacked) and board.evaluate(fits), "the new size")


def check_accessible(page: Page) -> None:
    found = Axe().run(page, context=".fourscore").response["violations"]
    assert [(each["id"], each["nodes"][0]["html"]) for each in found] == []
