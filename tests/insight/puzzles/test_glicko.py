"""Glicko-2: what must hold for any results; its author's example is in the docstring."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fourscore.insight.puzzles.glicko import Rating, update


def test_a_period_without_results_makes_a_rating_less_certain() -> None:
    new = update(Rating(1500, 200, 0.06), [])
    assert new.rating == 1500
    assert new.deviation == pytest.approx((200**2 + (0.06 * 173.7178) ** 2) ** 0.5)


RATINGS = st.builds(Rating, st.floats(400, 2600), st.floats(20, 350), st.floats(0.03, 0.1))


@given(RATINGS, st.lists(RATINGS, min_size=1, max_size=12), st.data())
def test_wins_raise_a_rating(rating: Rating, others: list[Rating], data: st.DataObject) -> None:
    won = update(rating, [(other, 1.0) for other in others])
    lost = update(rating, [(other, 0.0) for other in others])
    mixed = update(rating, [(o, data.draw(st.sampled_from([0.0, 0.5, 1.0]))) for o in others])
    assert lost.rating < rating.rating < won.rating
    assert lost.rating <= mixed.rating + 60
    assert mixed.rating <= won.rating + 60
    assert 0 < mixed.deviation <= rating.deviation + 30
    assert 0 < mixed.volatility < 1
