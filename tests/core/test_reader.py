"""The one reader: every form, from texts, files and standard input, and what is ambiguous."""

import contextlib
import io
import sys
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fourscore.core.game import Game, write_game, write_line
from fourscore.core.notation import read_moves, write_board
from fourscore.core.position import Position
from fourscore.core.reader import (
    MAX_BYTES,
    load_game,
    load_games,
    read_file,
    read_game,
    read_games,
    read_line,
)
from fourscore.core.variants import FILL, SLIP
from fourscore.errors import InputError, NotationError
from tests.core.strategies import lines_of_play, positions

POSITION = read_moves("4453")
TEXTS = {
    "moves": "4453",
    "spaced moves": " 4 4, 5\n3",
    "one line": write_board(POSITION),
    "rows": "\n".join(POSITION.rows()),
    "dots and small letters": write_board(POSITION).replace("-", ".").lower(),
    "drawn": str(POSITION),
    "drawn with dots": str(POSITION).replace("- ", ". "),
    "game": write_game(read_line("4453")),
    "game without tags": "1. 4 4 2. 5 3",
    "game with touching numbers": "1.4 4 2.5 3",
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


def test_several_games() -> None:
    text = write_game(read_line("44")) + write_game(Game(POSITION))
    assert read_games(text) == [read_line("44"), Game(POSITION)]
    for read in (read_game, load_game):
        with pytest.raises(NotationError, match=r"^there are 2 games where one is wanted$"):
            read(text)


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("49", "move 2 of '49': '9' is not a column; columns are 1 to 7"),
        ("44a", "move 3 of '44a': 'a' is not a column; columns are 1 to 7"),
        ("4 4 a 5", "move 3 of '4 4 a 5': 'a' is not a column; columns are 1 to 7"),
        ("4444444", "move 7 of '4444444': column 4 is full after '444444'"),
        ("X", "the board has 1 row; 6 are needed"),
        ("44x", "move 3 of '44x': 'x' is not a column; columns are 1 to 7"),
        ("-/-/-/-/-/-", "row 1 from the top ('-') has 1 cell; 7 are needed"),
        ("./44", "the board has 1 row; 6 are needed"),
        ("1. 9 *", "move 1 ('9'): '9' is not a column; columns are 1 to 7"),
        ("1. e4 e5", "move 1 ('e4'): 'e4' is not a column; columns are 1 to 7"),
        ("[First me]", "line 1 is not a tag of the form [Name \"value\"]: '[First me]'"),
        ("a\nb", "move 1 of 'a b': 'a' is not a column; columns are 1 to 7"),
        ("games.txt", "there is no file 'games.txt'"),
        ("games/x.txt", "there is no file 'games/x.txt'"),
        ("my games.c4", "there is no file 'my games.c4'"),
        ("~/no/such/game", "there is no file '~/no/such/game'"),
        (r"c:\44", r"there is no file 'c:\44'"),
        ("44.txt", "there is no file '44.txt'"),
        ("games v1.2.txt", "there is no file 'games v1.2.txt'"),
        ("2026-01-31.pgn", "there is no file '2026-01-31.pgn'"),
        ("nowhere", "there is no file 'nowhere'"),
        ("@nowhere", "there is no file 'nowhere'"),
        ("@44", "there is no file '44'"),
        ("@", "the name of a file is missing after @"),
        ("@.", "cannot read the file '.': Is a directory"),
        ("@a\0b", "cannot read the file 'a\0b': embedded null byte"),
        ("@~nobody-of-this-name/x", "cannot read the file '~nobody-of-this-name/x': "),
    ],
)
@pytest.mark.usefixtures("folder")
def test_what_is_wrong_has_its_place(text: str, problem: str) -> None:
    with pytest.raises(InputError) as error:
        load_games(text)
    assert str(error.value).startswith(problem)


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        (b"", "the file 'my.txt' is empty"),
        (b" \n", "the file 'my.txt' is empty"),
        (b"\xff", "the file 'my.txt' is not text in UTF-8"),
        (b"48", "in the file 'my.txt': move 2 of '48': '8' is not a column; columns are 1 to 7"),
        (
            b"1" * (MAX_BYTES + 1),
            "the file 'my.txt' is too large; the maximum is 20,000,000 bytes",
        ),
    ],
    ids=["empty", "blank", "not text", "no moves", "too large"],
)
def test_bad_files(content: bytes, problem: str, folder: Path) -> None:
    (folder / "my.txt").write_bytes(content)
    for source in ("my.txt", "@my.txt"):
        with pytest.raises(InputError) as error:
            load_games(source)
        assert str(error.value) == problem


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


@given(st.data(), positions())
@settings(max_examples=60)
def test_what_is_written_is_read_back(data: st.DataObject, start: Position) -> None:
    game = Game(start)
    for aim in data.draw(lines_of_play(start, most=12)):
        if aim in game.position.legal:
            landings = game.position.landings(aim)
            game.play(aim, data.draw(st.sampled_from(landings)).column)
    assert load_games(write_game(game)) == [game]
    assert load_games(write_line(game), start) == [game]
    empty = Position.empty(start.width, start.height, start.variant)
    for text in (write_board(start), str(start)):
        assert load_games(text, empty, stdin=False) == [Game(start)]


@given(st.one_of(st.text(), st.text(alphabet="-XOxo.|+/ \n0123456789,>*[]{}@~ab\\")))
def test_any_text_is_read_or_refused(text: str) -> None:
    found: list[Game] = []
    with contextlib.suppress(InputError):
        found = load_games(text, stdin=False)
    if found:
        assert read_games("".join(map(write_game, found))) == found
