"""The variants of the game, as data: there is one rulebook for all of them."""

from dataclasses import dataclass
from functools import cache
from operator import index

from fourscore.core.bitboard import Rules
from fourscore.errors import InputError

__all__ = ["FILL", "SLIP", "STANDARD", "VARIANTS", "Variant", "make_rules", "variant"]

MAX_BITS = 63


@dataclass(frozen=True, slots=True)
class Variant:
    """A named set of rules."""

    name: str
    """"standard", "fill" or "slip"."""
    summary: str
    """The rules in a few words."""
    plays_on: bool = False
    """Play continues after a four until the board is full; the player with more fours wins."""
    slips: bool = False
    """A disc lands where it is aimed with probability 0.6, otherwise in a neighbouring column."""

    def __str__(self) -> str:
        return self.name


STANDARD = Variant("standard", "the first four in a line wins")
FILL = Variant("fill", "play until the board is full; whoever has more fours wins", plays_on=True)
SLIP = Variant("slip", "a disc may slip into a neighbouring column", slips=True)

VARIANTS: dict[str, Variant] = {each.name: each for each in (STANDARD, FILL, SLIP)}
"""The variants by name."""


def variant(name: str | Variant) -> Variant:
    """Find a variant by name; a variant is returned as it is.

    >>> variant("fill").plays_on
    True
    """
    if isinstance(name, Variant):
        return name
    if isinstance(name, str) and name in VARIANTS:
        return VARIANTS[name]
    raise InputError(f"there is no variant {name!r}; the variants are {', '.join(VARIANTS)}")


_find = variant  # where a parameter has that name


def make_rules(width: int = 7, height: int = 6, variant: Variant | str = STANDARD) -> Rules:
    """Turn a size and a variant into the numbers that kernels take.

    >>> make_rules(4, 4).full.bit_count()
    16
    """
    try:
        return _rules(index(width), index(height), _find(variant))
    except TypeError:
        raise InputError(
            f"{width!r} and {height!r} are not a size; a size is two integers"
        ) from None


@cache
def _rules(width: int, height: int, variant: Variant) -> Rules:
    if width < 1 or height < 1:
        raise InputError(f"a {width}x{height} board has no cells")
    stride = height + 1
    if width * stride > MAX_BITS:
        raise InputError(
            f"a {width}x{height} board is too large: {width} x ({height} + 1) is "
            f"{width * stride:,}, and the maximum is {MAX_BITS}"
        )
    bottom = sum(1 << (column * stride) for column in range(width))
    full = bottom * ((1 << height) - 1)
    return Rules(width, height, stride, bottom, full, int(variant.plays_on), int(variant.slips))
