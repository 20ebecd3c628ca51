"""The log of requests, and whether the server says that it is ready."""

import asyncio
import json
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import httpx
import pytest

from fourscore.web.app import WebApp
from fourscore.web.settings import Settings
from tests.web.server import API, Served, until


def logged(tmp_path: Path, *options: str) -> list[str]:
    """Return what a server logs of three requests."""
    command = [sys.executable, "-m", "fourscore", "serve", "--port", "0", "--workers", "1"]
    process = subprocess.Popen(
        [*command, "--data", str(tmp_path), *options],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        assert process.stdout is not None
        match = re.search(r"http://\S+", process.stdout.readline())
        assert match is not None
        until(_answers(match[0]))
        httpx.get(f"{match[0]}{API}/positions/44?size=7x6", timeout=60)
        httpx.get(f"{match[0]}/a%0A2026 forged", timeout=60)
    finally:
        process.terminate()
        _, said = process.communicate(timeout=60)
    return [line for line in said.splitlines() if "healthz" not in line]


def _answers(url: str) -> Callable[[], bool]:
    def answers() -> bool:
        try:
            return httpx.get(f"{url}/healthz").is_success
        except httpx.TransportError:
            return False

    return answers


@pytest.mark.slow
def test_requests_are_logged_as_text(tmp_path: Path) -> None:
    first, second = logged(tmp_path, "--access-log")
    assert re.fullmatch(
        r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+00:00 INFO 127\.0\.0\.1 "
        r'"GET /api/v1/positions/44\?size=7x6" 200 \d+ \d+\.\d ms',
        first,
    )
    assert "/a%0A2026%20forged" in second


def test_requests_are_logged_as_json(tmp_path: Path) -> None:
    first, second = map(json.loads, logged(tmp_path, "--access-log", "--log-format", "json"))
    assert first["path"] == "/api/v1/positions/44?size=7x6"
    assert (first["client"], first["method"], first["status"]) == ("127.0.0.1", "GET", 200)
    assert (first["level"], first["logger"]) == ("info", "fourscore.access")
    assert first["bytes"] > 100
    assert first["milliseconds"] > 0
    assert second["path"] == "/a%0A2026%20forged"


def test_the_server_is_ready_when_it_can_do_everything(served: Served) -> None:
    assert served.client.get("/readyz").json() == {"status": "ready"}


def test_without_workers_or_a_folder_it_is_not_ready(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")

    async def ask(data: Path, workers: set[int], *, closing: bool = False) -> httpx.Response:
        app = WebApp(Settings(data=data))
        app._service.pool.ready |= workers
        app._service.pool.is_closing = closing
        transport = httpx.ASGITransport(app)
        async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as client:
            assert (await client.get("/healthz")).status_code == 200
            return await client.get("/readyz")

    for response, sentence in (
        (ask(tmp_path, set()), "no worker is ready yet"),
        (ask(tmp_path / "file", {1}), "the data folder is not writable"),
        (ask(tmp_path, {1}, closing=True), "the server is stopping; try again in a moment"),
    ):
        answer = asyncio.run(response)
        assert (answer.status_code, answer.json()["detail"]) == (503, sentence)
        assert answer.headers["retry-after"] == "2"
    assert asyncio.run(ask(tmp_path, {1})).status_code == 200


@pytest.mark.parametrize("option", [["--log-format", "xml"], ["--rate", "-1"]])
def test_a_wrong_option_is_refused(option: list[str]) -> None:
    command = [sys.executable, "-m", "fourscore", "serve", *option]
    found = subprocess.run(command, capture_output=True, text=True, timeout=60)
    assert found.returncode == 2
    assert option[0] in found.stderr
