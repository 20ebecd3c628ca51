"""A server that hands over to a new process, without losing a request; and service managers."""

import os
import re
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
import pytest

from tests.web.server import API, PATIENCE, children_of, events_of, is_running, until

pytestmark = pytest.mark.skipif(not hasattr(signal, "SIGUSR2"), reason="needs signals of Unix")
PASSWORD = "correct horse"
START_PATIENCE = 600
"""Seconds in which a server starts beside another one under load, on a machine that is busy."""
LAUNCHER = """
import os, sys
os.dup2(int(sys.argv[1]), 3)
os.environ |= {"LISTEN_PID": str(os.getpid()), "LISTEN_FDS": "1"}
os.execv(sys.executable, [sys.executable, *sys.argv[2:]])
"""


@pytest.fixture
def log(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The file to which the server logs."""
    return tmp_path_factory.mktemp("log") / "stderr"


@pytest.fixture
def started(
    tmp_path: Path, log: Path, request: pytest.FixtureRequest
) -> Iterator[tuple[str, subprocess.Popen[str]]]:
    """A server that may replace itself; whoever answers in the end is ended.

    A test may give it further options.
    """
    options = ("--port", "0", "--workers", "1", "--data", str(tmp_path), "--seconds", "20")
    further = getattr(request, "param", ())
    command = [sys.executable, "-m", "fourscore", "serve", *options, *further]
    environment = {**os.environ, "FOURSCORE_PASSWORD": PASSWORD}
    with log.open("w", encoding="utf-8") as stderr:
        process = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=stderr, text=True, env=environment
        )
    successors: set[int] = set()
    try:
        assert process.stdout is not None
        match = re.search(r"http://\S+", process.stdout.readline())
        assert match is not None
        until(lambda: _is_ready(match[0]))
        yield match[0], process
    finally:
        successors = set(_successors(tmp_path))
        for pid in successors:
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGTERM)
        until(lambda: not any(is_running(pid) for pid in successors))
        process.wait(PATIENCE)
        assert process.stdout is not None
        process.stdout.close()


def _successors(folder: Path) -> list[int]:
    """Return the servers of a folder."""
    listed = subprocess.run(["ps", "-axwwo", "pid=,command="], capture_output=True, text=True)
    rows = (line.split(None, 1) for line in listed.stdout.splitlines())
    return [int(pid) for pid, line in rows if str(folder) in line and " serve " in line]


def _is_ready(url: str) -> bool:
    try:
        return httpx.get(f"{url}/readyz").is_success
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
        with httpx.Client(base_url=self._url, timeout=60) as client:
            count = 0
            while not self._stop.is_set():
                count += 1
                try:
                    # A third of them compute, a third close every connection.
                    if number % 3 == 0:
                        body = {"agent": "alphabeta:depth=4", "moves": "44"}
                        answer = client.post(f"{API}/moves", json=body)
                    elif number % 3 == 1:
                        answer = httpx.get(f"{self._url}{API}/positions/44", timeout=60)
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
    started: tuple[str, subprocess.Popen[str]], tmp_path: Path, processes: int
) -> None:
    url, old = started
    until(lambda: len(children_of(old.pid, "serve_one")) == processes)
    old_processes = children_of(old.pid, "serve_one")
    # Loading is no part of this, and everybody else would wait for it. Several times, as
    # different processes may answer.
    for agent in ("alphabeta:depth=4", "mcts:playouts=100") * max(1, 3 * processes):
        body = {"agent": agent, "moves": "44"}
        assert httpx.post(f"{url}{API}/moves", json=body, timeout=60).status_code == 200
    found: list[str] = []

    def watch() -> None:
        body = {"agent": "mcts:seconds=6", "moves": "44"}
        headers = {"Accept": "text/event-stream"}
        path = f"{url}{API}/moves"
        with httpx.stream("POST", path, json=body, headers=headers, timeout=60) as answer:
            found.extend(name for name, _ in events_of(answer))

    logged_in = httpx.post(f"{url}{API}/login", json={"password": PASSWORD}, timeout=60)
    load, watcher = Load(url), threading.Thread(target=watch)
    watcher.start()
    try:
        until(lambda: load.outcomes["200"] > 20)
        old.send_signal(signal.SIGUSR2)
        old.wait(START_PATIENCE)
        before = load.outcomes["200"]
        until(lambda: load.outcomes["200"] > before + 20)
    finally:
        load.stop()
        watcher.join()
    # The session is still good, though the password was in the environment of the old one.
    session = httpx.get(f"{url}{API}/session", cookies=logged_in.cookies, timeout=60)
    assert session.json()["allowed"] is True
    assert old.returncode == 0
    assert set(load.outcomes) == {"200"}, load.outcomes
    assert found[-1] == "result"
    (new,) = _successors(tmp_path)
    assert not any(is_running(pid) for pid in old_processes)
    assert len(children_of(new, "serve_one")) == processes


@pytest.mark.slow
def test_a_new_process_that_fails_changes_nothing(
    started: tuple[str, subprocess.Popen[str]], tmp_path: Path, log: Path
) -> None:
    url, old = started
    workers = children_of(old.pid)
    # The new one finds a file where it would look for its secret.
    (tmp_path / "broken").touch()
    data = tmp_path.rename(tmp_path.with_name("moved"))
    tmp_path.touch()
    old.send_signal(signal.SIGUSR2)
    until(lambda: "the new process did not get ready" in log.read_text(encoding="utf-8"))
    until(lambda: len(children_of(old.pid)) == len(workers))
    tmp_path.unlink()
    data.rename(tmp_path)
    assert old.poll() is None
    until(lambda: _is_ready(url))
    old.send_signal(signal.SIGTERM)


@pytest.mark.parametrize(
    "started",
    [(), pytest.param(("--processes", "2"), marks=pytest.mark.slow)],
    indirect=True,
    ids=["one process", "two processes"],
)
@pytest.mark.slow
def test_a_server_that_is_stopped_while_it_hands_over_takes_the_new_process_with_it(
    started: tuple[str, subprocess.Popen[str]], tmp_path: Path
) -> None:
    _, old = started
    old.send_signal(signal.SIGUSR2)
    until(lambda: len(_successors(tmp_path)) == 2)
    old.send_signal(signal.SIGTERM)
    assert old.wait(PATIENCE) == -signal.SIGTERM
    until(lambda: not _successors(tmp_path))


def test_a_service_manager_passes_a_socket_and_is_told(tmp_path: Path) -> None:
    told = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
    told.bind(str(tmp_path / "notify"))
    told.settimeout(60)
    with socket.create_server(("127.0.0.1", 0)) as listener, told:
        port = listener.getsockname()[1]
        # As systemd does it: descriptor 3, and the id of the process that is to take it.
        serve = ["-m", "fourscore", "serve", "--workers", "1", "--data", str(tmp_path / "data")]
        passed = str(listener.fileno())
        process = subprocess.Popen(
            [sys.executable, "-c", LAUNCHER, passed, *serve],
            stdout=subprocess.PIPE,
            text=True,
            pass_fds=[listener.fileno()],
            env={**os.environ, "NOTIFY_SOCKET": str(tmp_path / "notify")},
        )
        try:
            assert told.recv(1000).decode() == f"READY=1\nMAINPID={process.pid}"
            ready = httpx.get(f"http://127.0.0.1:{port}/readyz", timeout=60)
            assert ready.json() == {"status": "ready"}
            process.terminate()
            assert told.recv(1000) == b"STOPPING=1"
            # Who comes now waits for the next server: the service manager still listens.
            socket.create_connection(("127.0.0.1", port)).close()
        finally:
            process.terminate()
            said, _ = process.communicate(timeout=PATIENCE)
    assert f"http://127.0.0.1:{port}" in said
