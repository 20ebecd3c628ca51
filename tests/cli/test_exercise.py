"""`fourscore exercise` and `fourscore tree --own`."""

import json
from pathlib import Path

import pytest

from tests.cli.conftest import Run

TEXTBOOK = "[[3,12,8],[2,4,6],[14,5,2]]"


def test_an_exercise_is_printed_with_and_without_answers(run: Run) -> None:
    asked = run("exercise", "--kind", "alphabeta", "--seed", "7")
    assert asked.code == 0
    assert "Alpha-beta on a small tree (alphabeta-1-7)" in asked.out
    assert "Answer:" not in asked.out
    told = run("exercise", "--kind", "alphabeta", "--seed", "7", "--answers")
    assert "Answer: 2) Cut off C2 and C3" in told.out
    assert "With the best move first everywhere" in told.out


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("--kind", "chess"), "there is no exercise on 'chess'"),
        (("--difficulty", "7"), "the difficulty is 1, 2, 3 or 4, not 7"),
        (("--id", "nonsense"), "'nonsense' is not the id of an exercise"),
        (("--id", "astar-1-1", "--seed", "3"), "leave --seed out"),
    ],
)
def test_a_wrong_exercise_is_refused_in_a_sentence(
    run: Run, arguments: tuple[str, ...], says: str
) -> None:
    answer = run("exercise", *arguments)
    assert answer.code == 2
    assert says in answer.err
    assert len(answer.err.splitlines()) == 1


def test_a_tree_of_ones_own_is_shown_written_and_loaded(run: Run, tmp_path: Path) -> None:
    shown = run("tree", "--own", TEXTBOOK, "--agent", "alphabeta")
    assert "cut: 2 3 (saves 2)" in shown.out
    assert "column" not in shown.out
    data = json.loads(run("tree", "--own", "textbook", "--json").out)
    assert (data["tree"], len(data["nodes"]["parent"])) == (TEXTBOOK, 11)
    assert run("tree", "--own", "textbook", "--out", str(tmp_path / "own.npz")).code == 0
    assert run("tree", "--load", str(tmp_path / "own.npz")).out.startswith("alphabeta: 11 nodes")
    for ending in ("svg", "html", "dot"):
        file = tmp_path / f"own.{ending}"
        assert run("tree", "--own", "gamble", "--agent", "mcts", "--out", str(file)).code == 0
        assert file.stat().st_size > 500


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("--own", "[3,x]"), "'x' at character 4"),
        (("--own", "[3,5"), "the tree ends too soon"),
        (("--own", "nothing"), "the examples are textbook"),
        (("4453", "--own", "[3,5]"), "leave POSITION out"),
        (("--own", "[3,5]", "--truth"), "leave --truth out"),
        (("--own", "[3,5]", "--agent", "random"), "plays games only"),
    ],
)
def test_a_wrong_tree_is_refused_in_a_sentence(
    run: Run, arguments: tuple[str, ...], says: str
) -> None:
    answer = run("tree", *arguments)
    assert answer.code == 2
    assert says in answer.err
    assert len(answer.err.splitlines()) == 1
