"""`fourscore play` with moves that are piped in; `test_terminal` has the dialogue."""

import re
from pathlib import Path

import pytest

from fourscore.core.notation import read_moves
from fourscore.core.reader import read_game
from tests.cli.conftest import Run

REPORT_GAME = "4 3 5 3 5 7 3 5 2 6 4 5 2 4 3 6 5 4 2 4"


def test_a_whole_game_for_two(run: Run) -> None:
    answer = run("play", "--agent", "human", stdin=REPORT_GAME)
    assert (answer.code, answer.err) == (0, "")
    assert "X plays column 4.\nO plays column 3.\n" in answer.out
    assert str(read_moves("435357352645243654")) in answer.out
    assert "O has won." in answer.out
    assert "the rest of the input was not needed" in answer.out


def test_moves_may_be_written_in_any_way(run: Run) -> None:
    answer = run("play", "--agent", "human", stdin="4,4\n5 5\n\n667\n")
    assert answer.code == 0
    assert "X has won." in answer.out


def test_my_moves_against_an_agent(run: Run) -> None:
    answer = run("play", "--agent", "alphabeta:depth=4", stdin=REPORT_GAME)
    assert (answer.code, answer.err) == (0, "")
    mine = re.findall(r"^You \(X\) play column (\d)", answer.out, re.M)
    theirs = re.findall(r"^alphabeta:depth=4 \(O\) plays column (\d)", answer.out, re.M)
    assert mine == REPORT_GAME.split()[: len(mine)]
    assert len(mine) - len(theirs) in (0, 1)
    assert re.search(r"(X|O) has won|draw", answer.out)


def test_the_agent_begins(run: Run) -> None:
    for options in (["--as", "o"], ["--first", "agent"], ["--as", "O", "--first", "agent"]):
        out = run("play", "--agent", "minimax:depth=2", *options, stdin="1").out
        assert out.startswith("minimax:depth=2 (X) plays column 4.\nYou (O) play column 1.\n")
    options = ["--agent", "minimax:depth=1", "--from", "4", "--first", "me"]
    assert run("play", *options, stdin="1").out.startswith("You (O) play column 1.")


def test_lots_are_drawn_from_the_seed(run: Run) -> None:
    def begins(seed: int) -> str:
        options = ["--agent", "random", "--first", "random", "--seed", str(seed)]
        return run("play", *options, stdin="1").out[:3]

    starts = [begins(seed) for seed in range(12)]
    assert starts == [begins(seed) for seed in range(12)]
    assert set(starts) == {"You", "ran"}


def test_the_input_may_end_early(run: Run) -> None:
    for text in ("", "4 4"):
        answer = run("play", "--agent", "human", stdin=text)
        assert (answer.code, answer.err) == (0, "")
        assert "The input has ended; the game has not." in answer.out


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


def test_undo_takes_back_the_agents_move_too(run: Run) -> None:
    answer = run("play", "--agent", "minimax:depth=2", stdin="1 u 2 q")
    assert "You (X) play column 1." in answer.out
    assert "You (X) play column 2." in answer.out


def test_slip_says_aim_and_landing(run: Run) -> None:
    options = ["--agent", "human", "--variant", "slip", "--seed", "3"]
    out = run("play", *options, stdin="4 4 4 4 4 4 4 4").out
    landings = re.findall(r"[XO] aims at column 4; the disc lands (there|in column [35])\.", out)
    assert len(set(landings)) > 1
    assert run("play", *options, stdin="4 4 4 4 4 4 4 4").out == out


def test_fill_goes_on_after_a_four(run: Run) -> None:
    out = run("play", "--agent", "human", "--variant", "fill", stdin="4455667").out
    assert "The input has ended; the game has not." in out


def test_a_wide_board_takes_numbers(run: Run) -> None:
    out = run("play", "--agent", "human", "--size", "10x3", stdin="10 1 10").out
    assert "X plays column 10.\nO plays column 1.\nX plays column 10.\n" in out


def test_games_are_added_to_a_file(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "games.txt"
    for text in ("4455667", "12 q", ""):
        assert run("play", "--agent", "human", "--save", str(file), stdin=text).code == 0
    games = [
        read_game(f"[{text.removeprefix('[')}") for text in file.read_text().strip().split("\n\n[")
    ]
    assert [game.result for game in games] == ["1-0", "*"]
    assert games[0].tags["First"] == games[0].tags["Second"] == "human"
    assert re.fullmatch(r"\d{4}\.\d\d\.\d\d", games[0].tags["Date"])


def test_a_position_from_a_file_by_its_name(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "state.txt"
    file.write_text(str(read_moves("1122")))
    for name in (str(file), f"@{file}"):
        answer = run("play", "--agent", "human", "--from", name, stdin="3 3 4")
        assert answer.out.endswith("X has won.\n")
