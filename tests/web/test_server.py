"""The server as a process: how it starts, what it survives, and that it leaves nothing behind."""

import json
import os
import re
import signal
import socket
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.web.server import API, PATIENCE, Served, events_of, is_running, serving, until

LONG = {"agent": "alphabeta:depth=42", "moves": "44"}
CANCELLED = 'fourscore_jobs_total{job="move",outcome="cancelled"}'
GUIDE = (Path(__file__).parents[2] / "docs" / "program" / "serving.md").read_text(encoding="utf-8")
STANDARD = ("process_", "python_")
"""What the metrics begin with that every program in Python has."""
WITH_PASSWORD = {"fourscore_logins_total"}
EVENTS = {"Accept": "text/event-stream"}


def think(served: Served, seconds: float) -> httpx.Response:
    return served.post("/moves", {**LONG, "limit": {"seconds": seconds}})


def test_a_client_that_leaves_stops_the_work(served: Served) -> None:
    """At once, or while events are streamed."""
    address, timeout = f"{served.url}{API}/moves", httpx.Timeout(PATIENCE, read=0.5)
    for headers in ({}, EVENTS):
        before = served.metric(CANCELLED)
        with pytest.raises(httpx.ReadTimeout):
            httpx.post(address, json=LONG, headers=headers, timeout=timeout).read()
        until(lambda: served.metric(CANCELLED) == before + 1)  # noqa: B023
        assert served.state()["jobs_running"] == 0


def test_a_worker_killed_in_mid_request_is_replaced_and_nobody_notices(served: Served) -> None:
    until(lambda: served.state()["workers_ready"] == 2)  # the test before may have ended one
    with ThreadPoolExecutor(2) as threads:
        pending = [threads.submit(think, served, 3) for _ in range(2)]
        until(lambda: served.state()["jobs_running"] == 2)
        workers = served.workers()
        os.kill(workers[0], signal.SIGKILL)
        assert served.get("/positions/4453").status_code == 200
        assert [each.result().status_code for each in pending] == [200, 200]
    until(lambda: served.state()["workers_ready"] == 2)
    assert workers[0] not in served.workers()
    assert workers[1] in served.workers()


def test_overload_is_refused_at_once_and_the_server_is_well_afterwards(served: Served) -> None:
    # By the server's clock: here 40 threads wait for each other.
    labels = 'handler="/api/v1/moves",le="2.5",method="POST"'
    quick = f"http_request_duration_seconds_bucket{{{labels}}}"
    before = served.metric(quick)
    with ThreadPoolExecutor(40) as threads:
        answers = list(threads.map(lambda _: think(served, 3.0), range(40)))
    refused = [answer for answer in answers if answer.status_code != 200]
    assert len(answers) - len(refused) >= 5
    assert {answer.status_code for answer in refused} <= {429, 503}
    assert all(int(answer.headers["retry-after"]) >= 1 for answer in refused)
    # A refusal does not wait for anybody's work, which takes three seconds.
    until(lambda: served.metric(quick) - before > len(refused) / 2)
    assert served.state()["jobs_running"] == served.state()["jobs_waiting"] == 0
    assert think(served, 0.1).status_code == 200


def test_long_work_leaves_a_worker_to_the_others(served: Served) -> None:
    """Two reviews that take long, and a move that does not wait for them."""
    address = httpx.URL(served.url)
    raw = f"GET {API}/positions/123456/review?size=9x6 HTTP/1.1\r\nHost: localhost\r\n\r\n"
    with ExitStack() as clients:
        for _ in range(2):
            wire = socket.create_connection((address.host, address.port or 0))
            clients.enter_context(wire).sendall(raw.encode())
        until(lambda: served.state()["jobs_waiting"] == 1)
        assert think(served, 0.1).status_code == 200
        assert served.state()["jobs_waiting"] == served.state()["jobs_running"] == 1
    until(lambda: served.state()["jobs_waiting"] == served.state()["jobs_running"] == 0)


def test_requests_are_counted(served: Served) -> None:
    served.get("/positions/4453")
    name = 'http_requests_total{handler="/api/v1/positions/{moves}",method="GET",status="200"}'
    before = served.metric(name)
    served.get("/positions/4454")
    assert served.metric(name) == before + 1
    assert served.metric("fourscore_workers") == 2
    until(lambda: served.metric("http_requests_inprogress") == 1)
    assert served.metric("process_resident_memory_bytes") > 0
    # Version 1.0 had other names, which still work.
    old = 'fourscore_requests_total{method="GET",route="/api/v1/positions/{moves}",status="200"}'
    assert served.metric(old) == served.metric(name)
    route = '{route="/api/v1/positions/{moves}"}'
    new = '{handler="/api/v1/positions/{moves}",method="GET"}'
    count = served.metric(f"http_request_duration_seconds_count{new}")
    # Those of other methods are in it as well.
    assert served.metric(f"fourscore_request_seconds_count{route}") >= count > 0


def test_the_guide_lists_every_metric(served: Served) -> None:
    """The gauges in a sample of /healthz, the others in a table."""
    families = re.findall(r"(?m)^# TYPE (\w+) (\w+)$", served.client.get("/metrics").text)
    kinds = {name: kind for name, kind in families if not name.endswith("_created")}
    kinds = {name: kind for name, kind in kinds.items() if not name.startswith(STANDARD)}
    gauges = {
        name for name, kind in kinds.items() if name.startswith("fourscore_") and kind == "gauge"
    }
    gauges -= {"fourscore_build_info"}
    listed = set(re.findall(r"(?m)^\| `((?:fourscore|http)_\w+)`", GUIDE))
    assert listed - WITH_PASSWORD == kinds.keys() - gauges
    [sample] = re.findall(r'(?m)^{"status":.*}$', GUIDE)
    assert list(json.loads(sample)) == list(served.state())
    assert {f"fourscore_{name}" for name in served.state()} - gauges == {
        "fourscore_status",
        "fourscore_version",
    }


# The end


@pytest.mark.slow
def test_a_signal_ends_streams_and_leaves_nothing() -> None:
    with serving("--workers", "2", "--seconds", "60", "--grace", "0.5") as server:
        found: list[tuple[str, Any]] = []

        def watch() -> None:
            path, body = f"{API}/moves", {**LONG, "agent": "mcts:seconds=60"}
            with server.client.stream("POST", path, json=body, headers=EVENTS) as answer:
                for name, content in events_of(answer):
                    found.append((name, json.loads(content)))

        watcher = threading.Thread(target=watch)
        watcher.start()
        until(lambda: bool(found))
        workers = server.workers()
        server.process.send_signal(signal.SIGTERM)
        watcher.join(PATIENCE)
        assert server.process.wait(PATIENCE) in (0, -signal.SIGTERM)
    assert found[-1][0] == "result"
    assert not found[-1][1]["report"]["complete"]
    assert not any(is_running(pid) for pid in workers)


def test_killing_the_server_ends_its_workers_in_mid_thought(served: Served) -> None:
    with serving("--workers", "1", "--seconds", "60") as server:
        # Until then, two servers are as good as one: each sees what the other has stored.
        for path in ("/positions/4453", "/positions/44444455555526/analysis"):
            tag = served.get(path).headers["etag"]
            assert server.get(path, headers={"If-None-Match": tag}).status_code == 304
        leaving = threading.Thread(target=_ask_in_vain, args=(server,))
        leaving.start()
        until(lambda: server.state()["jobs_running"] == 1)
        workers = server.workers()
        server.process.kill()
        server.process.wait(PATIENCE)
        leaving.join(PATIENCE)
        until(lambda: not any(is_running(pid) for pid in workers))


def _ask_in_vain(server: Served) -> None:
    with pytest.raises(httpx.TransportError):
        think(server, 60)


# The start


def run_serve(*options: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "fourscore", "serve", *options]
    return subprocess.run(command, capture_output=True, text=True, timeout=60)


def test_a_port_in_use_is_one_sentence() -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        found = run_serve("--port", str(port))
    assert (found.returncode, found.stdout) == (2, "")
    assert found.stderr == f"error: cannot listen on 127.0.0.1:{port}: address already in use\n"


def test_nobody_can_connect_while_it_compiles(tmp_path: Path) -> None:
    with socket.socket() as other:
        other.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        other.bind(("127.0.0.1", 0))
        port = other.getsockname()[1]
        if sys.platform != "linux":
            other.close()  # only Linux lets the server share a port that is kept free for it
        command = [sys.executable, "-m", "fourscore", "serve", "--port", str(port)]
        environment = {**os.environ, "FOURSCORE_CACHE": str(tmp_path)}
        with subprocess.Popen(command, stderr=subprocess.PIPE, env=environment) as process:
            assert process.stderr is not None
            assert process.stderr.read(9) == b"Compiling"
            with pytest.raises(ConnectionRefusedError):
                socket.create_connection(("127.0.0.1", port))
            process.terminate()
            process.communicate()


@pytest.mark.parametrize("host", ["192.0.2.1", "no.such.host.invalid"])
def test_an_address_that_is_not_ours_is_one_sentence(host: str) -> None:
    found = run_serve("--host", host, "--port", "0")
    assert (found.returncode, found.stdout) == (2, "")
    assert found.stderr.startswith("error: ")
    assert found.stderr.count("\n") == 1
    assert host in found.stderr


def test_listening_to_all_is_warned_of_and_answers_to_any_name() -> None:
    command = [sys.executable, "-m", "fourscore", "serve", "--host", "0.0.0.0", "--port", "0"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    try:
        assert process.stdout is not None
        assert process.stderr is not None
        url = process.stdout.readline().split()[1]
        assert process.stderr.readline().startswith("warning: anyone who can reach 0.0.0.0")

        def answers() -> bool:
            try:
                return httpx.get(f"{url}/healthz", headers={"Host": "lab.example"}).is_success
            except httpx.TransportError:
                return False

        until(answers)
    finally:
        process.terminate()
        process.wait(PATIENCE)
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        process.stderr.close()
