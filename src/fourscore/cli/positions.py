"""How a command reads its POSITION, for which `core.reader` has the rules."""

from typing import TYPE_CHECKING

from fourscore.errors import InputError

if TYPE_CHECKING:
    from fourscore.core.game import Game
    from fourscore.core.position import Position

__all__ = ["SIZE", "VARIANT", "read", "read_game", "require_wanted"]

SIZE, VARIANT = "7x6", "standard"
"""What holds where neither an option nor the game says otherwise."""


def read(source: str, size: str = "", variant: str = "") -> "Position":
    """Read a position in any of its forms; a game is played out.

    >>> read("4453").turn
    'X'
    """
    return read_game(source, size, variant).position


def read_game(source: str, size: str = "", variant: str = "") -> "Game":
    """Read a position in any of its forms, with the moves that lead to it if they are given."""
    from fourscore.core.notation import empty_board
    from fourscore.core.reader import load_game

    game = load_game(source, empty_board(size or SIZE, variant or VARIANT))
    require_wanted(game.position, size, variant)
    return game


def require_wanted(position: "Position", size: str, variant: str = "") -> None:
    """Raise `InputError` if a game's own tags say something else than the options."""
    from fourscore.core.notation import parse_size

    if size and parse_size(size) != (position.width, position.height):
        raise InputError(f"the game is played on {position.size}, not on {size}")
    if variant and position.variant.name != variant:
        raise InputError(f"the game is played by the rules {position.variant.name}, not {variant}")
