"""What slow and broken clients do to the server, and to the others who use it.

    python bench/slow_clients.py [--count N] [--seconds S] [--let-in]

Starts a server of its own on a free port of this machine. One process, at 127.0.0.1, has N clients
whose connections are never of any use: a quarter is silent, a quarter sends half a head, a quarter
half a body, each a byte every few seconds, and a quarter never reads its answers. The server lets
in as many as its limits allow and refuses the others, who try again after a pause. With `--let-in`
the limits are above N, so that all are let in, and each connects again as soon as the server has
closed its connection.

Meanwhile clients at 127.0.0.2 and the addresses after it ask for positions and analyses, one
question after the other. In the end nothing is opened any more, and all must be closed within 90
seconds. Ends with exit code 1 if the others' p99 was 50 ms or more, if the memory grew by more than
5 % and 20 MB after the first minute, or if a connection is left.
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
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from multiprocessing.connection import Connection as Pipe
from pathlib import Path
from tempfile import TemporaryDirectory

from fourscore.runtime.system import allow_open_files
from fourscore.web.settings import STATIC

HOST = "127.0.0.1"
SMALL = 4096
"""Bytes that an answer which is not read may have at the client."""
PAUSE, AT_ONCE = 60.0, 0.1
"""Seconds until a closed connection is opened again, by default and with `--let-in`."""
TRICKLE = 4.0
"""Seconds between two bytes of a client that is slow."""
ROOM = 1000
"""Connections that a server with `--let-in` may have besides the slow ones."""
CALM = ("/api/v1/positions/{}", "/api/v1/positions/44/analysis")
"""What the others ask for."""
REPORT, CALM_SECONDS = 15.0, 30.0
"""Seconds between two lines of the report, and those without slow clients."""
LONGEST = 50.0
"""Milliseconds within which 99 of 100 answers to the others must come."""
FIRST_SECONDS = 60.0
"""Seconds after which the memory may not grow by more than"""
GROWTH, GROWTH_MB = 1.05, 20.0
"""this factor, or by more than so many megabytes if that is more."""


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


async def keep_open(port: int, kind: str, tally: Tally, end: float, pause: float) -> None:
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
        await asyncio.sleep(random.uniform(0.5, 1.5) * pause)


async def _be_slow(port: int, count: int, seconds: float, pause: float, pipe: Pipe) -> None:
    tally, kinds, end = Tally(), list(FIRST), time.monotonic() + seconds
    tasks = []
    for number in range(count):
        tasks.append(asyncio.create_task(keep_open(port, kinds[number % 4], tally, end, pause)))
        if number % 25 == 24:
            await asyncio.sleep(0.1)  # as fast as a machine may dial, but not faster
    while not all(task.done() for task in tasks):
        pipe.send(tally)
        await asyncio.sleep(1)
    pipe.send(tally)


def be_slow(port: int, count: int, seconds: float, pause: float, pipe: Pipe) -> None:
    """Be all slow clients, in a process of their own."""
    allow_open_files(count + 100)
    asyncio.run(_be_slow(port, count, seconds, pause, pipe))
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
            health = Health(port)
            while not health.ask()["workers_ready"]:
                time.sleep(0.1)
            yield port, server.pid
        finally:
            server.send_signal(signal.SIGTERM)
            server.wait(60)


class Health:
    """Asks how the server is, on a connection from another address than the slow clients have."""

    def __init__(self, port: int) -> None:
        here = ("127.0.0.99", 0)
        self._http = http.client.HTTPConnection(HOST, port, source_address=here, timeout=30)

    def ask(self) -> dict[str, float]:
        try:
            self._http.request("GET", "/healthz")
            found: dict[str, float] = json.loads(self._http.getresponse().read())
        except OSError:
            self._http.close()  # the next request opens it again
            raise
        return found

    def connections(self) -> int:
        """Return the connections besides the one that asks; -1 if the server is too busy."""
        try:
            return int(self.ask()["connections"]) - 1
        except OSError:
            return -1


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


@dataclass
class Course:
    """How it went for the server and for the others."""

    tally: Tally
    times: list[float]
    megabytes: list[float]
    """The server's memory, from the end of the first minute on."""

    def faults(self) -> list[str]:
        """Return a sentence for everything that is not as it should be."""
        found, late = [], at(self.times, 0.99)
        if not late < LONGEST:
            found.append(f"the others' p99 was {late:.1f} ms; it must be below {LONGEST:.0f}")
        first, last = self.megabytes[0], max(self.megabytes)
        if last > max(GROWTH * first, first + GROWTH_MB):
            found.append(f"the memory grew from {first:.0f} to {last:.0f} MB")
        return found


async def watch(given: argparse.Namespace, port: int, pid: int, pipe: Pipe) -> Course:
    """Ask as the others do, print how it goes, and return that."""
    tally, end = Tally(), time.monotonic() + given.seconds
    times: list[float] = []
    connections: list[int] = []
    health = Health(port)
    health.ask()
    megabytes: list[float] = []
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
        there = await asyncio.to_thread(health.connections)
        if moment - start < FIRST_SECONDS:
            connections.clear()
            megabytes.clear()
        connections.append(there)
        megabytes.append(memory(pid))
        print(
            f"{moment - start:7.0f}{there:8}{tally.open:8}{len(new):8}"
            f"{at(new, 0.5):8.1f}{at(new, 0.99):8.1f}{at(new, 1):8.1f}{megabytes[-1]:7.0f}"
            f"{used / (moment - before):6.0%}{lost / (moment - before):8.0%}"
            f"{os.getloadavg()[0]:6.1f}",
            flush=True,
        )
    await asyncio.gather(*others)
    say("meanwhile", times)
    print(f"after the first minute the server had {min(connections)} to ", end="")
    print(f"{max(connections)} connections, and {min(megabytes):.0f} to ", end="")
    print(f"{max(megabytes):.0f} MB")
    return Course(tally, times, megabytes)


def finish(port: int, pipe: Pipe, tally: Tally) -> int:
    """Wait until the server has closed all; return how many are left."""
    health, start = Health(port), time.monotonic()
    while (left := health.connections()) != 0 and time.monotonic() - start < 90:
        time.sleep(0.2)
    took = time.monotonic() - start
    time.sleep(2)  # until the slow ones have said the last
    with suppress(EOFError):
        while pipe.poll():
            tally = pipe.recv()
    said = ", ".join(f"{count} {status}" for status, count in tally.closed.most_common())
    print(f"the slow ones: {tally.opened} opened, closed with {said}; the oldest was ", end="")
    print(f"{tally.oldest:.0f} s old. {took:.0f} s after the end the server had {left} open.")
    return left


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--count", type=int, default=5000, help="slow connections at a time")
    parser.add_argument("--seconds", type=float, default=600.0)
    parser.add_argument("--others", type=int, default=4, help="clients that behave")
    parser.add_argument("--let-in", action="store_true", help="raise the limits above the count")
    given = parser.parse_args()
    options, pause = [], PAUSE
    if given.let_in:
        most = str(given.count + ROOM)
        options, pause = ["--connections", most, "--client-connections", most], AT_ONCE
    context = multiprocessing.get_context("spawn")
    with serving(options) as (port, pid):
        asyncio.run(compare(given, port))
        pipe, other = context.Pipe()
        arguments = (port, given.count, given.seconds, pause, other)
        slow = context.Process(target=be_slow, args=arguments)
        slow.start()
        try:
            course = asyncio.run(watch(given, port, pid, pipe))
            faults = course.faults()
            if left := finish(port, pipe, course.tally):
                faults.append(f"{left} connections are left")
        finally:
            slow.terminate()
            slow.join()
    for each in faults:
        print(f"not as it should be: {each}")
    sys.exit(1 if faults else 0)


if __name__ == "__main__":
    main()
