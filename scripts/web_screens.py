"""Take the pictures of the web app and of pages that commands write, in Chromium.

python -m scripts.web_screens [NAME ...]    write NAME.png into the current folder
"""

import json
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from urllib.request import Request, urlopen

from playwright.sync_api import Browser, Page, ViewportSize, sync_playwright

from scripts.images import shrink
from scripts.transcripts import TUTORIALS, environment, files_of

DESKTOP: ViewportSize = {"width": 1280, "height": 800}
PHONE: ViewportSize = {"width": 390, "height": 844}
PATIENCE = 60_000
"""Milliseconds to wait for anything."""
LEDGER = ("--ledger", "cluster.ledger")
GAME = "43444743372233743777556555666"
PLAYED = "231234443366464"
LATE = "21366254327115"


class Studio:
    """A browser and a server, and the pictures that are taken with them."""

    def __init__(self, browser: Browser, url: str) -> None:
        self.browser, self.url = browser, url

    def open(self, address: str, size: ViewportSize = DESKTOP) -> Page:
        """Open a page of the server, or a file, sharp enough for screens of today."""
        context = self.browser.new_context(
            viewport=size, device_scale_factor=2, reduced_motion="reduce", color_scheme="light"
        )
        page = context.new_page()
        page.set_default_timeout(PATIENCE)
        page.goto(self.url + address if address.startswith("/") else address)
        return page

    def post(self, path: str, body: Any) -> Any:
        """Ask the API for something."""
        head = {"Content-Type": "application/json"}
        request = Request(f"{self.url}/api/v1{path}", json.dumps(body).encode(), head)
        with urlopen(request) as answer:
            return json.load(answer)


def start(studio: Studio) -> Page:
    page = studio.open("/start")
    page.get_by_text("Red to move: what each column").wait_for()
    page.wait_for_timeout(500)
    return page


def play(studio: Studio) -> Page:
    agent = "mcts:playouts=20000,seed=1"
    page = studio.open(f"/play?moves={PLAYED}&red=human&yellow={agent}&scores=1")
    _wait_for_scores(page)
    page.mouse.move(640, 5)
    return page


def phone(studio: Studio) -> Page:
    page = studio.open("/play?moves=4453&red=human&yellow=level:5&scores=1", PHONE)
    _wait_for_scores(page)
    return page


def own_agent(studio: Studio) -> Page:
    page = studio.open("/play?red=human&yellow=steady")
    for column in (4, 4, 3):
        _wait_for_turn(page)
        page.locator(f"[data-column='{column}']").click()
        page.wait_for_timeout(500)
    _wait_for_turn(page)
    page.mouse.move(640, 5)
    return page


def review(studio: Studio) -> Page:
    page = studio.open(f"/review?moves={GAME}&at=8")
    page.get_by_text("Score after each move").wait_for()
    page.get_by_text("Retry your mistakes").wait_for()
    page.wait_for_timeout(1500)
    return page


def puzzles(studio: Studio) -> Page:
    page = studio.open("/puzzles?mode=daily&date=2026-11-20")
    _wait_for_turn(page)
    page.get_by_role("button", name="Hint").click()
    page.wait_for_timeout(500)
    return page


def openings(studio: Studio) -> Page:
    page = studio.open("/openings?moves=44")
    page.locator(".chip.proved").nth(6).wait_for()
    page.get_by_role("button", name="Why?").click()
    page.wait_for_timeout(1500)
    return page


def course(studio: Studio) -> Page:
    page = studio.open("/course")
    page.get_by_role("img", name=re.compile("positions: ")).wait_for()
    page.wait_for_timeout(500)
    return page


def training(studio: Studio) -> Page:
    page = studio.open("/course")
    page.get_by_role("link", name=re.compile("^Start: ")).first.click()
    for _ in range(2):
        _wait_for_turn(page)
        number = page.get_by_text(re.compile(r"^Play column \d$")).inner_text()[-1]
        page.locator(f"[data-column='{number}']").click()
        page.wait_for_timeout(1000)
    _wait_for_turn(page)
    page.mouse.move(640, 5)
    page.wait_for_timeout(1500)
    return page


def theatre(studio: Studio) -> Page:
    page = studio.open(f"/theatre?moves={LATE}&agent=alphabeta:depth=4")
    page.locator("[data-shown]").wait_for()
    page.get_by_role("slider", name="Step").fill("152")
    page.get_by_role("slider", name="Step").blur()
    page.wait_for_timeout(1000)
    return page


def tour(studio: Studio) -> Page:
    page = studio.open("/tour?lesson=3&step=3")
    page.locator("[data-shown]").wait_for()
    lesson = page.get_by_role("region", name="Lesson")
    lesson.locator("[data-choice]").last.click()
    lesson.get_by_role("status").wait_for()
    page.wait_for_timeout(1000)
    return page


def arena(studio: Studio) -> Page:
    agents = ["level:5", "level:8", "mcts:playouts=3000", "alphabeta:depth=6"]
    name = studio.post("/tournaments", {"agents": agents, "games": 40, "seed": 1})["id"]
    page = studio.open(f"/arena?t={name}", {"width": 1280, "height": 1010})
    page.get_by_text("All 240 games are played.").wait_for(timeout=10 * PATIENCE)
    page.wait_for_timeout(1000)
    return page


def learn(studio: Studio) -> Page:
    page = studio.open("/learn?moves=44")
    page.locator("rect.thought").nth(6).wait_for()
    page.get_by_text("wins in 20", exact=True).wait_for()
    page.get_by_text("random 29 %").wait_for()
    page.wait_for_timeout(500)
    return page


def report(studio: Studio) -> Page:
    agents = ["alphabeta:depth=5", "mcts:playouts=1000", "level:6"]
    with TemporaryDirectory() as folder:
        _fourscore(folder, "tournament", *agents, "--games", "40", "--seed", "1", *LEDGER)
        _fourscore(folder, "ledger", "report", LEDGER[1], "--out", "report.html")
        page = studio.open(Path(folder, "report.html").as_uri())
        page.wait_for_timeout(500)
        return page


SCREENS: dict[str, Callable[[Studio], Page]] = {
    "web-start": start,
    "web-play": play,
    "web-phone": phone,
    "web-own-agent": own_agent,
    "web-review": review,
    "web-puzzles": puzzles,
    "web-openings": openings,
    "web-course": course,
    "web-training": training,
    "web-theatre": theatre,
    "web-tour": tour,
    "web-arena": arena,
    "web-learn": learn,
    "ledger-report": report,
}


def _wait_for_turn(page: Page) -> None:
    page.locator("main [data-column][aria-disabled='false']").first.wait_for(state="attached")


def _wait_for_scores(page: Page) -> None:
    _wait_for_turn(page)
    page.locator(".chip.proved").first.wait_for()
    page.wait_for_timeout(1000)


def _fourscore(folder: str, *arguments: str) -> None:
    command = [sys.executable, "-m", "fourscore", *arguments]
    subprocess.run(command, cwd=folder, check=True, stdout=subprocess.DEVNULL)


@contextmanager
def serving() -> Iterator[str]:
    """Serve the web app, with the agent of the first tutorial installed."""
    with TemporaryDirectory() as name:
        folder = Path(name)
        for path, text in files_of(next(page for page in TUTORIALS if "first-agent" in page)):
            (folder / path).parent.mkdir(exist_ok=True)
            (folder / path).write_text(text, encoding="utf-8")
        settings = environment(folder)
        pip = [sys.executable, "-m", "pip", "install", "--quiet", "./four-steady"]
        subprocess.run(pip, cwd=folder, env=settings, check=True)
        command = [sys.executable, "-m", "fourscore", "serve", "--port", "0", "--data", name]
        with subprocess.Popen(command, env=settings, stdout=subprocess.PIPE, text=True) as server:
            assert server.stdout is not None
            match = re.search(r"http://\S+", server.stdout.readline())
            assert match is not None
            try:
                yield match[0]
            finally:
                server.terminate()


def main(names: list[str]) -> None:
    chromium = shutil.which("chromium") or shutil.which("chromium-headless-shell")
    quiet = ["--no-sandbox", "--disable-background-networking"]
    with serving() as url, sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=chromium, args=quiet)
        for name in names or SCREENS:
            page = SCREENS[name](Studio(browser, url.rstrip("/")))
            page.screenshot(path=f"{name}.png")
            shrink(Path(f"{name}.png"))
            page.context.close()
        browser.close()


if __name__ == "__main__":
    main(sys.argv[1:])
