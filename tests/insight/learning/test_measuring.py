"""Measuring a network: the same as asking its player move by move and judging every move."""

from pathlib import Path

import pytest

from fourscore.agents.registry import agent
from fourscore.errors import UnsupportedError
from fourscore.insight.learning.measuring import choose_columns, measure
from fourscore.insight.truth.accuracy import JudgedMove, accuracy_of
from fourscore.insight.truth.judge import Judge
from fourscore.insight.truth.suites import Suite, suite_for
from fourscore.learn.run import Run
from fourscore.learn.training import train_run
from tests.insight.learning.helpers import tiny_run


@pytest.fixture(scope="module")
def suite() -> Suite:
    found = suite_for((7, 6))
    assert found is not None
    return found


def test_it_agrees_with_a_slow_reference(suite: Suite) -> None:
    network, some = Run.open("").network(), suite.first(40)
    player, judge = agent("tuples"), Judge()
    positions = some.positions()
    chosen = [player.choose(each).column for each in positions]
    assert choose_columns(network, some).tolist() == chosen
    judged = [
        JudgedMove.of(judge.judge(position, column), place)
        for place, (position, column) in enumerate(zip(positions, chosen, strict=True))
    ]
    found = measure(network, some)
    for at, name in enumerate(("easy", "medium", "hard", "middle")):
        expected = accuracy_of(judged[40 * at : 40 * at + 40])
        for shares, truth in (
            (found.classes[name].kept, expected.kept),
            (found.classes[name].best, expected.best),
        ):
            assert shares
            assert truth
            assert (shares.value, shares.count) == (truth.value, truth.count)
            assert shares.point == pytest.approx(truth.point, abs=0.02)
    by_ply = accuracy_of(row for row in judged if row.ply == 12).best
    assert by_ply
    assert found.plies[12].best
    assert found.plies[12].best.value == by_ply.value


def test_a_point_is_json(suite: Suite) -> None:
    point = measure(Run.open("").network(), suite).point(7, 1.23456)
    assert (point["games"], point["seconds"]) == (7, 1.235)
    assert list(point["classes"]) == ["easy", "medium", "hard", "middle"]
    hard = point["classes"]["hard"]
    assert list(hard) == ["kept", "low", "high", "best", "count"]
    assert 0 < hard["low"] < hard["kept"] < hard["high"] < 1
    assert hard["count"] == sum(suite.of("hard").scores.max(axis=1) >= 0)


def test_positions_without_a_choice_do_not_count(tmp_path: Path) -> None:
    small = suite_for((4, 4))
    assert small is not None
    run = tiny_run(tmp_path / "run", size=(4, 4), tuples=2)
    train_run(run, games=50)
    found = measure(run.network(), small)
    middle = found.classes["middle"].kept
    assert middle
    assert middle.count < len(small.of("middle"))


def test_other_boards_and_rules_are_refused(suite: Suite, tmp_path: Path) -> None:
    run = tiny_run(tmp_path / "run", variant="fill")
    train_run(run, games=1)
    with pytest.raises(UnsupportedError, match="the network has learned fill"):
        measure(run.network(), suite)
    small = suite_for((4, 4))
    assert small is not None
    with pytest.raises(UnsupportedError, match="this one is 4x4"):
        measure(run.network(), small)
