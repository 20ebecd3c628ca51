"""Scores: the int that each one is, and the words it adds to that."""

import copy
import json
import operator
import pickle
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fourscore.core.position import Position
from fourscore.errors import InputError
from fourscore.solver.score import Analysis, Bounds, Score, make_result, score_of

values = st.integers(-21, 21)
scores = st.builds(score_of, values, st.integers(0, 30).map(lambda n: Position.random(n, n)))
BINARY: list[Callable[[Any, Any], Any]] = [
    *(operator.lt, operator.le, operator.eq, operator.ne, operator.gt, operator.ge),
    *(operator.add, operator.sub, operator.mul),
]
UNARY: list[Callable[[Any], Any]] = [
    *(operator.neg, operator.pos, abs, bool, hash, int, float, operator.index, json.dumps),
    *("{:+d}".format, "{:5d}".format, "{:.1f}".format, "%d".__mod__),
]


@given(scores, scores, st.integers(-50, 50))
def test_a_score_is_the_int_it_is(score: Score, other: Score, number: int) -> None:
    plain = int(score)
    assert (type(plain), score.value) == (int, plain)
    for act in BINARY:
        for with_what in (other, number):
            found = act(score, with_what)
            assert found == act(plain, int(with_what))
            assert type(found) in (int, bool)
            assert act(with_what, score) == act(int(with_what), plain)
    for change in UNARY:
        found = change(score)
        assert found == change(plain)
        assert type(found) is type(change(plain))


@given(scores)
def test_copies_keep_the_words(score: Score) -> None:
    for twin in (copy.copy(score), copy.deepcopy(score), pickle.loads(pickle.dumps(score))):
        assert type(twin) is Score
        assert (twin, str(twin), repr(twin)) == (score, str(score), repr(score))


def test_what_a_score_says() -> None:
    score = score_of(-2, Position("4453"))
    assert (repr(score), str(score), f"{score}", f"{score:+d}") == (
        "Score(-2)",
        "loses in 18",
        "loses in 18",
        "-2",
    )
    assert (score.plies, score.moves, score.sign) == (36, 18, -1)
    assert str(score_of(0, Position())) == "draws"
    assert str(score_of(-18, Position("1122334"))) == "has lost"
    assert str(score_of(18, Position("121212"))) == "wins in 1"
    assert score_of(1, Position()) is score_of(1, Position())
    assert np.array([score]).dtype == np.int64


def test_a_score_without_a_position_says_less() -> None:
    assert [str(Score(value)) for value in (-2, 0, 5)] == ["loses", "draws", "wins"]
    with pytest.raises(InputError, match=r"Score\(5\) does not know its position"):
        _ = Score(5).plies


def test_a_score_cannot_be_changed() -> None:
    with pytest.raises(AttributeError, match="a score cannot be changed"):
        score_of(1, Position()).plies = 3  # type: ignore[misc]


@given(values, values)
def test_bounds_claim_no_result_that_is_open(lower: int, upper: int) -> None:
    if lower > upper:
        lower, upper = upper, lower
    found = make_result(lower, upper, Position())
    if isinstance(found, Score):
        assert lower == upper
        return
    signs = {(value > 0) - (value < 0) for value in range(found.lower, found.upper + 1)}
    assert found.sign == (signs.pop() if len(signs) == 1 else None)
    assert str(found)


def test_bounds_are_values() -> None:
    position = Position()
    bounds = Bounds(score_of(0, position), score_of(7, position))
    assert bounds == make_result(0, 7, position)
    assert pickle.loads(pickle.dumps(bounds)) == bounds
    assert str(bounds) == "draws or wins in 15 or more"


def test_the_line_of_an_analysis_is_worked_out_once_and_when_asked_for() -> None:
    asked: list[int] = []

    def line() -> tuple[int, ...]:
        asked.append(1)
        return (3, 3)

    position = Position("44")
    scores = {column: score_of(column - 4, position) for column in position.legal}
    analysis = Analysis(position, max(scores.values()), scores, 1, 0.0, line)
    assert (analysis.best, analysis.score) == ((6,), 2)
    assert not asked
    assert (analysis.line, analysis.line) == ((3, 3), (3, 3))
    assert len(asked) == 1
    again = pickle.loads(pickle.dumps(analysis))
    assert (again.line, again.scores, again.best) == ((3, 3), scores, (6,))
