"""`fourscore train`: what it prints and stores, resuming after every kind of end, and bad input."""

import json
import os
import re
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import numpy as np
import pytest

from fourscore.cli.train import _call_until_stored
from fourscore.errors import InputError
from fourscore.learn.run import Run as TrainingRun
from fourscore.search.control import Cancel
from tests.cli.conftest import Run
from tests.learn.helpers import small_settings, tables

TINY = ("--tuples", "4", "--length", "4", "--workers", "1", "--seed", "1")


@pytest.fixture(scope="module")
def trained(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a small run, trained by the command."""
    folder = tmp_path_factory.mktemp("train") / "small"
    command = ["-m", "fourscore", "train", "--games", "2000", "--out", str(folder), *TINY]
    subprocess.run([sys.executable, *command], check=True, capture_output=True)
    return folder


def test_it_says_how_far_it_is_and_how_well_it_plays(run: Run, tmp_path: Path) -> None:
    folder = tmp_path / "run"
    answer = run("train", "--games", "3000", "--out", str(folder), *TINY)
    assert answer.code == 0
    assert re.match(rf"{re.escape(str(folder))}: 3,000 games in [\d.:]+ (s|min), ", answer.out)
    assert "hard openings     1000" in answer.out
    assert f"fourscore train show {folder}" in answer.out
    lines = answer.err.splitlines()
    assert all("games" in line and "kept: easy " in line for line in lines)
    assert "3,000 games" in lines[-1]
    stored = TrainingRun.open(folder)
    assert stored.games == 3000
    assert stored.curve[-1]["games"] == 3000
    assert stored.provenance["command"] == (
        "fourscore train --method td --games 3000 --seed 1 --workers 1 --out run"
    )


def test_it_goes_on_when_asked_for_more(run: Run, tmp_path: Path) -> None:
    asked = ("train", "--out", str(tmp_path / "run"), *TINY)
    assert run(*asked, "--games", "500").code == 0
    assert run(*asked, "--games", "500").code == 0
    assert TrainingRun.open(tmp_path / "run").games == 500
    assert run(*asked, "--games", "1000").code == 0
    assert run("train", "--out", str(tmp_path / "whole"), *TINY, "--games", "1000").code == 0
    assert tables(TrainingRun.open(tmp_path / "run")) == tables(
        TrainingRun.open(tmp_path / "whole")
    )


@pytest.mark.skipif(sys.platform == "win32", reason="needs signals")
def test_it_survives_every_kind_of_end(tmp_path: Path) -> None:
    """End it in the middle, by Ctrl-C and by force; what it learns is what one run learns."""
    command = [sys.executable, "-m", "fourscore", "train", "--tuples", "20", "--length", "6"]
    command += ["--workers", "1", "--games"]
    folder, reached, goal = tmp_path / "parts", [0], 10**9
    for end in (signal.SIGINT, signal.SIGKILL, None):
        if end is None:
            goal = reached[-1] + 20_000
        process = subprocess.Popen(
            [*command, str(goal), "--out", "parts"],
            cwd=tmp_path,
            stderr=subprocess.PIPE,
            text=True,
        )
        assert process.stderr is not None
        process.stderr.readline()  # the first point of the curve
        if end is not None:
            time.sleep(0.2)
            os.kill(process.pid, end)
        _, err = process.communicate(timeout=120)
        if end is signal.SIGINT:
            assert process.returncode == 130
            assert err.endswith("Stopped; run the same command again to resume.\n")
        reached.append(TrainingRun.open(folder).games)
    assert process.returncode == 0
    assert 0 < reached[1] == reached[2] < reached[3] == goal
    whole_command = [*command, str(goal), "--out", "whole"]
    subprocess.run(whole_command, cwd=tmp_path, check=True, capture_output=True)
    parts, whole = TrainingRun.open(folder), TrainingRun.open(tmp_path / "whole")
    assert tables(parts) == tables(whole)
    assert np.array_equal(parts.network().values, whole.network().values)
    counts = [point["games"] for point in parts.curve]
    assert counts == sorted(set(counts))


@pytest.mark.parametrize(
    ("asked", "message"),
    [
        ((), "say how long to train: either --minutes M or --games N"),
        (("--minutes", "1", "--games", "1"), "say how long to train"),
        (("--minutes", "nan", "--out", "x"), "a training cannot take nan minutes"),
        (("--minutes", "-1", "--out", "x"), "a training cannot take -1 minutes"),
        (("--games", "1"), "say where to store the run: --out RUN"),
        (("--games", "1", "--out", "x", "--method", "magic"), "there is no method 'magic'"),
        (("--games", "1", "--out", "x", "--variant", "slip"), "slip is a game of chance"),
        (("--games", "1", "--out", "x", "--size", "99x9"), "99"),
        (("--games", "1", "--out", "x", "--workers", "2", "--cluster", "y"), "exclude each other"),
        (("--games", "1", "show"), "train show trains nothing; leave --games out"),
        (("show", "nobody"), "there is no run 'nobody'"),
        (("show", "--plot", "x.gif"), "its name must end in .png or .svg"),
        (("show", "--plot", "no/x.png"), "there is no folder 'no'"),
    ],
)
def test_bad_input_is_one_sentence(
    asked: tuple[str, ...], message: str, run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    answer = run("train", *asked)
    assert (answer.code, answer.out) == (2, "")
    assert message in answer.err
    assert answer.err.count("\n") == 1
    assert list(tmp_path.iterdir()) == []


def test_other_settings_leave_a_run_alone(run: Run, trained: Path) -> None:
    before = (trained / "run.json").read_bytes()
    answer = run("train", "--games", "4000", "--out", str(trained), *TINY[:-1], "2")
    assert answer.code == 2
    assert answer.err == (f"error: '{trained}' is a run of other settings: it has seed 1, not 2\n")
    assert (trained / "run.json").read_bytes() == before


@pytest.mark.parametrize("command", ["train", "show"])
def test_foreign_and_corrupt_runs_are_one_sentence(command: str, run: Run, tmp_path: Path) -> None:
    foreign, corrupt, stateless = (tmp_path / name for name in ("foreign", "corrupt", "damaged"))
    foreign.mkdir()
    (foreign / "notes.txt").write_text("mine")
    corrupt.mkdir()
    (corrupt / "run.json").write_text('{"format": "fourscore run 1"}')
    TrainingRun.create(stateless, small_settings(tuples=4, length=4))
    (stateless / "state.npz").write_bytes(b"nonsense")
    for folder in (foreign, corrupt, stateless):
        asked = ["--games", "10", "--out", str(folder), *TINY] if command == "train" else [
            "show", str(folder)]  # fmt: skip
        answer = run("train", *asked)
        assert (answer.code, answer.out) == (2, ""), folder
        assert answer.err.startswith("error: ")
        assert answer.err.count("\n") == 1


def test_show_prints_tables(run: Run, trained: Path, tmp_path: Path) -> None:
    plot = tmp_path / "curves.png"
    answer = run("train", "show", str(trained), "--plot", str(plot))
    assert answer.code == 0
    for words in (
        "td, standard rules on 7x6, 4 tuples of 4 cells, seed 1",
        "command: fourscore train --method td --games 2000",
        "Moves that keep the result, by training time",
        "Moves that are optimal, by training time",
        "The newest network, by kind of position",
        "The newest network, by discs on the board",
    ):
        assert words in answer.out
    assert plot.read_bytes().startswith(b"\x89PNG")


def test_show_without_a_run_shows_the_shipped_one(run: Run) -> None:
    answer = run("train", "show")
    assert answer.code == 0
    assert answer.out.startswith("The run that comes with fourscore: td")


def test_show_as_json(run: Run, trained: Path) -> None:
    answer = run("train", "show", str(trained), "--json")
    found = json.loads(answer.out)
    assert (found["games"], found["settings"]["tuples"]) == (2000, 4)
    assert found["curve"][-1]["games"] == 2000
    assert found["now"]["plies"]["20"]["best"]["count"] > 20
    assert found["note"] is None


def test_elo_is_played_once(run: Run, trained: Path) -> None:
    answer = run("train", "show", str(trained), "--elo", "--json", "--workers", "1")
    elo = json.loads(answer.out)["elo"]
    assert elo["games"] == 200
    assert elo["low"] < elo["elo"] < elo["high"]
    ledger = trained / "elo-2000.ledger"
    before = ledger.stat().st_mtime_ns
    again = run("train", "show", str(trained), "--elo")
    assert ledger.stat().st_mtime_ns == before
    assert f"Elo {elo['elo']:+d}" in again.out


def test_without_truth_it_says_so(run: Run, tmp_path: Path) -> None:
    folder = tmp_path / "fill"
    answer = run("train", "--games", "50", "--variant", "fill", "--out", str(folder), *TINY)
    assert answer.code == 0
    sentence = "There are no exact scores for fill, so nobody can say how well it plays."
    assert sentence in answer.out
    assert f"fourscore play --agent tuples:run={folder} --variant fill plays" in answer.out
    assert sentence in run("train", "show", str(folder)).out
    refused = run("train", "show", str(folder), "--plot", str(tmp_path / "x.png"))
    assert refused.code == 2
    assert refused.err.startswith("error: there is nothing to draw: there are no exact scores")
    assert run("train", "show", str(folder), "--elo").code == 2


@pytest.mark.skipif(sys.platform == "win32", reason="needs signals")
def test_an_error_while_storing_after_ctrl_c_is_not_lost() -> None:
    cancel, stopped = Cancel(), threading.Event()

    def work() -> None:
        os.kill(os.getpid(), signal.SIGINT)
        while not cancel.cancelled:
            time.sleep(0.01)
        stopped.set()
        raise InputError("cannot write the file: no space left on device")

    with pytest.raises(InputError, match="no space left"):
        _call_until_stored(work, cancel)
    assert stopped.is_set()


def test_the_truth_gives_lessons(run: Run, tmp_path: Path) -> None:
    asked = ("train", "--method", "truth", "--size", "4x4", "--out", str(tmp_path / "run"), *TINY)
    answer = run(*asked, "--games", "70")
    assert answer.code == 0
    assert "70 lessons in " in answer.out
    assert "games" not in answer.out.splitlines()[0]
    refused = run(*asked[:4], "9x6", *asked[5:], "--games", "70")
    assert refused.code == 2
    assert "exact scores for 9x6 take too long to prove" in refused.err
