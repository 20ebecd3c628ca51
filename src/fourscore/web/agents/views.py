"""Who can be asked for moves: the levels and the agents, as the API lists them."""

from dataclasses import asdict
from functools import cache

from fourscore.agents import entries
from fourscore.agents.levels import level_table
from fourscore.agents.registry import LIMITS, Entry, Option
from fourscore.core.variants import VARIANTS
from fourscore.web.schemas import AgentsView, AgentView, CapsView, LevelView, OptionView
from fourscore.web.settings import Caps

__all__ = ["agents_view"]


@cache
def agents_view(caps: Caps) -> AgentsView:
    """List everybody, the levels first; nobody who runs code of others."""
    return AgentsView(
        levels=[
            LevelView(
                spec=f"level:{level.number}",
                level=level.number,
                summary=level.words,
                variants=list(VARIANTS),
            )
            for level in level_table()
        ],
        agents=[_agent(entry) for entry in entries() if not entry.external],
        caps=CapsView(**asdict(caps)),
    )


def _agent(entry: Entry) -> AgentView:
    return AgentView(
        name=entry.name,
        summary=entry.summary,
        options=[_option(entry, option) for option in entry.keys.values()],
        variants=list(entry.variants),
    )


def _option(entry: Entry, option: Option) -> OptionView:
    return OptionView(
        name=option.name,
        help=option.help,
        kind=option.kind.__name__,
        default=dict(entry.default).get(option.name, option.default),
        choices=list(option.choices),
        least=option.least,
        most=option.most,
        limit=option in LIMITS,
    )
