"""Intervals of means and shares, against the textbook."""

import pytest

from fourscore.insight.truth.intervals import Group, mean_of, share_of


def test_single_samples_have_the_textbook_intervals() -> None:
    hits, count = 800, 1000
    groups = [Group(1, 1.0, 1.0)] * hits + [Group(1, 0.0, 0.0)] * (count - hits)
    share = share_of(groups)
    assert share is not None
    # Wilson's interval of 800 in 1000, as R's prop.test without its correction gives it.
    assert (share.low, share.high) == pytest.approx((0.7741, 0.8236), abs=2e-4)
    mean = mean_of(groups)
    assert mean is not None
    assert mean.high - mean.value == pytest.approx(1.96 * (0.8 * 0.2 / 1000) ** 0.5, rel=2e-3)


def test_correlated_groups_are_less_certain() -> None:
    together = share_of([Group(10, 10.0, 10.0)] * 5 + [Group(10, 0.0, 0.0)] * 5)
    apart = share_of([Group(10, 5.0, 5.0)] * 10)
    singles = share_of([Group(1, 1.0, 1.0)] * 5 + [Group(1, 0.0, 0.0)] * 5)
    assert together is not None
    assert apart is not None
    assert singles is not None
    assert together.low == pytest.approx(singles.low)
    assert apart.low > together.low


@pytest.mark.parametrize("share", [0.0, 1.0])
def test_all_or_nothing_leaves_uncertainty(share: float) -> None:
    found = share_of([Group(4, 4 * share, 4 * share)] * 5)
    assert found is not None
    assert found.high - found.low > 0.1
    assert 0 <= found.low <= share <= found.high <= 1
