"""Agents of this machine: run by a server that only this machine reaches, and by no other."""

import json
import os
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import Run
from tests.waiting import eventually
from tests.web.server import API, LAUNCHER, Served, serving

BOT = """
def choose(position):
    if position.ply > 6:
        raise ValueError("too late")
    return position.legal[0]
"""
LOCAL = ["python:bot:choose", "kaggle:bot.py", "exec:cat", "uci:cat"]
STARTS: list[tuple[str, dict[str, Any]]] = [
    ("/tournaments", {"agents": ["{}", "level:1"], "games": 2}),
    ("/races", {"moves": "4", "agents": ["{}"], "runs": 1}),
    ("/races/suites", {"agents": ["{}"], "suite": "end", "count": 2}),
    ("/races/suites/results", {"agents": ["{}"], "count": 1, "results": [{"answers": "."}]}),
]


def body_of(start: dict[str, Any], spec: str) -> dict[str, Any]:
    return {**start, "agents": [each.format(spec) for each in start["agents"]]}


@pytest.fixture(scope="module")
def local(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A server that was started with --local-agents beside a bot."""
    folder = tmp_path_factory.mktemp("local")
    (folder / "bot.py").write_text(BOT)
    environment = {**os.environ, "PYTHONPATH": str(folder)}
    options = ("--workers", "1", "--seconds", "600", "--local-agents")
    with serving(*options, environment=environment) as server:
        yield server


@pytest.mark.parametrize("spec", LOCAL)
def test_other_servers_refuse_them(served: Served, spec: str) -> None:
    for path, start in STARTS:
        answer = served.post(path, body_of(start, spec))
        assert answer.status_code == 422
        assert "start the server with --local-agents" in answer.json()["detail"]
    assert served.get("/agents").json()["local_agents"] is False


def test_they_race_on_one_position_and_over_a_suite(local: Served) -> None:
    assert local.get("/agents").json()["local_agents"] is True
    one = local.post("/races", {"moves": "44", "agents": [LOCAL[0]], "runs": 1}).json()
    assert one["agents"][0]["column"] == 1
    body = {"agents": [LOCAL[0], "random"], "suite": "end", "count": 4}
    view = local.post("/races/suites", body).json()
    bot = next(each for each in view["racers"] if each["agent"] == LOCAL[0])
    assert bot["answers"] == "xxxx"  # all these are late
    assert "too late" in bot["mistakes"][0]["fault"]


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"Origin": "https://evil.example"}, 403),
        ({"Sec-Fetch-Site": "cross-site"}, 403),
        ({"Sec-Fetch-Site": "same-site"}, 403),
        ({"Host": "evil.example", "Origin": "http://evil.example"}, 421),  # DNS rebinding
    ],
)
def test_pages_of_other_sites_start_nothing(
    local: Served, headers: dict[str, str], status: int, tmp_path: Path
) -> None:
    before = local.get("/tournaments").json()["total"]
    trace = tmp_path / "it-ran"
    for path, start in STARTS:
        body = json.dumps(body_of(start, f"exec:touch {trace}"))
        for kind in ("application/json", "text/plain"):
            sent = {**headers, "Content-Type": kind}
            answer = local.client.post(f"{API}{path}", content=body, headers=sent)
            assert answer.status_code == status, answer.text
    assert local.get("/tournaments").json()["total"] == before
    assert not trace.exists()


@pytest.mark.slow
def test_a_server_without_them_does_not_resume_what_another_began(tmp_path: Path) -> None:
    (tmp_path / "bot.py").write_text(BOT)
    environment = {**os.environ, "PYTHONPATH": str(tmp_path)}
    options = ("--workers", "1", "--data", str(tmp_path / "data"))
    setup = {"agents": [LOCAL[0], "mcts:playouts=100000"], "games": 100}
    with serving(*options, "--local-agents", environment=environment) as first:
        name = first.post("/tournaments", setup).json()["id"]
    with serving(*options) as second:
        eventually(lambda: second.get(f"/tournaments/{name}").json()["state"] == "failed")
        says = second.get(f"/tournaments/{name}").json()["says"]
        assert "start the server with --local-agents" in says
        again = second.post(f"/tournaments/{name}/resume")
        assert again.status_code == 422


@pytest.mark.parametrize(
    ("options", "names"),
    [
        (("--host", "0.0.0.0"), "--host 0.0.0.0"),
        (("--behind-proxy",), "--behind-proxy"),
        (("--allow-host", "lab.example"), "--allow-host"),
        (("--allow-embed", "https://lab.example"), "--allow-embed"),
    ],
)
def test_nobody_else_may_reach_such_a_server(
    run: Run, options: tuple[str, ...], names: str
) -> None:
    found = run("serve", "--port", "0", "--local-agents", *options)
    assert (found.code, found.out) == (2, "")
    assert found.err.endswith(f"so nobody else may reach it; leave out {names}\n")


@pytest.mark.skipif(sys.platform == "win32", reason="no service manager passes sockets there")
def test_not_even_through_a_socket_of_a_service_manager() -> None:
    with socket.create_server(("0.0.0.0", 0)) as listener:
        found = subprocess.run(
            [sys.executable, "-c", LAUNCHER, str(listener.fileno()), "-m", "fourscore", "serve",
             "--local-agents"],
            capture_output=True, text=True, pass_fds=[listener.fileno()],
        )  # fmt: skip
    assert (found.returncode, found.stdout) == (2, "")
    assert "so nobody else may reach it" in found.stderr
