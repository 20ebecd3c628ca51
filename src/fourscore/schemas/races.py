"""Races: several agents on one position."""

from typing import Annotated

from pydantic import Field

from fourscore.core.game import Game
from fourscore.insight.race.race import Contender, Quartiles, RaceResult
from fourscore.schemas.base import Column, Schema, one_of
from fourscore.schemas.positions import PositionView, position_view
from fourscore.schemas.review import VerdictView, verdict_view
from fourscore.schemas.search import BudgetView, budget_view
from fourscore.schemas.truth import ScoreView, score_view
from fourscore.search.types import Limit

__all__ = [
    "ChosenView",
    "ContenderView",
    "NowView",
    "RaceView",
    "ReportedView",
    "RunView",
    "SpreadView",
    "StateView",
    "race_view",
]


class SpreadView(Schema):
    """The middle of several figures, and the ends of their middle half."""

    median: float
    low: float
    high: float


class RunView(Schema):
    """One decision."""

    column: Column
    seconds: float
    nodes: int
    depth: int
    playouts: int
    complete: bool = Field(description="Whether it finished before reaching a limit.")
    memory: int | None = Field(
        description="Bytes by which the peak of the resident memory grew; null if unknown."
    )


class ChosenView(Schema):
    """A column that an agent chose."""

    column: Column
    count: int = Field(description="In how many of its runs.")
    verdict: VerdictView | None


class ContenderView(Schema):
    """An agent, what its decisions took, and what its moves are worth."""

    agent: str = Field(description="The spec in its canonical form.")
    column: Column | None = Field(description="The column that it chose most often.")
    columns: list[ChosenView] = Field(description="Every column that it chose, commonest first.")
    seconds: SpreadView | None
    nodes: SpreadView | None
    depth: SpreadView | None
    playouts: SpreadView | None
    memory: SpreadView | None = Field(
        description="Bytes by which the peak of the resident memory grew during a decision."
    )
    verdict: VerdictView | None = Field(
        description="What the commonest column is worth; null if that is not known."
    )
    points_lost: float | None = Field(
        description="Points of the exact score below the best column, the mean of its runs."
    )
    note: str | None = Field(description="How its budget differs from that of the others.")
    trouble: str | None = Field(description="Why there are fewer runs than wanted.")
    runs: list[RunView]


class NowView(Schema):
    """The current step."""

    what: Annotated[str, one_of("truth", "warm", "run")] = Field(
        description="Scores are being proved, an agent is being loaded, or it decides."
    )
    agent: str | None
    done: int = Field(description="Decisions that were made, of all.")
    total: int


class RaceView(Schema):
    """Agents side by side, in the order in which they were named; in progress what there is."""

    complete: bool = Field(
        description="Whether every agent made its runs, or `trouble` says why not, and every move "
        "was judged that can be. If not, there was not enough time."
    )
    now: NowView | None = Field(description="null in a result.")
    position: PositionView
    limit: BudgetView | None = Field(description="null where each agent had its own.")
    runs: int = Field(description="Decisions that each should make.")
    best: ScoreView | None = Field(description="What the best move is worth, if it is known.")
    best_columns: list[Column] = Field(description="The best ones, as far as they are known.")
    agents: list[ContenderView]


class ReportedView(Schema):
    """What was published about an algorithm on a state."""

    algorithm: str
    says: str


class StateView(Schema):
    """A position on which results were published."""

    number: int
    words: str
    reported: list[ReportedView]


def race_view(
    game: Game,
    found: RaceResult,
    limit: Limit | None,
    best_columns: list[int] | None = None,
    now: NowView | None = None,
) -> RaceView:
    """Show a race, at its end or with what is being done now.

    `best_columns` are those that were proved beforehand; else the best that were played count.
    """
    judged = [each for one in found.contenders for each in one.judgements.values()]
    played = sorted({each.column for each in judged if each.is_optimal})
    return RaceView(
        complete=now is None and all(_is_done(each, found) for each in found.contenders),
        now=now,
        position=position_view(game),
        limit=budget_view(limit),
        runs=found.wanted,
        best=score_view(judged[0].best) if judged else None,
        best_columns=best_columns or played,
        agents=[_contender(each) for each in found.contenders],
    )


def _is_done(contender: Contender, found: RaceResult) -> bool:
    if contender.trouble:
        return contender.trouble != "stopped"
    is_solved = found.position.variant.name != "standard" or contender.points_lost is not None
    return len(contender.runs) == found.wanted and is_solved


def _contender(contender: Contender) -> ContenderView:
    verdicts = {column: verdict_view(each) for column, each in contender.judgements.items()}
    playouts = [run.playouts for run in contender.runs]
    return ContenderView.of(
        contender,
        agent=contender.spec,
        columns=[
            ChosenView(column=column, count=count, verdict=verdicts.get(column))
            for column, count in contender.columns.items()
        ],
        playouts=Quartiles.of(playouts) if playouts else None,
        verdict=None if contender.column is None else verdicts.get(contender.column),
        note=contender.note or None,
        trouble=contender.trouble or None,
    )
