"""`Position` as people call it: what it is made from, how it writes itself, what it refuses."""

import copy
import pickle
import random
from typing import Any

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from fourscore.core import bitboard, conversion, plain
from fourscore.core.game import Game
from fourscore.core.move_order import find_moves
from fourscore.core.notation import read_moves, write_board, write_connectx, write_moves
from fourscore.core.position import Position
from fourscore.core.variants import FILL, VARIANTS
from fourscore.errors import FourscoreError, InputError, NotationError
from tests.core.strategies import lines_of_play, positions, sizes, variants


def again(position: Position, source: Any) -> Position:
    return Position(source, variant=position.variant, size=(position.width, position.height))


# What it is made from


@given(positions())
def test_every_form_makes_the_same_position(position: Position) -> None:
    cells, _ = write_connectx(position)
    grid = position.grid()
    forms: list[Any] = [
        write_board(position),
        str(position),
        cells,
        tuple(cells),
        np.array(cells),
        grid,
        grid.astype(float),
        grid.tolist(),
        position.key,
        np.int64(position.key),
        position,
        Game(position),
    ]
    for form in forms:
        assert again(position, form) == position
    assert Position(position) is position
    assert Position(grid, variant=position.variant.name) == position


@given(sizes, variants, st.data())
def test_moves_make_the_position_they_lead_to(
    size: tuple[int, int], variant: Any, data: st.DataObject
) -> None:
    start = Position.empty(*size, variant)
    columns = data.draw(lines_of_play(start))
    played = start
    for column in columns:
        played = played.play(column)
    text = write_moves(columns, start.width)
    made = Position(text, variant=variant, size=size)
    assert made == played == read_moves(text, width=size[0], height=size[1], variant=variant)
    assert hash(made) == hash(played)
    assert Position(" , ".join(text.split() or text), variant=variant, size=size) == played


def test_names_and_texts_are_as_good_as_values() -> None:
    assert Position("4453", variant="fill", size="9x6") == Position(
        "4453", variant=FILL, size=(9, 6)
    )
    assert Position.empty(variant="slip").variant.name == "slip"
    assert Position() == Position("") == Position.empty()
    assert Position('[Size "5x4"]\n\n1. 3 3 *') == Position("33", size=(5, 4))


P: Any = Position


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: P(None), "cannot make a position of None"),
        (lambda: P(1.5), "cannot make a position of 1.5"),
        (lambda: P(True), "cannot make a position of True"),
        (lambda: P(b"44"), "cannot make a position of b'44'"),
        (lambda: P(3), "3 is not the key of a position: X has no disc and O has 2"),
        (lambda: P([]), "the list has 0 cells; 42 are needed"),
        (lambda: P([7] * 42), "cell 0 of the list is 7"),
        (lambda: P([0, 1] + [0] * 40), "cell 1 of the list floats: cell 8 below it is empty"),
        (lambda: P([[0, 0], [0]]), "the rows differ in length"),
        (lambda: P(np.zeros((6, 7)), size=(7, 5)), "those of a 7x6 board, not 7x5"),
        (lambda: P("4x"), "move 2 of '4x': 'x' is not a column"),
        (lambda: P("4444444"), "move 7 of '4444444': column 4 is full after '444444'"),
        (lambda: P("44556677"), "move 8 of '44556677': the game is over: X wins"),
        (lambda: P("445566771"), "move 8 of '445566771': the game is over"),
        (lambda: P("8"), "'8' is not a column; columns are 1 to 7"),
        (lambda: P("44", variant="chess"), "there is no variant 'chess'"),
        (lambda: P("44", variant=3), "there is no variant 3"),
        (lambda: P("44", size=7), "7 is not a size"),
        (lambda: P("44", size=(7.0, 6)), "is not a size"),
        (lambda: P("44", size=(7, 600)), "a 7x600 board is too large"),
        (lambda: P(P("4"), variant="fill"), "of the variant standard, not fill"),
        (lambda: P(P("4"), size=(9, 6)), "on a 7x6 board, not 9x6"),
        (lambda: P.empty("7", 6), "are not a size"),
        (lambda: P.random(42), "42 plies are not possible; on 7x6 0 to 41 are"),
        (lambda: P.random("8"), "plies and seed are integers"),
        (lambda: P().play("4"), "'4' is not a column; columns are integers from 0"),
        (lambda: P().play(3.0), "3.0 is not a column"),
        (lambda: P().play(None), "None is not a column"),
        (lambda: P().play(7), r"column 7 is not on a board of 7 columns \(0 to 6\)"),
        (lambda: P("444444").play(3), "column 3 is full"),
        (lambda: P().threats("Z"), "'Z' is not a player"),
    ],
)
def test_what_is_no_position_is_refused_in_a_sentence(make: Any, message: str) -> None:
    with pytest.raises(FourscoreError, match=message) as refusal:
        make()
    assert "\n" not in str(refusal.value)


# How it writes itself


@given(positions())
def test_a_repr_can_be_pasted_back(position: Position) -> None:
    assert eval(repr(position)) == position


@given(sizes, variants, st.data())
def test_a_position_made_from_moves_writes_these_moves(
    size: tuple[int, int], variant: Any, data: st.DataObject
) -> None:
    columns = data.draw(lines_of_play(Position.empty(*size, variant)))
    text = write_moves(columns, size[0])
    position = Position(text, variant=variant, size=size)
    assert repr(position).startswith(f'Position("{text}"' if text else "Position(")
    assert find_moves(position) is not None
    assert repr(pickle.loads(pickle.dumps(position))) == repr(position)


def test_reprs() -> None:
    assert repr(Position("4453")) == 'Position("4453")'
    assert repr(Position("4 4, 5 3")) == 'Position("4453")'
    assert repr(Position()) == "Position()"
    assert repr(Position("44").play(4)) == 'Position("445")'
    assert (
        repr(Position("4453", variant="fill", size=(9, 6)))
        == 'Position("4453", variant="fill", size=(9, 6))'
    )


def test_a_board_that_no_game_reaches_writes_itself_as_a_board() -> None:
    drawn = "-------/-------/-------/-------/X------/O------"
    assert repr(Position(drawn)) == f'Position("{drawn}")'


def test_a_won_game_is_written_with_its_four_last() -> None:
    won = Position("1213141", size=(4, 4))
    assert repr(Position(won.grid())).count('"') == 2
    assert eval(repr(Position(won.grid()))) == won


@settings(max_examples=20)
@given(st.integers(0, 1000))
@example(3)
def test_an_order_is_found_for_full_boards(seed: int) -> None:
    """The hardest case: all 42 discs, in the variant where nothing ends a game early."""
    dice = random.Random(seed)
    position = Position(variant="fill")
    while position.legal:
        position = position.play(dice.choice(position.legal))
    assert find_moves(position) is not None


# Random positions


@given(st.integers(0, 30), st.integers(0, 1000), st.sampled_from(sorted(VARIANTS)))
def test_random_positions_are_ongoing_and_repeatable(plies: int, seed: int, variant: str) -> None:
    position = Position.random(plies, seed, variant=variant)
    assert (position.ply, position.is_over, position.variant.name) == (plies, False, variant)
    assert Position.random(plies, seed, variant=variant) == position


def test_random_positions_differ_by_seed() -> None:
    assert len({Position.random(8, seed) for seed in range(100)}) > 90


def test_random_games_that_all_end_too_soon_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(conversion, "MAX_ATTEMPTS", 2)
    with pytest.raises(InputError, match="none of 2 random games on 7x6 lasted longer than 41"):
        Position.random(41)


# A value


@given(positions())
def test_the_rules_in_python_are_those_of_the_kernels(position: Position) -> None:
    mine, filled, rules = position.mine, position.filled, position.rules
    result = bitboard.result(mine, filled, rules)
    assert position.is_over == (result != bitboard.ONGOING)
    assert position.legal == tuple(
        column
        for column in range(position.width)
        if bitboard.playable_cell(mine, filled, column, rules)
    )
    for discs in (mine, mine ^ filled):
        assert plain.has_four(discs, rules.stride) == bool(bitboard.has_four(discs, rules))


def test_a_position_is_immutable_and_copies_to_itself() -> None:
    position = Position("4453")
    assert copy.copy(position) is position
    assert copy.deepcopy(position) is position
    with pytest.raises(AttributeError, match="cannot be changed: colour cannot be set"):
        position.colour = 0
    with pytest.raises(AttributeError, match="cannot be changed: rules cannot be deleted"):
        del position.rules


def test_columns_of_numpy_make_plain_positions() -> None:
    position = P().play(np.int64(3))
    assert position == Position("4")
    assert type(position.filled) is int


def test_a_position_is_not_equal_to_other_things() -> None:
    assert Position() != 0
    assert Position() != ""
    assert Position("4") != Position("4", variant="fill")
    with pytest.raises(NotationError):
        Position("4" * 7)


@pytest.mark.parametrize("cell", [(7, 0), (-1, 0), (0, 6), (0, -1), ("3", 0), (None, 0)])
def test_a_cell_off_the_board_is_refused(cell: Any) -> None:
    with pytest.raises(InputError, match="is not a cell of a 7x6 board"):
        Position("4453").at(*cell)
