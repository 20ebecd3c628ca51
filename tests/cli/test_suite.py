"""`fourscore suite`: the table, JSON, the chart, and labels that are wrong."""

import json
import subprocess
import sys
from pathlib import Path

from tests.cli.conftest import Run

AGENTS = ("perfect", "random", "--workers", "1")


def test_other_ledgers_are_named(run: Run, tmp_path: Path) -> None:
    ledger = str(tmp_path / "x.ledger")
    assert run("suite", "random", "--draw", "2", "--workers", "1", "--ledger", ledger).code == 0
    # In a process of its own, which has not loaded what belongs to suites.
    command = [sys.executable, "-m", "fourscore", "ledger", "show", ledger]
    answer = subprocess.run(command, capture_output=True, text=True, check=False)
    assert answer.returncode == 2
    assert "is the ledger of a suite, not of a tournament" in answer.stderr


def test_the_table_has_every_class(run: Run) -> None:
    answer = run("suite", *AGENTS, "--count", "2")
    assert answer.code == 0, answer.err
    for name in ("perfect", "easy", "zugzwang", "only-move"):
        assert name in answer.out
    assert "22 positions of sample." in answer.out


def test_json_has_classes_and_plies(run: Run, tmp_path: Path) -> None:
    chart = tmp_path / "chart.svg"
    answer = run("suite", *AGENTS, "--positions", "hard", "--count", "9", "--json", "--plot",
                 str(chart))  # fmt: skip
    found = json.loads(answer.out)
    assert (found["positions"], found["count"], found["complete"]) == ("hard", 9, True)
    best = found["agents"][0]
    assert best["agent"] == "perfect"
    assert best["best"]["value"] == 1
    assert sum(each["moves"] for each in best["plies"]) == 9
    assert [each["name"] for each in best["classes"]] == ["hard"]
    assert "By class" in chart.read_text(encoding="utf-8")


def test_a_wrong_label_is_named(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "lines.txt"
    file.write_text("4453 -2\n4433 17\n")
    answer = run("suite", "random", "--positions", str(file), "--check")
    assert answer.code == 2
    assert answer.err == f"error: line 2 of '{file}': the score is +17 and should be +18\n"


def test_suites_are_listed_and_made(run: Run, tmp_path: Path) -> None:
    assert "zugzwang" in run("suite", "list").out
    out = tmp_path / "mine.npz"
    made = run("suite", "make", "--classes", "easy, end", "--count", "3", "--out", str(out))
    assert made.out == f"{out}: 3 easy, 3 end\n"
    answer = run("suite", "perfect", "--positions", str(out), "--check", "--workers", "1")
    assert "6 positions of mine.npz." in answer.out
