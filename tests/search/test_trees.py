"""Minimax, alpha-beta, deepening and expectiminimax: against a reference and each other."""

import pytest
from hypothesis import given, settings

from fourscore.core.position import Position
from fourscore.errors import InputError
from fourscore.search.alphabeta import alphabeta
from fourscore.search.deepening import deepening
from fourscore.search.evaluation.registry import EVALUATIONS
from fourscore.search.expectiminimax import expectiminimax
from fourscore.search.mcts.search import MonteCarlo
from fourscore.search.minimax import minimax
from fourscore.search.types import Bound, Limit, Report, Search
from tests.search.positions import STATE_1, STATE_2, Pair, pairs
from tests.search.reference import EVALUATIONS as REFERENCES
from tests.search.reference import evaluate_windows, expectation


def best(report: Report) -> float:
    return report.values[report.column].value


@pytest.mark.parametrize("name", ["windows", "centre"])
@given(pair=pairs("standard", "fill", sizes=((4, 4), (5, 4), (6, 3))))
@settings(max_examples=30)
def test_minimax_gives_every_column_its_true_value(name: str, pair: Pair) -> None:
    position, board = pair
    report = minimax(position, Limit(depth=3), evaluation=EVALUATIONS[name])
    _, values = expectation(board, 3, REFERENCES[name], position.turn)
    assert {column: value.value for column, value in report.values.items()} == values


@given(pair=pairs("standard", "fill"))
@settings(max_examples=60)
def test_the_four_agree_on_value_and_column(pair: Pair) -> None:
    position, _ = pair
    limit = Limit(depth=5)
    full = minimax(position, limit)
    cut = alphabeta(position, limit)
    chance = expectiminimax(position, limit)
    deeper = deepening(position, limit)
    assert best(cut) == best(full) == best(chance)
    assert cut.column == full.column == chance.column
    assert chance.nodes == full.nodes
    assert cut.nodes <= full.nodes
    assert cut.line == full.line
    # Deepening stops at the first depth that proves a result; the others look to the end.
    assert best(deeper) == best(full)


@given(pair=pairs("standard", "fill"))
@settings(max_examples=60)
def test_bounds_of_alphabeta_hold(pair: Pair) -> None:
    position, _ = pair
    truth = minimax(position, Limit(depth=4)).values
    for column, value in alphabeta(position, Limit(depth=4)).values.items():
        if value.bound is Bound.EXACT:
            assert value.value == truth[column].value
        else:
            assert value.bound is Bound.UPPER
            assert truth[column].value <= value.value
        # What is only bounded claims no result, unless the bound settles it.
        assert value.result in (None, truth[column].result)
        assert value.result != 1 or value.bound is Bound.EXACT


@given(pair=pairs("standard", "fill"))
@settings(max_examples=40)
def test_the_line_leads_to_the_value(pair: Pair) -> None:
    position, _ = pair
    report = alphabeta(position, Limit(depth=6))
    end = position
    for column in report.line:
        end = end.play(column)
    value = report.values[report.column]
    if value.result is not None:
        assert value.plies == len(report.line)
        assert end.is_over
    else:
        assert end.is_over or len(report.line) == report.depth


@given(pair=pairs("slip", sizes=((4, 3), (5, 4))))
@settings(max_examples=30)
def test_expectiminimax_gives_the_exact_expectation(pair: Pair) -> None:
    position, board = pair
    report = expectiminimax(position, Limit(depth=2))
    _, values = expectation(board, 2, evaluate_windows, position.turn)
    assert report.values.keys() == values.keys()
    for column, value in report.values.items():
        assert value.value == pytest.approx(float(values[column]), rel=1e-12)


def test_node_counts_from_the_empty_board() -> None:
    """Minimax visits every position to depth 5, alpha-beta the fewer the better its order."""
    limit = Limit(depth=5)
    full = minimax(STATE_1, limit)
    assert (full.column, full.nodes) == (3, sum(7**ply for ply in range(6)))
    assert alphabeta(STATE_1, limit).nodes == 1_175
    assert alphabeta(STATE_1, limit, order="left").nodes == 2_868


def test_a_faster_win_and_a_slower_loss_are_worth_more() -> None:
    report = alphabeta(STATE_2.play(4), Limit(depth=6))
    assert report.column == 3
    assert report.values[3].plies == 1
    # X has three in a row open at both ends: O loses whatever happens, but not at once.
    lost = minimax(Position("31415"), Limit(depth=4))
    assert {value.plies for value in lost.values.values()} == {2}
    assert all(value.result == -1 for value in lost.values.values())


def test_deepening_stops_when_the_game_is_decided() -> None:
    report = deepening(STATE_2.play(4), Limit(depth=20))
    assert report.depth == 1


@pytest.mark.parametrize("search", [minimax, alphabeta, deepening, expectiminimax, MonteCarlo()])
def test_a_finished_game_is_refused(search: Search) -> None:
    with pytest.raises(InputError, match="the game is over: X wins"):
        search(Position("1212121"), Limit(depth=2))
