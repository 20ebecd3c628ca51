"""What slow and broken clients do to the server, and to the others who use it.

    python bench/slow_clients.py [--count N] [--seconds S] [--client-connections N]

Starts a server of its own on a free port of this machine. One process, at 127.0.0.1, keeps N
connections open that are never of any use: a quarter is silent, a quarter sends half a head, a
quarter half a body, each a byte every few seconds, and a quarter never reads its answers. A
connection that the server closes is opened again after a pause. Meanwhile clients at 127.0.0.2 and
the addresses after it ask for positions and analyses, one question after the other. In the end
nothing is opened any more, and all must be closed within a minute.
"""

import argparse
import asyncio
import http.client
import json
import multiprocessing
import os
import random
import re
import signal
import socket
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass, field
from multiprocessing.connection import Connection as Pipe
from pathlib import Path
from tempfile import TemporaryDirectory

from fourscore.runtime.system import allow_open_files
from fourscore.web.settings import STATIC

HOST = "127.0.0.1"
SMALL = 4096
"""Bytes that an answer which is not read may have at the client."""
PAUSE = 60.0
"""Seconds until a closed connection is opened again,"""
TRICKLE = 4.0
"""and between two bytes of one that is slow."""
CALM = ("/api/v1/positions/{}", "/api/v1/positions/44/analysis")
"""What the others ask for."""
REPORT, CALM_SECONDS = 15.0, 30.0
"""Seconds between two lines of the report, and those without slow clients."""


def largest() -> str:
    """Return the address of the largest file of the pages, or of something else that is large."""
    files = sorted(STATIC.glob("assets/*"), key=lambda file: file.stat().st_size)
    return f"/assets/{files[-1].name}" if files else "/api/v1/openapi.json"


HEAD = f"GET /api/v1/positions/4453 HTTP/1.1\r\nHost: {HOST}\r\nX-Slow: "
BODY = f"POST /api/v1/drops HTTP/1.1\r\nHost: {HOST}\r\nContent-Length: 900\r\n\r\n{{"
LARGE = f"GET {{}} HTTP/1.1\r\nHost: {HOST}\r\n\r\n"
FIRST = {"silent": "", "head": HEAD, "body": BODY, "unread": LARGE.format(largest()) * 24}
"""What each kind of slow client sends at once."""


# The slow clients


@dataclass
class Tally:
    """What became of the connections."""

    opened: int = 0
    open: int = 0
    closed: Counter[str] = field(default_factory=Counter)
    """By the status of the server's last words, or `silently`."""
    oldest: float = 0.0
    """The longest that one has lived, in seconds."""


class Slow(asyncio.Protocol):
    """One connection that is of no use."""

    def __init__(self, kind: str, tally: Tally) -> None:
        self._kind, self._tally, self._said = kind, tally, b""
        self.closed = asyncio.Event()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport, self._since = transport, time.monotonic()
        self._tally.opened += 1
        self._tally.open += 1
        transport.write(FIRST[self._kind].encode())
        if self._kind == "unread":
            transport.pause_reading()
        elif self._kind != "silent":
            asyncio.get_running_loop().call_later(TRICKLE, self._trickle)

    def _trickle(self) -> None:
        if not self.closed.is_set() and not self._transport.is_closing():
            self._transport.write(b"1")
            asyncio.get_running_loop().call_later(TRICKLE, self._trickle)

    def data_received(self, data: bytes) -> None:
        self._said += data[:40]

    def connection_lost(self, exc: Exception | None) -> None:  # noqa: ARG002
        tally, said = self._tally, re.match(rb"HTTP/1.1 (\d+)", self._said)
        tally.open -= 1
        tally.closed[said[1].decode() if said else "silently"] += 1
        tally.oldest = max(tally.oldest, time.monotonic() - self._since)
        self.closed.set()

    def peek(self) -> None:
        """Notice that the server has closed a connection that nobody reads."""
        if self._kind == "unread" and not self.closed.is_set():
            # Written to, a connection that was reset says so.
            self._transport.write(b"\r\n")


async def keep_open(port: int, kind: str, tally: Tally, end: float) -> None:
    """Keep one connection open until the end, and wait until the server has closed the last."""
    loop = asyncio.get_running_loop()
    while time.monotonic() < end:
        end_point = socket.socket()
        end_point.setblocking(False)
        end_point.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, SMALL)
        try:
            await loop.sock_connect(end_point, (HOST, port))
            _, slow = await loop.create_connection(lambda: Slow(kind, tally), sock=end_point)
        except OSError:
            end_point.close()
            tally.closed["not accepted"] += 1
        else:
            while not slow.closed.is_set():
                with suppress(TimeoutError):
                    await asyncio.wait_for(slow.closed.wait(), 2 * TRICKLE)
                slow.peek()
        # Not all at the same moment, which no queue of new connections would hold.
        await asyncio.sleep(random.uniform(0.5, 1.5) * PAUSE)


async def _be_slow(port: int, count: int, seconds: float, pipe: Pipe) -> None:
    tally, kinds, end = Tally(), list(FIRST), time.monotonic() + seconds
    tasks = []
    for number in range(count):
        tasks.append(asyncio.create_task(keep_open(port, kinds[number % 4], tally, end)))
        if number % 25 == 24:
            await asyncio.sleep(0.1)  # as fast as a machine may dial, but not faster
    while not all(task.done() for task in tasks):
        pipe.send(tally)
        await asyncio.sleep(1)
    pipe.send(tally)


def be_slow(port: int, count: int, seconds: float, pipe: Pipe) -> None:
    """Be all slow clients, in a process of their own."""
    allow_open_files(count + 100)
    asyncio.run(_be_slow(port, count, seconds, pipe))
    pipe.close()


# The others


async def ask(port: int, client: int, times: list[float], end: float) -> None:
    """Ask for one thing after the other from an address of one's own."""
    number, here = 0, (f"127.0.0.{2 + client}", 0)
    reader, writer = await asyncio.open_connection(HOST, port, local_addr=here)
    while time.monotonic() < end:
        path = CALM[number % 2].format(f"{4453 + number % 3}")
        start = time.perf_counter()
        writer.write(f"GET {path} HTTP/1.1\r\nHost: {HOST}\r\n\r\n".encode())
        answer = await reader.readuntil(b"\r\n\r\n")
        assert answer[9:12] == b"200", answer
        length = re.search(rb"(?i)content-length: *(\d+)", answer)
        await reader.readexactly(int(length[1]) if length else 0)
        times.append(time.perf_counter() - start)
        number += 1
        await asyncio.sleep(0.05)
    writer.close()


# The server


@contextmanager
def serving(options: list[str]) -> Iterator[tuple[int, int]]:
    """Start a server, give its port and its id, and stop it."""
    command = [sys.executable, "-m", "fourscore", "serve", "--port", "0", "--workers", "1"]
    with TemporaryDirectory() as folder:
        command += ["--data", folder, *options]
        server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        try:
            assert server.stdout is not None
            port = int(server.stdout.readline().split(":")[2].split()[0])
            while not state(port)["workers_ready"]:
                time.sleep(0.1)
            yield port, server.pid
        finally:
            server.send_signal(signal.SIGTERM)
            server.wait(60)


def state(port: int) -> dict[str, float]:
    """Ask how the server is, from another address than the slow clients have."""
    here = ("127.0.0.99", 0)
    connection = http.client.HTTPConnection(HOST, port, source_address=here, timeout=30)
    with closing(connection):
        connection.request("GET", "/healthz")
        found: dict[str, float] = json.load(connection.getresponse())
    return found


def memory(pid: int) -> float:
    """Return the megabytes of a process that are resident."""
    text = Path(f"/proc/{pid}/status").read_text(encoding="utf-8")
    found = re.search(r"VmRSS:\s+(\d+)", text)
    return int(found[1]) / 1024 if found else 0.0


def processor_time(pid: int) -> float:
    parts = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
    return (int(parts[11]) + int(parts[12])) / os.sysconf("SC_CLK_TCK")


def waiting_time(pid: int) -> float:
    """Return the seconds that a process could have run, had other programs left it a core."""
    return int(Path(f"/proc/{pid}/schedstat").read_text(encoding="utf-8").split()[1]) / 1e9


# The run


def at(times: list[float], share: float) -> float:
    return 1e3 * sorted(times)[min(len(times) - 1, int(share * len(times)))] if times else 0.0


async def compare(given: argparse.Namespace, port: int) -> None:
    """Ask while nobody is slow, since other programs may keep this machine busy, too."""
    times: list[float] = []
    end = time.monotonic() + CALM_SECONDS
    await asyncio.gather(*(ask(port, each, times, end) for each in range(given.others)))
    say("before, without slow ones", times)


def say(label: str, times: list[float]) -> None:
    print(f"{label}: {len(times)} answers, p50 {at(times, 0.5):.1f} ms, ", end="")
    print(f"p99 {at(times, 0.99):.1f} ms, max {at(times, 1):.1f} ms", flush=True)


async def watch(given: argparse.Namespace, port: int, pid: int, pipe: Pipe) -> Tally:
    """Ask as the others do, print how it goes, and return what became of the slow ones."""
    tally, end = Tally(), time.monotonic() + given.seconds
    times: list[float] = []
    others = [asyncio.create_task(ask(port, each, times, end)) for each in range(given.others)]
    print(f"{'second':>7}{'server':>8}{'tried':>8}{'asked':>8}{'p50 ms':>8}{'p99 ms':>8}", end="")
    print(f"{'max ms':>8}{'MB':>7}{'cpu':>6}{'denied':>8}{'load':>6}")
    seen, spent, waited = 0, processor_time(pid), waiting_time(pid)
    start = moment = time.monotonic()
    while moment < end:
        await asyncio.sleep(min(REPORT, end - moment + 0.01))
        while pipe.poll():
            tally = pipe.recv()
        new, before = times[seen:], moment
        seen, moment = len(times), time.monotonic()
        used, spent = processor_time(pid) - spent, processor_time(pid)
        lost, waited = waiting_time(pid) - waited, waiting_time(pid)
        try:
            there = await asyncio.to_thread(state, port)
        except OSError:
            there = {"connections": -1}  # so busy that it does not say
        print(
            f"{moment - start:7.0f}{there['connections']:8.0f}{tally.open:8}{len(new):8}"
            f"{at(new, 0.5):8.1f}{at(new, 0.99):8.1f}{at(new, 1):8.1f}{memory(pid):7.0f}"
            f"{used / (moment - before):6.0%}{lost / (moment - before):8.0%}"
            f"{os.getloadavg()[0]:6.1f}",
            flush=True,
        )
    await asyncio.gather(*others)
    say("meanwhile", times)
    return tally


def finish(port: int, pipe: Pipe, tally: Tally) -> bool:
    """Wait until the server has closed all; return whether it has."""
    start = time.monotonic()
    while time.monotonic() - start < 90 and (tally.open or state(port)["connections"] > 1):
        with suppress(EOFError):
            while pipe.poll(1):
                tally = pipe.recv()
        time.sleep(0.2)
    took, left = time.monotonic() - start, state(port)["connections"] - 1
    said = ", ".join(f"{count} {status}" for status, count in tally.closed.most_common())
    print(f"the slow ones: {tally.opened} opened, closed with {said}; the oldest was ", end="")
    print(f"{tally.oldest:.0f} s old. {took:.0f} s after the end the server had {left:.0f} open.")
    return left <= 0


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--count", type=int, default=5000, help="slow connections at a time")
    parser.add_argument("--seconds", type=float, default=600.0)
    parser.add_argument("--others", type=int, default=4, help="clients that behave")
    parser.add_argument("--connections", type=int, help="as for `serve`")
    parser.add_argument("--client-connections", type=int, help="as for `serve`")
    given = parser.parse_args()
    options = []
    for name in ("connections", "client_connections"):
        if (value := getattr(given, name)) is not None:
            options += [f"--{name.replace('_', '-')}", str(value)]
    context = multiprocessing.get_context("spawn")
    with serving(options) as (port, pid):
        asyncio.run(compare(given, port))
        pipe, other = context.Pipe()
        slow = context.Process(target=be_slow, args=(port, given.count, given.seconds, other))
        slow.start()
        try:
            is_well = finish(port, pipe, asyncio.run(watch(given, port, pid, pipe)))
        finally:
            slow.terminate()
            slow.join()
    sys.exit(0 if is_well else 1)


if __name__ == "__main__":
    main()
