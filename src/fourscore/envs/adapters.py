"""fourscore's agents in other people's environments: Kaggle's ConnectX and PettingZoo.

Neither of these needs the package it is made for.
"""

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from fourscore.agents import AgentLike, agent
from fourscore.core.notation import read_connectx
from fourscore.core.position import Position
from fourscore.errors import InputError
from fourscore.search.types import Limit, Report

__all__ = ["PettingZooPolicy", "connectx_agent"]

SHARE = 0.8
"""The share of ConnectX's time for a move that an agent may use."""


class _Seat:
    """An agent that detects from the positions it gets when a new game starts."""

    def __init__(self, who: AgentLike) -> None:
        self.agent = agent(who)
        self._last: Position | None = None

    def choose(self, position: Position, limit: Limit) -> Report:
        if self._last is not None and not _follows(position, self._last):
            self.agent.new_game()
        self._last = position
        return self.agent.choose(position, limit)


def _follows(position: Position, earlier: Position) -> bool:
    """Return whether a game can have led from the earlier position to this one."""
    later = {player: position.discs(player) for player in "XO"}
    return position.rules == earlier.rules and all(
        earlier.discs(player) & ~discs == 0 for player, discs in later.items()
    )


def connectx_agent(who: AgentLike) -> Callable[..., int]:
    """Return an agent function for Kaggle's ConnectX.

    It stays within the configuration's time for a move, even if the agent's limit is larger.

    >>> act = connectx_agent("alphabeta:depth=4")
    >>> act({"board": [0] * 42, "mark": 1}, {"columns": 7, "rows": 6, "inarow": 4, "timeout": 2})
    3
    """
    seat = _Seat(who)

    def act(observation: Any, configuration: Any) -> int:
        if _item(configuration, "inarow", 4) != 4:
            raise InputError(f"fourscore connects 4, not {_item(configuration, 'inarow', 4)}")
        position = read_connectx(
            _item(observation, "board"),
            _item(observation, "mark"),
            width=_item(configuration, "columns", 7),
            height=_item(configuration, "rows", 6),
        )
        timeout = _item(configuration, "actTimeout", None) or _item(configuration, "timeout", 2)
        budget = seat.agent.limit.capped_at(Limit(seconds=SHARE * timeout))
        return seat.choose(position, budget).column

    return act


def _item(holder: Any, name: str, *default: Any) -> Any:
    """Return a part of an observation, which may be a mapping, an object or both."""
    if isinstance(holder, Mapping):
        return holder.get(name, *default) if default else holder[name]
    return getattr(holder, name, *default)


class PettingZooPolicy:
    """A policy for PettingZoo's `connect_four_v3`: an observation in, an action out.

        observation, _, termination, truncation, _ = env.last()
        action = None if termination or truncation else policy(observation)

    >>> policy = PettingZooPolicy("alphabeta:depth=4")
    >>> policy({"observation": np.zeros((6, 7, 2), np.int8), "action_mask": np.ones(7, np.int8)})
    3
    """

    def __init__(self, who: AgentLike) -> None:
        self._seat = _Seat(who)

    def __call__(self, observation: Any, action_mask: Any = None) -> int:
        """Choose an action; the mask may be part of the observation or given beside it."""
        planes = observation
        if isinstance(observation, Mapping):
            planes = observation["observation"]
            action_mask = observation.get("action_mask", action_mask)
        column = self._seat.choose(_read_planes(planes), self._seat.agent.limit).column
        if action_mask is not None and not action_mask[column]:
            raise InputError(f"the mask forbids column {column}, but the board allows it")
        return column


def _read_planes(planes: Any) -> Position:
    """Read the mover's discs (plane 0) and the opponent's (plane 1), top row first."""
    mine, theirs = np.asarray(planes, dtype=np.int64).transpose(2, 0, 1)
    mark = 1 if mine.sum() == theirs.sum() else 2
    cells = mark * mine + (3 - mark) * theirs
    height, width = cells.shape
    return read_connectx([int(cell) for cell in cells.flat], mark, width=width, height=height)
