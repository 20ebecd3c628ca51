"""Suites: exact scores, positions that training never saw, and the classes they are said to be."""

from pathlib import Path

import numpy as np
import pytest

from fourscore.book.columns import ILLEGAL
from fourscore.book.solving import shared_solver
from fourscore.core.variants import make_rules
from fourscore.errors import Cancelled
from fourscore.insight.truth.suites import CLASSES, Suite, draw_suite, missing_truth, suite_for
from fourscore.learn.held_out import is_held_out
from fourscore.search.control import Cancel
from scripts.suites import COUNT, SEED, SIZE


@pytest.fixture(scope="module")
def shipped() -> Suite:
    suite = suite_for((7, 6))
    assert suite is not None
    return suite


def test_the_shipped_suite_is_as_described(shipped: Suite) -> None:
    assert [len(shipped.of(name)) for name in CLASSES] == [COUNT] * 4
    rules = make_rules(*SIZE)
    assert all(is_held_out(each.mine, each.filled, rules) for each in shipped.positions())
    seen = {min(each.key, each.mirror().key) for each in shipped.positions()}
    assert len(seen) == len(shipped)
    assert not any(each.is_over for each in shipped.positions())
    for name in CLASSES:
        plies = shipped.of(name).plies
        low, high = (14, 27) if name == "middle" else (2, 13)
        assert plies.min() >= low
        assert plies.max() <= high


def test_a_sample_of_it_is_exact(shipped: Suite) -> None:
    solver = shared_solver(book=False)
    rows = np.random.default_rng(1).choice(len(shipped), 40, replace=False)
    positions = shipped.positions()
    for row in [each for each in rows if positions[each].ply >= 12]:
        columns = {c: int(s) for c, s in enumerate(shipped.scores[row]) if s != ILLEGAL}
        assert columns == solver.columns(positions[row])
        away = solver.analyse(positions[row]).score.plies
        expected = 3 if positions[row].ply >= 14 else 0 if away < 14 else 1 if away < 28 else 2
        assert shipped.classes[row] == expected


def test_it_can_be_drawn_again(shipped: Suite) -> None:
    again = draw_suite(SIZE, 8, SEED)
    for name in CLASSES:
        some, whole = again.of(name), shipped.of(name, 8)
        assert np.array_equal(some.mine, whole.mine)
        assert np.array_equal(some.scores, whole.scores)
    assert not np.array_equal(draw_suite(SIZE, 8, SEED + 1).mine, again.mine)
    assert len(shipped.first(8)) == 32


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


def test_files_read_back_the_same(tmp_path: Path) -> None:
    suite = draw_suite((4, 4), 3)
    suite.write(tmp_path / "small.npz")
    again = Suite.read(tmp_path / "small.npz")
    assert again.size == suite.size
    for name in ("mine", "filled", "scores", "classes"):
        assert np.array_equal(getattr(again, name), getattr(suite, name))


def test_it_can_be_cancelled() -> None:
    cancel = Cancel()
    cancel.cancel()
    with pytest.raises(Cancelled):
        draw_suite((7, 6), 5, cancel=cancel)
