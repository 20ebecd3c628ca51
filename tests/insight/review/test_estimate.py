"""Estimates: what expectiminimax and alpha-beta say of games that nobody can prove."""

from fractions import Fraction
from functools import cache
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fourscore.core.game import Game
from fourscore.core.position import Position
from fourscore.core.variants import FILL, SLIP, STANDARD, Variant
from fourscore.insight.review.estimate import (
    EstimatedKind,
    EstimatedMove,
    Expectation,
    estimate_columns,
    estimation_for,
)
from fourscore.insight.review.line import best_line
from fourscore.insight.review.page import review_page
from fourscore.insight.review.review import review
from fourscore.insight.truth.judge import Judge, Judgement, MoveKind
from fourscore.search.types import Limit
from fourscore.solver import Solver

CLOSE = 1e-4
"""A win costs a little for each move on the way to it."""


@cache
def expectation(position: Position) -> Fraction:
    """Return the result to expect with best play, by looking at every game to its end."""
    if (outcome := position.outcome) is not None:
        return Fraction({None: 0, position.turn: 1}.get(outcome.winner, -1))
    return max(of_column(position, column) for column in position.legal)


def of_column(position: Position, column: int) -> Fraction:
    landings = position.landings(column)
    return -sum(
        (each.probability * expectation(position.play(each.column)) for each in landings),
        Fraction(0),
    )


def play_out(data: st.DataObject, variant: Variant, size: tuple[int, int], left: int) -> Game:
    """Play a game until so few cells are left, or it is over."""
    game = Game(Position.empty(*size, variant))
    while game.position.legal and size[0] * size[1] - game.position.ply > left:
        aim = data.draw(st.sampled_from(game.position.legal))
        landings = [each.column for each in game.position.landings(aim)]
        game.play(aim, data.draw(st.sampled_from(landings)))
    return game


@given(st.data(), st.sampled_from([FILL, SLIP]))
@settings(max_examples=30)
def test_near_the_end_an_estimate_is_the_truth(data: st.DataObject, variant: Variant) -> None:
    position = play_out(data, variant, (4, 4), left=6).position
    found = estimate_columns(position)
    assert list(found) == list(position.legal)
    for column, each in found.items():
        assert each.exact
        assert each.value == pytest.approx(float(of_column(position, column)), abs=CLOSE)


@given(st.data())
@settings(max_examples=20)
def test_nothing_is_called_exact_that_is_not(data: st.DataObject) -> None:
    # On 4x3 every game can be looked at to its end, but the search sees 4 moves only.
    position = play_out(data, SLIP, (4, 3), left=8).position
    for column, each in estimate_columns(position).items():
        assert -1 <= each.value <= 1
        if each.exact:
            assert each.value == pytest.approx(float(of_column(position, column)), abs=CLOSE)


def test_wide_boards_are_estimated_too() -> None:
    for width, height in ((12, 4), (15, 3), (21, 2)):
        assert len(estimate_columns(Position.empty(width, height, FILL))) == width


def test_a_game_of_slip() -> None:
    found = review(Game('[Variant "slip"]\n\n1. 4 1 2. 4 1 3. 4>5 1 4. 4 *'))
    assert found.estimation == estimation_for(found.game.start)
    third = found.judgements[4]
    assert (third.column, found.game.columns[4]) == (3, 4)  # the aim is judged, not the luck
    assert third.best_columns == (3,)
    assert third.kind is EstimatedKind.BEST
    assert not found.blunders
    assert len(found.columns) == len(found.scores) == 8
    assert all(-100 <= score <= 100 for score in found.scores)
    assert "What is not proved is estimated by expectiminimax, 4 moves ahead." in found.story
    assert "accuracy (estimate)" in review_page(found)


def test_a_missed_win_seems_a_mistake() -> None:
    # X has three in column 4; aiming there wins six times in ten, aiming at 7 does not.
    found = review(Game('[Variant "slip"]\n\n1. 4 1 2. 4 1 3. 4 2 4. 7 *'))
    last = found.judgements[-1]
    assert last.kind is EstimatedKind.MISTAKE
    assert last.points_lost >= 20
    assert "could have had about" in str(last)
    assert found.doubtful[-1] == 7
    assert 7 in found.key_moments()


@pytest.mark.parametrize(
    ("best", "chosen", "kind"),
    [
        (Expectation(1, exact=True), Expectation(1, exact=True), MoveKind.BEST),
        (Expectation(1, exact=True), Expectation(0, exact=True), MoveKind.WIN_TO_DRAW),
        (Expectation(1, exact=True), Expectation(0.5), EstimatedKind.MISTAKE),
        (Expectation(0.5), Expectation(0.46), EstimatedKind.BEST),
        (Expectation(0.5), Expectation(0.44), EstimatedKind.WEAKER),
        (Expectation(0.5), Expectation(0.3), EstimatedKind.MISTAKE),
    ],
)
def test_kinds(best: Expectation, chosen: Expectation, kind: EstimatedKind | MoveKind) -> None:
    move = EstimatedMove(Position.empty(2, 6, FILL), 1, {0: best, 1: chosen})
    assert move.kind is kind
    if kind is MoveKind.WIN_TO_DRAW:
        assert str(move) == "draws, could have won"


def test_what_can_be_proved_in_time_is() -> None:
    game, dice = Game(Position.empty(9, 6)), Random(3)
    while not game.outcome:
        game.play(dice.choice(game.position.legal))
    large = review(game, Judge(Solver(16, 1)), patience=Limit(nodes=5_000))
    kinds = [type(each) for each in large.judgements]
    assert kinds[0] is EstimatedMove
    assert kinds[-1] is Judgement
    assert kinds == sorted(kinds, key=lambda kind: kind is Judgement)
    solver = Solver(16, 1)
    for each in large.judgements:
        if isinstance(each, Judgement):
            assert solver.solve(each.position) == each.best


def test_patience_that_lasts_changes_nothing() -> None:
    judge, game = Judge(Solver(4, 1)), Game(Position.empty(5, 4))
    for column in [2, 2, 1, 3, 0]:
        game.play(column)
    assert review(game, judge, patience=Limit(nodes=10_000_000)) == review(game, judge)


@given(st.data())
@settings(max_examples=20)
def test_a_line_keeps_the_score_to_the_end(data: st.DataObject) -> None:
    position = play_out(data, STANDARD, (5, 4), left=data.draw(st.integers(1, 20))).position
    if position.is_over:
        return
    judge = Judge(Solver(4, 1))
    column = data.draw(st.sampled_from(position.legal))
    line = best_line(position, column, judge)
    assert line.proved
    assert line.game.outcome is not None
    assert line.game.columns[0] == column
    first = judge.judge(position, column)
    assert len(line.game.moves) == first.score.plies
    for at, move in zip(line.game.positions[1:], line.game.columns[1:], strict=False):
        assert judge.judge(at, move).is_optimal


@pytest.mark.parametrize("variant", [FILL, SLIP])
def test_an_estimated_line_is_short_and_says_so(variant: Variant) -> None:
    line = best_line(Position.empty(variant=variant), 3)
    assert not line.proved
    assert len(line.game.moves) == 8
    assert line.says.startswith("An estimate: what seems best for both sides")
    assert ("if no disc slips" in line.says) == variant.slips
