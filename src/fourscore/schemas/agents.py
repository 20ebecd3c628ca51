"""Agents, their options, the levels, and a move that an agent chose."""

from typing import Annotated, Any

from pydantic import Field

from fourscore.agents import entries
from fourscore.agents.entry import LIMITS, Entry, Option
from fourscore.agents.levels import Level, level_table, placed_agents, provenance
from fourscore.core.game import Game
from fourscore.core.variants import VARIANTS
from fourscore.schemas.base import Schema, one_of
from fourscore.schemas.positions import PlayedView, PositionView, played_views, position_view
from fourscore.schemas.search import ReportView, report_view
from fourscore.search.types import Report

__all__ = [
    "AgentListView",
    "AgentView",
    "LevelTableView",
    "LevelView",
    "MeasuredLevelView",
    "MoveView",
    "OptionView",
    "PlacedView",
    "SkillView",
    "agent_list",
    "level_table_view",
    "move_view",
]


class OptionView(Schema):
    """A key that an agent's spec may set."""

    name: str
    help: str
    kind: Annotated[str, one_of("int", "float", "str", "bool")]
    default: int | float | str | bool | None
    choices: list[str]
    least: float | None
    most: float | None
    limit: bool = Field(description="Whether it is a limit, which a request may also set.")


class AgentView(Schema):
    """An agent that can play."""

    name: str = Field(examples=["mcts"])
    label: str = Field(
        description="What it is called on a page.", examples=["Monte Carlo tree search (MCTS)"]
    )
    summary: str = Field(description="How it chooses, in a few words.")
    options: list[OptionView]
    variants: list[str]


class LevelView(Schema):
    """A ready opponent of a certain strength."""

    spec: str = Field(examples=["level:6"])
    level: int
    label: str = Field(description="What it is called on a page.", examples=["Level 6"])
    plain: str = Field(description="How it plays, in words for players.")
    summary: str = Field(description="How it plays, in the laboratory's terms.")
    elo: float = Field(description="Above level 1.")
    low: float = Field(description="The lower end of the 95 % interval of its Elo.")
    high: float = Field(description="The upper end.")
    variants: list[str]


class AgentListView(Schema):
    """All opponents, the levels first."""

    levels: list[LevelView]
    agents: list[AgentView]


def agent_list() -> AgentListView:
    """List fourscore's own agents, none that runs other people's code."""
    return AgentListView(
        levels=[LevelView.of(level, **_level(level)) for level in level_table()],
        agents=[_agent(entry) for entry in entries() if not entry.external],
    )


def _agent(entry: Entry) -> AgentView:
    return AgentView.of(entry, options=[_option(entry, each) for each in entry.keys.values()])


def _option(entry: Entry, option: Option) -> OptionView:
    return OptionView.of(
        option,
        kind=option.kind.__name__,
        default=dict(entry.default).get(option.name, option.default),
        limit=option in LIMITS,
    )


# Levels


class SkillView(Schema):
    """How a level plays."""

    depth: int = Field(description="Plies that it looks ahead.")
    overlook: float = Field(description="The probability that a column is overlooked.")
    warmth: float = Field(description="Points by which a column may be worse and still be played.")
    endgame: int = Field(description="The number of empty cells from which on it plays perfectly.")
    book: bool = Field(description="Whether it may use the opening book.")


class MeasuredLevelView(LevelView):
    """A level with how it plays and how strong it is."""

    skill: SkillView
    share_below: float | None = Field(description="Points a game against the level below.")
    games_below: int
    step: float = Field(description="Elo above the level below, by the games between the two.")
    step_low: float = Field(description="The lower end of its 95 % interval.")
    step_high: float = Field(description="The upper end.")
    seconds: float = Field(description="The median time of a move when it was measured.")


class PlacedView(Schema):
    """Another agent on the scale of the levels."""

    spec: str
    elo: float = Field(description="Above level 1.")
    low: float = Field(description="The lower end of the 95 % interval.")
    high: float = Field(description="The upper end.")
    games: int


class LevelTableView(Schema):
    """The levels with what was measured, the weakest first."""

    variant: str
    levels: list[MeasuredLevelView]
    agents: list[PlacedView] = Field(description="Other agents on the same scale.")
    provenance: dict[str, Any] = Field(description="Where the figures come from.")


def level_table_view(variant: str = "standard") -> LevelTableView:
    """Show the levels of a variant, and where their figures come from."""
    levels = [MeasuredLevelView.of(level, **_level(level)) for level in level_table(variant)]
    agents = [PlacedView.of(each) for each in placed_agents(variant)]
    source = dict(provenance(variant))
    return LevelTableView(variant=variant, levels=levels, agents=agents, provenance=source)


def _level(level: Level) -> dict[str, object]:
    return {
        "spec": f"level:{level.number}",
        "level": level.number,
        "label": f"Level {level.number}",
        "summary": level.words,
        "variants": list(VARIANTS),
    }


# Moves


class MoveView(Schema):
    """An agent's move, what it thought, and the position after it."""

    agent: str = Field(description="The spec in its canonical form.")
    seed: int = Field(description="The same request with this seed gets the same answer.")
    played: PlayedView
    report: ReportView
    position: PositionView


def move_view(agent: str, seed: int, report: Report, game: Game) -> MoveView:
    """Show the last move of a game, which an agent has chosen."""
    return MoveView(
        agent=agent,
        seed=seed,
        played=played_views(game)[-1],
        report=report_view(report),
        position=position_view(game),
    )
