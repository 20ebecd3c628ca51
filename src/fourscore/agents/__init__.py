"""Agents: a name and a budget around a search, written as specs."""

from fourscore.agents import builtin as _builtin  # noqa: F401  (registers fourscore's own agents)
from fourscore.agents import external as _external  # noqa: F401  (registers other people's)
from fourscore.agents.base import Agent
from fourscore.agents.factory import AgentFactory
from fourscore.agents.registry import AgentLike, agent, entries, register_agent

__all__ = ["Agent", "AgentFactory", "AgentLike", "agent", "entries", "register_agent"]
