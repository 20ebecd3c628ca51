"""Pairs of games by their points, and the interval they give."""

import numpy as np
import pytest

from fourscore.arena.pentanomial import Pentanomial
from fourscore.arena.rating import elo_of_score, score_of_elo


def test_the_interval_covers_the_truth_about_as_often_as_it_says() -> None:
    rng = np.random.default_rng(3)
    chances = (0.15, 0.1, 0.4, 0.1, 0.25)
    truth = elo_of_score(float(np.dot(chances, (0, 0.25, 0.5, 0.75, 1))))
    hits = 0
    for _ in range(600):
        _, low, high = Pentanomial(*rng.multinomial(60, chances)).elo
        hits += low <= truth <= high
    assert 0.92 <= hits / 600 <= 0.98


@pytest.mark.parametrize("counts", [(0, 0, 7, 0, 0), (0, 0, 0, 0, 3), (0, 0, 0, 0, 0)])
def test_certainty_is_never_claimed(counts: tuple[int, ...]) -> None:
    value, low, high = Pentanomial(*counts).elo
    assert low <= value <= high
    assert high - low > 50


def test_the_elo_is_that_of_the_score() -> None:
    assert score_of_elo(Pentanomial(1, 2, 3, 4, 5).elo[0]) == pytest.approx((1 + 3 + 6 + 10) / 30)
