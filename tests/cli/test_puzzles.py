"""`fourscore puzzles`."""

import json
import re

from fourscore.core.notation import read_moves
from tests.cli.conftest import Run

MOVES, ID = "627431475612667316367", "27s0884gr8"


def test_puzzles_hide_their_answers(run: Run) -> None:
    answer = run("puzzles", "--count", "2", "--seed", "3")
    assert (answer.code, answer.err) == (0, "")
    ids = re.findall(r"^Puzzle \d  (\w+)  \w+ ?\w*, found from level \d+ on$", answer.out, re.M)
    assert len(ids) == 2
    assert len(re.findall(r"^[XO] to move and (win|not lose): which is", answer.out, re.M)) == 2
    assert "Answer" not in answer.out
    shown = run("puzzles", "--count", "2", "--seed", "3", "--show-answers").out
    assert len(re.findall(r"^Answer: column [1-7]$", shown, re.M)) == 2
    assert all(each in shown for each in ids)


def test_one_puzzle_comes_back_by_its_id(run: Run) -> None:
    out = run("puzzles", "--id", ID).out
    assert str(read_moves(MOVES)) in out
    assert "Answer" not in out
    out = run("puzzles", "--answer", ID).out
    assert "Answer: column 4\nO wins in 10 with column 4.\n" in out
    assert re.search(r"^Line: 4 4 4( \d)+$", out, re.M)


def test_an_attempt(run: Run) -> None:
    assert run("puzzles", "--id", ID, "--try", "4").out.startswith("That is right.\n")
    assert run("puzzles", "--id", ID, "--try", "1").out.startswith("That is not it.\nColumn 1 ")


def test_json_hides_the_answer_too(run: Run) -> None:
    hidden = json.loads(run("puzzles", "--id", ID, "--json").out)
    assert not {"answer", "column", "score"} & set(hidden)
    assert json.loads(run("puzzles", "--answer", ID, "--json").out)["column"] == 4
    arguments = ["puzzles", "--count", "1", "--seed", "3", "--json"]
    (hidden,) = json.loads(run(*arguments).out)["puzzles"]
    (answered,) = json.loads(run(*arguments, "--show-answers").out)["puzzles"]
    assert answered == {**hidden, "answer": answered["answer"]}
    assert answered["answer"]["line"][0] == answered["answer"]["column"]
    assert not json.loads(run("puzzles", "--id", ID, "--try", "1", "--json").out)["right"]


def test_bad_input_gets_one_sentence(run: Run) -> None:
    for arguments, words in (
        (["--id", "nonsense"], "'nonsense' is not the id of a puzzle"),
        (["--try", "3"], "--try needs the puzzle"),
        (["--id", ID, "--answer", ID], "give one of them"),
        (["--id", ID, "--try", "6"], "column 6 is full"),
        (["--level", "0-3"], "'0-3' is not a level"),
        (["--level", "x"], "'x' is not a level"),
    ):
        answer = run("puzzles", *arguments)
        assert answer.code == 2
        assert words in answer.err
        assert answer.err.count("\n") == 1
