"""What every column is worth: the values of minimax and expectiminimax, in one call."""

import pytest

from fourscore.core.position import Position
from fourscore.core.variants import VARIANTS
from fourscore.search.columns import value_columns
from fourscore.search.evaluation.registry import EVALUATIONS
from fourscore.search.expectiminimax import expectiminimax
from fourscore.search.minimax import minimax
from fourscore.search.types import Limit
from tests.search.positions import play_out

WINDOWS = EVALUATIONS["windows"]


@pytest.mark.parametrize("variant", VARIANTS)
def test_the_values_are_those_of_the_full_search(variant: str) -> None:
    full = expectiminimax if variant == "slip" else minimax
    seen = 0
    for seed in range(40):
        position = play_out(seed, 5 + seed % 30, 7, 6, variant)[0]
        if position.is_over:
            continue
        limit = Limit(depth=1 + seed % 3)
        ours, theirs = (each(position, limit, evaluation=WINDOWS) for each in (value_columns, full))
        assert ours.values == theirs.values
        assert list(ours.values) == list(position.legal)
        seen += 1
    assert seen > 20


def test_a_landing_is_searched_once_for_all_its_aims() -> None:
    position = Position(variant="slip")
    ours = value_columns(position, Limit(depth=3), evaluation=WINDOWS)
    theirs = expectiminimax(position, Limit(depth=3), evaluation=WINDOWS)
    assert ours.nodes == 1 + 7 + 7**2 + 7**3
    assert theirs.nodes > 10 * ours.nodes


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_limit_leaves_columns_without_a_value(variant: str) -> None:
    position = Position(variant=variant)
    report = value_columns(position, Limit(depth=6, nodes=2000), evaluation=WINDOWS)
    assert not report.complete
    assert report.nodes <= 2000
    full = value_columns(position, Limit(depth=6), evaluation=WINDOWS)
    assert len(report.values) < len(full.values) == 7
    assert report.values.items() <= full.values.items()
