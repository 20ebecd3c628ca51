"""`fourscore play` with moves that are piped in; `test_terminal` has the dialogue."""

import re
from pathlib import Path

import pytest

from fourscore.cli.play import choose_side
from fourscore.core.notation import read_moves
from fourscore.core.position import Position
from fourscore.core.reader import load_games
from tests.cli.conftest import Run


def test_moves_may_be_written_in_any_way(run: Run) -> None:
    answer = run("play", "--agent", "human", stdin="4,4\n5 5\n\n6672\n")
    assert answer.code == 0
    assert "X has won." in answer.out
    assert "the rest of the input was not needed" in answer.out
    wide = run("play", "--agent", "human", "--size", "10x3", stdin="10 1 10").out
    assert "X plays column 10.\nO plays column 1.\nX plays column 10.\n" in wide


def test_the_agent_begins(run: Run) -> None:
    for options in (["--as", "o"], ["--first", "agent"], ["--as", "O", "--first", "agent"]):
        out = run("play", "--agent", "minimax:depth=2", *options, stdin="1").out
        assert out.startswith("minimax:depth=2 (X) plays column 4.\nYou (O) play column 1.\n")
    options = ["--agent", "minimax:depth=1", "--from", "4", "--first", "me"]
    assert run("play", *options, stdin="1").out.startswith("You (O) play column 1.")


def test_lots_are_drawn_from_the_seed(run: Run) -> None:
    sides = [choose_side(Position.empty(), "", "random", seed) for seed in range(12)]
    for side, begins in (("X", "You"), ("O", "random:")):
        options = ["--agent", "random", "--first", "random", "--seed", str(sides.index(side))]
        assert run("play", *options, stdin="1").out.startswith(begins)


def test_the_input_may_end_early(run: Run) -> None:
    answer = run("play", "--agent", "human")
    assert (answer.code, answer.err) == (0, "")
    assert answer.out.endswith("The input has ended; the game has not.\n")


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("4 9", "move 2: '9' is not a column; columns are 1 to 7"),
        ("4444444", "move 7: column 4 is full"),
        ("u", "move 1: there is no move of yours to take back"),
        (b"4 \xff", "move 1: standard input is not text in UTF-8"),
    ],
)
def test_a_bad_move_in_a_pipe_ends_it(run: Run, text: str | bytes, sentence: str) -> None:
    answer = run("play", "--agent", "human", stdin=text)
    assert (answer.code, answer.err) == (2, f"error: {sentence}\n")


def test_commands_work_in_a_pipe(run: Run) -> None:
    answer = run("play", "--agent", "human", stdin="4 4 u 5 h ? b q 1")
    assert answer.code == 0
    assert "Taken back." in answer.out
    assert re.search(r"Try column \d", answer.out)
    assert "drop a disc" in answer.out
    assert str(read_moves("45")) in answer.out
    assert answer.out.endswith("Bye.\n")


def test_games_are_added_to_a_file(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "games.txt"
    for text in ("4455667", "12 q", ""):
        assert run("play", "--agent", "human", "--save", str(file), stdin=text).code == 0
    games = load_games(str(file))
    assert [game.result for game in games] == ["1-0", "*"]
    assert games[0].tags["First"] == games[0].tags["Second"] == "human"
    assert re.fullmatch(r"\d{4}\.\d\d\.\d\d", games[0].tags["Date"])
