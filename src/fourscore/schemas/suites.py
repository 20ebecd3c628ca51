"""Suites: how agents did in labelled positions."""

from typing import Any

from pydantic import Field

from fourscore.insight.suites.result import AgentResult, SuiteResult
from fourscore.insight.suites.words import say_suite
from fourscore.insight.truth.accuracy import Accuracy
from fourscore.insight.truth.intervals import Measured
from fourscore.schemas.base import Schema
from fourscore.schemas.review import MeasuredView

__all__ = ["SuiteAgentView", "SuiteClassView", "SuitePlyView", "SuiteSharesView", "SuiteView"]


class SuiteSharesView(Schema):
    """How good moves were, with 95 % intervals; null where there was nothing to count."""

    moves: int
    forced: int = Field(description="Moves in the only open column, which do not count.")
    lost: int = Field(description="Moves in lost positions, which do not count as result kept.")
    result_kept: MeasuredView | None
    best: MeasuredView | None
    points_lost: MeasuredView | None = Field(description="Points of the exact score; 1 is 2 plies.")


class SuiteClassView(SuiteSharesView):
    """The moves in positions of one class."""

    name: str


class SuitePlyView(SuiteSharesView):
    """The moves in positions with so many discs."""

    ply: int


class SuiteAgentView(SuiteSharesView):
    """How an agent did."""

    agent: str
    seconds: MeasuredView | None = Field(description="Time of a move.")
    nodes: MeasuredView | None = Field(description="Positions visited for a move.")
    faults: int = Field(description="Positions in which it chose no legal column.")
    classes: list[SuiteClassView]
    plies: list[SuitePlyView]


class SuiteView(Schema):
    """How agents did in a suite."""

    says: str
    positions: str
    count: int
    complete: bool
    agents: list[SuiteAgentView] = Field(description="The one that kept most results first.")


def suite_view(found: SuiteResult) -> SuiteView:
    """Show how agents did in a suite."""
    return SuiteView(
        says=say_suite(found),
        positions=found.labelled.name,
        count=len(found.labelled),
        complete=found.is_complete,
        agents=[_agent(each) for each in found.ranking],
    )


def _agent(each: AgentResult) -> SuiteAgentView:
    return SuiteAgentView(
        agent=each.name,
        seconds=_measured(each.seconds),
        nodes=_measured(each.nodes),
        faults=each.faults,
        classes=[
            SuiteClassView(name=kind, **_shares(exact)) for kind, exact in each.by_class.items()
        ],
        plies=[SuitePlyView(ply=ply, **_shares(exact)) for ply, exact in each.by_ply().items()],
        **_shares(each.accuracy),
    )


def _shares(exact: Accuracy) -> dict[str, Any]:
    return {
        "moves": exact.moves,
        "forced": exact.forced,
        "lost": exact.lost,
        "result_kept": _measured(exact.kept),
        "best": _measured(exact.best),
        "points_lost": _measured(exact.points_lost),
    }


def _measured(found: Measured | None) -> MeasuredView | None:
    return None if found is None else MeasuredView.of(found)
