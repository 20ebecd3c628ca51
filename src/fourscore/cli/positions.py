"""How a command reads its POSITION: a move string, a drawn board, @FILE, or - for stdin."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING

from fourscore.errors import InputError

if TYPE_CHECKING:
    from fourscore.core.position import Position

__all__ = ["read", "read_text"]


def read(text: str, size: str = "7x6", variant: str = "standard") -> "Position":
    """Read a position in any of its forms; a file may also hold a game, which is played out.

    >>> read("4453").turn
    'X'
    """
    from fourscore.core.game import read_game
    from fourscore.core.notation import parse_size, read_position
    from fourscore.core.variants import variant as find_variant

    width, height = parse_size(size)
    rules = find_variant(variant)
    content = read_text(text)
    if content.lstrip().startswith("["):
        return read_game(content).position
    return read_position(content, width=width, height=height, variant=rules)


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
