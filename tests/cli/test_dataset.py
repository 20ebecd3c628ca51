"""`fourscore dataset`: files, and resuming after every kind of end."""

import signal
from pathlib import Path

import numpy as np

from fourscore.insight.datasets.dataset import Dataset
from tests.arena.helpers import started
from tests.cli.conftest import Run, interrupt, needs_signals
from tests.waiting import eventually


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


@needs_signals
def test_it_resumes(run: Run, tmp_path: Path) -> None:
    """End it in the middle, by force and by Ctrl-C; what it finds is what one run finds."""
    asked = ["dataset", "--plies", "18-30", "--seed", "5", "--positions"]
    endless = ["-m", "fourscore", *asked, "10000000", "--out", "out.npz"]
    out, part = tmp_path / "out.npz", tmp_path / "out.npz.part"

    def wait_for_more(size: int) -> None:
        eventually(lambda: part.exists() and part.stat().st_size > size + 1800, "a checkpoint")

    with started(*endless, cwd=tmp_path) as process:
        wait_for_more(0)
        process.kill()
        assert process.wait() == -signal.SIGKILL
    with started(*endless, cwd=tmp_path) as process:
        wait_for_more(part.stat().st_size)
        code, _, err = interrupt(process)
        assert code == 130
        assert "run the same command again to resume" in err
    assert not out.exists()
    part.write_bytes(part.read_bytes()[:-5])  # as a power cut may leave it
    assert run(*asked, "2000", "--out", str(out)).code == 0
    assert not part.exists()
    whole = tmp_path / "whole.npz"
    assert run(*asked, "2000", "--out", str(whole), "--threads", "1").code == 0
    one, other = Dataset.read(out), Dataset.read(whole)
    for name in ("planes", "scores", "best", "score", "ply", "key"):
        assert np.array_equal(getattr(one, name), getattr(other, name))
