"""`fourscore tune`: the table, the chart, JSON and the test at the end."""

import json
from pathlib import Path

from tests.cli.conftest import Run

QUICK = ("tune", "mcts:playouts=10", "--params", "c=0.1..4", "--games", "32", "--pairs", "4",
         "--openings", "random:4", "--size", "5x4", "--workers", "1")  # fmt: skip


def test_the_whole_command_and_once_more(run: Run, tmp_path: Path) -> None:
    ledger, chart = tmp_path / "tune.ledger", tmp_path / "chart.svg"
    untested = run(*QUICK, "--test-games", "0", "--ledger", str(ledger))
    assert untested.code == 0
    assert "Against" not in untested.out
    arguments = (*QUICK, "--test-games", "20", "--ledger", str(ledger))
    answer = run(*arguments, "--plot", str(chart))
    assert answer.code in (0, 1, 3), answer.err
    assert "4 steps, 32 games. Tuned: mcts:playouts=10,c=" in answer.out
    assert "Against the start: pairs with" in answer.out
    assert "Tuning mcts" in chart.read_text(encoding="utf-8")
    again = json.loads(run(*arguments, "--json").out)
    assert again["tuned"] in answer.out
    assert len(again["parameters"][0]["way"]) == 5
    assert again["test"]["pairs"] <= 10
    shown = run("ledger", "show", f"{ledger}-test")
    assert "20 games" in shown.out
