"""fourscore's agents as engines for the line protocol: the inverse of `external`."""

from dataclasses import replace
from typing import Any

from fourscore.agents.base import Agent
from fourscore.agents.engine import Refusal, answer_of
from fourscore.core.notation import read_board
from fourscore.core.position import Position
from fourscore.core.variants import variant as find_variant
from fourscore.errors import InputError

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
