"""The variants by name, and the sizes that fit."""

import pytest

from fourscore.core.position import Position
from fourscore.core.variants import FILL, SLIP, STANDARD, VARIANTS, make_rules, variant
from fourscore.errors import InputError


def test_variants_have_names() -> None:
    assert list(VARIANTS) == ["standard", "fill", "slip"]
    assert [variant(name) for name in VARIANTS] == [STANDARD, FILL, SLIP]
    assert [str(each) for each in VARIANTS.values()] == list(VARIANTS)
    assert all(each.summary for each in VARIANTS.values())


@pytest.mark.parametrize("name", ["", "Standard", "pop out"])
def test_an_unknown_variant_is_refused_with_the_known_ones(name: str) -> None:
    with pytest.raises(InputError) as refusal:
        variant(name)
    assert str(refusal.value) == (
        f"there is no variant {name!r}; the variants are standard, fill, slip"
    )


@pytest.mark.parametrize(("width", "height"), [(0, 6), (7, 0), (-7, -6), (-1, 5)])
def test_a_board_without_cells_is_refused(width: int, height: int) -> None:
    with pytest.raises(InputError, match=f"^a {width}x{height} board has no cells$"):
        make_rules(width, height)


@pytest.mark.parametrize(("width", "height"), [(8, 7), (9, 7), (32, 1), (1, 63), (16, 3)])
def test_a_board_over_63_bits_is_refused(width: int, height: int) -> None:
    bits = width * (height + 1)
    with pytest.raises(InputError) as refusal:
        Position.empty(width, height)
    assert str(refusal.value) == (
        f"a {width}x{height} board is too large: "
        f"{width} x ({height} + 1) is {bits:,}, and the maximum is 63"
    )


def test_every_size_that_fits_is_allowed() -> None:
    sizes = [(w, h) for w in range(1, 64) for h in range(1, 63) if w * (h + 1) <= 63]
    for width, height in sizes:
        rules = make_rules(width, height)
        assert rules.full.bit_count() == width * height
        assert rules.full < 2**62
        assert Position.empty(width, height).legal == tuple(range(width))
