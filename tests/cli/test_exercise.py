"""`fourscore exercise` and `fourscore tree --own`."""

import json
from pathlib import Path

from tests.cli.conftest import Run

TEXTBOOK = "[[3,12,8],[2,4,6],[14,5,2]]"


def test_an_exercise_is_printed_without_answers(run: Run) -> None:
    asked = run("exercise", "--kind", "alphabeta", "--seed", "7")
    assert asked.code == 0
    assert "Alpha-beta on a small tree (alphabeta-1-7)" in asked.out
    assert "Answer:" not in asked.out


def test_a_tree_of_ones_own_is_written_and_loaded(run: Run, tmp_path: Path) -> None:
    data = json.loads(run("tree", "--own", "textbook", "--json").out)
    assert (data["tree"], len(data["nodes"]["parent"])) == (TEXTBOOK, 11)
    assert run("tree", "--own", "textbook", "--out", str(tmp_path / "own.npz")).code == 0
    assert run("tree", "--load", str(tmp_path / "own.npz")).out.startswith("alphabeta: 11 nodes")
    drawn = tmp_path / "own.svg"
    assert run("tree", "--own", "gamble", "--agent", "mcts", "--out", str(drawn)).code == 0
    assert drawn.read_text(encoding="utf-8").startswith("<svg")
