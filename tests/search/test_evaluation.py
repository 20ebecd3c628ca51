"""Evaluations against the same rules written with lists and loops, and against sums by hand."""

from typing import Any, NamedTuple

import numpy as np
import pytest
from hypothesis import given

from fourscore.core.bitboard import Rules
from fourscore.core.notation import read_moves
from fourscore.core.position import Position
from fourscore.errors import UnsupportedError
from fourscore.jit.kernel import kernel
from fourscore.search.evaluation.base import Evaluation, evaluate, evaluate_position
from fourscore.search.evaluation.registry import EVALUATIONS
from fourscore.search.evaluation.windows import WindowWeights
from tests.search.positions import STATE_2, Pair, pairs
from tests.search.reference import EVALUATIONS as REFERENCES
from tests.search.reference import other, shipped_table

VARIANTS = ("standard", "fill", "slip")
SIZES = ((7, 6), (7, 6), (4, 4), (5, 4), (6, 3), (9, 6))


@kernel
def value_for(weights: NamedTuple, own: int, enemy: int, own_moves: int, rules: Rules) -> int:
    return evaluate(weights, own, enemy, own_moves, rules)


def evaluate_for(position: Position, evaluation: Evaluation, player: str) -> int:
    """Evaluate a position for either player, as searches do."""
    weights: Any = evaluation.weights(position.rules)
    own, enemy = position.discs(player), position.discs(other(player))
    return value_for(weights, own, enemy, int(position.turn == player), position.rules)


@pytest.mark.parametrize("name", REFERENCES)
@given(pair=pairs(*VARIANTS, sizes=SIZES))
def test_evaluations_are_those_of_the_reference(name: str, pair: Pair) -> None:
    position, board = pair
    evaluation = EVALUATIONS[name]
    if name == "lines" and position.size != "7x6":
        with pytest.raises(UnsupportedError, match=f"for 7x6; the board is {position.size}"):
            evaluation.weights(position.rules)
        return
    for player in "XO":
        value = evaluate_for(position, evaluation, player)
        assert value == REFERENCES[name](board, player)
    assert evaluate_position(position, evaluation) == REFERENCES[name](board, position.turn)


@pytest.mark.parametrize(
    ("position", "windows", "centre"),
    [
        # Only the move counts.
        (read_moves(""), 16, 0),
        # Seven windows through the middle of the ground row, three through its corner.
        (read_moves("4"), 16 - 7, 0),
        (read_moves("1"), 16 - 3, 0),
        # The window d1 to d4 is nobody's: six are left to X, and nine run through d2.
        (read_moves("44"), 16 + 6 - 9, 3),
        # O is to move. X has a three, a two and six single discs; O has a two and four.
        (STATE_2, 16 - 50 - 10 - 6 + 10 + 4, 2 - 4),
    ],
)
def test_values_by_hand(position: Position, windows: int, centre: int) -> None:
    assert evaluate_position(position, EVALUATIONS["windows"]) == windows
    assert evaluate_position(position, EVALUATIONS["centre"]) == centre


def test_other_weights_can_be_plugged_in() -> None:
    threes = Evaluation("threes", "", lambda _: WindowWeights((0, 0, 1, 0), (0, 0, -1, 0)))
    assert STATE_2.turn == "O"
    assert evaluate_position(STATE_2, threes) == -1


def test_a_pattern_of_lines_and_its_reversal_weigh_the_same() -> None:
    seven = np.array(shipped_table()[sum(3**length for length in (4, 5, 6)) : -1])
    cells = seven.reshape((3,) * 7)
    assert np.array_equal(cells, cells.transpose())
