"""What the environments share: boards, what a player sees of them, and where discs land."""

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fourscore.core.planes import Planes, cell_bits
from fourscore.core.position import Position, require_ongoing
from fourscore.core.reader import read_game
from fourscore.core.variants import variant as find_variant
from fourscore.errors import InputError

__all__ = [
    "Mask",
    "Planes",
    "action_mask",
    "cell_bits",
    "empty_board",
    "land",
    "planes",
    "start_of",
]

Mask = NDArray[np.int8]


def empty_board(variant: str, size: tuple[int, int]) -> Position:
    """Return the empty board of a variant and a size, (columns, rows).

    >>> empty_board("fill", (5, 4)).size
    '5x4'
    """
    try:
        width, height = size
    except (TypeError, ValueError):
        raise InputError(f"a size is a pair (columns, rows), not {size!r}") from None
    return Position.empty(int(width), int(height), find_variant(variant))


def start_of(options: Mapping[str, Any] | None, board: Position) -> Position:
    """Return the position that a game starts from: the option "position", or the empty board."""
    given = (options or {}).get("position")
    if given is None:
        return board
    position = given if isinstance(given, Position) else read_game(given, board).position
    if position.rules != board.rules:
        raise InputError(
            f"the position is {position.size} {position.variant}, "
            f"the environment {board.size} {board.variant}"
        )
    require_ongoing(position)
    return position


def planes(position: Position, player: str) -> Planes:
    """Return a player's discs and the opponent's, shaped (rows, columns, 2), top row first.

    >>> planes(Position.empty().play(3), "O")[5, 3].tolist()
    [0, 1]
    """
    mine = position.discs(player)
    boards = np.array((mine, mine ^ position.filled))
    return np.asarray(boards >> cell_bits(position.rules)[..., None] & 1, np.int8)


def action_mask(position: Position) -> Mask:
    """Return 1 for each column that may be played, all 0 once the game is over."""
    mask = np.zeros(position.width, np.int8)
    mask[list(position.legal)] = 1
    return mask


def land(position: Position, aim: int, generator: np.random.Generator) -> int:
    """Return the column where a disc lands; drawn only where discs slip."""
    if not position.rules.slips:
        return aim
    columns, shares = zip(*position.landings(aim), strict=True)
    return int(generator.choice(columns, p=[float(share) for share in shares]))
