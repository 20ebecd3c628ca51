"""Tries: which columns the levels choose, with many seeds but few searches."""

from collections.abc import Mapping
from functools import cache

from fourscore.agents.levels import LevelPlayer, find_level
from fourscore.core.position import Position
from fourscore.search.types import Limit, Value

__all__ = ["Tries"]


class Tries:
    """Chooses columns as the levels do; what equally deep levels see is searched once.

    >>> from fourscore import agent
    >>> position = Position("44343")
    >>> Tries().choose(3, position, seed=5) == agent("level:3", seed=5).choose(position).column
    True
    """

    def __init__(self) -> None:
        self._seen: dict[tuple[int, Position], Mapping[int, Value]] = {}

    def choose(self, level: int, position: Position, seed: int) -> int:
        """Return the column that a level plays."""
        player = _player(level, seed)
        if player.knows(position):
            return player(position, Limit()).column
        key = player.skill.depth, position
        if key not in self._seen:
            self._seen[key] = player.search(position)
        return player.pick(position, self._seen[key])


@cache
def _player(level: int, seed: int) -> LevelPlayer:
    return LevelPlayer(find_level(str(level)).skill, seed=seed)
