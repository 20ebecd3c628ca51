"""The shape of the opening: how many positions of each ply are won, drawn and lost.

`python -m scripts.openings shape` counts them in the book; the counts are shipped with it.
"""

import json
from functools import cache
from importlib.resources import files
from typing import NamedTuple

__all__ = ["DATA", "Ply", "shipped_shape"]

DATA = "shape-7x6.json"


class Ply(NamedTuple):
    """The positions with a number of discs."""

    ply: int
    positions: int
    """All that a game can reach, finished ones and both mirror images counted."""
    folded: int
    """Those that are not over, mirror images counted once."""
    won: int
    drawn: int
    lost: int
    """Of these, what they are worth to the first player."""
    over: int
    """Of all, those in which the last disc has made a four."""


@cache
def shipped_shape() -> tuple[Ply, ...]:
    """Return the counts that come with fourscore."""
    text = files("fourscore.data").joinpath(DATA).read_text()
    return tuple(Ply(**each) for each in json.loads(text)["plies"])
