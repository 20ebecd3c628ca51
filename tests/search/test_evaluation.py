"""Evaluations against the same rules written with lists and loops."""

import pytest
from hypothesis import given

from fourscore.core.position import PLAYERS
from fourscore.search.evaluation import EVALUATIONS, WindowWeights, evaluate_position
from tests.search.positions import STATE_2, Pair, pairs
from tests.search.reference import Evaluate, evaluate_centre, evaluate_windows


@pytest.mark.parametrize(
    ("name", "reference"), [("windows", evaluate_windows), ("centre", evaluate_centre)]
)
@given(pair=pairs("standard", "fill"))
def test_evaluations_are_as_the_reports_say(name: str, reference: Evaluate, pair: Pair) -> None:
    position, board = pair
    assert evaluate_position(position, EVALUATIONS[name]) == reference(board, position.turn)


@given(pair=pairs("fill"))
def test_windows_is_a_zero_sum(pair: Pair) -> None:
    _, board = pair
    assert evaluate_windows(board, "X") == -evaluate_windows(board, "O")


@given(pair=pairs("standard"))
def test_evaluations_do_not_care_for_left_and_right(pair: Pair) -> None:
    position, _ = pair
    if position.width % 2:
        for weights in EVALUATIONS.values():
            assert evaluate_position(position, weights) == evaluate_position(
                position.mirror(), weights
            )


def test_other_weights_can_be_plugged_in() -> None:
    fours_only = WindowWeights((0, 0, 1, 0), (0, 0, -1, 0))
    assert position_value(fours_only) == -1


def position_value(weights: WindowWeights) -> int:
    assert STATE_2.turn == PLAYERS[1]
    return evaluate_position(STATE_2, weights)
