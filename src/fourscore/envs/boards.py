"""What the environments share: boards, what a player sees of them, and where discs land."""

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fourscore.core.planes import Planes, cell_bits
from fourscore.core.position import Position, require_ongoing

__all__ = ["Mask", "Planes", "action_mask", "land", "planes", "start_of"]

Mask = NDArray[np.int8]


def start_of(options: Mapping[str, Any] | None, board: Position) -> Position:
    """Return where a game starts: the option "position", or the empty board.

    >>> start_of({"position": "3"}, Position(size=(5, 4))).ply
    1
    """
    given = (options or {}).get("position")
    if given is None:
        return board
    position = Position(given, variant=board.variant, size=(board.width, board.height))
    require_ongoing(position)
    return position


def planes(position: Position, player: str) -> Planes:
    """Return a player's discs and the opponent's, shaped (rows, columns, 2), top row first.

    >>> planes(Position("4"), "O")[5, 3].tolist()
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
