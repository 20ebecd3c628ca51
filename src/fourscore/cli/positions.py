"""How a command reads its POSITION: a move string, a drawn board, @FILE, or - for stdin."""

import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from fourscore.errors import InputError

if TYPE_CHECKING:
    from fourscore.core.game import Game
    from fourscore.core.position import Position

__all__ = ["read", "read_game", "read_text"]


def read(text: str, size: str = "7x6", variant: str = "standard") -> "Position":
    """Read a position in any of its forms; a game is played out.

    >>> read("4453").turn
    'X'
    """
    return read_game(text, size, variant).position


def read_game(text: str, size: str = "7x6", variant: str = "standard") -> "Game":
    """Read a position in any of its forms, with the moves that lead to it if they are given."""
    from fourscore.core import game as games
    from fourscore.core.notation import parse_size, read_board
    from fourscore.core.position import Position
    from fourscore.core.variants import variant as find_variant

    width, height = parse_size(size)
    rules = find_variant(variant)
    content = read_text(text)
    if content.lstrip().startswith("["):
        return games.read_game(content)
    if re.search(r"[-.XOxo|/+]", content):
        return games.Game(read_board(content, width=width, height=height, variant=rules))
    return games.read_line(content, Position.empty(width, height, rules))


def read_text(text: str) -> str:
    """Return the text itself, or what the file or standard input that it names holds."""
    if text == "-":
        return _decode(sys.stdin.buffer.read(), "standard input")
    if not text.startswith("@"):
        return text
    path = Path(text[1:])
    try:
        return _decode(path.read_bytes(), f"the file '{path}'")
    except (OSError, ValueError) as error:
        if isinstance(error, InputError):
            raise
        why = error.strerror if isinstance(error, OSError) else str(error)
        raise InputError(f"cannot read the file '{path}': {why}") from None


def _decode(content: bytes, where: str) -> str:
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise InputError(f"{where} is not text in UTF-8") from None
