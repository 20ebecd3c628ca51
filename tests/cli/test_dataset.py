"""`fourscore dataset`: files, resuming after every kind of end, and bad input."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest

from fourscore.insight.datasets.dataset import Dataset
from tests.cli.conftest import Run

FIELDS = ("planes", "scores", "best", "score", "ply", "key")
PART = "out.npz.part"


def same(one: Dataset, other: Dataset) -> bool:
    return all(np.array_equal(getattr(one, name), getattr(other, name)) for name in FIELDS)


def test_it_writes_what_it_says(run: Run, tmp_path: Path) -> None:
    out = tmp_path / "positions.parquet"
    asked = ("--positions", "300", "--plies", "24-36", "--seed", "1", "--out", str(out))
    answer = run("dataset", *asked)
    assert answer.code == 0
    assert answer.out.startswith(f"{out}: 300 positions of 24 to 36 plies, won ")
    made = Dataset.read(out)
    assert len(made) == 300
    assert made.meta["command"] == (
        "fourscore dataset --positions 300 --plies 24-36 --seed 1 --sampler random --size 7x6 "
        "--out positions.parquet"
    )
    assert list(tmp_path.iterdir()) == [out]


@pytest.mark.skipif(sys.platform == "win32", reason="needs signals")
def test_it_resumes(run: Run, tmp_path: Path) -> None:
    """End it in the middle, by force and by Ctrl-C; what it finds is what one run finds."""
    asked = ["dataset", "--plies", "18-30", "--seed", "5", "--positions"]
    endless = [sys.executable, "-m", "fourscore", *asked, "10000000", "--out", "out.npz"]
    part, sizes = tmp_path / PART, [0]
    for end in (signal.SIGKILL, signal.SIGINT):
        process = subprocess.Popen(endless, cwd=tmp_path, stderr=subprocess.PIPE, text=True)
        deadline = time.monotonic() + 120
        while not (part.exists() and part.stat().st_size > sizes[-1] + 1800):
            assert process.poll() is None
            assert time.monotonic() < deadline
            time.sleep(0.01)
        os.kill(process.pid, end)
        _, err = process.communicate(timeout=60)
        sizes.append(part.stat().st_size)
        if end is signal.SIGINT:
            assert process.returncode == 130
            assert "run the same command again to resume" in err
    assert not (tmp_path / "out.npz").exists()
    part.write_bytes(part.read_bytes()[:-5])  # as a power cut may leave it
    assert run(*asked, "3000", "--out", str(tmp_path / "out.npz")).code == 0
    assert not part.exists()
    whole = tmp_path / "whole.npz"
    assert run(*asked, "3000", "--out", str(whole), "--threads", "1").code == 0
    assert same(Dataset.read(tmp_path / "out.npz"), Dataset.read(whole))


def test_a_checkpoint_of_other_settings_is_left_alone(run: Run, tmp_path: Path) -> None:
    out = tmp_path / "out.npz"
    part = tmp_path / PART
    part.write_bytes(b"mine" * 50)
    asked = ("dataset", "--positions", "10", "--plies", "38-40", "--out", str(out))
    answer = run(*asked)
    assert (answer.code, answer.out) == (2, "")
    assert "exists and is not a checkpoint; remove it" in answer.err
    assert part.read_bytes() == b"mine" * 50


@pytest.mark.parametrize(
    ("asked", "message"),
    [
        (("--out", "no/such/x.npz"), "there is no folder 'no/such'"),
        (("--out", "x.csv"), "its name must end in .parquet or .npz"),
        (("--out", "x.npz", "--plies", "4:30"), "--plies '4:30' is not a range such as 4-30"),
        (("--out", "x.npz", "--plies", "4-99"), "plies from 4 to 99 make no sense"),
        (("--out", "x.npz", "--sampler", "all"), "there is no sampler 'all'"),
        (("--out", "x.npz", "--size", "7"), "'7'"),
        (("--out", "x.npz", "--positions", "0"), "Invalid value for '--positions'"),
    ],
)
def test_bad_input_fails_before_the_work(
    asked: tuple[str, ...], message: str, run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    positions = () if "--positions" in asked else ("--positions", "10000000")
    answer = run("dataset", *positions, *asked)
    assert (answer.code, answer.out) == (2, "")
    assert message in answer.err
    assert answer.err.count("\n") == 1
    assert list(tmp_path.iterdir()) == []
