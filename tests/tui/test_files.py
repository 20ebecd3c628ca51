"""What a person may open, and what is said if that is nothing."""

from pathlib import Path

import pytest

from fourscore.core.game import Game, read_line, write_game
from fourscore.core.notation import read_moves
from fourscore.core.position import Position
from fourscore.core.variants import SLIP
from fourscore.errors import InputError
from fourscore.tui.files import find_games, load_games, save_game

EMPTY = Position.empty()


@pytest.mark.parametrize(
    "text",
    [
        "4453",
        "4 4, 5 3",
        "1. 4 4 2. 5 3 *",
        write_game(read_line("4453")),
        str(read_moves("4453")),
        "-------/-------/-------/-------/---O---/--OXX--",
    ],
)
def test_every_way_of_writing(text: str, tmp_path: Path) -> None:
    (game,) = find_games(text, EMPTY)
    assert game.position == read_moves("4453")
    file = tmp_path / "state.txt"
    file.write_text(text)
    for name in (str(file), f"@{file}"):
        (game,) = find_games(name, EMPTY)
        assert game.position == read_moves("4453")


def test_moves_that_slipped() -> None:
    (game,) = find_games("4>5 4", Position.empty(variant=SLIP))
    assert game.columns == (4, 3)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("49", "move 2 of '49': '9' is not a column; columns are 1 to 7"),
        ("4444444", "column 4 is full"),
        ("@nowhere.txt", "cannot read the file 'nowhere.txt': No such file or directory"),
        ("@.", "cannot read the file '.': Is a directory"),
        ("X", "the board has 1 rows; 6 are needed"),
        ("1. 9 *", "'9' is not a column"),
    ],
)
def test_what_is_wrong_is_said(text: str, sentence: str) -> None:
    with pytest.raises(InputError) as error:
        find_games(text, EMPTY)
    assert sentence in str(error.value)


@pytest.mark.parametrize(
    ("content", "sentence"),
    [(b"", "is empty"), (b"\xff", "is not text in UTF-8"), (b"48", "in the file")],
)
def test_bad_files(content: bytes, sentence: str, tmp_path: Path) -> None:
    file = tmp_path / "file.txt"
    file.write_bytes(content)
    with pytest.raises(InputError, match=sentence):
        load_games(file, EMPTY)


def test_saved_games_are_added(tmp_path: Path) -> None:
    file = tmp_path / "games.txt"
    games = [read_line("44"), Game(read_moves("123")), read_line("1212121")]
    for game in games:
        save_game(file, game)
    assert load_games(file, EMPTY) == games
    with pytest.raises(InputError, match="cannot write the file"):
        save_game(tmp_path / "no" / "where", games[0])
