"""The observation space that both environments have."""

import numpy as np
from gymnasium import spaces

from fourscore.core.position import Position

__all__ = ["observation_space"]


def observation_space(board: Position) -> spaces.Dict:
    """Return the space of what a player sees: the planes and the mask of open columns."""
    shape = (board.height, board.width, 2)
    return spaces.Dict(
        {
            "observation": spaces.Box(0, 1, shape, np.int8),
            "action_mask": spaces.Box(0, 1, (board.width,), np.int8),
        }
    )
