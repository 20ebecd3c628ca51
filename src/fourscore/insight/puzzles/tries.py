"""Tries: which columns the levels choose, with many seeds but few searches."""

from collections.abc import Mapping
from functools import cache

from fourscore.agents.levels import LevelPlayer, level_player
from fourscore.agents.perfect import draw_column
from fourscore.core.position import Position
from fourscore.search.types import Limit, Value

__all__ = ["Tries"]


class Tries:
    """Chooses columns as the levels do; what equally deep levels see is searched once, and what
    several levels prove is proved once.

    >>> from fourscore import agent
    >>> position = Position("44343")
    >>> Tries().choose(3, position, seed=5) == agent("level:3", seed=5).choose(position).column
    True
    """

    def __init__(self) -> None:
        self._seen: dict[tuple[int, Position], Mapping[int, Value]] = {}
        self._best: dict[Position, list[int]] = {}
        """The columns that a level which plays perfectly chooses from."""

    def choose(self, level: int, position: Position, seed: int) -> int:
        """Return the column that a level plays."""
        player = _player(level, seed)
        if position in self._best and player.knows(position):
            return draw_column(position, self._best[position], seed)
        if player.knows(position):
            report = player(position, Limit())
            if report.complete and report.values[report.column].result is not None:
                best = report.values[report.column].value
                found = [column for column, each in report.values.items() if each.value == best]
                self._best[position] = found
            return report.column
        key = player.skill.depth, position
        if key not in self._seen:
            self._seen[key] = player.search(position)
        return player.pick(position, self._seen[key])


@cache
def _player(level: int, seed: int) -> LevelPlayer:
    return level_player(str(level), seed)
