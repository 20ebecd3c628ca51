"""The machine code for positions of 7x6 beside the plain Python that it takes over from."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fourscore.core import plain
from fourscore.core.digits import find_opener, find_reader
from fourscore.core.variants import make_rules

RULES = make_rules()


@given(st.text("1234567", max_size=45) | st.text(max_size=6))
def test_move_strings(text: str) -> None:
    reader = find_reader()
    assert reader is not None
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(plain._MachineCode, "reader", None)
        expected = plain.read_digits(text, RULES)
        patch.setattr(plain._MachineCode, "reader", reader)
        assert plain.read_digits(text, RULES) == expected


def test_open_columns(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(plain._MachineCode, "opener", None)
    opener, rng = find_opener(), random.Random(1)
    assert opener is not None
    seen = set()
    for _ in range(300):
        mine = filled = 0
        while columns := plain.open_columns(mine, filled, RULES):
            bottoms = sum(1 << RULES.stride * column for column in columns)
            assert opener(mine, filled) == bottoms
            filled, mine = (
                filled | (filled + (1 << RULES.stride * rng.choice(columns))),
                mine ^ filled,
            )
        assert opener(mine, filled) == 0
        seen.add(filled == RULES.full)
    assert False in seen
