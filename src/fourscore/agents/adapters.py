"""fourscore's agents as engines for the line protocol: the inverse of `external`."""

from dataclasses import replace
from typing import Any

from fourscore.agents.base import Agent
from fourscore.agents.engine import Refusal, answer_of, read_position, read_rules
from fourscore.errors import UnsupportedError

__all__ = ["ProtocolEngine"]


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
        self._rules = read_rules(width, height, variant)
        self._agent.new_game()

    def choose(self, board: str, limits: dict[str, float]) -> dict[str, Any]:
        known: dict[str, Any] = {
            name: amount if name == "seconds" else int(amount)
            for name, amount in limits.items()
            if hasattr(self._agent.limit, name)
        }
        position = read_position(board, self._rules)
        try:
            found = self._agent.choose(position, replace(self._agent.limit, **known))
        except UnsupportedError as error:
            raise Refusal(error.for_people) from None
        return answer_of(found)
