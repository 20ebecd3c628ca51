"""The one reader: every form, from texts, files and standard input, and what is ambiguous."""

import io
import sys
from pathlib import Path

import pytest

from fourscore.core.game import Game, write_game
from fourscore.core.notation import read_moves, write_board
from fourscore.core.position import Position
from fourscore.core.reader import load_game, load_games, read_file, read_game, read_line
from fourscore.core.variants import FILL, SLIP
from fourscore.errors import InputError, NotationError

POSITION = read_moves("4453")
TEXTS = {
    "moves": "4453",
    "spaced moves": " 4 4, 5\n3",
    "one line": write_board(POSITION),
    "drawn": str(POSITION),
    "game": write_game(read_line("4453")),
    "game without tags": "1.4 4 2.5 3",
    "game with a comment": "4 4 {the centre} 5 3",
    "game with a result": "4 4 5 3 *",
    "game from a start": write_game(Game(POSITION)),
}


@pytest.fixture
def pipe(monkeypatch: pytest.MonkeyPatch) -> io.BytesIO:
    """Replace standard input."""
    content = io.BytesIO()
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(content, encoding="utf-8"))
    return content


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Make an empty folder the current one."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize("form", TEXTS)
def test_every_form_from_every_source(form: str, folder: Path, pipe: io.BytesIO) -> None:
    text = TEXTS[form]
    assert Position(text) == POSITION
    (folder / "state.txt").write_text(text, encoding="utf-8")
    pipe.write(text.encode())
    pipe.seek(0)
    for source in (text, "state.txt", "@state.txt", str(folder / "state.txt"), "-"):
        assert load_game(source).position == POSITION


def test_size_and_variant_come_from_the_start() -> None:
    board = Position.empty(5, 4, SLIP)
    for text in ("1>2 5", "1. 1>2 5 *", '[First "me"]\n\n1. 1>2 5 *'):
        game = read_game(text, board)
        assert (game.start, game.columns) == (board, (1, 4))
    assert read_game("-----/-----/-----/-X--O", board).start == read_game("25", board).position
    tagged = read_game('[Size "6x5"]\n[Variant "fill"]\n\n1. 6', board)
    assert tagged.start == Position.empty(6, 5, FILL)


def test_moves_go_on_from_the_start() -> None:
    assert read_game("5", POSITION).positions == (POSITION, POSITION.play(4))
    assert read_game("1. 5 *", POSITION).start == Position.empty()


def test_a_byte_order_mark_is_skipped(folder: Path) -> None:
    (folder / "my.txt").write_bytes(b"\xef\xbb\xbf4453\r\n")
    assert load_game("my.txt").position == POSITION
    assert read_file("my.txt") == "4453\r\n"


@pytest.mark.parametrize("name", ["44", "1", "", "-------/" * 5 + "---X---"])
def test_what_can_be_read_is_not_looked_for_in_a_file(name: str, folder: Path) -> None:
    (folder / "44").write_text("1")
    assert load_game(name).position == Position(name)
    assert load_game("@44").columns == (0,)


@pytest.mark.parametrize("name", ["xo.xo", "2026-01-31", "9", "44a", "game[1].txt", "./44"])
def test_what_cannot_be_read_may_be_a_file(name: str, folder: Path) -> None:
    (folder / name).write_text("4453")
    assert load_game(name).position == POSITION


def test_the_home_folder(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (folder / "my.txt").write_text("4453")
    for name in ("HOME", "USERPROFILE"):
        monkeypatch.setenv(name, str(folder))
    assert load_game("~/my.txt").position == load_game("@~/my.txt").position == POSITION


def test_standard_input(pipe: io.BytesIO) -> None:
    assert load_game("-").position == Position.empty()
    pipe.write(b"\xff")
    pipe.seek(0)
    with pytest.raises(InputError, match=r"^standard input is not text in UTF-8$"):
        load_game("-")
    with pytest.raises(NotationError, match=r"^the board has 1 row; 6 are needed$"):
        load_games("-", stdin=False)
