"""`Position` as people call it: what it is made from, how it writes itself, and as a value."""

import copy
import pickle
import random
from typing import Any

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from fourscore.core.game import Game
from fourscore.core.move_order import find_moves
from fourscore.core.notation import write_connectx
from fourscore.core.position import Position
from fourscore.core.variants import FILL, VARIANTS
from tests.core.strategies import SIZES, positions

# What it is made from


@given(positions())
def test_every_form_makes_the_same_position(position: Position) -> None:
    cells, _ = write_connectx(position)
    grid = position.grid()
    forms: list[Any] = [
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
        made = Position(form, variant=position.variant, size=position.size)
        assert made == position
    assert Position(position) is position
    assert Position(grid, variant=position.variant.name) == position


def test_names_and_texts_are_as_good_as_values() -> None:
    assert Position("4453", variant="fill", size="9x6") == Position(
        "4453", variant=FILL, size=(9, 6)
    )
    assert Position.empty(variant="slip").variant.name == "slip"
    assert Position() == Position("") == Position(" ,\n") == Position.empty()
    assert Position('[Size "5x4"]\n\n1. 3 3 *') == Position("33", size=(5, 4))


# How it writes itself


@given(positions())
def test_a_repr_can_be_pasted_back(position: Position) -> None:
    for each in (position, Position(position.grid(), variant=position.variant)):
        assert eval(repr(each)) == position
        assert repr(pickle.loads(pickle.dumps(each))) == repr(each)


def test_reprs() -> None:
    written = [
        'Position("4453")',
        "Position()",
        'Position("4453", variant="fill", size=(9, 6))',
        'Position("-------/-------/-------/-------/X------/O------")',  # no game reaches it
    ]
    assert [repr(eval(each)) for each in written] == written
    assert repr(Position("4 4, 5 3")) == 'Position("4453")'
    assert repr(Position("44").play(4)) == 'Position("445")'


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


# A value


@given(positions())
def test_a_position_is_a_value(position: Position) -> None:
    assert copy.copy(position) is copy.deepcopy(position) is position
    twin = pickle.loads(pickle.dumps(position))
    assert twin == position
    assert hash(twin) == hash(position)
    before = (position.mine, position.filled, position.rules)
    for column in position.legal:
        assert position.play(column) != position
    position.grid().fill(7)
    assert (position.mine, position.filled, position.rules) == before


def test_a_position_cannot_be_changed() -> None:
    position = Position("4453")
    for name in ("mine", "colour"):
        with pytest.raises(AttributeError, match=f"cannot be changed: {name} cannot be set"):
            setattr(position, name, 0)
    with pytest.raises(AttributeError, match="cannot be changed: rules cannot be deleted"):
        del position.rules


@given(positions(size=(7, 6)), positions(size=(7, 6)))
def test_equal_means_the_same_discs_and_rules(one: Position, other: Position) -> None:
    same = (one.rows(), one.variant) == (other.rows(), other.variant)
    assert (one == other) == same
    assert (one.key == other.key) == (one.rows() == other.rows())


def test_positions_of_other_sizes_and_variants_differ() -> None:
    empty = [Position.empty(*size, each) for size in SIZES for each in VARIANTS.values()]
    assert len({*empty, 0, ""}) == len(empty) + 2


def test_columns_of_numpy_make_plain_positions() -> None:
    position = Position().play(np.int64(3))  # type: ignore[arg-type]
    assert position == Position("4")
    assert type(position.filled) is int
