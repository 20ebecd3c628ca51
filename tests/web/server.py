"""A real server in a process of its own, for tests."""

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import httpx

__all__ = [
    "API",
    "PATIENCE",
    "Served",
    "children_of",
    "events_of",
    "is_running",
    "serving",
    "until",
]

API = "/api/v1"
PATIENCE = 60.0


@dataclass(frozen=True)
class Served:
    """A server that runs."""

    url: str
    process: subprocess.Popen[str]
    client: httpx.Client

    def get(self, path: str, **more: Any) -> httpx.Response:
        return self.client.get(f"{API}{path}", **more)

    def post(self, path: str, body: Any, **more: Any) -> httpx.Response:
        return self.client.post(f"{API}{path}", json=body, **more)

    def start(self, path: str, body: Any) -> httpx.Response:
        """Post something that goes on in the background; wait while too many of those are open."""
        answers: list[httpx.Response] = []

        def is_taken() -> bool:
            answers[:] = [self.post(path, body)]
            return answers[0].status_code != 429

        until(is_taken)
        return answers[0]

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
) -> Iterator[Served]:
    """Start a server on a free port, wait until it can work, and end it."""
    with TemporaryDirectory() as folder:
        # Each server begins without tournaments and trainings.
        data = () if "--data" in options else ("--data", folder)
        command = [*program, "serve", "--port", "0", *data, *options]
        yield from _serving(command, ready, environment)


def _serving(
    command: Sequence[str], ready: int, environment: Mapping[str, str] | None
) -> Iterator[Served]:
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment)
    try:
        assert process.stdout is not None
        match = re.search(r"http://\S+", process.stdout.readline())
        assert match is not None
        # Some tests wait for many answers at once.
        limits = httpx.Limits(max_connections=None, max_keepalive_connections=None)
        with httpx.Client(base_url=match[0], timeout=PATIENCE, limits=limits) as client:
            served = Served(match[0], process, client)
            until(
                lambda: served.state().get("workers_ready", ready) >= ready
            )  # unless it is closed
            yield served
    finally:
        if process.poll() is None:
            process.send_signal(signal.SIGTERM)
        process.wait(PATIENCE)
        process.stdout and process.stdout.close()


def until(holds: Callable[[], bool]) -> None:
    """Wait for something to become true; fail if it never does."""
    deadline = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < deadline, "waited in vain"
        time.sleep(0.02)


def children_of(pid: int, command: str = "") -> list[int]:
    """Return the ids of the processes that another one has started and that still run.

    With a command, only those whose command line has it.
    """
    columns = "pid=,ppid=,stat=,command="
    listed = subprocess.run(["ps", "-axwwo", columns], capture_output=True, text=True)
    rows = [line.split(None, 3) for line in listed.stdout.splitlines()]
    return [
        int(number)
        for number, parent, state, *line in rows
        if int(parent) == pid and not state.startswith("Z") and command in "".join(line)
    ]


def is_running(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    state = Path(f"/proc/{pid}/stat")
    return (
        not state.exists() or state.read_text(encoding="utf-8").rpartition(")")[2].split()[0] != "Z"
    )


def events_of(response: httpx.Response) -> Iterator[tuple[str, str]]:
    """Read the server-sent events of a response that is streamed."""
    name = ""
    for line in response.iter_lines():
        if line.startswith("event: "):
            name = line.removeprefix("event: ")
        elif line.startswith("data: "):
            yield name, line.removeprefix("data: ")
