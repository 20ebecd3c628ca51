"""A server that hands over to a new process, without losing a request; and service managers."""

import json
import os
import signal
import socket
import sys
import threading
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import Any

import httpx
import psutil
import pytest

from fourscore.web.workers.pool import FINAL
from tests.processes import children_of, is_running
from tests.waiting import PATIENCE, eventually
from tests.web.server import (
    API,
    ENDLESS,
    EVENTS,
    LAUNCHER,
    Served,
    address_of,
    events_of,
    running,
    serving,
)

pytestmark = pytest.mark.skipif(not hasattr(signal, "SIGUSR2"), reason="needs signals of Unix")
PASSWORD = "correct horse"
HALF = b"POST /api/v1/drops HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\n{"


@pytest.fixture
def started(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Served]:
    """A server that may replace itself; whoever answers in the end is ended."""
    options = ("--workers", "1", "--data", str(tmp_path), "--seconds", "600")
    environment = {**os.environ, "FOURSCORE_PASSWORD": PASSWORD}
    with serving(*options, *request.param, environment=environment) as served:
        try:
            yield served
        finally:
            for pid in _servers(tmp_path):
                with suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGTERM)
            eventually(lambda: not _servers(tmp_path), "the end of all servers")


def _servers(folder: Path) -> list[int]:
    """Return the servers of a folder, without the processes below them."""
    return [
        each.pid
        for each in psutil.process_iter(["cmdline"])
        if {"serve", str(folder)} <= set(each.info["cmdline"] or ()) and is_running(each.pid)
    ]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("started", "processes"),
    [((), 0), (("--processes", "2"), 2)],
    indirect=["started"],
    ids=["one process", "two processes"],
)
def test_a_hand_over_under_load_loses_no_request(
    started: Served, tmp_path: Path, processes: int
) -> None:
    url, old = f"{started.url}{API}", started.process
    eventually(lambda: len(children_of(old.pid, "serve_one")) == processes)
    old_processes = children_of(old.pid, "serve_one")
    # Loading is no part of this, and everybody else would wait for it. Several times, as
    # different processes may answer.
    for agent in ("alphabeta:depth=4", "mcts:playouts=100") * max(1, 3 * processes):
        body = {"agent": agent, "moves": "44"}
        assert httpx.post(f"{url}/moves", json=body, timeout=PATIENCE).status_code == 200
    outcomes, stop = Counter[str](), threading.Event()

    def load(number: int) -> None:
        """Ask again and again: compute, connect anew, or keep a connection open."""
        with httpx.Client(timeout=PATIENCE) as client:
            while not stop.wait(0.05):
                try:
                    if number == 0:
                        body = {"agent": "alphabeta:depth=4", "moves": "44"}
                        answer = client.post(f"{url}/moves", json=body)
                    elif number == 1:
                        answer = httpx.get(f"{url}/positions/44", timeout=PATIENCE)
                    else:
                        answer = client.get(f"{url}/positions/4453")
                    outcomes[str(answer.status_code)] += 1
                except httpx.HTTPError as error:
                    outcomes[repr(error)] += 1

    def watch() -> list[str]:
        body = {"agent": "mcts:seconds=6", "moves": "44"}
        with httpx.stream(
            "POST", f"{url}/moves", json=body, headers=EVENTS, timeout=PATIENCE
        ) as answer:
            return [name for name, _ in events_of(answer)]

    logged_in = httpx.post(f"{url}/login", json={"password": PASSWORD}, timeout=PATIENCE)
    with ThreadPoolExecutor(7) as threads:
        try:
            watched = threads.submit(watch)
            for number in (0, 1, 2) * 2:
                threads.submit(load, number)
            eventually(lambda: outcomes["200"] > 20)
            old.send_signal(signal.SIGUSR2)
            eventually(lambda: old.poll() is not None, "the end of the old server")
            before = outcomes["200"]
            eventually(lambda: outcomes["200"] > before + 20)
        finally:
            stop.set()
    # The session is still good, though the password was in the environment of the old one.
    session = httpx.get(f"{url}/session", cookies=logged_in.cookies, timeout=PATIENCE)
    assert session.json()["allowed"] is True
    assert old.returncode == 0
    assert set(outcomes) == {"200"}, outcomes
    assert watched.result()[-1] == "result"
    (new,) = _servers(tmp_path)
    assert not any(is_running(pid) for pid in old_processes)
    assert len(children_of(new, "serve_one")) == processes


def test_a_service_manager_passes_a_socket_and_is_told(tmp_path: Path) -> None:
    """And what a server that stops does: streams end, and half a body is not waited for."""
    log = tmp_path / "stderr"
    told = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
    told.bind(str(tmp_path / "notify"))
    told.settimeout(PATIENCE)
    with (
        told,
        socket.create_server(("127.0.0.1", 0)) as listener,
        log.open("w", encoding="utf-8") as stderr,
        running(
            [sys.executable, "-c", LAUNCHER, str(listener.fileno()), "-m", "fourscore", "serve",
             "--workers", "1", "--data", str(tmp_path / "data"), "--seconds", "600",
             "--grace", "0.5", "--access-log", "--log-format", "json"],
            stderr=stderr,
            pass_fds=[listener.fileno()],
            env={**os.environ, "NOTIFY_SOCKET": str(tmp_path / "notify")},
        ) as process,
    ):  # fmt: skip
        address = listener.getsockname()
        url = f"http://127.0.0.1:{address[1]}"
        assert address_of(process) == url

        def get(path: str) -> Any:
            return httpx.get(f"{url}{path}", timeout=PATIENCE).json()

        assert told.recv(1000).decode() == f"READY=1\nMAINPID={process.pid}"
        assert get("/readyz") == {"status": "ready"}
        workers = children_of(process.pid)
        race = f"{url}{API}/races/suites"
        with (
            httpx.stream("POST", race, json=ENDLESS, headers=EVENTS, timeout=PATIENCE) as answer,
            socket.create_connection(address) as client,
        ):
            events = events_of(answer)
            assert next(events)[0] == "progress"
            client.sendall(HALF)
            # With the one that asks.
            eventually(lambda: get("/healthz")["connections"] == 3, "half a body")
            process.terminate()
            assert told.recv(1000) == b"STOPPING=1"
            assert client.recv(100).startswith(b"HTTP/1.1 503 ")
            assert list(events)[-1][0] in FINAL
        process.wait()
        assert not any(is_running(pid) for pid in workers)
        # Who comes now waits for the next server: the service manager still listens.
        socket.create_connection(address).close()
    first = json.loads(log.read_text(encoding="utf-8").splitlines()[0])
    assert (first["logger"], first["path"], first["status"]) == ("fourscore.access", "/readyz", 200)
