"""How smoothly the theatre plays: frames a second of a trace of 20,000 nodes in Chromium.

    python bench/theatre.py [--url URL] [--seconds S]

Starts a server of its own and headless Chromium, opens a search of 20,000 nodes in the theatre
and plays it: the whole tree at full speed from the start to the end, and at the ordinary speed
from the middle on, whole and close up. A frame is what `requestAnimationFrame` gives; 60 a
second is the most that the browser gives. The first line is the browser alone, with a page in
which nothing but a small square moves: what it lacks of 60 the machine has had no time for. The
pages must have been built (`make web`), and
Playwright must be there, as it is after `make test`.
"""

import argparse
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import pairwise
from statistics import mean

from playwright.sync_api import Page, sync_playwright

SEARCH = "moves=4453&agent=alphabeta:depth=7"
NODES = 20_000
AIM = 30
"""Frames a second, at least."""
BROWSERS = ("chromium", "chromium-browser", "google-chrome")
ALONE = """<style>i { position: absolute; width: 9px; height: 9px; background: red }</style><i></i>
<button>Pause</button><script>
    const square = document.querySelector("i");
    requestAnimationFrame(function move(now) {
        square.style.left = (now / 9) % 900 + "px";
        requestAnimationFrame(move);
    });
</script>"""
WATCH = """seconds => new Promise(done => {
    const times = [];
    const end = performance.now() + 1000 * seconds;
    requestAnimationFrame(function frame(now) {
        times.push(now);
        const plays = [...document.querySelectorAll("button")].some(b => b.textContent === "Pause");
        if (now < end && plays) requestAnimationFrame(frame);
        else done(times);
    });
})"""


@dataclass(frozen=True)
class Case:
    """One way to play: what it is called, the look in the link, and the speed's name."""

    name: str
    look: str
    speed: str
    seconds: float


@dataclass(frozen=True)
class Frames:
    """How often the picture was renewed."""

    intervals: Sequence[float]
    """Milliseconds between frames."""

    @property
    def mean(self) -> float:
        return 1000 / mean(self.intervals)

    @property
    def slowest(self) -> float:
        """Frames a second that 95 of 100 frames reach."""
        ordered = sorted(self.intervals)
        return 1000 / ordered[min(len(ordered) - 1, int(0.95 * len(ordered)))]

    @property
    def longest(self) -> float:
        return max(self.intervals)


@contextmanager
def serving() -> Iterator[str]:
    """Start a server on a free port, and end it."""
    command = [sys.executable, "-m", "fourscore", "serve", "--port", "0", "--workers", "1"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout is not None
        match = re.search(r"http://\S+", process.stdout.readline())
        if match is None:
            sys.exit("the server did not start")
        yield match[0]
    finally:
        process.terminate()
        process.wait(30)


def watch(page: Page, seconds: float) -> Frames:
    """Watch the frames while something plays, for so long at most."""
    times = page.evaluate(WATCH, seconds)
    return Frames([later - earlier for earlier, later in pairwise(times[5:])])


def play(page: Page, url: str, case: Case) -> Frames:
    """Open the search, play it, and watch the frames."""
    page.goto(f"{url}/theatre?{SEARCH}&{case.look}")
    page.locator("[data-shown]").wait_for(timeout=120_000)
    page.get_by_label("Speed").select_option(label=case.speed)
    page.wait_for_timeout(500)
    page.get_by_role("button", name="Play", exact=True).click()
    return watch(page, case.seconds)


def cases(seconds: float) -> list[Case]:
    fast, usual = "flying (4,000/s)", "ordinary (10/s)"
    return [
        Case("whole tree, full speed", "view=whole", fast, 60),
        Case("whole tree, ordinary speed", f"view=whole&step={NODES}", usual, seconds),
        Case("close up, ordinary speed", f"view=near&step={NODES}", usual, seconds),
        Case("close up, full speed", "view=near", fast, seconds),
    ]


def show(name: str, seen: Frames) -> None:
    count = len(seen.intervals)
    print(
        f"{name:30}{seen.mean:8.1f}{seen.slowest:9.1f}{seen.longest:9.0f} ms{count:8}", flush=True
    )


def measure(url: str, seconds: float) -> bool:
    """Print the frames of every case; tell whether all reach what is aimed at."""
    path = next(filter(None, map(shutil.which, BROWSERS)), None)
    if path is None:
        sys.exit("there is no Chromium; on Debian `apt-get install chromium` brings it")
    good = True
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        page = browser.new_page(viewport={"width": 1280, "height": 800})
        load = os.getloadavg()[0]
        print(
            f"{os.cpu_count()} cores, load {load:.1f}, Chromium {browser.version}, {NODES:,} nodes"
        )
        print(f"{'frames a second':30}{'mean':>8}{'5th pct':>9}{'longest':>12}{'frames':>8}")
        page.set_content(ALONE)
        show("the browser alone", watch(page, seconds))
        for case in cases(seconds):
            seen = play(page, url, case)
            good &= seen.mean >= AIM
            show(case.name, seen)
        browser.close()
    print(f"at least {AIM} a second: {'yes' if good else 'no'}")
    return good


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--url", help="a server that runs already")
    parser.add_argument("--seconds", type=float, default=8.0, help="for each of the others")
    given = parser.parse_args()
    if given.url:
        sys.exit(not measure(given.url, given.seconds))
    with serving() as url:
        good = measure(url, given.seconds)
    sys.exit(not good)


if __name__ == "__main__":
    main()
