"""The wheel in an environment of its own: it solves, and plays in a terminal and in a browser."""

import itertools
import re
from contextlib import closing
from functools import partial
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Open
from tests.packaging.archives import Installed
from tests.project import PROJECT
from tests.terminal import Terminal
from tests.web.server import Served

pytestmark = pytest.mark.slow


def test_it_solves(installed: Installed) -> None:
    assert installed.run("--version") == f"fourscore {PROJECT['version']}\n"
    assert installed.run("solve", "4453") == "4453 -2\n"


def play(installed: Installed, *options: str) -> Terminal:
    return Terminal(*options, program=installed.program, environment=installed.environment)


def test_it_plays_a_game_line_by_line(installed: Installed) -> None:
    with closing(play(installed, "--plain", "--agent", "level:2", "--as", "X")) as screen:

        def questions() -> int:
            return screen.text.count("your column") + screen.text.count("Play again")

        for asked, column in enumerate(itertools.cycle("4536271")):
            screen.until(partial(lambda asked: questions() > asked, asked), "a question")
            if "Play again" in screen.text:
                break
            screen.type(f"{column}\n")
        assert "has won." in screen.text or "draw" in screen.text
        screen.type("n\n")
        assert screen.end() == 0


def test_it_plays_a_game_in_the_terminal_app(installed: Installed, tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    with closing(play(installed, "--agent", "human", "--save", str(file))) as screen:
        screen.says("First player to move.")
        screen.type("4455667")
        screen.says("First player has won.")
        screen.type("q")
        assert screen.end() == 0
    assert "1. 4 4 2. 5 5 3. 6 6 4. 7 1-0" in file.read_text()


def test_it_serves_the_pages_and_plays_a_game(visit: Open) -> None:
    screen = visit("/play?red=human&yellow=level:1")
    screen.settle()
    while not screen.button("Rematch").is_visible():
        open_column = screen.page.locator("main [data-column][aria-disabled='false']").first
        screen.drop(int(open_column.get_attribute("data-column") or 0))
        screen.settle()
    assert screen.ply >= 7
    expect(screen.page.get_by_role("link", name="Review", exact=True).first).to_be_visible()


def test_it_serves_the_api_with_its_reference(served: Served) -> None:
    assert served.get("/docs").status_code == 200
    page = served.client.get("/theatre")
    assert page.status_code == 200
    scripts = re.findall(r'<script[^>]* src="([^"]+)"', page.text)
    assert scripts
    assert all(served.client.get(each).status_code == 200 for each in scripts)
