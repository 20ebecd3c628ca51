"""A school at once: people play, review, watch searches, solve puzzles, run tournaments and train.

    python bench/school.py [--people N] [--minutes M] [--seed S] [--one-address]

Starts a server of its own on a free port of this machine and lets that many people use it, with
pauses to think, as a class does. Each opens the page with its scripts and styles, and later other
pages; some follow a tournament or a training by its events. Everyone has an address of their own,
as behind a proxy; with `--one-address` all share one, as behind a router, and the server has the
limits for a single client that such a school needs.

Prints what every kind of request took, what was refused, and how the memory of the server and its
workers went; the processes that play tournaments and train come and go, and are reported apart.
Ends with exit code 1 if a move of level 5 took longer than 2 s, if anything was answered with 5xx,
if no tournament or no training has finished, or if the memory grew by more than 5 % between the
second third and the last, or if a request got no answer.
"""

import argparse
import asyncio
import random
import re
import signal
import statistics
import subprocess
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

import httpx

from fourscore.core.position import Position

API = "/api/v1"
LONGEST = 2.0
"""Seconds that nobody may wait for a machine's move."""
GROWTH = 1.05
"""How many times as much memory a server may have in the end."""
ONE_ADDRESS = ("--client-connections", "2000", "--client-jobs", "64", "--rate", "2000",
               "--client-tournaments", "50", "--client-trainings", "50")  # fmt: skip
"""Options for a server whose clients all share one address."""
PAGES = ("/start", "/play", "/review", "/puzzles", "/openings", "/theatre", "/arena", "/learn")
FOLLOWED = 20.0
"""Seconds for which somebody follows events."""
EVERY = 5.0
"""Seconds between two looks at the memory."""


class Tally:
    """How long each kind of request took, and what came back."""

    def __init__(self) -> None:
        self.seconds: defaultdict[str, list[float]] = defaultdict(list)
        self.statuses: defaultdict[str, Counter[int]] = defaultdict(Counter)
        self.broken: Counter[str] = Counter()
        """Requests without an answer, by the error."""

    def total(self, least: int) -> int:
        """Count the answers with a status of at least this."""
        found = (counts.items() for counts in self.statuses.values())
        return sum(count for each in found for status, count in each if status >= least)


class Person:
    """One person at one browser."""

    def __init__(
        self, number: int, port: int, tally: Tally, end: float, given: argparse.Namespace
    ) -> None:
        self._draw = random.Random(f"{given.seed}:{number}")
        self._tally, self._end, self._number = tally, end, number
        self._training_minutes = min(1.0, given.minutes / 8)
        if given.one_address:
            # Not this machine's first address, which has no limits.
            transport, headers = httpx.AsyncHTTPTransport(local_address="127.0.0.2"), {}
        else:
            transport = None
            headers = {"X-Forwarded-For": f"10.0.{number // 250}.{number % 250 + 1}"}
        self._http = httpx.AsyncClient(
            base_url=f"http://127.0.0.1:{port}", headers=headers, transport=transport, timeout=60
        )

    async def live(self) -> None:
        """Do one thing after the other until the lesson is over."""
        # People do not all arrive at the same moment.
        await asyncio.sleep(self._draw.uniform(0, min(60, (self._end - time.monotonic()) / 4)))
        things: dict[Callable[[], Awaitable[None]], int] = {
            self._play: 12, self._solve: 4, self._watch_a_search: 3, self._explore: 2,
            self._follow_a_tournament: 1, self._follow_a_training: 1, self._open_a_page: 3,
        }  # fmt: skip
        # Some come for the arena or for a training, so that there are both from the beginning.
        first = {0: self._follow_a_tournament, 7: self._follow_a_training}
        wanted = [self._arrive, *([first[self._number % 20]] if self._number % 20 in first else [])]
        async with self._http:
            while time.monotonic() < self._end:
                drawn = self._draw.choices(list(things), list(things.values()))[0]
                thing = wanted.pop(0) if wanted else drawn
                try:
                    await thing()
                except httpx.TransportError as error:
                    self._tally.broken[type(error).__name__] += 1
                    await self._think()

    async def _think(self, least: float = 2.0, most: float = 8.0) -> None:
        await asyncio.sleep(self._draw.uniform(least, most))

    async def _ask(self, route: str, path: str, body: Any = None) -> dict[str, Any]:
        begin = time.monotonic()
        if body is None:
            answer = await self._http.get(API + path)
        else:
            answer = await self._http.post(API + path, json=body)
        self._note(route, begin, answer.status_code)
        found: dict[str, Any] = answer.json() if answer.status_code == 200 else {}
        return found

    def _note(self, route: str, begin: float, status: int) -> None:
        self._tally.seconds[route].append(time.monotonic() - begin)
        self._tally.statuses[route][status] += 1

    async def _get(self, route: str, path: str) -> str:
        """Return a file, as the browser gets it."""
        begin = time.monotonic()
        answer = await self._http.get(path)
        self._note(route, begin, answer.status_code)
        return answer.text

    async def _arrive(self) -> None:
        """Open the first page, with what belongs to it."""
        page = await self._get("GET page", "/")
        for path in re.findall(r'(?:src|href)="(/[^"]+)"', page):
            await self._get("GET asset", path)
        await self._think()

    async def _open_a_page(self) -> None:
        """Open another page; what belongs to it is in the browser's cache."""
        await self._get("GET page", self._draw.choice(PAGES))
        await self._think()

    async def _follow(self, path: str) -> None:
        """Follow the events of something until it ends, or for a while."""
        begin = time.monotonic()
        async with self._http.stream("GET", f"{API}{path}/events") as answer:
            is_first = True
            async for line in answer.aiter_lines():
                if is_first:
                    self._note("GET events, the first", begin, answer.status_code)
                    is_first = False
                until = min(begin + FOLLOWED, self._end)
                if line == "event: result" or time.monotonic() > until:
                    break

    async def _play(self) -> None:
        """Play a game against level 5, sometimes with a hint, and review it."""
        position, moves = Position.empty(), ""
        while not position.is_over and time.monotonic() < self._end:
            column = self._draw.choice(position.legal)
            if self._draw.random() < 0.1:
                await self._ask("GET hint", f"/positions/{moves or '-'}/hint")
            body = {"moves": moves or "-", "column": column + 1}
            await self._ask("POST drops", "/drops", body)
            position, moves = position.play(column), f"{moves}{column + 1}"
            if not position.is_over:
                body = {"agent": "level:5", "moves": moves, "seed": self._draw.randrange(1000)}
                found = await self._ask("POST moves, level 5", "/moves", body)
                if not found:
                    return
                column = found["report"]["column"] - 1
                position, moves = position.play(column), f"{moves}{column + 1}"
            await self._think()
        await self._ask("GET review", f"/positions/{moves}/review")
        await self._think()

    async def _solve(self) -> None:
        """Solve three puzzles, right or wrong."""
        path = f"/puzzles?count=3&seed={self._draw.randrange(10_000)}"
        for puzzle in (await self._ask("GET puzzles", path)).get("puzzles", []):
            await self._think()
            column = self._draw.choice(puzzle["position"]["legal"])
            await self._ask("GET puzzle, a try", f"/puzzles/{puzzle['id']}/play?moves={column}")

    async def _watch_a_search(self) -> None:
        """Watch a search in the Theatre, and ask about some of its nodes."""
        moves = "".join(self._draw.choices("1234567", k=4))
        agent = self._draw.choice(("alphabeta:depth=4", "mcts:playouts=400", "minimax:depth=3"))
        found = await self._ask("POST traces", "/traces", {"agent": agent, "moves": moves})
        if not found:
            return
        await self._ask("GET nodes", f"/traces/{found['id']}/nodes")
        for _ in range(5):
            await self._think()
            node = self._draw.randrange(found["nodes"])
            await self._ask("GET node", f"/traces/{found['id']}/nodes/{node}?truth=true")

    async def _explore(self) -> None:
        """Walk through an opening."""
        for length in range(6):
            moves = "4444"[:length] + "23"[: max(0, length - 4)]
            await self._ask("GET openings", f"/openings/{moves or '-'}")
            await self._think(1, 4)

    async def _follow_a_tournament(self) -> None:
        """Start a tournament if this is a person who does, and look at the newest one."""
        if self._number % 20 == 0:
            body = {"agents": ["level:2", "level:4"], "games": 20, "seed": self._number}
            await self._ask("POST tournaments", "/tournaments", body)
        listed = await self._ask("GET tournaments", "/tournaments?count=1")
        for each in listed.get("tournaments", []):
            await self._follow(f"/tournaments/{each['id']}")
            for _ in range(3):
                await self._ask("GET tournament", f"/tournaments/{each['id']}")
                await self._think(2, 4)

    async def _follow_a_training(self) -> None:
        """Start a training if this is a person who does, and look at the newest one."""
        if self._number % 20 == 7:
            body = {"method": "td", "minutes": self._training_minutes, "network": "small"}
            await self._ask("POST trainings", "/trainings", body)
        listed = await self._ask("GET trainings", "/trainings?count=1")
        for each in listed.get("trainings", []):
            await self._follow(f"/trainings/{each['id']}")
            for _ in range(3):
                await self._ask("GET training", f"/trainings/{each['id']}")
                await self._think(2, 4)


@contextmanager
def serving(*options: str) -> Iterator[tuple[int, int]]:
    """Start a server, and yield its port and its id."""
    with TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "fourscore", "serve", "--port", "0", *options]
        server = subprocess.Popen(
            [*command, "--data", folder], stdout=subprocess.PIPE, text=True, encoding="utf-8"
        )
        try:
            assert server.stdout is not None
            found = re.search(r"http://\S+:(\d+)", server.stdout.readline())
            assert found is not None
            settle(int(found[1]))
            yield int(found[1]), server.pid
        finally:
            server.send_signal(signal.SIGTERM)
            server.wait(60)


def settle(port: int) -> None:
    """Wait until the workers are there and have loaded what people will ask for."""
    with httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=120) as client:
        while (state := client.get("/healthz").json())["workers_ready"] < state["workers"]:
            time.sleep(0.1)
        for _ in range(2 * state["workers"]):
            for agent in ("level:5", "mcts:playouts=400"):
                client.post(f"{API}/moves", json={"agent": agent, "moves": "44"})
            client.post(f"{API}/traces", json={"agent": "alphabeta:depth=4", "moves": "44"})
            client.get(f"{API}/positions/4444442222/review")


class Memory(NamedTuple):
    """The megabytes that processes have to themselves."""

    server: float
    """The server and its workers."""
    runners: float
    """Those that play tournaments and train."""


def memory(pid: int) -> Memory:
    """Measure a server and what it has started."""
    listed = subprocess.run(
        ["ps", "-axwwo", "pid=,ppid=,command="], capture_output=True, text=True, check=True
    )
    rows = [line.split(None, 2) for line in listed.stdout.splitlines()]

    def children(parents: list[int], command: str = "") -> list[int]:
        return [int(row[0]) for row in rows if int(row[1]) in parents and command in row[2]]

    runners = children([pid], ".runner")
    return Memory(
        sum(map(_private, (pid, *children([pid], "web.worker")))),
        sum(map(_private, (*runners, *children(runners)))),
    )


def _private(pid: int) -> float:
    file = Path(f"/proc/{pid}/smaps_rollup")
    try:
        found = re.findall(r"Private_\w+: +(\d+)", file.read_text(encoding="utf-8"))
    except OSError:
        return 0.0
    return sum(map(int, found)) / 1024


async def observe(pid: int, end: float, found: list[Memory]) -> None:
    """Note the memory from time to time, and say that it goes on."""
    while time.monotonic() < end:
        await asyncio.sleep(min(EVERY, max(0.1, end - time.monotonic())))
        found.append(await asyncio.to_thread(memory, pid))
        left = max(0, end - time.monotonic()) / 60
        print(f"\r{left:4.1f} minutes to go, {found[-1].server:,.0f} MB ", end="", flush=True)
    print("\r", end="")


class Ended(NamedTuple):
    """How many tournaments or trainings there are, and how many have finished with games."""

    total: int
    finished: int


def ended(port: int, resource: str, games: str) -> Ended:
    """Ask the server how far its tournaments or trainings are."""
    url = f"http://127.0.0.1:{port}{API}/{resource}?count=100"
    listed = httpx.get(url, timeout=60).json()
    finished = [each for each in listed[resource] if each["state"] == "finished" and each[games]]
    return Ended(listed["total"], len(finished))


async def hold_school(given: argparse.Namespace, port: int, pid: int) -> tuple[Tally, list[Memory]]:
    tally, megabytes = Tally(), list[Memory]()
    end = time.monotonic() + 60 * given.minutes
    people = [Person(number, port, tally, end, given) for number in range(given.people)]
    await asyncio.gather(observe(pid, end, megabytes), *(each.live() for each in people))
    return tally, megabytes


def at(seconds: list[float], share: float) -> float:
    return sorted(seconds)[min(len(seconds) - 1, int(share * len(seconds)))]


def report(tally: Tally, megabytes: list[Memory], minutes: float) -> bool:
    """Print a table; return whether it was quick, without errors and of steady memory."""
    print(f"{'route':22} {'answers':>8} {'median':>9} {'p99':>9} {'longest':>9}  statuses")
    for route, seconds in sorted(tally.seconds.items()):
        figures = [statistics.median(seconds), at(seconds, 0.99), max(seconds)]
        shown = " ".join(f"{1000 * each:6.0f} ms" for each in figures)
        counts = ", ".join(f"{n} of {s}" for s, n in sorted(tally.statuses[route].items()))
        print(f"{route:22} {len(seconds):8,} {shown}  {counts}")
    total = sum(map(len, tally.seconds.values()))
    print(f"{total:,} requests in {minutes:g} minutes, {total / minutes / 60:.0f} a second")
    print(f"without an answer: {dict(tally.broken) or 'none'}; 5xx: {tally.total(500)}")
    third = max(1, len(megabytes) // 3)
    parts = megabytes[third : 2 * third], megabytes[-third:]
    first, last = (statistics.median(each.server for each in part) for part in parts)
    print(f"memory: {first:,.0f} MB in the second third, {last:,.0f} MB in the last; ", end="")
    print(f"up to {max(each.runners for each in megabytes):,.0f} MB more to play and train")
    longest = max(tally.seconds["POST moves, level 5"], default=0.0)
    return longest <= LONGEST and not tally.total(500) and last <= GROWTH * first


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--people", type=int, default=200)
    parser.add_argument("--minutes", type=float, default=30)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--one-address", action="store_true", help="which all of them share")
    given = parser.parse_args()
    with serving(*(ONE_ADDRESS if given.one_address else ("--behind-proxy",))) as (port, pid):
        tally, megabytes = asyncio.run(hold_school(given, port, pid))
        tasks = {
            "tournaments": ended(port, "tournaments", "done"),
            "trainings": ended(port, "trainings", "games"),
        }
    is_good = report(tally, megabytes, given.minutes)
    for name, (total, finished) in tasks.items():
        print(f"{name}: {total} started, {finished} finished")
        is_good = is_good and finished > 0
    sys.exit(0 if is_good and not tally.broken else 1)


if __name__ == "__main__":
    main()
