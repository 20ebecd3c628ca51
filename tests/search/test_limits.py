"""Budgets within budgets."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fourscore.errors import InputError
from fourscore.search.limits import NO_LIMIT, Limit

AMOUNTS = st.none() | st.integers(1, 9)
LIMITS = st.builds(Limit, AMOUNTS, AMOUNTS, AMOUNTS, AMOUNTS)


@pytest.mark.parametrize("amount", [0, -1, float("nan")])
def test_a_limit_must_leave_something(amount: float) -> None:
    with pytest.raises(InputError, match="leaves nothing to search"):
        Limit(seconds=amount)


@pytest.mark.parametrize(
    ("name", "amount"), [("nodes", 1.5), ("depth", "3"), ("seconds", float("inf"))]
)
def test_limits_of_a_wrong_kind_are_refused(name: str, amount: Any) -> None:
    with pytest.raises(InputError, match=f"number of {name}, not "):
        Limit(**{name: amount})


@given(LIMITS, LIMITS, LIMITS)
def test_a_capped_limit_never_exceeds_the_caps(limit: Limit, most: Limit, usual: Limit) -> None:
    capped = limit.capped_at(most, usual).amounts
    for name, amount in capped.items():
        assert amount <= most.amounts.get(name, amount)
    wanted = usual.amounts | limit.amounts
    assert capped.keys() == wanted.keys() | most.only("seconds").amounts.keys()
    for name in capped.keys() - most.amounts.keys():
        assert capped[name] == wanted[name]


@given(LIMITS, st.integers(0, 12), st.integers(0, 12))
def test_something_is_left_of_every_limit(limit: Limit, nodes: int, seconds: int) -> None:
    left = limit.after(nodes, seconds)
    assert bool(left) == (left != NO_LIMIT)
    assert left.amounts.keys() == limit.amounts.keys()
    assert (left.depth, left.playouts) == (limit.depth, limit.playouts)
    assert left.nodes is None or left.nodes == max(1, (limit.nodes or 0) - nodes)
    assert left.seconds is None or left.seconds == max(0.001, (limit.seconds or 0) - seconds)
