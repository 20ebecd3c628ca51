"""Discs as pictures of quarter blocks, at every size that a terminal may have room for.

A character cell has four pixels, two above two, each about twice as high as wide. A cell of the
board is `across` letters wide and `down` lines high; its last column of letters and its last row
of pixels are the gap to the next cell.
"""

from collections import Counter
from dataclasses import dataclass
from enum import IntEnum
from functools import cache, lru_cache

__all__ = ["SIZES", "Part", "Size", "quarters", "sprite"]

BLOCKS = " ▗▖▄▝▐▞▟▘▚▌▙▀▜▛█"
"""By the pixels that are set: 8 upper left, 4 upper right, 2 lower left, 1 lower right."""


DOTS = {2: 0.0, 4: 0.3, 5: 0.3, 6: 0.3, 7: 0.3}
"""The radius of the dot by the lines of a cell; in the smallest there is no room for one."""


class Part(IntEnum):
    """What a pixel of a cell belongs to."""

    BOARD = 0
    BODY = 1
    """The disc, or the hole of an empty cell."""
    INSIDE = 2
    """The ring or dot inside the disc."""


@dataclass(frozen=True, slots=True)
class Size:
    """How large a cell is drawn."""

    across: int
    down: int

    @property
    def pixels(self) -> int:
        """Pixels from one row of cells to the next."""
        return 2 * self.down

    @property
    def has_glyphs(self) -> bool:
        """Whether ring and dot are letters, because pixels are too coarse for them."""
        return self.down in (1, 3)

    @property
    def has_words(self) -> bool:
        """Whether words such as "loses" fit below a column."""
        return self.across >= 6


SIZES = (Size(14, 7), Size(12, 6), Size(10, 5), Size(8, 4), Size(6, 3), Size(5, 2), Size(3, 1))
"""From the largest to the smallest."""


@cache
def sprite(size: Size, mark: str) -> tuple[tuple[Part, ...], ...]:
    """Return the pixels of a cell, rows from the top, for "X", "O" or an empty cell.

    >>> for row in sprite(Size(6, 3), "O"):
    ...     print("".join(".#o"[part] for part in row))
    ..######..
    ##########
    ##########
    ##########
    ..######..
    ..........
    """
    wide = 2 * (size.across - 1)
    if size.down == 1:
        return ((Part.BODY,) * wide,) * 2
    return tuple(
        tuple(_part(size, mark, x, y, wide, size.pixels - 1) for x in range(wide))
        for y in range(size.pixels)
    )


def _part(size: Size, mark: str, x: int, y: int, wide: int, high: int) -> Part:
    across, down = (2 * x + 1 - wide) / wide, (2 * y + 1 - high) / high
    distance = (across**2 + down**2) ** 0.5
    if distance > 1:
        return Part.BOARD
    if size.has_glyphs:
        return Part.BODY
    if mark == "X":
        # A ring takes pixels; where there are few, the disc is a ring around a bright middle.
        hollow = 0.28 if size.down > 4 else 0.0
        return Part.INSIDE if hollow < distance < 0.55 else Part.BODY
    return Part.INSIDE if mark == "O" and distance < DOTS[size.down] else Part.BODY


@lru_cache(maxsize=4096)
def quarters(pixels: tuple[str, str, str, str]) -> tuple[str, str, str]:
    """Return the block, its colour and its ground for four colours, the upper two first.

    A letter has two colours; where there are more, the rarer ones give way to the ground.

    >>> quarters(("red", "blue", "red", "red"))
    ('▝', 'blue', 'red')
    """
    (ground, _), *rest = Counter(pixels).most_common()
    if not rest:
        return " ", ground, ground
    colour = rest[0][0]
    number = sum(bit for bit, each in zip((8, 4, 2, 1), pixels, strict=True) if each == colour)
    return BLOCKS[number], colour, ground
