"""A real server in a process of its own, for tests."""

import json
import re
import socket
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from tempfile import TemporaryDirectory
from typing import IO, Any

import httpx
import psutil

from tests.processes import children_of
from tests.waiting import PATIENCE, eventually

__all__ = ["API", "ENDLESS", "EVENTS", "LAUNCHER", "Event", "Served", "address_of", "end",
           "events_of", "running", "serving"]  # fmt: skip

API = "/api/v1"
EVENTS = {"Accept": "text/event-stream"}
ENDLESS = {"agents": ["mcts"], "count": 100, "limit": {"seconds": 30}}
"""A race over a suite: it takes the better part of an hour, and says at once that it has begun."""
Event = tuple[str, dict[str, Any]]
"""A word, such as ``progress``, and what it tells."""
EXIT_SECONDS = 120.0
"""Seconds after which a program that was asked to end never will."""
LAUNCHER = """
import os, sys
os.dup2(int(sys.argv[1]), 3)
os.environ |= {"LISTEN_PID": str(os.getpid()), "LISTEN_FDS": "1"}
os.execv(sys.executable, [sys.executable, *sys.argv[2:]])
"""
"""Runs Python with a socket as systemd passes it: descriptor 3, and the id of who is to take it."""


@dataclass
class Served:
    """A server that runs."""

    url: str
    process: subprocess.Popen[str]
    client: httpx.Client

    def get(self, path: str, **more: Any) -> httpx.Response:
        return self.client.get(f"{API}{path}", **more)

    def post(self, path: str, body: Any = None, **more: Any) -> httpx.Response:
        return self.client.post(f"{API}{path}", json=body, **more)

    def read(self, path: str, **query: Any) -> Any:
        """Return what an address says."""
        answer = self.get(path, params=query)
        assert answer.status_code == 200, answer.text
        return answer.json()

    def act(self, path: str, **query: Any) -> Any:
        """Post without a body, and return the answer."""
        answer = self.post(path, params=query)
        assert answer.status_code == 200, answer.text
        return answer.json()

    def events(self, path: str, body: Any = None, **query: Any) -> Iterator[Event]:
        """Yield the events of a stream, one after the other; post the body if there is one."""
        method, address = "GET" if body is None else "POST", f"{API}{path}"
        with self.client.stream(method, address, json=body, params=query, headers=EVENTS) as answer:
            assert answer.headers["content-type"].startswith("text/event-stream")
            for name, content in events_of(answer):
                yield name, json.loads(content)

    def start(self, path: str, body: Any) -> httpx.Response:
        """Post something that goes on in the background; wait while too many of those are open."""

        def taken() -> httpx.Response | None:
            answer = self.post(path, body)
            return None if answer.status_code == 429 else answer

        found = eventually(taken, f"a place for {body}")
        assert found is not None
        return found

    @contextmanager
    def asking(self, path: str) -> Iterator[None]:
        """Ask for something that takes long, without waiting for it; then leave."""
        address = httpx.URL(self.url)
        request = f"GET {API}{path} HTTP/1.1\r\nHost: localhost\r\n\r\n"
        with socket.create_connection((address.host, address.port or 0)) as wire:
            wire.sendall(request.encode())
            yield

    def state(self) -> dict[str, Any]:
        state: dict[str, Any] = self.client.get("/healthz").json()
        return state

    def metric(self, name: str) -> float:
        text = self.client.get("/metrics").text
        return sum(float(each) for each in re.findall(rf"(?m)^{re.escape(name)} (.+)$", text))

    def workers(self) -> list[int]:
        """Return the workers that answer requests, without those that play tournaments or train."""
        return children_of(self.process.pid, "fourscore.web.worker")

    def runners(self) -> list[int]:
        """Return the processes that play tournaments or train, with those below them."""
        found = [
            pid
            for resource in ("tournaments", "training")
            for pid in children_of(self.process.pid, f"fourscore.web.{resource}.runner")
        ]
        return [*found, *(below for pid in found for below in children_of(pid))]


@contextmanager
def serving(
    *options: str,
    ready: int = 1,
    program: Sequence[str] = (sys.executable, "-m", "fourscore"),
    environment: Mapping[str, str] | None = None,
    stderr: IO[str] | None = None,
) -> Iterator[Served]:
    """Start a server on a free port, wait until it can work, and end it."""
    with TemporaryDirectory() as folder:
        # Each server begins without tournaments and trainings.
        data = () if "--data" in options else ("--data", folder)
        command = [*program, "serve", "--port", "0", *data, *options]
        # Some tests wait for many answers at once.
        limits = httpx.Limits(max_connections=None, max_keepalive_connections=None)
        with (
            running(command, env=environment, stderr=stderr) as process,
            httpx.Client(base_url=address_of(process), timeout=PATIENCE, limits=limits) as client,
        ):
            served = Served(str(client.base_url).rstrip("/"), process, client)
            # One that is closed does not tell.
            eventually(lambda: served.state().get("workers_ready", ready) >= ready, "workers")
            yield served


@contextmanager
def running(command: Sequence[str], **more: Any) -> Iterator[subprocess.Popen[str]]:
    """Start a program; however the block ends, it ends with everything that it has started."""
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, **more)
    try:
        yield process
    finally:
        end(process)


def end(process: subprocess.Popen[str]) -> None:
    """Ask a program to end; kill it and everything below it if it does not, and say so."""
    family: list[psutil.Process] = []
    try:
        with suppress(psutil.NoSuchProcess):
            family = psutil.Process(process.pid).children(recursive=True)
        process.terminate()
        process.wait(EXIT_SECONDS)
    finally:
        process.kill()
        for each in family:
            with suppress(psutil.NoSuchProcess):
                each.kill()
        process.wait()
        for stream in (process.stdout, process.stderr):
            if stream is not None:
                stream.close()


def address_of(process: subprocess.Popen[str]) -> str:
    """Wait until a server says where it listens, and return that."""
    assert process.stdout is not None
    match = re.search(r"http://\S+", process.stdout.readline())
    assert match is not None, "the server does not start"
    return match[0]


def events_of(response: httpx.Response) -> Iterator[tuple[str, str]]:
    """Read the server-sent events of a response that is streamed."""
    name = ""
    for line in response.iter_lines():
        if line.startswith("event: "):
            name = line.removeprefix("event: ")
        elif line.startswith("data: "):
            yield name, line.removeprefix("data: ")
