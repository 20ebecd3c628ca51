"""Make positions of whatever `Position` is given.

    a text                          moves, a drawn board or a game: see `reader`
    a list of cells                 0, 1 and 2 from the top left, as ConnectX has it
    an array, or a list of rows     the same by rows, as `Position.grid` returns it
    an integer                      a key, as `Position.key` returns it
    a `Game`                        its current position
    a `Position`                    itself

The discs say who is to move. Boards are 7x6 and the variant is standard unless `size` and
`variant` say otherwise; rows, games and positions bring their own size.
"""

import random
from collections.abc import Iterable, Sequence
from operator import index
from typing import Any

from fourscore.core.bitboard import Rules
from fourscore.core.game import Game
from fourscore.core.notation import parse_size, read_cells, read_key, write_moves
from fourscore.core.plain import read_digits
from fourscore.core.position import Position, PositionLike
from fourscore.core.reader import read_game
from fourscore.core.variants import STANDARD, Variant, make_rules
from fourscore.core.variants import variant as find_variant
from fourscore.errors import InputError, NotationError

__all__ = ["as_positions", "convert", "draw"]

Size = tuple[int, int] | str
MAX_ATTEMPTS = 10_000
"""How many random games are played until one is long enough."""


def convert(source: Any, variant: Variant | str | None, size: Size | None) -> Position:
    """Make a position; raise `InputError` if the source is none."""
    variant = None if variant is None else find_variant(variant)
    if isinstance(source, Game):
        source = source.position
    if isinstance(source, Position):
        return _unchanged(source, variant, size)
    if hasattr(source, "tolist"):  # an array, or a scalar of NumPy
        source = source.tolist()
    if _is_rows(source):
        return _of_rows(source, variant or STANDARD, size)
    rules = make_rules(*(7, 6) if size is None else _size(size), variant or STANDARD)
    if isinstance(source, str):
        return _of_text(source, rules)
    if type(source) is int:
        return read_key(source, rules)
    if isinstance(source, (list, tuple)):
        return read_cells(source, rules)
    raise InputError(
        f"cannot make a position of {source!r:.60}; write moves such as '4453', a drawn board, "
        "a list of cells, an array or a key"
    )


def _unchanged(position: Position, variant: Variant | None, size: Size | None) -> Position:
    if variant is not None and variant is not position.variant:
        raise InputError(f"the position is of the variant {position.variant}, not {variant}")
    if size is not None and _size(size) != (position.width, position.height):
        raise InputError(f"the position is on a {position.size} board, not {_write(size)}")
    return position


def _is_rows(source: object) -> bool:
    return (
        isinstance(source, (list, tuple))
        and len(source) > 0
        and all(isinstance(row, (list, tuple)) for row in source)
    )


def _of_rows(rows: Sequence[Sequence[int]], variant: Variant, size: Size | None) -> Position:
    height, width = len(rows), len(rows[0])
    if any(len(row) != width for row in rows):
        raise NotationError("the rows differ in length")
    if size is not None and _size(size) != (width, height):
        raise InputError(f"the rows are those of a {width}x{height} board, not {_write(size)}")
    rules = make_rules(width, height, variant)
    return read_cells([cell for row in rows for cell in row], rules)


def _of_text(text: str, rules: Rules) -> Position:
    discs = read_digits(text, rules)
    if discs is not None:
        return Position.from_bitboards(*discs, rules, text)
    game = read_game(text, Position.from_bitboards(0, 0, rules))
    position = game.position
    if game.start.ply:
        return position
    moves = write_moves(game.columns, position.width)
    return Position.from_bitboards(position.mine, position.filled, position.rules, moves)


def _size(size: Size) -> tuple[int, int]:
    if isinstance(size, str):
        return parse_size(size)
    try:
        width, height = size
        return index(width), index(height)
    except (TypeError, ValueError):
        raise InputError(f"{size!r} is not a size; write (7, 6) or '7x6'") from None


def _write(size: Size) -> str:
    return "x".join(map(str, _size(size)))


def as_positions(sources: Iterable[PositionLike]) -> list[Position]:
    """Make a list of positions; raise `InputError` if there is no list of them.

    >>> as_positions(["44", Position("4")])
    [Position("44"), Position("4")]
    """
    if isinstance(sources, (str, bytes, Position, Game)) or not hasattr(sources, "__iter__"):
        raise InputError(f"{sources!r:.60} is not a list of positions")
    return [each if type(each) is Position else Position(each) for each in sources]


def draw(plies: int, seed: int, start: Position) -> Position:
    """Play `plies` random moves from a start; play again if the game ends before."""
    cells = start.width * start.height
    try:
        plies, dice = index(plies), random.Random(index(seed))
    except TypeError:
        raise InputError(f"plies and seed are integers, not {plies!r} and {seed!r}") from None
    if not 0 <= plies < cells:
        raise InputError(f"{plies} plies are not possible; on {start.size} 0 to {cells - 1} are")
    for _ in range(MAX_ATTEMPTS):
        position = start
        while position.ply < plies and position.legal:
            position = position.play(dice.choice(position.legal))
        if position.ply == plies and position.legal:
            return position
    raise InputError(
        f"none of {MAX_ATTEMPTS:,} random games on {start.size} lasted longer than {plies} plies"
    )
