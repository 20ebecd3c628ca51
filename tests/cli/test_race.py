"""`fourscore race`."""

import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

from tests.cli.conftest import Run

LATE = "44444455555526"


def test_a_table_of_a_late_position(run: Run, tmp_path: Path) -> None:
    picture = tmp_path / "plot.svg"
    specs = ["--agents", "minimax:depth=2 random:seed=4", "--runs", "2", "--out", str(picture)]
    answer = run("race", LATE, *specs)
    assert (answer.code, answer.err) == (0, "")
    assert re.search(
        r"^minimax:depth=2 +3 +[\d.]+ .s +.* +2 +(under )?[\d.]+ .B +wins in 1 +0$",
        answer.out,
        re.M,
    )
    assert "2 runs each" in answer.out
    assert "growth of the peak resident memory" in answer.out
    assert "minimax:depth=2: column 3" in picture.read_text(encoding="utf-8")


def test_json_of_a_state(run: Run) -> None:
    found = json.loads(
        run("race", "--state", "3", "--agents", "astar", "--runs", "1", "--json").out
    )
    assert found["state"]["number"] == 3
    assert found["state"]["reported"][0]["algorithm"] == "astar"
    (contender,) = found["agents"]
    assert contender["column"] != 4
    assert contender["points_lost"] > 0
    assert contender["runs"][0]["nodes"] == contender["nodes"]["median"]


def test_a_state_stands_beside_what_was_published(run: Run) -> None:
    out = run("race", "--state", "2", "--agents", "astar", "--runs", "1").out
    assert re.search(
        r"^astar +does not block column 4 +plays column \d; .* as published$", out, re.M
    )


def test_slip_has_no_exact_scores(run: Run) -> None:
    out = run("race", "44", "--variant", "slip", "--agents", "random", "--runs", "1").out
    assert "What a move is worth is known under the standard rules only." in out
    assert "exact" not in out


def test_bad_input_gets_one_sentence(run: Run, tmp_path: Path) -> None:
    for arguments, words in (
        (["1122334"], "the game is over: X wins"),
        (["--agents", "alphabeto"], "there is no agent 'alphabeto'"),
        (["44", "--state", "1"], "--state names a position"),
        (["--state", "4"], "there is no state 4; the states are 1, 2 and 3"),
        (["--out", str(tmp_path / "plot.gif")], "its name must end in .png or .svg"),
        (["--seconds", "90"], "less than its deadline of 60 s"),
    ):
        answer = run("race", *arguments)
        assert answer.code == 2
        assert words in answer.err
        assert answer.err.count("\n") == 1


MEASURING = "fourscore.insight.race.process"


def test_ctrl_c_shows_what_there_is(plain_environment: dict[str, str]) -> None:
    agents = ["--agents", "random", "--agents", "minimax:depth=40", "--runs", "1"]
    process = subprocess.Popen(
        [sys.executable, "-m", "fourscore", "race", "--size", "9x6", *agents],
        env=plain_environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    deadline = time.monotonic() + 60
    while not working(process.pid, MEASURING):
        assert time.monotonic() < deadline
        time.sleep(0.2)
    os.kill(process.pid, signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert process.returncode == 130, err
    assert re.search(r"^minimax:depth=40 +none", out, re.M)
    assert not working(process.pid, MEASURING)


def working(parent: int, name: str) -> bool:
    """Return whether a process has a child of this name at work."""
    listed = subprocess.run(
        ["ps", "-A", "-o", "ppid=,args="], check=True, capture_output=True, text=True
    )
    lines = [line.split(None, 1) for line in listed.stdout.splitlines()]
    return any(words[0] == str(parent) and name in words[-1] for words in lines)
