"""The password: what needs it, who gets in, who does not, and what is written down."""

import json
import os
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from http.cookies import SimpleCookie
from itertools import count
from pathlib import Path
from typing import Any

import httpx
import pytest

from fourscore.cli.password import read_password
from fourscore.web import rate_limits
from fourscore.web.access import guard
from fourscore.web.access.rules import is_change
from fourscore.web.access.sessions import COOKIE
from fourscore.web.password import Password
from fourscore.web.rate_limits import RateLimiter
from fourscore.web.settings import Settings
from tests.cli.conftest import Run
from tests.waiting import PATIENCE, eventually
from tests.web.inside import Inside
from tests.web.server import API, Served, serving

PASSWORD = "correct horse"
SETUP = {"agents": ["random", "alphabeta:depth=1"], "games": 2}
COMPUTING = {
    "/positions", "/drops", "/moves", "/races", "/races/suites", "/races/suites/results",
    "/traces", "/marks", "/games/study", "/exercises/{id}/result", "/login", "/logout",
}  # fmt: skip


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("data")


@pytest.fixture(scope="module")
def guarded(folder: Path) -> Iterator[Served]:
    environment = {**os.environ, "FOURSCORE_PASSWORD": PASSWORD}
    options = ("--data", str(folder), "--workers", "1", "--behind-proxy")
    with serving(*options, environment=environment) as server:
        yield server


@pytest.fixture
def client(guarded: Served) -> Iterator[httpx.Client]:
    """A client without cookies, and with an address of its own."""
    with _client(guarded) as client:
        yield client


ADDRESSES = (f"10.0.0.{number}" for number in count(1))


def _client(guarded: Served, **headers: str) -> httpx.Client:
    sent = {"X-Forwarded-For": next(ADDRESSES), **headers}
    return httpx.Client(base_url=guarded.url, headers=sent, timeout=PATIENCE)


def log_in(client: httpx.Client, password: str = PASSWORD) -> httpx.Response:
    return client.post(f"{API}/login", json={"password": password})


def audited(folder: Path) -> list[dict[str, Any]]:
    path = folder / "audit.jsonl"
    text = path.read_text(encoding="utf-8") if path.exists() else ""
    assert PASSWORD not in text
    return [json.loads(line) for line in text.splitlines()]


def test_every_route_that_stores_something_needs_the_password(tmp_path: Path) -> None:
    """A new route that takes a body needs it, until somebody says that it changes nothing."""
    api = Inside(Settings(data=tmp_path)).app._make_api()
    posted = {
        path.removeprefix(API): method.upper()
        for path, methods in api.openapi()["paths"].items()
        for method in methods
        if method != "get"
    }
    changes = {path for path, method in posted.items() if is_change(method, API + path)}
    assert posted.keys() - changes == COMPUTING
    assert {path.split("/")[1] for path in changes} == {"tournaments", "trainings"}


def test_reading_and_playing_are_open_and_changes_are_not(client: httpx.Client) -> None:
    assert client.get(f"{API}/tournaments").status_code == 200
    assert client.post(f"{API}/drops", json={"column": 4}).status_code == 200
    for path in ("/tournaments", "/trainings", "/tournaments/abcdefghij/delete", "/nothing"):
        answer = client.post(API + path, json=SETUP)
        assert answer.status_code == 401, path
        assert answer.json()["detail"] == "this needs the server's password"
        assert "basic" not in answer.headers["www-authenticate"].lower()
    for method in ("PUT", "DELETE", "PATCH"):
        assert client.request(method, f"{API}/tournaments/abcdefghij").status_code == 401


def test_the_password_opens_and_logging_out_closes(guarded: Served, client: httpx.Client) -> None:
    assert client.get(f"{API}/session").json() == {
        "password": True,
        "closed": False,
        "allowed": False,
    }
    answer = log_in(client)
    assert answer.json()["allowed"] is True
    cookie = SimpleCookie(answer.headers["set-cookie"])[COOKIE]
    assert (cookie["httponly"], cookie["samesite"], cookie["secure"]) == (True, "strict", "")
    assert client.get(f"{API}/session").json()["allowed"] is True
    started = client.post(f"{API}/tournaments", json=SETUP)
    assert started.status_code == 200
    assert client.post(f"{API}/tournaments/{started.json()['id']}/delete").status_code == 200
    assert client.post(f"{API}/logout").json()["allowed"] is False
    assert COOKIE not in client.cookies
    # Whoever has copied the cookie is out, too.
    with _client(guarded, Cookie=f"{COOKIE}={cookie.value}") as thief:
        assert thief.post(f"{API}/tournaments", json=SETUP).status_code == 401


def test_behind_https_the_cookie_is_secure(guarded: Served) -> None:
    with _client(guarded, **{"X-Forwarded-Proto": "https"}) as client:
        assert "Secure" in log_in(client).headers["set-cookie"]


@pytest.mark.parametrize(
    "forge",
    [
        lambda name, ends, sign: f"{name}.{int(ends) + 1}.{sign}",
        lambda name, ends, sign: f"{name[::-1]}.{ends}.{sign}",
        lambda name, ends, sign: f"{name}.{ends}.{sign[::-1]}",
        lambda name, ends, _: f"{name}.{ends}.",
        lambda name, ends, _: f"{name}.{ends}",
        lambda name, ends, _: f"{name}.{ends}.\xff",
        lambda *_: "",
        lambda *_: "..",
    ],
)
def test_a_forged_cookie_opens_nothing(guarded: Served, client: httpx.Client, forge: Any) -> None:
    log_in(client)
    forged = forge(*client.cookies[COOKIE].split("."))
    with _client(guarded) as thief:
        headers = {b"Cookie": f"{COOKIE}={forged}".encode("latin-1")}
        answer = thief.post(f"{API}/tournaments", json=SETUP, headers=headers)
        assert answer.status_code == 401


def test_scripts_may_send_the_password_itself(client: httpx.Client) -> None:
    path = f"{API}/tournaments/abcdefghij/delete"
    assert client.post(path, auth=("anyone", PASSWORD)).status_code == 404
    wrong = client.post(path, auth=("anyone", "wrong"))
    assert (wrong.status_code, wrong.json()["detail"]) == (401, "the password is wrong")
    assert client.post(path, headers={"Authorization": "Basic ?"}).status_code == 401


def test_many_requests_at_a_time_may_bring_the_right_password(guarded: Served) -> None:
    """More than there are guesses, each of which would be a check of its own."""
    with _client(guarded) as script, ThreadPoolExecutor(16) as pool:
        path = f"{API}/tournaments/abcdefghij/delete"

        def ask(_: int = 0) -> int:
            return script.post(path, auth=("", PASSWORD)).status_code

        assert ask() == 404
        assert set(pool.map(ask, range(16))) == {404}


def test_changes_are_written_down_with_who_when_and_how_they_ended(
    guarded: Served, folder: Path
) -> None:
    with _client(guarded) as client:
        log_in(client, "not the password")
        log_in(client)
        started = client.post(f"{API}/tournaments", json=SETUP).json()["id"]
        client.post(f"{API}/tournaments/{started}/cancel")
        client.post(f"{API}/tournaments/{started}/delete")
        client.post(f"{API}/tournaments/{started}/delete")
        client.post(f"{API}/drops", json={"column": 4})
        client.post(f"{API}/logout")
        address = client.headers["X-Forwarded-For"]

    def entries() -> list[dict[str, Any]]:
        return [entry for entry in audited(folder) if entry["client"] == address]

    eventually(lambda: len(entries()) == 7)  # an entry is written when its response has been sent
    # Several threads write them.
    found = sorted(entries(), key=lambda entry: str(entry["time"]))
    told = [(each["path"].removeprefix(API), each["status"], each["outcome"]) for each in found]
    assert told == [
        ("/login", 401, "refused"),
        ("/login", 200, "done"),
        ("/tournaments", 200, "done"),
        (f"/tournaments/{started}/cancel", 200, "done"),
        (f"/tournaments/{started}/delete", 200, "done"),
        (f"/tournaments/{started}/delete", 404, "refused"),
        ("/logout", 200, "done"),
    ]
    assert found[2]["id"] == started
    assert found[0]["detail"] == "the password is wrong"
    assert len({each["session"] for each in found[1:]}) == 1
    assert "session" not in found[0]
    assert all(each["time"].endswith("+00:00") for each in found)
    assert (folder / "audit.jsonl").stat().st_mode & 0o077 == 0


def test_neither_password_nor_hash_is_given_to_other_processes(
    guarded: Served, folder: Path
) -> None:
    for pid in guarded.workers():
        process = Path(f"/proc/{pid}")
        if not process.exists():
            pytest.skip("this system has no /proc")
        told = (process / "cmdline").read_bytes() + (process / "environ").read_bytes()
        assert PASSWORD.encode() not in told
        assert b"digest" not in told
    assert (folder / "access.key").stat().st_mode & 0o077 == 0


# In this process


def inside(tmp_path: Path, **more: Any) -> Inside:
    password = Password.for_folder(PASSWORD, tmp_path)
    return Inside(Settings(data=tmp_path, password=password, **more))


def test_guesses_are_few_and_others_do_not_pay_for_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = 0.0
    monkeypatch.setattr(guard, "RateLimiter", partial(RateLimiter, clock=lambda: now))
    strict = inside(tmp_path, login_attempts=1)

    def guess(password: str, address: str = "10.0.0.1") -> httpx.Response:
        return strict.post(f"{API}/login", {"password": password}, address=address)

    answers = [guess(f"guess {number}") for number in range(4)]
    assert [answer.status_code for answer in answers] == [401, 429, 429, 429]
    assert answers[1].headers["retry-after"] == "60"
    assert answers[1].json()["detail"] == "too many wrong passwords; try again in 60 seconds"
    # Not even the right one would do now, nor sent in another way.
    assert guess(PASSWORD).status_code == 429
    basic = strict.post(f"{API}/trainings", {}, auth=("", PASSWORD), address="10.0.0.1")
    assert basic.status_code == 429
    assert guess(PASSWORD, "10.0.0.2").status_code == 200
    # Nor when another one has shown that it is right.
    assert guess(PASSWORD).status_code == 429
    now = 60.0
    assert guess(PASSWORD).status_code == 200


def test_a_client_that_sends_too_much_is_refused_and_others_are_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rate_limits, "RateLimiter", partial(RateLimiter, clock=lambda: 0.0))
    server = inside(tmp_path, rate=2)

    def ask(address: str) -> httpx.Response:
        return server.request("GET", "/healthz", address=address)

    answers = [ask("10.0.0.1") for _ in range(22)]
    assert [answer.status_code for answer in answers] == [200] * 20 + [429] * 2
    refused = answers[-1]
    assert refused.headers["retry-after"] == "1"
    assert refused.json()["detail"] == "you are sending requests too fast; wait a moment"
    assert refused.headers["x-content-type-options"] == "nosniff"
    for other in ["10.0.0.2"] + ["127.0.0.1"] * 30:
        assert ask(other).status_code == 200
    assert "fourscore_rate_limited_total 2.0" in server.get("/metrics").text


def test_letters_that_are_none_are_refused(tmp_path: Path) -> None:
    body, headers = b'{"password": "\\ud800 and more"}', {"Content-Type": "application/json"}
    answer = inside(tmp_path).request("POST", f"{API}/login", content=body, headers=headers)
    assert answer.status_code == 422


def test_a_closed_server_shows_nothing_but_the_login(tmp_path: Path) -> None:
    closed = inside(tmp_path, closed=True)
    for path in ("/positions/4453", "/agents", "/openapi.json", "/docs", "/nothing", "/traces"):
        assert closed.get(API + path).status_code == 401, path
    assert closed.post(f"{API}/moves", {"agent": "random"}).status_code == 401
    assert closed.get("/metrics").status_code == 401
    assert closed.get("/pages.json").status_code == 401
    assert closed.get("/healthz").json() == {"status": "ok"}
    assert closed.get(f"{API}/session").json()["closed"] is True
    assert closed.get("/login").status_code == 200
    there = closed.get("/play?moves=44&size=7x6")
    assert there.status_code == 303
    assert there.headers["location"] == "/login?next=/play%3Fmoves%3D44%26size%3D7x6"
    metrics = closed.request("GET", "/metrics", auth=("prometheus", PASSWORD))
    assert metrics.status_code == 200
    closed.post(f"{API}/login", {"password": PASSWORD})
    for _ in range(2):  # the second time from the server's cache
        answer = closed.get(f"{API}/positions/4453")
        assert answer.status_code == 200
        assert answer.headers["cache-control"].startswith("private")
    assert closed.get("/play").status_code == 200
    assert "workers" in closed.get("/healthz").json()
    closed.cookies.clear()
    assert closed.get(f"{API}/positions/4453").status_code == 401


# The command line


@pytest.mark.skipif(sys.platform == "win32", reason="files have no such rights there")
def test_a_password_that_others_can_see_is_warned_of(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "password"
    file.write_text(PASSWORD, encoding="utf-8")
    for mode, warning in (
        (0o600, ""),
        (0o640, ""),
        (0o604, f"warning: other users of this machine can read '{file}'; "),
    ):
        file.chmod(mode)
        assert read_password(None, file, tmp_path) is not None
        said = capfd.readouterr().err
        assert said.startswith(warning)
        assert bool(said) == bool(warning)
    assert read_password(PASSWORD, None, tmp_path) is not None
    said = capfd.readouterr().err
    assert said.startswith("warning: anyone on this machine can see --password ")
    assert PASSWORD not in said


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (["--closed"], "--closed needs a password; give one by --password-file"),
        (["--password", "short"], "a password has 8 to 1,024 characters"),
        (
            ["--password", PASSWORD, "--password-file", "x"],
            "give the password by --password or --password-file, not by both",
        ),
        (
            ["--password-file", "no-such-file"],
            "cannot read the password from 'no-such-file': No such file or directory",
        ),
    ],
)
def test_what_cannot_be_is_one_sentence(
    run: Run, tmp_path: Path, options: list[str], sentence: str
) -> None:
    found = run("serve", "--port", "0", "--data", str(tmp_path), *options)
    assert found.code == 2
    assert found.err.splitlines()[-1] == f"error: {sentence}"
