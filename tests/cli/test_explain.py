"""`fourscore explain`."""

from fourscore.core.notation import read_moves
from fourscore.insight.explain.explanation import explain
from tests.cli.conftest import Run

WON = "5624557727561312"


def test_the_board_then_the_sentences(run: Run) -> None:
    answer = run("explain", WON)
    assert (answer.code, answer.err) == (0, "")
    assert answer.out.startswith(f"{read_moves(WON)}\nX to move\n\nX wins in 2 with column 3.\n")
    assert tuple(answer.out.split("\n\n")[1].splitlines()) == explain(read_moves(WON)).brief


def test_all_says_more(run: Run) -> None:
    brief, every = run("explain", WON).out, run("explain", WON, "--all").out
    assert every.startswith(brief.rstrip("\n"))
    assert len(every) > len(brief)


def test_a_game_that_is_over(run: Run) -> None:
    answer = run("explain", "1122334")
    assert answer.code == 0
    assert "X has won" in answer.out
    assert "to move" not in answer.out
