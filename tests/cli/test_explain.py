"""`fourscore explain`."""

import json

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


def test_a_move(run: Run) -> None:
    out = run("explain", WON, "--move", "4").out
    assert "Column 4 throws away the win: it loses in 12, but column 3 wins in 2.\n" in out
    assert "After column 4, best play goes 3 4 " in out
    assert "O then wins" not in out


def test_json(run: Run) -> None:
    found = json.loads(run("explain", WON, "--move", "3", "--json").out)
    assert found["column"] == 3
    assert found["position"]["moves"] == WON
    assert found["brief"][0] == found["sentences"][0]["text"]
    assert found["sentences"][0]["columns"] == [3, 3]


def test_a_game_that_is_over(run: Run) -> None:
    answer = run("explain", "1122334")
    assert answer.code == 0
    assert "X has won" in answer.out
    assert "to move" not in answer.out


def test_other_rules_say_what_they_cannot(run: Run) -> None:
    out = run("explain", "112233", "--variant", "slip").out
    assert "Aiming at column 4 makes a four 60 % of the time.\n" in out
    assert "perfect analysis needs the standard rules" in out


def test_bad_moves_get_one_sentence(run: Run) -> None:
    answer = run("explain", WON, "--move", "8")
    assert (answer.code, answer.err) == (2, "error: '8' is not a column; columns are 1 to 7\n")
    answer = run("explain", "111111", "--move", "1")
    assert (answer.code, answer.err) == (2, "error: column 1 is full\n")
