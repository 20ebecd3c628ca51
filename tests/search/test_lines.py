"""The evaluation `lines`: every whole line is found, and looked up by its pattern."""

import numpy as np
import pytest
from hypothesis import given

from fourscore.core.position import Position
from fourscore.core.variants import make_rules
from fourscore.errors import UnsupportedError
from fourscore.search.evaluation.lines import LINES, TABLE_SIZE, line_weights, read_pattern
from tests.search.positions import Pair, pairs
from tests.search.reference import patterns

TABLE = np.random.default_rng(1).integers(-50, 50, TABLE_SIZE + 1).astype(np.int32)


@given(pair=pairs("standard", "fill", sizes=((7, 6),)))
def test_every_line_is_read_as_a_number_in_base_three(pair: Pair) -> None:
    position, board = pair
    weights = line_weights(position.rules, TABLE)
    read = [
        read_pattern(position.discs("X"), position.discs("O"), line, weights)
        for line in range(len(weights.lines))
    ]
    assert sorted(read) == sorted(patterns(board))


def test_other_sizes_are_refused() -> None:
    with pytest.raises(UnsupportedError, match="lines is learned for 7x6; the board is 6x5"):
        LINES.weights(make_rules(6, 5))


def test_a_pattern_and_its_reversal_weigh_the_same() -> None:
    table = LINES.weights(Position.empty().rules).table  # type: ignore[attr-defined]
    seven = table[sum(3**length for length in (4, 5, 6)) : -1]
    for index in range(3**7):
        digits = [index // 3**place % 3 for place in range(7)]
        assert seven[index] == seven[sum(d * 3**i for i, d in enumerate(reversed(digits)))]
