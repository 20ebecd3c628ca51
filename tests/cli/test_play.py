"""`fourscore play`: piped games, and the dialogue in a real terminal."""

import os
import re
import select
import signal
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from fourscore.core.notation import read_moves
from fourscore.core.reader import read_game
from tests.cli.conftest import Run

in_a_terminal = pytest.mark.skipif(os.name == "nt", reason="needs a pseudo-terminal")
REPORT_GAME = "4 3 5 3 5 7 3 5 2 6 4 5 2 4 3 6 5 4 2 4"


# Piped in


def test_a_whole_game_for_two(run: Run) -> None:
    answer = run("play", "--agent", "human", stdin=REPORT_GAME)
    assert (answer.code, answer.err) == (0, "")
    assert "X plays column 4.\nO plays column 3.\n" in answer.out
    assert str(read_moves("435357352645243654")) in answer.out
    assert "O has won." in answer.out
    assert "the rest of the input was not needed" in answer.out


@pytest.mark.parametrize("text", ["4 4 5 5 6 6 7", "4455667", "4,4\n5,5\n\n6 6\n7\n", "44 55 667"])
def test_moves_may_be_written_in_any_way(run: Run, text: str) -> None:
    answer = run("play", "--agent", "human", stdin=text)
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


def test_sides_from_a_position_on(run: Run) -> None:
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
    for text in ("", "\n\n", "4 4"):
        answer = run("play", "--agent", "human", stdin=text)
        assert (answer.code, answer.err) == (0, "")
        assert "The input has ended; the game has not." in answer.out


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("4 9", "move 2: '9' is not a column; columns are 1 to 7"),
        ("4 x", "move 2: 'x' is not a column; columns are 1 to 7"),
        ("4444444", "move 7: column 4 is full"),
        ("u", "move 1: there is no move of yours to take back"),
    ],
)
def test_a_bad_move_in_a_pipe_ends_it(run: Run, text: str, sentence: str) -> None:
    answer = run("play", "--agent", "human", stdin=text)
    assert (answer.code, answer.err) == (2, f"error: {sentence}\n")


def test_bytes_in_a_pipe(run: Run) -> None:
    answer = run("play", "--agent", "human", stdin=b"4 \xff")
    assert (answer.code, answer.err) == (2, "error: move 1: standard input is not text in UTF-8\n")


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
    for text in ("1122", str(read_moves("1122")), "1. 1 1 2. 2 2 *"):
        file.write_text(text)
        for name in (str(file), f"@{file}"):
            answer = run("play", "--agent", "human", "--from", name, stdin="3 3 4")
            assert answer.out.endswith("X has won.\n")


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (["--from", "nowhere.txt"], "there is no file 'nowhere.txt'"),
        (["--from", "@nowhere.txt"], "there is no file 'nowhere.txt'"),
        (["--from", "1212121"], "the game is over: X wins"),
        (["--against", "random"], "--against needs the app, and that a terminal"),
        (["--plain", "--seconds", "3"], "--seconds needs the app, and that a terminal"),
        (["--size", "big"], "the size 'big' is not of the form 7x6"),
        (["--variant", "odd"], "there is no variant 'odd'"),
    ],
)
def test_bad_options(run: Run, options: list[str], sentence: str) -> None:
    answer = run("play", *options, stdin="4")
    assert answer.code == 2
    assert sentence in answer.err


# In a terminal


class Terminal:
    """A program in a pseudo-terminal, to type at and to read."""

    def __init__(self, *arguments: str) -> None:
        import pty

        self.shown = ""
        self._from = 0
        self._process, self._screen = pty.fork()
        if self._process == 0:
            environment = {**os.environ, "TERM": "xterm-256color", "COLUMNS": "100"}
            command = [sys.executable, "-m", "fourscore.cli.main", *arguments]
            os.execve(sys.executable, command, environment)

    def type(self, text: str) -> None:
        with suppress(OSError):
            os.write(self._screen, text.encode())

    def wait_for(self, text: str, seconds: float = 60) -> str:
        """Read on until a text appears; give what came before and with it."""
        end = time.monotonic() + seconds
        while text not in self.shown[self._from :]:
            assert time.monotonic() < end, f"{text!r} did not come: {self.shown!r}"
            if not self._read():
                raise AssertionError(f"ended without {text!r}: {self.shown!r}")
        start, self._from = self._from, self.shown.index(text, self._from) + len(text)
        return self.shown[start : self._from]

    def _is_quiet(self, seconds: float) -> bool:
        return not select.select([self._screen], [], [], seconds)[0]

    def _read(self) -> bool:
        """Read a piece, if there is one; return whether the program may print more."""
        if self._is_quiet(1):
            return True
        try:
            piece = os.read(self._screen, 4096)
        except OSError:
            return False
        self.shown += piece.decode(errors="replace")
        return bool(piece)

    def end(self, key: str = "", seconds: float = 120) -> int:
        """Read to the end; a key is typed when all is quiet, and much later if it came too early.

        A second Ctrl-C soon after the first may meet a program that is about to exit.
        """
        limit, due = time.monotonic() + seconds, 0.0
        while self._is_quiet(0.5) or self._read():
            now = time.monotonic()
            assert now < limit, f"does not end: {self.shown!r}"
            if now >= due and self._is_quiet(0.5):
                self.type(key)
                due = now + 30
        return os.waitstatus_to_exitcode(os.waitpid(self._process, 0)[1])

    def close(self) -> None:
        try:
            os.kill(self._process, signal.SIGKILL)
            os.waitpid(self._process, 0)
        except (ProcessLookupError, ChildProcessError):
            pass
        os.close(self._screen)


@pytest.fixture
def playing(monkeypatch: pytest.MonkeyPatch) -> Iterator[type[Terminal]]:
    monkeypatch.delenv("NO_COLOR", raising=False)
    made: list[Terminal] = []

    class SavedGame(Terminal):
        def __init__(self, *arguments: str) -> None:
            super().__init__(*arguments)
            made.append(self)

    yield SavedGame
    for each in made:
        each.close()


@in_a_terminal
def test_a_dialogue(playing: type[Terminal]) -> None:
    screen = playing("play", "--plain", "--agent", "astar")
    screen.wait_for("Do you play X or O")
    screen.type("maybe\n")
    screen.wait_for("Answer X or O")
    screen.type("x\n")
    screen.wait_for("You are X and play against astar.")
    screen.wait_for("your column")
    screen.type("9\n")
    screen.wait_for("'9' is not a column; columns are 1 to 7.")
    screen.type("u\n")
    screen.wait_for("there is no move of yours to take back.")
    screen.type("h\n")
    screen.wait_for("Try column 4")
    screen.type("4\n")
    screen.wait_for("astar")
    screen.wait_for("your column")
    screen.type("u\n")
    screen.wait_for("Taken back.")
    screen.wait_for("your column")
    screen.type("1\n")
    for column in "111":
        screen.wait_for("your column")
        screen.type(f"{column}\n")
    screen.wait_for("has won.")
    screen.wait_for("Play again")
    screen.type("u\n")
    screen.wait_for("your column")
    screen.type("1\n")
    screen.wait_for("Play again")
    screen.type("what\n")
    screen.wait_for("Answer y, n, s or u.")
    screen.type("s\n")
    screen.wait_for("astar")
    screen.wait_for("your column")
    screen.type("q\n")
    screen.wait_for("Bye.")
    assert screen.end() == 0
    assert "◉" in screen.shown
    assert "\x1b[" in screen.shown


@in_a_terminal
def test_the_end_of_input_and_ctrl_c_in_a_terminal(playing: type[Terminal]) -> None:
    screen = playing("play", "--plain", "--agent", "random", "--as", "X")
    screen.wait_for("your column")
    assert screen.end("\x04") == 0
    screen = playing("play", "--plain", "--agent", "random", "--as", "X")
    screen.wait_for("your column")
    assert screen.end("\x03") == 130
    assert "Traceback" not in screen.shown


@in_a_terminal
def test_ctrl_c_while_the_agent_thinks(playing: type[Terminal], tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    options = ["--as", "X", "--save", str(file)]
    screen = playing("play", "--plain", "--agent", "mcts:seconds=3600", *options)
    screen.wait_for("your column")
    screen.type("4\n")
    screen.wait_for("is thinking")
    time.sleep(0.5)
    screen.type("\x03")
    assert screen.end() == 130
    assert read_game(file.read_text()).columns == (3,)


@in_a_terminal
def test_no_colour_means_no_colour(
    playing: type[Terminal], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    screen = playing("show", "4")
    assert screen.end() == 0
    assert "| - - - X - - - |" in screen.shown
    assert "\x1b" not in screen.shown
