"""Names of openings, where players use them; they are few.

Guides for players name the first move by its place. Beyond it we found none that players share.
"""

from typing import NamedTuple

from fourscore.core.position import Position
from fourscore.insight.openings.folding import fold

__all__ = ["NAMES", "OpeningName", "find_opening", "name_of"]


class OpeningName(NamedTuple):
    """What players call an opening."""

    moves: str
    """The moves that lead to it."""
    text: str
    """The name."""
    note: str
    """What it is worth, in a sentence."""


NAMES = (
    OpeningName("4", "Centre opening", "The only first move that wins."),
    OpeningName("3", "Near-centre opening", "It draws, as its mirror image does."),
    OpeningName("1", "Edge opening", "It loses, as its mirror image does."),
)


def name_of(position: Position) -> OpeningName | None:
    """Return the name of an opening or of its mirror image, or None if it has none.

    >>> name_of(Position("7")).text
    'Edge opening'
    """
    if position.ply != 1 or position.size != "7x6":
        return None
    at, _ = fold(position)
    return next((each for each in NAMES if fold(Position(each.moves))[0] == at), None)


def find_opening(text: str) -> OpeningName | None:
    """Return the opening of a name, with or without the word "opening", or None.

    >>> find_opening("edge").moves, find_opening("Centre opening").moves, find_opening("44")
    ('1', '4', None)
    """
    wanted = text.strip().casefold().removesuffix("opening").strip()
    return next((each for each in NAMES if each.text.casefold() == f"{wanted} opening"), None)
