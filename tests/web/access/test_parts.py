"""The parts of access control by themselves: buckets, sessions, hashes, files."""

import json
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st
from pydantic import TypeAdapter
from starlette.requests import Request

from fourscore.web import clients
from fourscore.web.access.audit import AuditLog
from fourscore.web.access.sessions import SECONDS, Sessions
from fourscore.web.password import Password
from fourscore.web.rate_limits import CLIENTS, RateLimiter
from fourscore.web.service import client_of
from fourscore.web.settings import Settings


@given(
    rate=st.floats(0.1, 100),
    burst=st.floats(1, 100),
    pauses=st.lists(st.floats(0, 10), max_size=200),
)
def test_no_client_gets_more_than_its_rate_and_its_burst(
    rate: float, burst: float, pauses: list[float]
) -> None:
    now, taken = 0.0, 0
    limiter = RateLimiter(rate, burst, lambda: now)
    for pause in pauses:
        now += pause
        wait = limiter.take("a")
        taken += not wait
        assert taken <= burst + rate * now + 1e-6
        if wait:
            now += wait + 1e-9
            assert limiter.take("a") == 0
            taken += 1


def test_a_quiet_client_may_send_a_burst_again() -> None:
    now = 0.0
    limiter = RateLimiter(2, 10, lambda: now)
    assert [limiter.take("a") for _ in range(10)] == [0] * 10
    assert limiter.take("a") == 0.5
    now = 100.0
    assert [limiter.take("a") for _ in range(10)] == [0] * 10
    assert limiter.take("a") > 0


def test_many_clients_take_little_memory() -> None:
    limiter = RateLimiter(0.001, 1, lambda: 0.0)
    for number in range(3 * CLIENTS):
        assert limiter.take(str(number)) == 0
    assert len(limiter._full_at) <= CLIENTS
    assert limiter.take(str(3 * CLIENTS - 1)) > 0


def test_a_network_of_ipv6_is_one_client() -> None:
    def key(host: str) -> str:
        return clients.client_of({"client": (host, 1)})

    assert key("2001:db8::1") == key("2001:db8::ffff:2") != key("2001:db8:0:1::1")
    assert key("::ffff:10.0.0.7") == key("10.0.0.7") == "10.0.0.7"
    assert key("::1") == "::1"
    assert key("not an address:") == "not an address:"
    assert clients.client_of({"client": None}) == ""


def test_jobs_tournaments_trainings_and_downloads_are_counted_by_network() -> None:
    hosts = ("2001:db8::1", "2001:db8::ffff:2", "2001:db8:0:1::1")
    one, same, other = (client_of(Request({"type": "http", "client": (h, 1)})) for h in hosts)
    assert one == same != other


def test_a_session_ends_after_its_time() -> None:
    now = 1000.0
    sessions = Sessions(b"key", lambda: now)
    cookie = sessions.start()
    found = sessions.read(cookie)
    assert found is not None
    assert Sessions(b"key", lambda: now).read(cookie) == found
    assert Sessions(b"other", lambda: now).read(cookie) is None
    now += SECONDS - 1
    assert sessions.read(cookie) is not None
    now += 1
    assert sessions.read(cookie) is None


@given(st.text(max_size=80))
def test_no_text_is_a_session(text: str) -> None:
    assert Sessions(b"key").read(text) is None


def test_only_a_hash_of_the_password_stays(tmp_path: Path) -> None:
    password = Password.for_folder("correct horse", tmp_path)
    assert "horse" not in repr(password) + repr((password.salt, password.digest))
    assert Password.for_folder("correct horse", tmp_path) == password
    assert Password.for_folder("correct house", tmp_path).key != password.key
    assert Password.for_folder("correct horse", tmp_path / "other").key != password.key
    settings = TypeAdapter(Settings)
    passed_on = settings.validate_json(settings.dump_json(Settings(password=password)))
    assert passed_on.password == password


def test_the_audit_log_is_bounded(tmp_path: Path) -> None:
    audit = AuditLog(tmp_path, max_bytes=1000, kept=2)
    for number in range(200):
        audit.write({"number": number, "what": "x" * 50})
    names = sorted(path.name for path in tmp_path.glob("*.jsonl"))
    assert names == ["audit.1.jsonl", "audit.2.jsonl", "audit.jsonl"]
    lines = [
        json.loads(line)["number"]
        for name in ("audit.2.jsonl", "audit.1.jsonl", "audit.jsonl")
        for line in (tmp_path / name).read_text().splitlines()
    ]
    assert lines == list(range(lines[0], 200))
    assert all(path.stat().st_size < 1200 for path in tmp_path.glob("*.jsonl"))


def test_a_folder_that_cannot_be_written_stops_nobody(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    AuditLog(tmp_path / "file").write({"what": "x"})
    assert Password.for_folder("correct horse", tmp_path / "file").matches("correct horse")
