"""`fourscore tune`: the table, the chart, JSON and the test at the end."""

import json
from pathlib import Path

from tests.cli.conftest import Run

QUICK = ("tune", "mcts:playouts=10", "--params", "c=0.1..4", "--games", "64", "--pairs", "4",
         "--openings", "random:4", "--size", "5x4", "--workers", "1")  # fmt: skip


def test_the_whole_command_and_once_more(run: Run, tmp_path: Path) -> None:
    ledger, chart = tmp_path / "tune.ledger", tmp_path / "chart.svg"
    arguments = (*QUICK, "--test-games", "20", "--ledger", str(ledger))
    answer = run(*arguments, "--plot", str(chart))
    assert answer.code in (0, 1, 3), answer.err
    assert "8 steps, 64 games. Tuned: mcts:playouts=10,c=" in answer.out
    assert "Against the start: pairs with" in answer.out
    assert "Tuning mcts" in chart.read_text(encoding="utf-8")
    again = json.loads(run(*arguments, "--json").out)
    assert again["tuned"] in answer.out
    assert len(again["parameters"][0]["way"]) == 9
    assert again["test"]["pairs"] <= 10
    shown = run("ledger", "show", f"{ledger}-test")
    assert "20 games" in shown.out


def test_no_test_is_played_if_none_is_wanted(run: Run) -> None:
    answer = run(*QUICK, "--test-games", "0")
    assert answer.code == 0
    assert "Against" not in answer.out


def test_bad_input_is_refused(run: Run) -> None:
    answer = run("tune", "mcts", "--params", "c=0.5..3", "--games", "10")
    assert answer.code == 2
    assert answer.err == "error: 10 games are 0 steps of 16; tuning needs at least 4\n"
