"""Suites: exact scores, positions that training never saw, and the classes they are said to be."""

from typing import cast

import numpy as np

from fourscore.book.columns import ILLEGAL
from fourscore.book.solving import shared_solver
from fourscore.core.variants import make_rules
from fourscore.insight.truth.suites import CLASSES, Suite, draw_suite, missing_truth, suite_for
from fourscore.learn.held_out import is_held_out
from scripts.suites import COUNT, SEED, SIZE

SHIPPED = cast("Suite", suite_for((7, 6)))


def test_the_shipped_suite_is_as_described() -> None:
    assert [len(SHIPPED.of(name)) for name in CLASSES] == [COUNT] * 4
    rules = make_rules(*SIZE)
    assert all(is_held_out(each.mine, each.filled, rules) for each in SHIPPED.positions())
    seen = {min(each.key, each.mirror().key) for each in SHIPPED.positions()}
    assert len(seen) == len(SHIPPED)
    assert not any(each.is_over for each in SHIPPED.positions())
    for name in CLASSES:
        low, high = (14, 27) if name == "middle" else (2, 13)
        assert set(SHIPPED.of(name).plies.tolist()) <= set(range(low, high + 1))


def test_a_sample_of_it_is_exact() -> None:
    solver = shared_solver(book=False)
    rows = np.random.default_rng(1).choice(len(SHIPPED), 40, replace=False)
    positions = SHIPPED.positions()
    for row in [each for each in rows if positions[each].ply >= 12]:
        columns = {c: int(s) for c, s in enumerate(SHIPPED.scores[row]) if s != ILLEGAL}
        assert columns == solver.columns(positions[row])
        away = solver.analyse(positions[row]).score.plies
        expected = 3 if positions[row].ply >= 14 else 0 if away < 14 else 1 if away < 28 else 2
        assert SHIPPED.classes[row] == expected


def test_it_can_be_drawn_again() -> None:
    again = draw_suite(SIZE, 8, SEED)
    for name in CLASSES:
        some, whole = again.of(name), SHIPPED.of(name, 8)
        assert np.array_equal(some.mine, whole.mine)
        assert np.array_equal(some.scores, whole.scores)
    assert not np.array_equal(draw_suite(SIZE, 8, SEED + 1).mine, again.mine)
    assert len(SHIPPED.first(8)) == 32


def test_small_boards_have_as_many_as_there_are() -> None:
    suite = suite_for((4, 4))
    assert suite is not None
    assert 0 < len(suite.of("hard")) < 50
    assert len(suite.of("middle")) == 200
    solver = shared_solver()
    for position, scores in zip(suite.positions()[:20], suite.scores, strict=False):
        assert {c: int(s) for c, s in enumerate(scores) if s != ILLEGAL} == solver.columns(position)


def test_where_the_truth_is_unknown_it_says_so() -> None:
    assert suite_for((7, 6), "fill") is None
    assert suite_for((8, 8)) is None
    assert missing_truth((8, 8)).startswith("Exact scores for 8x8 take too long")
