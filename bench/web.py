"""How the web server bears load: analyses a second, how long they take, and what overload does.

    python bench/web.py [--seconds S] [--clients N] [--connections C] [--processes N]
    python bench/web.py --against REV

Starts a server of its own on a free port of this machine and asks it over connections that are
kept open, from several client processes, each answer awaited before the next question. Then it
asks for far more than the workers can do, and looks whether refusals are quick and whether the
server is well meanwhile and afterwards. With `--against`, a server of another commit runs beside
it. The two are asked in turns, twice each, so that what else the machine does falls on both, and
the better turn of each counts. Clients and server share the cores; "server" is the processor time,
in milliseconds, that one answer costs the server's own process or processes, which a busy machine
does not spoil. Ends with exit code 1 if one of the aims is missed.
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
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import cast

from fourscore.book import open_book
from fourscore.book.reader import SHIPPED
from fourscore.core.notation import write_moves
from fourscore.core.position import Position
from fourscore.web.settings import Settings

AIMS = {
    "a position": (3000, None),
    "analyses, in the book, new": (1500, 0.030),
    "analyses, asked for before": (8000, None),
}
"""Answers a second, and the time in which 99 of 100 come, aimed at on two cores."""
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


class Asker(asyncio.Protocol):
    """A connection that asks for one path after the other: a client has to be quicker still."""

    def __init__(self, port: int, paths: Iterator[str], end: float, found: Answers) -> None:
        self._paths, self._end, self._found = paths, end, found
        self._tail = f" HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\n".encode()
        self._data = b""
        self.done = asyncio.get_running_loop().create_future()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)  # which uvloop's is not by class
        self._ask()

    def _ask(self) -> None:
        self._begin = time.perf_counter()
        path = next(self._paths, None) if self._begin < self._end else None
        if path is None:
            self._transport.close()
        else:
            self._transport.write(b"GET " + path.encode() + self._tail)

    def data_received(self, data: bytes) -> None:
        self._data = data = self._data + data
        head = data.find(b"\r\n\r\n")
        if head < 0:
            return
        start = data.find(b"content-length: ") + 16
        if len(data) >= head + 4 + int(data[start : data.find(b"\r", start)]):
            self._data = b""
            self._found.add(int(data[9:12]), time.perf_counter() - self._begin)
            self._ask()

    def connection_lost(self, exc: Exception | None) -> None:  # noqa: ARG002
        self.done.set_result(None)


async def _ask_on(port: int, paths: Sequence[str], seconds: float, connections: int) -> Answers:
    """Ask for one path after the other on each connection until the time is up."""
    found, left, loop = Answers(), iter(paths), asyncio.get_running_loop()
    start = time.perf_counter()
    askers = [Asker(port, left, start + seconds, found) for _ in range(connections)]
    for each in askers:
        await loop.create_connection(lambda each=each: each, "127.0.0.1", port)  # type: ignore[misc]
    await asyncio.gather(*(each.done for each in askers))
    found.wall = time.perf_counter() - start
    return found


def ask_on(port: int, paths: Sequence[str], seconds: float, connections: int) -> Answers:
    """Be one client process."""
    with asyncio.Runner(loop_factory=_quickest_loop()) as runner:
        return runner.run(_ask_on(port, paths, seconds, connections))


def _quickest_loop() -> Callable[[], asyncio.AbstractEventLoop]:
    try:
        import uvloop
    except ImportError:
        return asyncio.new_event_loop
    return uvloop.new_event_loop


# A server


@contextmanager
def serving(processes: int = 1, sources: Path | None = None) -> Iterator[tuple[int, int]]:
    """Start a server, wait until its workers have loaded everything, give its port and its id."""
    command = [sys.executable, "-m", "fourscore", "serve", "--port", "0", "--behind-proxy"]
    command += ["--processes", str(processes)] if processes > 1 else []
    environment = os.environ if sources is None else {**os.environ, "PYTHONPATH": str(sources)}
    with TemporaryDirectory() as folder:
        command += ["--data", folder]
        server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment)
        try:
            assert server.stdout is not None
            port = int(server.stdout.readline().split(":")[2].split()[0])
            settle(port, max(1, (os.cpu_count() or 1) // processes))
            yield port, server.pid
        finally:
            server.send_signal(signal.SIGTERM)
            server.wait(60)


@contextmanager
def checked_out(revision: str) -> Iterator[Path]:
    """Check another commit out beside this one, and give the folder of its package."""
    git = ["git", "-C", str(Path(__file__).parent)]
    with TemporaryDirectory() as folder:
        tree = Path(folder, "tree")
        subprocess.run([*git, "worktree", "add", "-q", "--detach", tree, revision], check=True)
        try:
            yield tree / "src"
        finally:
            subprocess.run([*git, "worktree", "remove", "--force", tree], check=True)


def settle(port: int, workers: int) -> None:
    """Wait until all workers are there and have loaded what they need for analyses."""
    while _state(port)["workers_ready"] < workers:
        time.sleep(0.1)
    for seed in range(100):
        if ask_on(port, positions(20, 20, seed=-seed), 60, 4).at(0.99) < 0.25:
            return


def _state(port: int) -> dict[str, int]:
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/healthz") as answer:
        state: dict[str, int] = json.load(answer)
    return state


def server_time(pid: int) -> float:
    """Return the seconds of processor time that a server's processes have used, not its workers."""
    listed = subprocess.run(["ps", "-o", "pid=,args=", "--ppid", str(pid)], capture_output=True)
    lines = [line.split(None, 1) for line in listed.stdout.decode().splitlines()]
    below = [int(number) for number, command in lines if "serve_one" in command]
    return sum(map(processor_time, [pid, *below]))


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
    """One run against one server, or against two in turns."""

    def __init__(self, servers: Sequence[tuple[int, int]], given: argparse.Namespace) -> None:
        self._servers, self._given = servers, given
        self.turns = len(servers)
        """How often each server is asked for the same kind of thing."""
        # Spawned: a fork would share the sockets.
        context = multiprocessing.get_context("spawn")
        self._crew = ProcessPoolExecutor(given.clients, context)

    def measure(self, label: str, paths: Sequence[str], *, once: bool = False) -> Answers:
        """Ask all servers, and print what they did; return what the first one did.

        With `once`, each path is asked for a single time.
        """
        turns = [list[tuple[Answers, float]]() for _ in self._servers]
        for number in range(self.turns):
            share = paths[number :: self.turns] if once else paths
            for server, done in zip(self._servers, turns, strict=True):
                done.append(self._measure(*server, share, once=once))
        results = [max(done, key=lambda each: each[0].rate) for done in turns]
        for number, (found, cost) in enumerate(results):
            print(
                f"{label if not number else '    ' + self._given.against[:20]:<28}"
                f"{found.rate:8.0f}/s {found.at(0.5) * 1e3:8.1f} {found.at(0.99) * 1e3:8.1f}"
                f" {max(found.seconds) * 1e3:8.1f} {cost * 1e3:8.3f}   {say(found.statuses)}",
                flush=True,
            )
        if len(results) > 1:
            (new, cheap), (old, dear) = results
            ratio = f"{dear / cheap:.2f}" if cheap else "?"
            print(
                f"    {new.rate / old.rate:.2f} times as many, at 1/{ratio} of the processor time"
            )
        return results[0][0]

    def _measure(
        self, port: int, pid: int, paths: Sequence[str], *, once: bool
    ) -> tuple[Answers, float]:
        """Ask from all client processes; return the answers, and what one cost the server."""
        clients, seconds = self._given.clients, self._given.seconds
        shares = [list(paths[n::clients]) for n in range(clients)]
        if not once:
            shares = [share * (1 + 200_000 // max(1, len(share))) for share in shares]
        before = server_time(pid)
        futures = [
            self._crew.submit(ask_on, port, share, seconds, self._given.connections)
            for share in shares
        ]
        found = Answers()
        for each in (future.result() for future in futures):
            found.statuses += each.statuses
            found.seconds += each.seconds
            found.wall = max(found.wall, each.wall)
        return found, (server_time(pid) - before) / len(found.seconds)

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
    parser.add_argument("--processes", type=int, default=1, help="as for `serve`")
    parser.add_argument("--against", metavar="REV", help="another commit to compare with")
    given = parser.parse_args()
    print(f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}, Python {sys.version.split()[0]}")
    with ExitStack() as stack:
        servers = [stack.enter_context(serving(given.processes))]
        if given.against:
            sources = stack.enter_context(checked_out(given.against))
            servers.append(stack.enter_context(serving(1, sources)))
        bench = Bench(servers, given)
        stack.callback(bench.close)
        known, is_enough = run(bench, [port for port, _ in servers])
        if not given.against:
            overload(bench, servers[0][0], known)
    sys.exit(0 if is_enough else 1)


def run(bench: Bench, ports: Sequence[int]) -> tuple[list[str], bool]:
    """Measure what single requests take.

    Return addresses that were asked for, and whether the server is as quick as it should be.
    """
    print(f"{'':<28}{'':>10} {'p50 ms':>8} {'p99 ms':>8} {'max ms':>8} {'server':>8}")
    late = positions(20, 40_000, seed=1)
    bench.measure("health", ["/healthz"])
    found = {
        "a position": bench.measure(
            "a position", [path.removesuffix("/analysis") for path in late], once=True
        )
    }
    bench.measure("analyses, 20 plies, new", late[: 4000 * bench.turns], once=True)
    known = late[:1000]
    for port in ports:
        ask_on(port, known, 60, 4)
    label = "analyses, asked for before"
    found[label] = bench.measure(label, known)
    if SHIPPED.exists():
        # The last ply of the book has columns that are not in it.
        ply = min(8, open_book(SHIPPED).header.plies - 1)
        known = positions(ply, 40_000, seed=2)
        label = "analyses, in the book, new"
        found[label] = bench.measure(label, known, once=True)
    missed = 0
    for label, each in found.items():
        rate, within = AIMS[label]
        enough = each.rate >= rate and (within is None or each.at(0.99) < within)
        wanted = f" with p99 below {within * 1e3:.0f} ms" if within else ""
        print(f"    {label}: at least {rate}/s{wanted}: {'yes' if enough else 'no'}")
        missed += not enough
    return known, not missed


def overload(bench: Bench, port: int, known: Sequence[str]) -> None:
    """Ask for far too much, and look whether the server is well meanwhile and afterwards."""
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
