"""Every test has a folder of its own for what the app keeps."""

from pathlib import Path

import pytest


@pytest.fixture(autouse=True)
def state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the folder."""
    folder = tmp_path / "state"
    monkeypatch.setenv("FOURSCORE_STATE", str(folder))
    monkeypatch.chdir(tmp_path)
    return folder
