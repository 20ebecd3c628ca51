"""`fourscore train`: what it prints and stores, resuming after every kind of end, and bad input."""

import json
import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from fourscore.cli.main import main
from fourscore.cli.train import _call_until_stored
from fourscore.errors import InputError
from fourscore.learn.run import Run as TrainingRun
from fourscore.search.control import Cancel
from tests.arena.helpers import started
from tests.cli.conftest import Run, interrupt, needs_signals
from tests.learn.helpers import tables
from tests.waiting import eventually

TINY = ("--tuples", "4", "--length", "4", "--workers", "1", "--seed", "1")


@pytest.fixture(scope="module")
def trained(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a small run, trained by the command."""
    folder = tmp_path_factory.mktemp("train") / "small"
    with pytest.raises(SystemExit):
        main(["train", "--games", "2000", "--out", str(folder), *TINY])
    return folder


def test_it_says_how_far_it_is_and_how_well_it_plays(run: Run, tmp_path: Path) -> None:
    folder = tmp_path / "run"
    asked = ("train", "--games", "3000", "--out", str(folder), *TINY)
    answer = run(*asked)
    assert answer.code == 0
    assert re.match(rf"{re.escape(str(folder))}: 3,000 games in [\d.:]+ (s|min), ", answer.out)
    assert "hard openings     1000" in answer.out
    assert f"fourscore train show {folder}" in answer.out
    assert re.fullmatch(r"(.* games.*, kept: easy .*\n)+", answer.err)
    stored = TrainingRun.open(folder)
    assert stored.games == 3000
    assert stored.curve[-1]["games"] == 3000
    assert stored.provenance["command"] == (
        "fourscore train --method td --games 3000 --seed 1 --workers 1 --out run"
    )
    assert run(*asked).code == 0
    assert TrainingRun.open(folder).games == 3000


@needs_signals
def test_it_survives_every_kind_of_end(tmp_path: Path) -> None:
    """End it in the middle, by Ctrl-C and by force; what it learns is what one run learns."""
    command = ["-m", "fourscore", "train", *TINY, "--games"]
    folder, reached = tmp_path / "parts", [0]
    for end in (signal.SIGINT, signal.SIGKILL):
        with started(*command, str(10**9), "--out", "parts", cwd=tmp_path) as process:
            assert process.stderr is not None
            next(line for line in process.stderr if "kept: " in line)  # a point of the curve
            if end is signal.SIGINT:
                code, _, err = interrupt(process)
                assert code == 130
                assert err.endswith("Stopped; run the same command again to resume.\n")
            else:
                process.kill()
                process.wait()
        reached.append(TrainingRun.open(folder).games)
    assert 0 < reached[1] <= reached[2]
    for name in ("parts", "whole"):
        goal = [*command, str(reached[2] + 2000), "--out", name]
        subprocess.run([sys.executable, *goal], cwd=tmp_path, check=True, capture_output=True)
    parts, whole = TrainingRun.open(folder), TrainingRun.open(tmp_path / "whole")
    assert parts.games == reached[2] + 2000
    assert tables(parts) == tables(whole)
    assert np.array_equal(parts.network().values, whole.network().values)
    counts = [point["games"] for point in parts.curve]
    assert counts == sorted(set(counts))


def test_other_settings_leave_a_run_alone(run: Run, trained: Path) -> None:
    before = (trained / "run.json").read_bytes()
    answer = run("train", "--games", "4000", "--out", str(trained), *TINY[:-1], "2")
    assert answer.code == 2
    assert answer.err == (f"error: '{trained}' is a run of other settings: it has seed 1, not 2\n")
    assert (trained / "run.json").read_bytes() == before


@pytest.mark.parametrize("asked", [("show",), ("--games", "10", *TINY, "--out")])
def test_a_folder_that_is_no_run_is_left_alone(
    run: Run, asked: tuple[str, ...], tmp_path: Path
) -> None:
    notes = tmp_path / "notes.txt"
    notes.write_text("mine")
    answer = run("train", *asked, str(tmp_path))
    assert (answer.code, answer.out, answer.err.count("\n")) == (2, "", 1)
    assert list(tmp_path.iterdir()) == [notes]


def test_show_prints_tables(run: Run, trained: Path, tmp_path: Path) -> None:
    plot = tmp_path / "curves.png"
    answer = run("train", "show", str(trained), "--plot", str(plot))
    assert answer.code == 0
    for words in (
        "td, standard rules on 7x6, 4 tuples of 4 cells, seed 1",
        "command: fourscore train --method td --games 2000",
        "Moves that are optimal, by training time",
        "The newest network, by discs on the board",
    ):
        assert words in answer.out
    assert plot.read_bytes().startswith(b"\x89PNG")


def test_show_as_json_and_without_a_run(run: Run, trained: Path) -> None:
    assert run("train", "show").out.startswith("The run that comes with fourscore: td")
    found = json.loads(run("train", "show", str(trained), "--json").out)
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


@needs_signals
def test_an_error_while_storing_after_ctrl_c_is_not_lost() -> None:
    cancel = Cancel()

    def work() -> None:
        os.kill(os.getpid(), signal.SIGINT)
        eventually(lambda: cancel.cancelled)
        raise InputError("cannot write the file: no space left on device")

    with pytest.raises(InputError, match="no space left"):
        _call_until_stored(work, cancel)


def test_the_truth_gives_lessons(run: Run, tmp_path: Path) -> None:
    asked = ("train", "--method", "truth", "--size", "4x4", "--out", str(tmp_path / "run"), *TINY)
    answer = run(*asked, "--games", "70")
    assert answer.code == 0
    assert "70 lessons in " in answer.out
    assert "games" not in answer.out.splitlines()[0]
    refused = run(*asked[:4], "9x6", *asked[5:], "--games", "70")
    assert refused.code == 2
    assert "exact scores for 9x6 take too long to prove" in refused.err
