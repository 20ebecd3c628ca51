"""The suites that come with fourscore: positions of 7x6 with the exact score of every column.

Each is a class of positions, by its name. The four that learning is measured on are in one file,
the others in another; `insight.truth.suites` and `insight.suites.making` say how they are drawn.
"""

from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import NamedTuple

import numpy as np

from fourscore.book.columns import Scores
from fourscore.core.planes import Boards
from fourscore.errors import InputError

__all__ = ["MORE", "SIZE", "SUITES", "ShippedSuite", "more_path", "shipped_suite"]

SIZE = (7, 6)
PHASES = ("easy", "medium", "hard", "middle")
"""The classes of the first file, by their numbers in it."""
SUITES = {
    "easy": "openings that are decided in less than 14 plies",
    "medium": "openings that are decided in 14 to 27 plies",
    "hard": "openings that are decided in 28 plies or more",
    "middle": "the middle game, 14 to 27 discs",
    "end": "the end game, 28 discs or more, where columns differ",
    "double-threat": "the side to move wins by two threats at once",
    "forced-chain": "the side to move wins by threats that must be answered, one after another",
    "odd-threat": "the first player wins in the end on a threat in an odd row",
    "even-threat": "the second player wins in the end on a threat in an even row",
    "only-move": "one column draws and every other loses",
    "zugzwang": "the side to move wins because the other runs out of safe moves",
}
"""What each shipped suite is about, by name."""
MORE = tuple(name for name in SUITES if name not in PHASES)
"""The classes of the second file."""


class ShippedSuite(NamedTuple):
    """Boards and the exact scores of their columns; row i of each array is position i."""

    mine: Boards
    """The discs of the side to move."""
    filled: Boards
    """All discs."""
    scores: Scores
    """The score of each column for the side to move, `ILLEGAL` where it is full."""


@cache
def shipped_suite(name: str) -> ShippedSuite:
    """Return a suite by its name.

    >>> len(shipped_suite("zugzwang").mine)
    1000
    """
    if name not in SUITES:
        raise InputError(f"there is no suite {name!r}; the suites are {', '.join(SUITES)}")
    path, number = (
        (_path("suites"), PHASES.index(name)) if name in PHASES else (more_path(), MORE.index(name))
    )
    with np.load(path, allow_pickle=False) as arrays:
        rows = arrays["classes"] == number
        return ShippedSuite(*(arrays[each][rows] for each in ("mine", "filled", "scores")))


def more_path() -> Path:
    """Return where the suites beyond the four phases are."""
    return _path("themes")


def _path(stem: str) -> Path:
    return Path(str(files("fourscore.data").joinpath(f"{stem}-{SIZE[0]}x{SIZE[1]}.npz")))
