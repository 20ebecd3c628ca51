"""Folders and files: where they are, and that a file is never half written."""

import os
from pathlib import Path

import pytest

from fourscore.runtime.files import write_atomically
from fourscore.runtime.paths import state_folder


@pytest.mark.skipif(os.name != "posix", reason="XDG folders")
def test_state_lies_where_the_system_keeps_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("FOURSCORE_STATE", raising=False)
    monkeypatch.setenv("XDG_STATE_HOME", "/somewhere")
    assert state_folder() == Path("/somewhere/fourscore")
    monkeypatch.delenv("XDG_STATE_HOME")
    monkeypatch.setenv("HOME", "/home/somebody")
    assert state_folder() == Path("/home/somebody/.local/state/fourscore")


def test_the_environment_overrides_the_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FOURSCORE_STATE", "elsewhere")
    assert state_folder() == Path("elsewhere")


def test_a_file_is_complete_or_as_before(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "file"
    write_atomically(file, "before\n")

    def fail(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", fail)
    with pytest.raises(OSError, match="No space"):
        write_atomically(file, b"after")
    assert file.read_bytes() == b"before\n"
    assert [each.name for each in tmp_path.iterdir()] == ["file"]


@pytest.mark.skipif(os.name != "posix", reason="Unix permissions")
def test_a_file_is_private_unless_said_otherwise(tmp_path: Path) -> None:
    write_atomically(tmp_path / "mine", "")
    write_atomically(tmp_path / "ours", b"", mode=0o644)
    assert (tmp_path / "mine").stat().st_mode & 0o777 == 0o600
    assert (tmp_path / "ours").stat().st_mode & 0o044
