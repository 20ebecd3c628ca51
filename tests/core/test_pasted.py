"""Games pasted from anywhere: each form by hand, and any game in every form."""

import json
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fourscore.core.pasted import read_pasted
from fourscore.core.position import Position
from fourscore.core.variants import SLIP
from tests.core.strategies import lines_of_play

BOARD = "-------/-------/-------/-------/---O---/--OXX--"
MOVES = {
    "4453": "",
    "4 4, 5\n3": "",
    "1. 4 4 2. 5 3 *": "",
    "1. 4 4 2. 5 3": "",
    "4 → 4 → 5 → 3": "columns",
    "(4, 4, 5, 3)": "columns",
    "1.4 4\n2.5 3": "",
    "1. Red 4\n2. Yellow 4\n3. Red 5\n4. Yellow 3": "columns",
    "red: d1, yellow: d2, red: e1, yellow: c1": "columns, written as letters",
    "d1 d2 e1 c1": "columns, written as letters",
    "D1D2E1C1": "columns, written as letters",
    "d, d, e, c": "columns, written as letters",
    "1. d1 d2 2. e1 c1": "columns, written as letters",
    "[4, 4, 5, 3]": "a list of columns",
    '["4", "4", "5", "3"]': "a list of columns",
    '{"moves": [4, 4, 5, 3]}': "a list of columns",
    '{"moves": "4453", "size": "7x6"}': "JSON",
    "https://connect4.gamesolver.org/?pos=4453": "a link",
    "http://127.0.0.1:8000/review?moves=4453&at=2": "a link",
    "/play?moves=4453&red=human": "a link",
}
BOARDS = {
    BOARD: "",
    ".......\n.......\n.......\n.......\n...O...\n..OXX..": "",
    ".......\n.......\n.......\n.......\n...y...\n..yrr..": "a board of 7x6",
    "_______\n_______\n_______\n_______\n___Y___\n__YRR__\n1234567": "a board of 7x6",
    "0000000\n0000000\n0000000\n0000000\n0002000\n0021100": "a board of 7x6",
    "0 0 0 0 0 0 0\n" * 4 + "0 0 0 2 0 0 0\n0 0 2 1 1 0 0": "a board of 7x6",
    "7/7/7/7/3o3/2oxx2": "a board of 7x6",
    json.dumps([0] * 31 + [2, 0, 0, 0, 0, 0, 2, 1, 1, 0, 0]): "a list of cells",
    json.dumps([[0] * 7] * 4 + [[0, 0, 0, 2, 0, 0, 0], [0, 0, 2, 1, 1, 0, 0]]): "a list of rows",
}


@pytest.mark.parametrize("text", MOVES | BOARDS)
def test_every_form(text: str) -> None:
    found = read_pasted(text)
    assert found.game.position == Position(BOARD)
    assert found.game.columns == ((3, 3, 4, 2) if text in MOVES else ())
    assert found.form == (MOVES | BOARDS)[text]


def test_columns_from_0() -> None:
    found = read_pasted("3 3 0")
    assert (found.game.columns, found.form) == ((3, 3, 0), "columns, counted from 0")
    assert read_pasted("[3, 3, 0]").game.columns == (3, 3, 0)


def test_a_link_brings_its_rules_start_and_names() -> None:
    link = "http://x/review?moves=4>5&variant=slip&size=6x5&red=level:3&yellow=human"
    game = read_pasted(link).game
    assert (game.start.variant, game.start.size, str(game.moves[0])) == (SLIP, "6x5", "4>5")
    assert game.tags == {"First": "level:3", "Second": "human"}
    assert read_pasted(f"http://x/?start={BOARD}").game.position == Position(BOARD)


# Any game, in any form


def with_rows(columns: list[int]) -> str:
    heights = [columns[:count].count(column) for count, column in enumerate(columns)]
    return " ".join(f"{'abcdefg'[c]}{row + 1}" for c, row in zip(columns, heights, strict=True))


def numbered(columns: list[int]) -> str:
    return " ".join(
        f"{n // 2 + 1}) {c + 1}" if n % 2 == 0 else f"{c + 1}" for n, c in enumerate(columns)
    )


WRITERS: list[Callable[[list[int]], str]] = [
    lambda columns: "-".join(str(c + 1) for c in columns),
    with_rows,
    lambda columns: "".join("ABCDEFG"[c] for c in columns),
    numbered,
    lambda columns: json.dumps([c + 1 for c in columns]),
    lambda columns: "https://x.org/?pos=" + "".join(str(c + 1) for c in columns),
]


@given(lines_of_play(Position.empty()).filter(bool))
def test_any_game_is_read_back(columns: list[int]) -> None:
    for write in WRITERS:
        assert list(read_pasted(write(columns)).game.columns) == columns
    if 0 in columns:
        assert list(read_pasted(" ".join(map(str, columns))).game.columns) == columns


@given(
    st.sampled_from([(7, 6), (5, 4), (8, 6), (4, 4)]).flatmap(
        lambda size: st.tuples(st.just(size), lines_of_play(Position.empty(*size)))
    ),
    st.sampled_from(["-XO", ".xo", "_RY", "⚪🔴🟡", "⚫🔴🟡"]),
    st.sampled_from(["", " ", "|"]),
)
def test_any_board_is_read_back(
    played: tuple[tuple[int, int], list[int]], symbols: str, between: str
) -> None:
    size, columns = played
    position = Position.empty(*size)
    for column in columns:
        position = position.play(column)
    drawn = "\n".join(
        between.join(symbols["-XO".index(mark)] for mark in row) for row in position.rows()
    )
    assert read_pasted(drawn, Position.empty(*size)).game.position == position
    assert read_pasted(drawn).game.position == position
