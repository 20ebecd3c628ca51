"""A server that hands over to a new process, without losing a request; and service managers."""

import json
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import httpx
import psutil
import pytest

from fourscore.web.workers.pool import FINAL
from tests.processes import children_of, is_running
from tests.waiting import PATIENCE, eventually
from tests.web.server import API, ENDLESS, EVENTS, LAUNCHER, address_of, events_of, running

pytestmark = pytest.mark.skipif(not hasattr(signal, "SIGUSR2"), reason="needs signals of Unix")
PASSWORD = "correct horse"
HALF = b"POST /api/v1/drops HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\n{"
Started = tuple[str, subprocess.Popen[str]]


@pytest.fixture
def log(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The file to which the server logs."""
    return tmp_path_factory.mktemp("log") / "stderr"


@pytest.fixture
def started(tmp_path: Path, log: Path, request: pytest.FixtureRequest) -> Iterator[Started]:
    """A server that may replace itself; whoever answers in the end is ended.

    A test may give it further options.
    """
    options = ("--port", "0", "--workers", "1", "--data", str(tmp_path), "--seconds", "600")
    further = getattr(request, "param", ())
    command = [sys.executable, "-m", "fourscore", "serve", *options, *further]
    with (
        log.open("w", encoding="utf-8") as stderr,
        running(
            command, stderr=stderr, env={**os.environ, "FOURSCORE_PASSWORD": PASSWORD}
        ) as process,
    ):
        url = address_of(process)
        try:
            eventually(lambda: _is_ready(url))
            yield url, process
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


def _is_ready(url: str) -> bool:
    try:
        return httpx.get(f"{url}/readyz", timeout=PATIENCE).is_success
    except httpx.TransportError:
        return False


class Load:
    """Clients that ask again and again, with connections that stay open and with new ones."""

    def __init__(self, url: str) -> None:
        self._url, self._stop = url, threading.Event()
        self.outcomes: Counter[str] = Counter()
        self._threads = [threading.Thread(target=self._ask, args=(number,)) for number in range(6)]
        for thread in self._threads:
            thread.start()

    def _ask(self, number: int) -> None:
        with httpx.Client(base_url=self._url, timeout=PATIENCE) as client:
            count = 0
            while not self._stop.is_set():
                count += 1
                try:
                    # A third of them compute, a third close every connection.
                    if number % 3 == 0:
                        body = {"agent": "alphabeta:depth=4", "moves": "44"}
                        answer = client.post(f"{API}/moves", json=body)
                    elif number % 3 == 1:
                        answer = httpx.get(f"{self._url}{API}/positions/44", timeout=PATIENCE)
                    else:
                        answer = client.get(f"{API}/positions/445{count % 7 + 1}")
                    self.outcomes[str(answer.status_code)] += 1
                except httpx.HTTPError as error:
                    self.outcomes[repr(error)] += 1
                time.sleep(0.05)

    def stop(self) -> None:
        self._stop.set()
        for thread in self._threads:
            thread.join()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("started", "processes"),
    [((), 0), (("--processes", "2"), 2)],
    indirect=["started"],
    ids=["one process", "two processes"],
)
def test_a_hand_over_under_load_loses_no_request(
    started: Started, tmp_path: Path, processes: int
) -> None:
    url, old = started
    eventually(lambda: len(children_of(old.pid, "serve_one")) == processes)
    old_processes = children_of(old.pid, "serve_one")
    # Loading is no part of this, and everybody else would wait for it. Several times, as
    # different processes may answer.
    for agent in ("alphabeta:depth=4", "mcts:playouts=100") * max(1, 3 * processes):
        body = {"agent": agent, "moves": "44"}
        assert httpx.post(f"{url}{API}/moves", json=body, timeout=PATIENCE).status_code == 200
    found: list[str] = []

    def watch() -> None:
        body, path = {"agent": "mcts:seconds=6", "moves": "44"}, f"{url}{API}/moves"
        with httpx.stream("POST", path, json=body, headers=EVENTS, timeout=PATIENCE) as answer:
            found.extend(name for name, _ in events_of(answer))

    logged_in = httpx.post(f"{url}{API}/login", json={"password": PASSWORD}, timeout=PATIENCE)
    load, watcher = Load(url), threading.Thread(target=watch)
    watcher.start()
    try:
        eventually(lambda: load.outcomes["200"] > 20)
        old.send_signal(signal.SIGUSR2)
        eventually(lambda: old.poll() is not None, "the end of the old server")
        before = load.outcomes["200"]
        eventually(lambda: load.outcomes["200"] > before + 20)
    finally:
        load.stop()
        watcher.join()
    # The session is still good, though the password was in the environment of the old one.
    session = httpx.get(f"{url}{API}/session", cookies=logged_in.cookies, timeout=PATIENCE)
    assert session.json()["allowed"] is True
    assert old.returncode == 0
    assert set(load.outcomes) == {"200"}, load.outcomes
    assert found[-1] == "result"
    (new,) = _servers(tmp_path)
    assert not any(is_running(pid) for pid in old_processes)
    assert len(children_of(new, "serve_one")) == processes


@pytest.mark.slow
def test_a_new_process_that_fails_changes_nothing(
    started: Started, tmp_path: Path, log: Path
) -> None:
    url, old = started
    workers = children_of(old.pid)
    # The new one finds a file where it would look for its secret.
    data = tmp_path.rename(tmp_path.with_name("moved"))
    tmp_path.touch()
    old.send_signal(signal.SIGUSR2)
    eventually(lambda: "the new process did not get ready" in log.read_text(encoding="utf-8"))
    eventually(lambda: len(children_of(old.pid)) == len(workers))
    tmp_path.unlink()
    data.rename(tmp_path)
    assert old.poll() is None
    eventually(lambda: _is_ready(url))


def test_a_service_manager_passes_a_socket_and_is_told(tmp_path: Path, log: Path) -> None:
    """And what a server that stops does: streams end, and half a body is not waited for."""
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
        assert told.recv(1000).decode() == f"READY=1\nMAINPID={process.pid}"
        assert httpx.get(f"{url}/readyz", timeout=PATIENCE).json() == {"status": "ready"}
        workers = children_of(process.pid)
        race = f"{url}{API}/races/suites"
        with (
            httpx.stream("POST", race, json=ENDLESS, headers=EVENTS, timeout=PATIENCE) as answer,
            socket.create_connection(address) as client,
        ):
            events = events_of(answer)
            assert next(events)[0] == "progress"
            client.sendall(HALF)
            eventually(lambda: _connections(url) == 2, "half a body")
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


def _connections(url: str) -> int:
    """Return how many connections a server has besides the one that asks."""
    return int(httpx.get(f"{url}/healthz", timeout=PATIENCE).json()["connections"]) - 1
