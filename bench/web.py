"""How the web server bears load: analyses a second, how long they take, and what overload does.

    python bench/web.py [--seconds S] [--clients N] [--connections C]

Starts a server of its own on a free port of this machine and asks it over connections that are
kept open, from several client processes, each answer awaited before the next question. Then it
asks for far more than the workers can do, and looks whether refusals are quick and whether the
server is well meanwhile and afterwards. Clients and server share the cores; "server" is the
processor time that one answer costs the server's own process, which a busy machine does not
spoil.
"""

import argparse
import asyncio
import json
import multiprocessing
import os
import random
import re
import signal
import subprocess
import sys
import time
import urllib.request
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory

from fourscore.book import open_book
from fourscore.book.reader import SHIPPED
from fourscore.core.notation import write_moves
from fourscore.core.position import Position
from fourscore.web.settings import Settings

A_SECOND = 500
P99 = 0.050
"""What is aimed at, for analyses that are in the book or were asked for before."""
WAIT = Settings().wait_seconds
FLOOD = 300
"""Requests at once when the server is given too much."""
LONG = {"agent": "alphabeta:depth=42", "moves": "44", "limit": {"seconds": 2}}

Asked = tuple[str, bytes]
"""A path, and a body or nothing."""


@dataclass
class Answers:
    """What came back: statuses, and how long each answer took."""

    statuses: Counter[int] = field(default_factory=Counter)
    seconds: list[float] = field(default_factory=list)
    wall: float = 0.0

    def add(self, status: int, seconds: float) -> None:
        self.statuses[status] += 1
        self.seconds.append(seconds)

    def at(self, share: float) -> float:
        """Return the time within which this share of all answers came."""
        return sorted(self.seconds)[min(len(self.seconds) - 1, int(share * len(self.seconds)))]

    @property
    def rate(self) -> float:
        return len(self.seconds) / self.wall


# A client


class Connection:
    """HTTP/1.1 over a connection that is kept open, as thin as it can be."""

    def __init__(self, port: int, client: str = "") -> None:
        self._port = port
        self._head = f"Host: 127.0.0.1:{port}\r\nContent-Type: application/json\r\n"
        if client:
            self._head += f"X-Forwarded-For: {client}\r\n"

    async def open(self) -> None:
        self._reader, self._writer = await asyncio.open_connection("127.0.0.1", self._port)

    def close(self) -> None:
        self._writer.close()

    async def ask(self, path: str, body: bytes = b"") -> int:
        """Ask, read the whole answer, and give its status."""
        method = "POST" if body else "GET"
        head = f"{method} {path} HTTP/1.1\r\n{self._head}Content-Length: {len(body)}\r\n\r\n"
        self._writer.write(head.encode() + body)
        answer = await self._reader.readuntil(b"\r\n\r\n")
        length = re.search(rb"(?i)content-length: *(\d+)", answer)
        await self._reader.readexactly(int(length[1]) if length else 0)
        return int(answer[9:12])


async def _ask_on(port: int, paths: Sequence[str], seconds: float, connections: int) -> Answers:
    """Ask for one path after the other on each connection until the time is up."""
    found, left = Answers(), iter(paths)

    async def go_on() -> None:
        connection = Connection(port)
        await connection.open()
        while time.perf_counter() < end and (path := next(left, None)) is not None:
            begin = time.perf_counter()
            status = await connection.ask(path)
            found.add(status, time.perf_counter() - begin)
        connection.close()

    start = time.perf_counter()
    end = start + seconds
    await asyncio.gather(*(go_on() for _ in range(connections)))
    found.wall = time.perf_counter() - start
    return found


def ask_on(port: int, paths: Sequence[str], seconds: float, connections: int) -> Answers:
    """Be one client process."""
    return asyncio.run(_ask_on(port, paths, seconds, connections))


# A server


@contextmanager
def serving() -> Iterator[tuple[int, int]]:
    """Start a server, wait until its workers have loaded everything, give its port and its id."""
    command = [sys.executable, "-m", "fourscore", "serve", "--port", "0", "--behind-proxy"]
    folder = TemporaryDirectory()
    command += ["--data", folder.name]
    server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    try:
        assert server.stdout is not None
        said = server.stdout.readline()
        port = int(said.split(":")[2].split()[0])
        settle(port)
        yield port, server.pid
    finally:
        server.send_signal(signal.SIGTERM)
        server.wait(30)
        folder.cleanup()


def settle(port: int) -> None:
    """Wait until all workers are there and have loaded what they need for analyses."""
    while _state(port)["workers_ready"] < (os.cpu_count() or 1):
        time.sleep(0.1)
    for seed in range(100):
        if ask_on(port, positions(20, 20, seed=-seed), 60, 4).at(0.99) < 0.25:
            return


def _state(port: int) -> dict[str, int]:
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/healthz") as answer:
        state: dict[str, int] = json.load(answer)
    return state


def processor_time(pid: int) -> float:
    """Return the seconds of processor time that a process has used; 0 where that is not told."""
    file = Path(f"/proc/{pid}/stat")
    if not file.exists():
        return 0.0
    parts = file.read_text(encoding="utf-8").rpartition(")")[2].split()
    return (int(parts[11]) + int(parts[12])) / os.sysconf("SC_CLK_TCK")


# Questions


def positions(plies: int, count: int, seed: int) -> list[str]:
    """Draw addresses of analyses of different positions that go on."""
    draw, found = random.Random(seed), dict[Position, str]()
    while len(found) < count:
        position, moves = Position.empty(), list[int]()
        while len(moves) < plies and (legal := position.legal):
            moves.append(draw.choice(legal))
            position = position.play(moves[-1])
        if len(moves) == plies and position.legal:
            found[position] = f"/api/v1/positions/{write_moves(moves)}/analysis"
    return list(found.values())


class Bench:
    """One run against one server."""

    def __init__(self, port: int, pid: int, given: argparse.Namespace) -> None:
        self._port, self._pid, self._given = port, pid, given
        # Spawned: a fork would share the sockets.
        context = multiprocessing.get_context("spawn")
        self._crew = ProcessPoolExecutor(given.clients, context)

    def measure(self, label: str, paths: Sequence[str], *, once: bool = False) -> Answers:
        """Ask from all client processes; `once` asks for each path a single time."""
        clients, seconds = self._given.clients, self._given.seconds
        shares = [list(paths[n::clients]) for n in range(clients)]
        if not once:
            shares = [share * (1 + 200_000 // max(1, len(share))) for share in shares]
        before = processor_time(self._pid)
        futures = [
            self._crew.submit(ask_on, self._port, share, seconds, self._given.connections)
            for share in shares
        ]
        found = Answers()
        for each in (future.result() for future in futures):
            found.statuses += each.statuses
            found.seconds += each.seconds
            found.wall = max(found.wall, each.wall)
        cost = (processor_time(self._pid) - before) / len(found.seconds)
        print(
            f"{label:<28}{found.rate:8.0f}/s {found.at(0.5) * 1e3:8.1f} {found.at(0.99) * 1e3:8.1f}"
            f" {max(found.seconds) * 1e3:8.1f} {cost * 1e3:8.2f}   {say(found.statuses)}"
        )
        return found

    def close(self) -> None:
        self._crew.shutdown()


def say(statuses: Counter[int]) -> str:
    return ", ".join(f"{count} of {status}" for status, count in sorted(statuses.items()))


async def flood(port: int, calm: Sequence[str]) -> tuple[Answers, Answers, Answers]:
    """Ask for far too much at once; give what was done, what was refused, and others' answers."""
    done, refused, others = Answers(), Answers(), Answers()
    body = json.dumps(LONG).encode()
    over = asyncio.Event()

    async def press(number: int) -> None:
        connection = Connection(port, client=f"10.0.{number % 30}.1")
        await connection.open()
        begin = time.perf_counter()
        status = await connection.ask("/api/v1/moves", body)
        (done if status == 200 else refused).add(status, time.perf_counter() - begin)
        connection.close()

    async def stay_calm() -> None:
        connection = Connection(port, client="10.1.1.1")
        await connection.open()
        while not over.is_set():
            for path in calm[:20]:
                begin = time.perf_counter()
                others.add(await connection.ask(path), time.perf_counter() - begin)
                await asyncio.sleep(0.01)
        connection.close()

    bystander = asyncio.create_task(stay_calm())
    await asyncio.gather(*(press(number) for number in range(FLOOD)))
    over.set()
    await bystander
    return done, refused, others


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=float, default=5.0)
    parser.add_argument("--clients", type=int, default=2, help="processes that ask")
    parser.add_argument("--connections", type=int, default=4, help="of each process")
    given = parser.parse_args()
    print(f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}, Python {sys.version.split()[0]}")
    with serving() as (port, pid):
        bench = Bench(port, pid, given)
        try:
            run(bench, port)
        finally:
            bench.close()


def run(bench: Bench, port: int) -> None:
    print(f"{'':<28}{'':>10} {'p50 ms':>8} {'p99 ms':>8} {'max ms':>8} {'server':>8}")
    late = positions(20, 4000, seed=1)
    bench.measure("health", ["/healthz"])
    bench.measure("a position", [path.removesuffix("/analysis") for path in late])
    bench.measure("analyses, 20 plies, new", late, once=True)
    known = late[:1000]
    ask_on(port, known, 60, 4)
    best = [bench.measure("analyses, asked for before", known)]
    if SHIPPED.exists():
        # The last ply of the book has columns that are not in it.
        ply = min(8, open_book(SHIPPED).header.plies - 1)
        known = positions(ply, 20_000, seed=2)
        best.append(bench.measure("analyses, in the book, new", known, once=True))
    for each in best:
        enough = each.rate >= A_SECOND and each.at(0.99) < P99
        verdict = "yes" if enough else "no"
        print(f"    at least {A_SECOND}/s with p99 below {P99 * 1e3:.0f} ms: {verdict}")
    done, refused, others = asyncio.run(flood(port, known))
    print(f"\n{FLOOD} requests of 2 s each at once, as from 30 clients:")
    print(f"    done      {say(done.statuses)}, the last after {max(done.seconds):.1f} s")
    at_once = Answers(seconds=[each for each in refused.seconds if each < WAIT])
    waited = len(refused.seconds) - len(at_once.seconds)
    print(f"    refused   {say(refused.statuses)}")
    print(
        f"              {len(at_once.seconds)} at once, p50 "
        f"{at_once.at(0.5) * 1e3:.0f} ms, p99 {at_once.at(0.99) * 1e3:.0f} ms"
    )
    print(f"              {waited} after waiting {WAIT:.0f} s for a worker")
    print(f"    others    {say(others.statuses)}, p99 {others.at(0.99) * 1e3:.1f} ms meanwhile")
    bench.measure("\nafterwards", known)
    print(f"    state     {_state(port)}")


if __name__ == "__main__":
    main()
