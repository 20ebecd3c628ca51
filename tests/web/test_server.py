"""The server as a process: how it starts, what it survives, and that it leaves nothing behind."""

import json
import os
import re
import signal
import socket
import threading
from contextlib import ExitStack
from pathlib import Path

import httpx
import pytest

from tests.cli.conftest import Run
from tests.processes import is_running
from tests.waiting import eventually
from tests.web.server import API, ENDLESS, EVENTS, Served, events_of, serving

FOREVER = "/positions/-/analysis?size=9x6"
"""Takes many hours, and no book helps."""
GUIDE = (Path(__file__).parents[2] / "docs" / "program" / "serving.md").read_text(encoding="utf-8")
STANDARD = ("process_", "python_")
"""What the metrics begin with that every program in Python has."""
WITH_PASSWORD = {"fourscore_logins_total"}


def test_a_client_that_leaves_stops_the_work(served: Served) -> None:
    """Whether it waits for the answer or is sent events."""
    race = f"{API}/races/suites"
    with served.asking(FOREVER):
        eventually(lambda: served.state()["jobs_running"] == 1)
    eventually(lambda: served.state()["jobs_running"] == 0)
    with served.client.stream("POST", race, json=ENDLESS, headers=EVENTS) as answer:
        assert next(events_of(answer))[0] == "progress"
    eventually(lambda: served.state()["jobs_running"] == 0)


def test_workers_killed_in_mid_request_are_replaced_and_nobody_notices(served: Served) -> None:
    eventually(lambda: served.state()["workers_ready"] == 2)  # a test before may have ended one
    body = {"agent": "alphabeta:depth=42", "moves": "44", "limit": {"seconds": 1}}
    with served.client.stream("POST", f"{API}/moves", json=body, headers=EVENTS) as answer:
        events = events_of(answer)
        first, workers = next(events), served.workers()
        for pid in workers:
            os.kill(pid, signal.SIGKILL)
        assert served.get("/positions/4453").status_code == 200
        assert [first, *events][-1][0] == "result"
    # A process that is killed may need a moment to end, and the server to notice.
    eventually(lambda: len(set(served.workers()) - set(workers)) == 2)
    eventually(lambda: served.state()["workers_ready"] == 2)


def test_long_work_leaves_a_worker_to_the_others(served: Served) -> None:
    """Two reviews that take long, and a move that does not wait for them."""
    with ExitStack() as clients:
        for _ in range(2):
            clients.enter_context(served.asking("/positions/123456/review?size=9x6"))
        eventually(lambda: served.state()["jobs_waiting"] == 1)
        assert served.post("/moves", {"agent": "random"}).status_code == 200
        assert served.state()["jobs_running"] == 1
    eventually(lambda: served.state()["jobs_waiting"] == served.state()["jobs_running"] == 0)


def test_requests_are_counted(served: Served) -> None:
    name = 'http_requests_total{handler="/api/v1/positions/{moves}",method="GET",status="200"}'
    before = served.metric(name)
    served.get("/positions/4454")
    assert served.metric(name) == before + 1
    assert served.metric("fourscore_workers") == 2
    eventually(lambda: served.metric("http_requests_inprogress") == 1)
    # Version 1.0 had other names, which still work.
    old = 'fourscore_requests_total{method="GET",route="/api/v1/positions/{moves}",status="200"}'
    assert served.metric(old) == served.metric(name)


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


# Another server


def test_a_server_for_all_says_the_same_and_ends_its_workers_if_it_is_killed(
    served: Served, tmp_path: Path
) -> None:
    """It answers to any name, and warns of that; how it stops otherwise is in test_handover."""
    trace = served.post("/traces", {"agent": "mcts:playouts=200", "moves": "4453", "seed": 5})
    with (
        (tmp_path / "stderr").open("w") as stderr,
        serving("--workers", "1", "--seconds", "600", "--host", "0.0.0.0", stderr=stderr) as server,
    ):
        warned = (tmp_path / "stderr").read_text()
        assert warned.startswith("warning: anyone who can reach 0.0.0.0")
        assert server.client.get("/healthz", headers={"Host": "lab.example"}).is_success
        # Nothing has to be remembered: two servers are as good as one.
        for path in (
            "/positions/4453",
            "/positions/44444455555526/analysis",
            f"/traces/{trace.json()['id']}/nodes",
        ):
            tag = served.get(path).headers["etag"]
            assert server.get(path, headers={"If-None-Match": tag}).status_code == 304
        leaving = threading.Thread(target=_ask_in_vain, args=(server,))
        leaving.start()
        eventually(lambda: server.state()["jobs_running"] == 1)
        workers = server.workers()
        server.process.kill()
        leaving.join()
        eventually(lambda: not any(is_running(pid) for pid in workers))


def _ask_in_vain(server: Served) -> None:
    with pytest.raises(httpx.TransportError):
        server.get(FOREVER)


# The start


def test_an_address_that_cannot_be_taken_is_one_sentence(run: Run) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        found = run("serve", "--port", str(port))
    assert (found.code, found.out) == (2, "")
    assert found.err == f"error: cannot listen on 127.0.0.1:{port}: address already in use\n"
    found = run("serve", "--host", "no.such.host.invalid")
    assert found.err.startswith("error: cannot listen on no.such.host.invalid:8000: ")
