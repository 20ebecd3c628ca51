"""How a request names a position: moves from a start, the size and the rules."""

from fourscore.core.game import Game
from fourscore.core.notation import empty_board, read_board
from fourscore.core.reader import read_game, read_line
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
    begin = empty_board(size, variant)
    if start:
        width, height, rules = begin.width, begin.height, begin.variant
        begin = read_board(start, width=width, height=height, variant=rules)
    return read_line("" if moves.strip() == NO_MOVES else moves, begin)


def import_text(text: str, size: str, variant: str) -> Game:
    """Read whatever people paste: moves, a drawn board, or a game with its tags.

    >>> write(import_text("4 4 5", "7x6", "standard"))["moves"]
    '445'
    """
    return read_game(text, empty_board(size, variant))
