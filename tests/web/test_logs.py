"""The log of requests, and whether the server says that it is ready."""

import json
import logging
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from fourscore.web.logs import ACCESS, LOGGERS, set_up_logs
from fourscore.web.settings import Settings
from tests.web.inside import Inside
from tests.web.server import API


@pytest.fixture(autouse=True)
def _own_logs() -> Iterator[None]:
    """Give the logs back as they were."""
    loggers = [logging.getLogger(name) for name in (*LOGGERS, ACCESS)]
    before = [(each, each.handlers, each.propagate, each.level) for each in loggers]
    yield
    for each, handlers, propagate, level in before:
        each.handlers, each.propagate = handlers, propagate
        each.setLevel(level)


@pytest.mark.parametrize("log_format", ["text", "json"])
def test_requests_are_logged(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], log_format: str
) -> None:
    settings = Settings(data=tmp_path, access_log=True, log_format=log_format)
    set_up_logs(settings)
    for path in (f"{API}/positions/44?size=7x6", "/a%0A2026%20forged"):
        Inside(settings).get(path)
    first, second = capsys.readouterr().err.splitlines()
    assert "/a%0A2026%20forged" in second
    if log_format == "text":
        assert re.fullmatch(
            r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+00:00 INFO 127\.0\.0\.1 "
            r'"GET /api/v1/positions/44\?size=7x6" 200 \d+ \d+\.\d ms',
            first,
        )
        return
    found = json.loads(first)
    assert found["path"] == "/api/v1/positions/44?size=7x6"
    assert (found["client"], found["method"], found["status"]) == ("127.0.0.1", "GET", 200)
    assert (found["level"], found["logger"]) == ("info", "fourscore.access")
    assert found["bytes"] > 100
    assert found["milliseconds"] > 0


def test_without_workers_or_a_folder_it_is_not_ready(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    for data, workers, closing, sentence in (
        (tmp_path, set[int](), False, "no worker is ready yet"),
        (tmp_path / "file", {1}, False, "the data folder is not writable"),
        (tmp_path, {1}, True, "the server is stopping; try again in a moment"),
    ):
        inside = Inside(Settings(data=data))
        pool = inside.app._service.pool
        pool.ready |= workers
        pool.is_closing = closing
        assert inside.get("/healthz").status_code == 200
        answer = inside.get("/readyz")
        assert (answer.status_code, answer.json()["detail"]) == (503, sentence)
        assert answer.headers["retry-after"] == "2"
