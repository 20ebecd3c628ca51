"""Measuring a network: the same as asking its player move by move and judging every move."""

from pathlib import Path
from typing import cast

import pytest

from fourscore.agents.registry import agent
from fourscore.errors import UnsupportedError
from fourscore.insight.learning.measuring import choose_columns, measure
from fourscore.insight.truth.accuracy import JudgedMove, accuracy_of
from fourscore.insight.truth.judge import Judge
from fourscore.insight.truth.suites import Suite, suite_for
from fourscore.learn.run import Run
from tests.learn.helpers import small_settings, train

SHIPPED, SMALL = (cast("Suite", suite_for(size)) for size in ((7, 6), (4, 4)))


def test_it_agrees_with_a_slow_reference() -> None:
    network, some = Run.open("").network(), SHIPPED.first(40)
    player, judge = agent("tuples"), Judge()
    positions = some.positions()
    chosen = [player.choose(each).column for each in positions]
    assert choose_columns(network, some).tolist() == chosen
    judged = [
        JudgedMove.of(judge.judge(position, column), place)
        for place, (position, column) in enumerate(zip(positions, chosen, strict=True))
    ]
    found = measure(network, some)
    parts = [
        (found.classes[name], judged[40 * at : 40 * at + 40])
        for at, name in enumerate(("easy", "medium", "hard", "middle"))
    ]
    for shares, rows in (*parts, (found.plies[12], [row for row in judged if row.ply == 12])):
        truth = accuracy_of(rows)
        for one, other in ((shares.kept, truth.kept), (shares.best, truth.best)):
            assert one
            assert other
            assert (one.value, one.count) == (other.value, other.count)
            assert one.point == pytest.approx(other.point, abs=0.02)


def test_a_point_is_json() -> None:
    point = measure(Run.open("").network(), SHIPPED).point(7, 1.23456)
    assert (point["games"], point["seconds"]) == (7, 1.235)
    assert list(point["classes"]) == ["easy", "medium", "hard", "middle"]
    hard = point["classes"]["hard"]
    assert 0 < hard["low"] < hard["kept"] < hard["high"] < 1
    assert hard["count"] == sum(SHIPPED.of("hard").scores.max(axis=1) >= 0)


def test_positions_without_a_choice_do_not_count(tmp_path: Path) -> None:
    run = train(tmp_path / "run", small_settings(size=(4, 4), tuples=2), 50)
    middle = measure(run.network(), SMALL).classes["middle"].kept
    assert middle
    assert middle.count < len(SMALL.of("middle"))


def test_other_boards_and_rules_are_refused(tmp_path: Path) -> None:
    network = train(tmp_path / "run", small_settings(variant="fill"), 1).network()
    for given, message in ((SHIPPED, "the network has learned fill"), (SMALL, "this one is 4x4")):
        with pytest.raises(UnsupportedError, match=message):
            measure(network, given)
