"""Every form of POSITION, in every command that takes one."""

import json
from pathlib import Path

import pytest

from fourscore.cli import positions
from fourscore.core.game import Game
from fourscore.core.notation import parse_size, read_moves
from fourscore.errors import InputError
from tests.cli.conftest import Run

MOVES = "4453"
POSITION = read_moves(MOVES)
BOARD = "/".join(POSITION.rows())
GAME = Game()
for _column in (3, 3, 4, 2):
    GAME.play(_column)

TEXTS = {
    "moves": MOVES,
    "spaced moves": "4 4, 5\n3",
    "one line": BOARD,
    "rows": "\n".join(POSITION.rows()),
    "dots and small letters": BOARD.replace("-", ".").lower(),
    "drawn": str(POSITION),
    "game": str(GAME),
}
COMMANDS = {
    "show": ["show", "POSITION", "--json"],
    "move": ["move", "POSITION", "--agent", "random", "--json"],
    "match": ["match", "random", "random", "--games", "1", "--from", "POSITION", "--json"],
}


def board_of(command: str, answer: str) -> str:
    """Return the board that a command was given; an agent has moved on it since."""
    found = json.loads(answer)
    if command == "match":
        return str(found["start"])
    rows = found["board"] if command == "show" else found["position"]["board"]
    if command == "move":
        at, row = found["played"]["column"] - 1, len(rows) - found["played"]["row"]
        rows[row] = f"{rows[row][:at]}-{rows[row][at + 1 :]}"
    return "/".join(rows)


@pytest.mark.parametrize("form", TEXTS)
@pytest.mark.parametrize("command", COMMANDS)
def test_every_form_in_every_command(run: Run, command: str, form: str, tmp_path: Path) -> None:
    text = TEXTS[form]
    file = tmp_path / "position.txt"
    file.write_text(text, encoding="utf-8")
    ways = [(f"@{file}", ""), ("-", text), (text, "")]
    for given, stdin in ways:
        arguments = [given if each == "POSITION" else each for each in COMMANDS[command]]
        answer = run(*arguments, stdin=stdin)
        assert (answer.code, answer.err) == (0, "")
        assert board_of(command, answer.out) == BOARD


@pytest.mark.parametrize("form", TEXTS)
def test_every_form_in_play(run: Run, form: str) -> None:
    answer = run("play", "--agent", "human", "--from", TEXTS[form], stdin="4")
    assert answer.code == 0
    assert str(POSITION.play(3)) in answer.out


def test_without_a_position_the_board_is_empty(run: Run) -> None:
    assert json.loads(run("show", "--json").out)["ply"] == 0
    assert json.loads(run("show", "", "--json").out)["ply"] == 0


def test_size_and_variant(run: Run) -> None:
    found = json.loads(run("show", "12", "--size", "5x4", "--variant", "fill", "--json").out)
    assert (found["size"], found["variant"]) == ("5x4", "fill")
    assert found["board"] == ["-----", "-----", "-----", "XO---"]


def test_a_byte_order_mark_is_read_over(tmp_path: Path) -> None:
    file = tmp_path / "position.txt"
    file.write_bytes(b"\xef\xbb\xbf4453\r\n")
    assert positions.read(f"@{file}") == POSITION


@pytest.mark.parametrize(
    "text", ["7", "7x", "x6", "7x6x5", "7 6", "-7x6", "\u0667x\u0666", "100x1"]
)
def test_sizes_that_are_none(text: str) -> None:
    with pytest.raises(InputError, match="is not of the form 7x6"):
        parse_size(text)
