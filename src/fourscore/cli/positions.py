"""How a command reads its POSITION, for which `core.reader` has the rules."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from fourscore.core.game import Game
    from fourscore.core.position import Position

__all__ = ["read", "read_game"]


def read(source: str, size: str = "7x6", variant: str = "standard") -> "Position":
    """Read a position in any of its forms; a game is played out.

    >>> read("4453").turn
    'X'
    """
    return read_game(source, size, variant).position


def read_game(source: str, size: str = "7x6", variant: str = "standard") -> "Game":
    """Read a position in any of its forms, with the moves that lead to it if they are given."""
    from fourscore.core.notation import empty_board
    from fourscore.core.reader import load_game

    return load_game(source, empty_board(size, variant))
