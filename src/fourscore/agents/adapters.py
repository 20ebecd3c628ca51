"""fourscore's agents in other programs: the inverse of `external`.

`connectx_agent` is a function for Kaggle's ConnectX, `PettingZooPolicy` a policy for PettingZoo's
`connect_four_v3`, and `ProtocolEngine` an engine for the line protocol. None of them needs the
package it is made for.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

import numpy as np

from fourscore.agents.base import Agent
from fourscore.agents.engine import Refusal, answer_of
from fourscore.agents.registry import agent
from fourscore.core.notation import read_board, read_connectx
from fourscore.core.position import Position
from fourscore.core.variants import variant as find_variant
from fourscore.errors import InputError
from fourscore.search.types import Limit, Report

__all__ = ["PettingZooPolicy", "ProtocolEngine", "connectx_agent"]

SHARE = 0.8
"""The share of ConnectX's time for a move that an agent may use."""


class _Seat:
    """An agent that detects from the positions it gets when a new game starts."""

    def __init__(self, spec: str) -> None:
        self.agent = agent(spec)
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


def connectx_agent(spec: str) -> Callable[..., int]:
    """Return an agent function for Kaggle's ConnectX.

    It stays within the configuration's time for a move, even if the spec's limit is larger.

    >>> act = connectx_agent("alphabeta:depth=4")
    >>> act({"board": [0] * 42, "mark": 1}, {"columns": 7, "rows": 6, "inarow": 4, "timeout": 2})
    3
    """
    seat = _Seat(spec)

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

    def __init__(self, spec: str) -> None:
        self._seat = _Seat(spec)

    def __call__(self, observation: Any, action_mask: Any = None) -> int:
        """Choose an action; the mask may be part of the observation or given beside it."""
        planes = observation
        if isinstance(observation, Mapping):
            planes = observation["observation"]
            action_mask = observation.get("action_mask", action_mask)
        column = self._seat.choose(_read_planes(planes), self._seat.agent.limit).column
        if action_mask is not None and not action_mask[column]:
            raise InputError(f"the mask forbids column {column + 1}, but the board allows it")
        return column


def _read_planes(planes: Any) -> Position:
    """Read the mover's discs (plane 0) and the opponent's (plane 1), top row first."""
    mine, theirs = np.asarray(planes, dtype=np.int64).transpose(2, 0, 1)
    mark = 1 if mine.sum() == theirs.sum() else 2
    cells = mark * mine + (3 - mark) * theirs
    height, width = cells.shape
    return read_connectx([int(cell) for cell in cells.flat], mark, width=width, height=height)


class ProtocolEngine:
    """An engine for the line protocol; a request's limits are added to the agent's own."""

    def __init__(self, player: Agent) -> None:
        self.name = f"fourscore {player.spec}"
        self._agent = player
        self._agent.prepare()
        self.new_game(7, 6, player.variants[0])

    def new_game(self, width: int, height: int, variant: str) -> None:
        if variant not in self._agent.variants:
            raise Refusal(f"{self.name} plays {' and '.join(self._agent.variants)}")
        try:
            Position.empty(width, height, find_variant(variant))
        except InputError as error:
            raise Refusal(error) from None
        rules = find_variant(variant)
        self._rules: dict[str, Any] = {"width": width, "height": height, "variant": rules}
        self._agent.new_game()

    def choose(self, board: str, limits: dict[str, float]) -> dict[str, Any]:
        known: dict[str, Any] = {
            name: amount if name == "seconds" else int(amount)
            for name, amount in limits.items()
            if hasattr(self._agent.limit, name)
        }
        position = read_board(board, **self._rules)
        return answer_of(self._agent.choose(position, replace(self._agent.limit, **known)))
