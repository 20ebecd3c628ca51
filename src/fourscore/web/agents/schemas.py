"""Requests for moves, and the agents of this server."""

from dataclasses import asdict
from functools import cache
from typing import Annotated

from pydantic import Field

from fourscore.schemas.agents import AgentListView, agent_list
from fourscore.schemas.base import Schema
from fourscore.web.schemas import LimitRequest, PositionRequest, Seed, example
from fourscore.web.settings import Caps

__all__ = ["AgentsView", "CapsView", "MoveRequest", "agents_view"]


class CapsView(Schema):
    """The most that one request may ask for; more is cut down to it."""

    depth: int
    nodes: int
    playouts: int
    seconds: float


class AgentsView(AgentListView):
    """All opponents, the levels first."""

    caps: CapsView
    local_agents: bool = Field(
        description="Whether tournaments and races may also have programs of this machine as "
        "agents: `python:`, `kaggle:`, `uci:` and `exec:`."
    )


@cache
def agents_view(caps: Caps, local_agents: bool) -> AgentsView:
    """Return all opponents, with the most that one request may ask for."""
    caps_view = CapsView(**asdict(caps))
    return AgentsView(**dict(agent_list()), caps=caps_view, local_agents=local_agents)


class MoveRequest(PositionRequest):
    """A request for an agent's move."""

    model_config = example(agent="mcts:playouts=5000", moves="44", limit={"seconds": 1}, seed=7)

    agent: Annotated[str, Field(min_length=1, max_length=200, examples=["alphabeta:depth=6"])]
    limit: LimitRequest | None = None
    seed: Seed | None = Field(
        None, description="For random agents and for slip; by default the server draws one."
    )
