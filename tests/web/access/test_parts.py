"""The parts of access control by themselves: sessions, hashes, files."""

import json
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st
from pydantic import TypeAdapter

from fourscore.web.access.audit import AuditLog
from fourscore.web.access.sessions import SECONDS, Sessions
from fourscore.web.password import Password
from fourscore.web.settings import Settings


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
