"""The password: what needs it, who gets in, who does not, and what is written down."""

import asyncio
import json
import sys
from functools import partial
from http.cookies import SimpleCookie
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
from tests.web.inside import Inside
from tests.web.server import API

PASSWORD = "correct horse"
SETUP = {"agents": ["random", "alphabeta:depth=1"], "games": 2}
COMPUTING = {
    "/positions", "/drops", "/moves", "/races", "/races/suites", "/races/suites/results",
    "/traces", "/marks", "/games/study", "/exercises/{id}/result", "/login", "/logout",
}  # fmt: skip
NO_TOURNAMENT = f"{API}/tournaments/abcdefghij/delete"


def inside(tmp_path: Path, **more: Any) -> Inside:
    password = Password.for_folder(PASSWORD, tmp_path)
    return Inside(Settings(data=tmp_path, password=password, **more))


@pytest.fixture
def guarded(tmp_path: Path) -> Inside:
    return inside(tmp_path)


def log_in(guarded: Inside, password: str = PASSWORD, **more: Any) -> httpx.Response:
    return guarded.post(f"{API}/login", {"password": password}, **more)


def test_every_route_that_stores_something_needs_the_password(guarded: Inside) -> None:
    """A new route that takes a body needs it, until somebody says that it changes nothing."""
    posted = {
        path.removeprefix(API): method.upper()
        for path, methods in guarded.app._make_api().openapi()["paths"].items()
        for method in methods
        if method != "get"
    }
    changes = {path for path, method in posted.items() if is_change(method, API + path)}
    assert posted.keys() - changes == COMPUTING
    assert {path.split("/")[1] for path in changes} == {"tournaments", "trainings"}


def test_reading_and_playing_are_open_and_changes_are_not(guarded: Inside) -> None:
    assert guarded.get(f"{API}/tournaments").status_code == 200
    assert guarded.post(f"{API}/drops", {"column": 4}).status_code == 200
    for path in ("/tournaments", "/trainings", "/tournaments/abcdefghij/delete", "/nothing"):
        answer = guarded.post(API + path, SETUP)
        assert answer.status_code == 401, path
        assert answer.json()["detail"] == "this needs the server's password"
        assert "basic" not in answer.headers["www-authenticate"].lower()
    for method in ("PUT", "DELETE", "PATCH"):
        assert guarded.request(method, f"{API}/tournaments/abcdefghij").status_code == 401


def test_the_password_opens_and_logging_out_closes(guarded: Inside) -> None:
    session = {"password": True, "closed": False, "allowed": False}
    assert guarded.get(f"{API}/session").json() == session
    answer = log_in(guarded)
    assert answer.json()["allowed"] is True
    cookie = SimpleCookie(answer.headers["set-cookie"])[COOKIE]
    assert (cookie["httponly"], cookie["samesite"], cookie["secure"]) == (True, "strict", "")
    assert guarded.get(f"{API}/session").json()["allowed"] is True
    started = guarded.post(f"{API}/tournaments", SETUP)
    assert started.status_code == 200
    path = f"{API}/tournaments/{started.json()['id']}/delete"
    assert guarded.post(path, None).status_code == 200
    assert guarded.post(f"{API}/logout", None).json()["allowed"] is False
    # Whoever has copied the cookie is out, too.
    guarded.cookies.set(COOKIE, cookie.value)
    assert guarded.post(f"{API}/tournaments", SETUP).status_code == 401


@pytest.mark.parametrize(
    "forge",
    ["{}.9{}.{}", "x{}.{}.{}", "{}.{}.x{}", "{}.{}.", "{}.{}", "{}.{}.\xff", "", ".."],
)
def test_a_forged_cookie_opens_nothing(guarded: Inside, forge: str) -> None:
    log_in(guarded)
    forged = forge.format(*guarded.cookies[COOKIE].split("."))
    guarded.cookies.clear()
    headers = {b"Cookie": f"{COOKIE}={forged}".encode("latin-1")}
    assert guarded.post(f"{API}/tournaments", SETUP, headers=headers).status_code == 401


def test_scripts_may_send_the_password_itself(guarded: Inside) -> None:
    assert guarded.post(NO_TOURNAMENT, None, auth=("anyone", PASSWORD)).status_code == 404
    wrong = guarded.post(NO_TOURNAMENT, None, auth=("anyone", "wrong"))
    assert (wrong.status_code, wrong.json()["detail"]) == (401, "the password is wrong")
    headers = {"Authorization": "Basic ?"}
    assert guarded.post(NO_TOURNAMENT, None, headers=headers).status_code == 401


def test_many_requests_at_a_time_may_bring_the_right_password(guarded: Inside) -> None:
    """More than there are guesses, each of which would be a check of its own."""

    async def ask_often() -> set[int]:
        async with guarded.client("10.0.0.1") as script:

            async def ask() -> int:
                return (await script.post(NO_TOURNAMENT, auth=("", PASSWORD))).status_code

            assert await ask() == 404
            return set(await asyncio.gather(*(ask() for _ in range(16))))

    assert asyncio.run(ask_often()) == {404}


def test_changes_are_written_down_with_who_when_and_how_they_ended(
    guarded: Inside, tmp_path: Path
) -> None:
    def post(path: str, body: Any = None) -> httpx.Response:
        return guarded.post(API + path, body, address="10.0.0.7")

    log_in(guarded, "not the password", address="10.0.0.7")
    log_in(guarded, address="10.0.0.7")
    started = post("/tournaments", SETUP).json()["id"]
    for what in ("cancel", "delete", "delete"):
        post(f"/tournaments/{started}/{what}")
    post("/drops", {"column": 4})
    post("/logout")
    file = tmp_path / "audit.jsonl"
    assert PASSWORD not in file.read_text(encoding="utf-8")
    found = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
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
    assert {each["client"] for each in found} == {"10.0.0.7"}
    for private in (file, tmp_path / "access.key"):
        assert private.stat().st_mode & 0o077 == 0


def test_guesses_are_few_and_others_do_not_pay_for_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = 0.0
    monkeypatch.setattr(guard, "RateLimiter", partial(RateLimiter, clock=lambda: now))
    strict = inside(tmp_path, login_attempts=1)

    def guess(password: str, address: str = "10.0.0.1") -> httpx.Response:
        return log_in(strict, password, address=address)

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
    """For IPv6, a client is a network."""
    now = 0.0
    monkeypatch.setattr(rate_limits, "RateLimiter", partial(RateLimiter, clock=lambda: now))
    server = inside(tmp_path, rate=2)

    def ask(*addresses: str) -> list[int]:
        answers = [server.request("GET", "/healthz", address=each) for each in addresses]
        return [each.status_code for each in answers]

    client = ("2001:db8::1", "2001:db8::ffff:2") * 11
    assert ask(*client) == [200] * 20 + [429] * 2
    refused = server.request("GET", "/healthz", address="2001:db8::3")
    assert refused.headers["retry-after"] == "1"
    assert refused.json()["detail"] == "you are sending requests too fast; wait a moment"
    assert refused.headers["x-content-type-options"] == "nosniff"
    assert set(ask("2001:db8:0:1::1", "10.0.0.2", *["127.0.0.1"] * 30)) == {200}
    assert "fourscore_rate_limited_total 3.0" in server.get("/metrics").text
    now = 1.0
    assert ask(*client[:3]) == [200, 200, 429]


def test_letters_that_are_none_are_refused(guarded: Inside) -> None:
    body, headers = b'{"password": "\\ud800 and more"}', {"Content-Type": "application/json"}
    answer = guarded.request("POST", f"{API}/login", content=body, headers=headers)
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
    log_in(closed)
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
        (["--password", PASSWORD, "--password-file", "x"], "give the password by --password or "),
        (["--password-file", "none"], "cannot read the password from 'none': No such file or "),
    ],
)
def test_what_cannot_be_is_one_sentence(
    run: Run, tmp_path: Path, options: list[str], sentence: str
) -> None:
    found = run("serve", "--port", "0", "--data", str(tmp_path), *options)
    assert found.code == 2
    assert found.err.splitlines()[-1].startswith(f"error: {sentence}")
