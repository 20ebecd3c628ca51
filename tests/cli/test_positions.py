"""The commands that take a POSITION; `core.reader` reads it."""

import json

import pytest

from fourscore.core.notation import parse_size, read_moves, write_board
from fourscore.errors import InputError
from tests.cli.conftest import Run

POSITION = read_moves("4453")
BOARD = write_board(POSITION)


def test_a_board_in_other_commands(run: Run) -> None:
    moved = json.loads(run("move", "-", "--agent", "random", "--json", stdin=BOARD).out)
    assert moved["position"]["ply"] == 5
    arguments = ["random", "random", "--games", "1", "--from", BOARD, "--json"]
    assert json.loads(run("match", *arguments).out)["start"] == BOARD
    played = run("play", "--agent", "human", "--from", BOARD, stdin="4")
    assert str(POSITION.play(3)) in played.out


def test_without_a_position_the_board_is_empty(run: Run) -> None:
    assert json.loads(run("show", "--json").out)["ply"] == 0


@pytest.mark.parametrize(
    "text", ["7", "7x", "x6", "7x6x5", "7 6", "-7x6", "\u0667x\u0666", "100x1"]
)
def test_sizes_that_are_none(text: str) -> None:
    with pytest.raises(InputError, match="is not of the form 7x6"):
        parse_size(text)
