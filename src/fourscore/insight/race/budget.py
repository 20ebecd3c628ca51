"""One budget for several agents: what each of them can use of it, and a note on it."""

from typing import Any

from fourscore.agents.base import Agent
from fourscore.agents.entry import LIMITS
from fourscore.search.types import NO_LIMIT, Limit

__all__ = ["budget_of", "note_on"]

TIME = "seconds"


def budget_of(player: Agent, common: Limit | None, most: Limit | None = None) -> Limit | None:
    """Return an agent's share of a common budget, or None for its own budget.

    Limits that it can use replace its own; an agent that can use none of them keeps its own.
    `most` caps every limit, sets a time where there is none, and retains the default bound on the
    nodes of searches that store what they visit.

    >>> from fourscore.agents import agent
    >>> budget_of(agent("mcts:playouts=50"), Limit(nodes=10, depth=3))
    Limit(depth=None, nodes=10, playouts=None, seconds=None)
    >>> budget_of(agent("astar"), Limit(seconds=60.0), Limit(seconds=10.0, nodes=10**9))
    Limit(depth=None, nodes=1000000, playouts=None, seconds=10.0)
    """
    shared = _shared(player, common)
    if most is None:
        return shared
    default: dict[str, Any] = dict(player.entry.default)
    default_cap = Limit(depth=player.limit.depth, nodes=default.get("nodes"))
    return (shared or player.limit).capped_at(most, default_cap)


def _shared(player: Agent, common: Limit | None) -> Limit | None:
    return (common or NO_LIMIT).only(*player.entry.limits) or None


def note_on(player: Agent, common: Limit | None) -> str:
    """Describe how an agent's budget differs from that of the others.

    >>> from fourscore.agents import agent
    >>> note_on(agent("random"), Limit(seconds=1.0))
    'cannot use a time limit and plays as usual'
    >>> note_on(agent("alphabeta:depth=3"), Limit(nodes=5000))
    'stops after looking 3 plies ahead'
    >>> note_on(agent("alphabeta"), Limit(playouts=100)), note_on(agent("mcts"), Limit(playouts=9))
    ('cannot use a limit of playouts and plays as usual', '')
    """
    if not common:
        return ""
    if _shared(player, common) is None:
        named = [each.name for each in LIMITS if getattr(common, each.name) is not None]
        what = "time limit" if named == [TIME] else f"limit of {' or '.join(named)}"
        return f"cannot use a {what} and plays as usual"
    depth = None if common.depth else player.limit.depth
    plies = "1 ply" if depth == 1 else f"{depth} plies"
    return f"stops after looking {plies} ahead" if depth else ""
