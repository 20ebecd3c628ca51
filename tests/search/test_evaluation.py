"""Evaluations against the same rules written with lists and loops."""

import pytest
from hypothesis import given

from fourscore.search.evaluation.base import Evaluation, evaluate_position
from fourscore.search.evaluation.registry import EVALUATIONS
from fourscore.search.evaluation.windows import WindowWeights
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


@given(pair=pairs("standard", sizes=((7, 6), (5, 4), (9, 6))))
def test_evaluations_do_not_care_for_left_and_right(pair: Pair) -> None:
    position, _ = pair
    for evaluation in EVALUATIONS.values():
        if evaluation.name != "lines" or position.size == "7x6":
            value = evaluate_position(position, evaluation)
            assert evaluate_position(position.mirror(), evaluation) == value


def test_other_weights_can_be_plugged_in() -> None:
    threes = Evaluation("threes", "", lambda _: WindowWeights((0, 0, 1, 0), (0, 0, -1, 0)))
    assert STATE_2.turn == "O"
    assert evaluate_position(STATE_2, threes) == -1
