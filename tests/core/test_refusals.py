"""Every sentence with which positions, columns, boards, sizes, games and files are refused.

Whatever shows these sentences to people is tested with one example; here they are all, word for
word. Nothing else, whatever the text, raises another error.
"""

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from fourscore.core import conversion
from fourscore.core.game import Game, write_game
from fourscore.core.notation import parse_column, read_board, read_connectx, read_moves
from fourscore.core.pasted import read_pasted
from fourscore.core.position import Position
from fourscore.core.reader import MAX_BYTES, load_games, read_game, read_games, read_line
from fourscore.core.variants import FILL, SLIP, STANDARD, Variant
from fourscore.errors import InputError, NotationError
from tests.core.strategies import attempt, sizes, variants

Read = Callable[[Any], object]
P: Any = Position

COLUMN = "is not a column; columns are 1 to 7"
COUNTS = "X moves first, so X must have as many as O or one more"
HOW = "write moves such as '4453', a drawn board, a list of cells, an array or a key"
FORMS = "give columns such as 4 4 5 3, a board, a link or a whole game"

MOVES = {
    "4448": f"move 4 of '4448': '8' {COLUMN}",
    "44a": f"move 3 of '44a': 'a' {COLUMN}",
    "4 4 x 5": f"move 3 of '4 4 x 5': 'x' {COLUMN}",
    "4 4\n٣": f"move 3 of '4 4 ٣': '٣' {COLUMN}",
    "44²": f"move 3 of '44²': '²' {COLUMN}",
    "4444444": "move 7 of '4444444': column 4 is full after '444444'",
    "12121213": "move 8 of '12121213': the game is over: X wins after '1212121'",
    "12121218": f"move 8 of '12121218': '8' {COLUMN}",
    "4" * 7000: f"move 7 of '{'4' * 40}…{'4' * 15}': column 4 is full after '444444'",
}
SLIPPING_MOVES = {
    "44>6": "move 2 of '44>6': a disc aimed at column 4 cannot land in column 6 after '4'",
    "44>": f"move 3 of '44>': '' {COLUMN}",
}
COLUMNS = {
    **{text: f"'{text}' {COLUMN}" for text in ("", "0", "8", "-1", "4 4", "44", "x", "\uff11")},
    " ": f"'' {COLUMN}",
    "1" * 5000: f"'{'1' * 40}…{'1' * 15}' {COLUMN}",
}
BOARDS_OF_4X4 = {
    "----/----/----": "the board has 3 rows; 4 are needed",
    "X": "the board has 1 row; 4 are needed",
    "----/---/----/----": "row 2 from the top ('---') has 3 cells; 4 are needed",
    "-/----/----/-----": "row 1 from the top ('-') has 1 cell; 4 are needed",
    "----/----/--?-/----": "row 3 from the top, column 3: '?' is not one of - . X O",
    "----/-X--/----/----": (
        "X's disc in row 2 from the top, column 2, floats: the cell below it is empty"
    ),
    "----/----/----/XX--": f"X has 2 discs and O has none; {COUNTS}",
    "----/----/----/XOO-": f"X has 1 disc and O has 2; {COUNTS}",
    "----/----/OOOO/XXXX": "both X and O have a four; a game ends with the first",
    "----/O---/OO-O/XXXX": "X has a four, but O has moved after it",
    "----/XX-X/OOOO/XXOX": "O has a four, but X has moved after it",
}
UNREACHED_FOURS = dict.fromkeys(
    [
        "-------/-------/-------/XXXX---/OOOXOO-/XXXXOOO",  # apart
        "-------/-------/-------/OXOX---/XXXX---/OOOXO--",  # with a disc on top
    ],
    "X has fours that no single disc can have completed",
)
CONNECTX_OF_4X4 = {
    ((0,) * 15, 1): "the list has 15 cells; 16 are needed",
    ((0,) * 12 + (3, 0, 0, 0), 1): "cell 12 of the list is 3; cells are 0, 1 or 2",
    ((1,) + (0,) * 15, 2): "cell 0 of the list floats: cell 4 below it is empty",
    ((0,) * 12 + (1, 0, 0, 0), 1): "the mark is 1 but by the discs O is to move",
    ((0,) * 16, 0): "the mark is 0 but by the discs X is to move",
}
KEYS = {
    -1: "-1 is not the key of a 7x6 board",
    1 << 49: "562949953421312 is not the key of a 7x6 board",
    1 << 16609: "a number of 16610 bits is not the key of a 7x6 board",
    127 << 7: "16256 is not a key: column 1 overflows",
    2: f"2 is not the key of a position: X has no disc and O has 1; {COUNTS}",
}
SIZES = {
    **{(w, h): f"a {w}x{h} board has no cells" for w, h in [(0, 0), (0, 6), (7, 0), (-1, -1)]},
    (8, 7): "a 8x7 board is too large: 8 x (7 + 1) is 64, and the maximum is 63",
    (7, 600): "a 7x600 board is too large: 7 x (600 + 1) is 4,207, and the maximum is 63",
}
GAMES = {
    "1. 4 8": f"move 2 ('8'): '8' {COLUMN}",
    "4 4 4 4 4 4 4 *": "move 7 ('4'): column 4 is full",
    "1. 1 2 1 2 1 2 1 3": "move 8 ('3'): the game is over: X wins",
    "1. 4>5": "move 1 ('4>5'): a disc aimed at column 4 cannot land in column 5",
    "1. 4>5>6": "move 1 ('4>5>6'): a disc lands in one column only",
    "1. 4>": f"move 1 ('4>'): '' {COLUMN}",
    '[Variant "slip"]\n4>6': "move 1 ('4>6'): a disc aimed at column 4 cannot land in column 6",
    "1. 4 {never closed": f"move 2 ('{{never'): '{{never' {COLUMN}",
    "1. 4 1-0": "the result is given as '1-0' but the moves say *",
    '[Result "?"]\n\n4': "the result is given as '?' but the moves say *",
    "4 * 4": "'4' follows the result *",
    '[First "a"]\n[Second b]': "line 2 is not a tag of the form [Name \"value\"]: '[Second b]'",
    '[First "a\\"]': r"""line 1 is not a tag of the form [Name "value"]: '[First "a\\"]'""",
    '[Size "7"]': "in the tags: the size '7' is not of the form 7x6",
    '[Size "0x0"]': "in the tags: a 0x0 board has no cells",
    '[Variant "pop"]': (
        "in the tags: there is no variant 'pop'; the variants are standard, fill, slip"
    ),
    '[Start "X/-"]': "in the tags: the board has 2 rows; 6 are needed",
    '1. 4 *\n[Round "2"]\n1. 9 *': f"game 2 of 2: move 1 ('9'): '9' {COLUMN}",
}
SOURCES = {
    **{
        name: f"there is no file '{name}'"
        for name in (
            *("games.txt", "games/x.txt", "my games.c4", "~/no/such/game", r"c:\44", "44.txt"),
            *("games v1.2.txt", "2026-01-31.pgn", "nowhere"),
        )
    },
    "@44": "there is no file '44'",
    "@": "the name of a file is missing after @",
    "@.": "cannot read the file '.': Is a directory",
    "@a\0b": "cannot read the file 'a\0b': embedded null byte",
    "@~nobody-of-this-name/x": (
        "cannot read the file '~nobody-of-this-name/x': Could not determine home directory."
    ),
    "@empty": "the file 'empty' is empty",
    "blank.txt": "the file 'blank.txt' is empty",
    "bytes.txt": "the file 'bytes.txt' is not text in UTF-8",
    "@moves.txt": f"in the file 'moves.txt': move 2 of '48': '8' {COLUMN}",
    "large.txt": "the file 'large.txt' is too large; the maximum is 20,000,000 bytes",
}
FILES = {
    "empty": b"",
    "blank.txt": b" \n",
    "bytes.txt": b"\xff",
    "moves.txt": b"48",
    "large.txt": bytes(MAX_BYTES + 1),
}
PASTED = {
    "hello there": f"'hello' is not a move; {FORMS}",
    "4 4 5\n3 q": f"'q' in line 2 is not a move; {FORMS}",
    "https://example.org/": "the link has no game: neither moves=, pos= nor start= is in it",
    "https://example.org/?pos=49": f"in the link: move 2 of '49': '9' {COLUMN}",
    "http://[::1?moves=4": "'http://[::1?moves=4' is not a valid link",
    "d1 d3": "move 2 (d3): the disc lands in row 2, not 3",
    "4-4-9": "move 3 (9): column 9 is not on a board of 7 columns (1 to 7)",
    "0 7": "move 2 (7): column 7 cannot be played; columns count from 0 here",
    "rr.....\nyy....": (
        "the rows of the board differ in length: row 1 from the top has 7 cells, row 2 has 6"
    ),
    "[4, 4, true]": "the list has True where a column is wanted",
    '{"name": 3}': "the object has no moves: neither 'moves', 'columns' nor 'pos' is in it",
    "cabbage": f"move 1 of 'cabbage': 'c' {COLUMN}",
    "...\n...\nrrr": f"X has 3 discs and O has none; {COUNTS}",
}
CALLS: dict[Callable[[], object], str] = {
    **{
        partial(P, wrong): f"cannot make a position of {wrong!r}; {HOW}"
        for wrong in (None, 1.5, True, b"44")
    },
    lambda: P([]): "the list has 0 cells; 42 are needed",
    lambda: P([[0, 0], [0]]): "the rows differ in length",
    lambda: P(np.zeros((6, 7)), size=(7, 5)): "the rows are those of a 7x6 board, not 7x5",
    lambda: P("1011", size=(12, 4)): (
        "move 1 of '1011': '1011' is not a column; columns are 1 to 12"
    ),
    lambda: P("44", variant=3): "there is no variant 3; the variants are standard, fill, slip",
    lambda: P("44", size=7): "7 is not a size; write (7, 6) or '7x6'",
    lambda: P("44", size=(7.0, 6)): "(7.0, 6) is not a size; write (7, 6) or '7x6'",
    lambda: P(P("4"), variant="fill"): "the position is of the variant standard, not fill",
    lambda: P(P("4"), size=(9, 6)): "the position is on a 7x6 board, not 9x6",
    lambda: P.empty("7", 6): "'7' and 6 are not a size; a size is two integers",
    lambda: P.random(42): "42 plies are not possible; on 7x6 0 to 41 are",
    lambda: P.random("8"): "plies and seed are integers, not '8' and 0",
    lambda: P().play("4"): "'4' is not a column; columns are integers from 0",
    lambda: P().threats("Z"): "'Z' is not a player; the players are 'X' and 'O'",
    **{
        partial(P().at, *cell): (
            f"column {cell[0]!r} row {cell[1]!r} is not a cell of a 7x6 board; both count from 0"
        )
        for cell in [(7, 0), (-1, 0), (0, 6), (0, -1), ("3", 0)]
    },
    lambda: read_game(f"{Game()}{Game()}"): "there are 2 games where one is wanted",
    lambda: str(Game(tags={"two words": "x"})): (
        "'two words' is not the name of a tag; use letters, digits and _"
    ),
}


def of_4x4(text: str) -> Position:
    return Position(text, size=(4, 4))


READERS: list[tuple[dict[Any, str], list[Read]]] = [
    (MOVES, [Position, read_moves, read_line, load_games]),
    (SLIPPING_MOVES, [lambda text: read_line(text, Position.empty(variant=SLIP))]),
    (COLUMNS, [parse_column]),
    (BOARDS_OF_4X4, [of_4x4, lambda text: read_board(text, width=4, height=4)]),
    (UNREACHED_FOURS, [Position, lambda text: read_board(text, variant=SLIP)]),
    (CONNECTX_OF_4X4, [lambda given: read_connectx(*given, width=4, height=4)]),
    (KEYS, [Position]),
    (SIZES, [lambda size: Position.empty(*size), lambda size: Position("-", size=size)]),
    (GAMES, [read_game, load_games]),
    (SOURCES, [load_games]),
    (PASTED, [read_pasted]),
    (CALLS, [lambda call: call()]),
]


@pytest.fixture(scope="module", autouse=True)
def _folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Make a folder with bad files the current one."""
    folder: Path = tmp_path_factory.mktemp("files")
    for name, content in FILES.items():
        (folder / name).write_bytes(content)
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        yield


@pytest.mark.parametrize(
    ("read", "given", "sentence"),
    [
        pytest.param(read, given, sentence, id=sentence)
        for table, readers in READERS
        for read in readers
        for given, sentence in table.items()
    ],
)
def test_what_is_wrong_is_said_in_one_sentence(read: Read, given: Any, sentence: str) -> None:
    with pytest.raises(InputError) as refusal:
        read(given)
    assert str(refusal.value) == sentence


def test_random_games_that_all_end_too_soon_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(conversion, "MAX_ATTEMPTS", 2)
    with pytest.raises(InputError, match="none of 2 random games on 7x6 lasted longer than 41"):
        Position.random(41)


# Anything at all

boardish = st.text(alphabet="-XOxo.|+/ \n\r\t0123456789,@~ab")
gameish = st.text(alphabet='[]"\\{}>.*/-10 4567\nSizeVariantx')
tags = st.builds(
    '[{} "{}"]'.format,
    st.sampled_from(["Size", "Variant", "Start", "Result", "First"]),
    st.one_of(st.sampled_from(["7x6", "slip", "fill", "10x4", "1-0", "*"]), gameish),
)
sketches = st.builds("{}\n\n{}".format, st.lists(tags, max_size=3).map("\n".join), gameish)


@given(st.one_of(st.text(), boardish, gameish, sketches), sizes, variants)
@example("9" * 5000, (10, 4), FILL)
@example("+", (7, 6), FILL)
@example("ß-ﬀ", (7, 6), FILL)
@example('[Size "\u0667x\u0666"]', (7, 6), STANDARD)
@example('[Size "10x4"]\n\n' + "1" * 5000, (7, 6), STANDARD)
def test_any_text_is_read_or_refused(text: str, size: tuple[int, int], rules: Variant) -> None:
    start, (width, height) = Position.empty(*size, rules), size
    readers: list[Callable[[], list[Game]]] = [
        lambda: [Game(read_board(text, width=width, height=height, variant=rules))],
        lambda: [Game(read_moves(text, width=width, height=height, variant=rules))],
        lambda: [Game(Position(text, size=size, variant=rules))],
        lambda: read_games(text, start),
        lambda: [read_pasted(text, start).game],
    ]
    tries = [attempt(read) for read in readers]
    tries.append(attempt(lambda: load_games(text, start, stdin=False), InputError))
    for found in tries:
        if isinstance(found, InputError):
            assert 0 < len(str(found)) < 2000
        else:
            assert read_games("".join(map(write_game, found))) == found


@given(st.data(), sizes, variants)
def test_any_number_is_the_key_of_one_position_or_refused(
    data: st.DataObject, size: tuple[int, int], rules: Variant
) -> None:
    width, height = size
    key = data.draw(st.one_of(st.integers(), st.integers(0, 2 ** (width * (height + 1)))))
    position = attempt(lambda: Position(key, size=size, variant=rules))
    assert isinstance(position, InputError) or position.key == key


odd_cells = st.one_of(
    st.integers(0, 2),
    st.integers(),
    st.floats(),
    st.none(),
    st.text(max_size=1),
    st.lists(st.just(0), max_size=1),
)


@given(st.lists(odd_cells, max_size=6), odd_cells)
@example([0, 0, 0, 0, 1.0, 2.0], 1.0)
def test_any_list_is_a_position_or_refused(board: list[Any], mark: Any) -> None:
    position = attempt(lambda: read_connectx(board, mark, width=3, height=2))
    if not isinstance(position, InputError):
        assert [*position.grid().flatten(), 1 + position.ply % 2] == [*board, mark]


HOSTILE = {
    "deep lists": "[" * 8000,
    "deep objects": '{"moves":' * 1000,
    "a long number": "9" * 5000,
    "a long number in a list": f"[{'9' * 5000}]",
    "a long move number": f"{'9' * 5000}) 4-4",
    "no cells": "[[], []]",
    "a tall board": "/".join(["-" * 7] * 1000),
}


@pytest.mark.parametrize("size", [(7, 6), (10, 5)])
@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_texts_are_refused(name: str, size: tuple[int, int]) -> None:
    with pytest.raises(NotationError):
        read_pasted(HOSTILE[name], Position.empty(*size))
