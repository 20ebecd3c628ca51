"""How a request names a position: moves from a start, the size and the rules."""

from fourscore.core.game import Game, read_game, read_line
from fourscore.core.notation import parse_size, read_board, read_position
from fourscore.core.position import Position
from fourscore.core.variants import variant as find_variant
from fourscore.errors import NotationError
from fourscore.schemas.positions import NO_MOVES
from fourscore.schemas.positions import write_position as write

__all__ = ["NO_MOVES", "Asked", "import_text", "read", "write"]

MOST_MOVES = 400
"""Letters; no game is longer."""

Asked = dict[str, str | None]
"""`moves`, `start`, `size` and `variant` as they came; a worker reads them again."""


def read(moves: str, start: str | None, size: str, variant: str) -> Game:
    """Read a game; raises `InputError` with the place of what is wrong.

    >>> read("-", None, "7x6", "standard").position.ply
    0
    """
    if len(moves) > MOST_MOVES:
        raise NotationError(f"{len(moves)} letters are too many for moves; {MOST_MOVES} are enough")
    width, height = parse_size(size)
    rules = find_variant(variant)
    if start:
        begin = read_board(start, width=width, height=height, variant=rules)
    else:
        begin = Position.empty(width, height, rules)
    return read_line("" if moves.strip() == NO_MOVES else moves, begin)


def import_text(text: str, size: str, variant: str) -> Game:
    """Read whatever people paste: moves, a drawn board, or a game with its tags.

    >>> write(import_text("4 4 5", "7x6", "standard"))["moves"]
    '445'
    """
    width, height = parse_size(size)
    rules = find_variant(variant)
    if text.lstrip().startswith("["):
        return read_game(text)
    if set(text) <= set("0123456789>, \t\r\n"):
        return read_line(text, Position.empty(width, height, rules))
    if "1." in text:
        return read_game(f'[Size "{width}x{height}"]\n[Variant "{rules}"]\n\n{text}')
    return Game(read_position(text, width=width, height=height, variant=rules))
