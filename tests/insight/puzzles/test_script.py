"""The script that makes the shipped puzzles: the same file again, whenever it was killed."""

import gzip
import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.project import ROOT
from tests.waiting import eventually

MAKE = (sys.executable, "-m", "scripts.puzzles", "make", "--seed", "7", "--games", "12")


def make(out: Path) -> bytes:
    subprocess.run([*MAKE, "--count", "10", "--out", str(out)], cwd=ROOT, check=True)
    return out.read_bytes()


@pytest.mark.slow
def test_a_killed_run_goes_on_to_the_same_file(tmp_path: Path) -> None:
    whole = make(tmp_path / "whole.json.gz")
    killed = tmp_path / "killed.json.gz"
    journal = killed.with_suffix(".games")
    with subprocess.Popen([*MAKE, "--count", "10", "--out", str(killed)], cwd=ROOT) as run:
        try:
            eventually(lambda: journal.exists() and journal.stat().st_size >= 200, "some games")
        finally:
            run.kill()
    with journal.open("ab") as file:
        file.write(b"half a record")
    assert make(killed) == whole
    found = json.loads(gzip.decompress(whole))
    assert found["provenance"]["games"] == 12
    assert 1 <= len(found["puzzles"]) <= 10
