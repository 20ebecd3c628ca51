"""Games pasted from anywhere: each form by hand, and any game in every form."""

import json
from collections.abc import Callable
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fourscore.core.game import Game, write_game
from fourscore.core.pasted import read_pasted
from fourscore.core.position import Position
from fourscore.core.variants import SLIP
from fourscore.errors import NotationError
from tests.core.strategies import lines_of_play

BOARD = "-------/-------/-------/-------/---O---/--OXX--"
MOVES = {
    "4453": "",
    "4 4, 5\n3": "",
    "1. 4 4 2. 5 3 *": "",
    "1. 4 4 2. 5 3": "",
    "4-4-5-3": "columns",
    "4;4;5;3": "columns",
    "4 → 4 → 5 → 3": "columns",
    "(4, 4, 5, 3)": "columns",
    "1) 4 4 2) 5 3": "columns",
    "1.4 4\n2.5 3": "",
    "1. Red 4\n2. Yellow 4\n3. Red 5\n4. Yellow 3": "columns",
    "red: d1, yellow: d2, red: e1, yellow: c1": "columns, written as letters",
    "d1 d2 e1 c1": "columns, written as letters",
    "D1D2E1C1": "columns, written as letters",
    "d, d, e, c": "columns, written as letters",
    "DDEC": "columns, written as letters",
    "1. d1 d2 2. e1 c1": "columns, written as letters",
    "[4, 4, 5, 3]": "a list of columns",
    '["4", "4", "5", "3"]': "a list of columns",
    '{"moves": [4, 4, 5, 3]}': "a list of columns",
    '{"moves": "4453", "size": "7x6"}': "JSON",
    "https://connect4.gamesolver.org/?pos=4453": "a link",
    "https://connect4.gamesolver.org/en/?pos=4453": "a link",
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
    "⚪⚪⚪⚪⚪⚪⚪\n" * 4 + "⚪⚪⚪🟡⚪⚪⚪\n⚪⚪🟡🔴🔴⚪⚪": "a board of 7x6",
    "7/7/7/7/3o3/2oxx2": "a board of 7x6",
    "7/7/7/7/3y3/2yrr2": "a board of 7x6",
    json.dumps([0] * 31 + [2, 0, 0, 0, 0, 0, 2, 1, 1, 0, 0]): "a list of cells",
    json.dumps([[0] * 7] * 4 + [[0, 0, 0, 2, 0, 0, 0], [0, 0, 2, 1, 1, 0, 0]]): "a list of rows",
}


@pytest.mark.parametrize("text", MOVES)
def test_moves_in_every_form(text: str) -> None:
    found = read_pasted(text)
    assert found.game.columns == (3, 3, 4, 2)
    assert found.form == MOVES[text]


@pytest.mark.parametrize("text", BOARDS)
def test_boards_in_every_form(text: str) -> None:
    found = read_pasted(text)
    assert found.game.position == Position(BOARD)
    assert found.form == BOARDS[text]


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


def test_a_board_of_another_size() -> None:
    assert read_pasted("....\n....\n.y..\n.r..").game.position.size == "4x4"


WRONG = {
    "hello there": "'hello' is not a move; give columns such as 4 4 5 3, a board",
    "4 4 5\n3 q": "'q' in line 2 is not a move",
    "https://example.org/": "the link has no game",
    "https://example.org/?pos=49": "in the link: move 2 of '49': '9' is not a column",
    "d1 d3": "move 2 (d3): the disc lands in row 2, not 3",
    "4-4-9": "move 3 (9): column 9 is not on a board of 7 columns (1 to 7)",
    "0 7": "move 2 (7): column 7 cannot be played; columns count from 0 here",
    "rr.....\nyy....": "row 1 from the top has 7 cells, row 2 has 6",
    "[4, 4, true]": "the list has True where a column is wanted",
    '{"name": 3}': "the object has no moves",
    "cabbage": "'cabbage'",
    "1. 4 4 2. 4 4 3. 4 4 4. 4": "column 4 is full",
    "...\n...\nrrr": "X has 3 discs and O has none",
}


@pytest.mark.parametrize("text", WRONG)
def test_what_was_found_and_where(text: str) -> None:
    with pytest.raises(NotationError) as error:
        read_pasted(text)
    assert WRONG[text] in str(error.value)


# Any game, in any form


def _with_rows(game: Game) -> str:
    pairs = zip(game.positions, game.columns, strict=False)
    return " ".join(f"{'abcdefg'[c]}{at.column_height(c) + 1}" for at, c in pairs)


WRITERS: dict[str, Callable[[Game], str]] = {
    "digits": lambda game: "".join(str(c + 1) for c in game.columns),
    "dashes": lambda game: "-".join(str(c + 1) for c in game.columns),
    "letters": _with_rows,
    "capitals": lambda game: "".join("ABCDEFG"[c] for c in game.columns),
    "numbered": lambda game: " ".join(
        f"{n // 2 + 1}. {c + 1}" if n % 2 == 0 else str(c + 1) for n, c in enumerate(game.columns)
    ),
    "list": lambda game: json.dumps([c + 1 for c in game.columns]),
    "solver's link": lambda game: "https://x.org/?pos=" + "".join(str(c + 1) for c in game.columns),
    "own link": lambda game: "http://x/review?moves=" + "".join(str(c + 1) for c in game.columns),
    "text": write_game,
}


@given(lines_of_play(Position.empty()), st.sampled_from(sorted(WRITERS)))
def test_any_game_is_read_back(columns: list[int], form: str) -> None:
    game = Game()
    for column in columns:
        game.play(column)
    if game.moves:
        assert read_pasted(WRITERS[form](game)).game.columns == game.columns


@given(lines_of_play(Position.empty()).filter(lambda columns: 0 in columns))
def test_any_game_is_read_back_from_0(columns: list[int]) -> None:
    assert list(read_pasted(" ".join(map(str, columns))).game.columns) == columns


SETS = ["-XO", ".xo", "_RY", "⚪🔴🟡", "⚫🔴🟡"]


@given(
    st.sampled_from([(7, 6), (5, 4), (8, 7 - 1), (4, 4)]).flatmap(
        lambda size: st.tuples(st.just(size), lines_of_play(Position.empty(*size)))
    ),
    st.sampled_from(SETS),
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


HOSTILE = {
    "deep lists": "[" * 8000,
    "deep objects": '{"moves":' * 1000,
    "a broken address": "http://[::1?moves=4",
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


@given(st.text(max_size=40))
def test_nothing_else_breaks_it(text: str) -> None:
    with suppress(NotationError):
        read_pasted(text)
