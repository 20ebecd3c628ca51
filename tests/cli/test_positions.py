"""Every form of POSITION, and the commands that take one."""

import json
from pathlib import Path

import pytest

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


@pytest.mark.parametrize("form", TEXTS)
def test_every_form_in_every_way(run: Run, form: str, tmp_path: Path) -> None:
    text = TEXTS[form]
    file = tmp_path / "position.txt"
    file.write_text(text, encoding="utf-8")
    for given, stdin in ((f"@{file}", ""), ("-", text), (text, "")):
        answer = run("show", given, "--json", stdin=stdin)
        assert (answer.code, answer.err) == (0, "")
        assert "/".join(json.loads(answer.out)["board"]) == BOARD


def test_a_board_in_other_commands(run: Run) -> None:
    moved = json.loads(run("move", "-", "--agent", "random", "--json", stdin=BOARD).out)
    assert moved["position"]["ply"] == len(MOVES) + 1
    arguments = ["random", "random", "--games", "1", "--from", BOARD, "--json"]
    assert json.loads(run("match", *arguments).out)["start"] == BOARD
    played = run("play", "--agent", "human", "--from", BOARD, stdin="4")
    assert str(POSITION.play(3)) in played.out


def test_without_a_position_the_board_is_empty(run: Run) -> None:
    assert json.loads(run("show", "--json").out)["ply"] == 0
    assert json.loads(run("show", "", "--json").out)["ply"] == 0


def test_size_and_variant(run: Run) -> None:
    found = json.loads(run("show", "12", "--size", "5x4", "--variant", "fill", "--json").out)
    assert (found["size"], found["variant"]) == ("5x4", "fill")
    assert found["board"] == ["-----", "-----", "-----", "XO---"]


@pytest.mark.parametrize(
    "text", ["7", "7x", "x6", "7x6x5", "7 6", "-7x6", "\u0667x\u0666", "100x1"]
)
def test_sizes_that_are_none(text: str) -> None:
    with pytest.raises(InputError, match="is not of the form 7x6"):
        parse_size(text)
