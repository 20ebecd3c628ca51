"""Races over a suite: requests, and what came of them."""

from typing import Annotated, Self

from pydantic import Field, model_validator

from fourscore.insight.suites.positions import ALL, NAMES
from fourscore.schemas.base import Column, Player, Schema
from fourscore.schemas.races import NowView
from fourscore.schemas.review import VerdictView
from fourscore.schemas.search import BudgetView
from fourscore.schemas.suites import SuiteView
from fourscore.schemas.truth import ScoreView
from fourscore.web.races.schemas import MAX_AGENTS, Spec
from fourscore.web.schemas import LimitRequest, RequestBody, Seed, example

__all__ = [
    "MAX_POSITIONS",
    "AnswersRequest",
    "SuiteMistakeView",
    "SuiteNameView",
    "SuiteNamesView",
    "SuitePositionView",
    "SuiteRaceRequest",
    "SuiteRaceView",
    "SuiteRacerView",
    "SuiteResultsRequest",
]

USUAL_POSITIONS, MAX_POSITIONS = 50, 200
"""Positions of a race, by default and at most."""


class SuiteRaceRequest(RequestBody):
    """A race over positions of a suite, whose exact scores are known."""

    model_config = example(
        agents=["alphabeta:depth=4", "mcts"], suite="all", count=10, limit={"nodes": 500}
    )

    agents: Annotated[
        list[Spec],
        Field(min_length=1, max_length=MAX_AGENTS, description="Their specs, all different."),
    ]
    suite: Annotated[
        str,
        Field(
            max_length=30,
            description="Positions of one suite, or of all.",
            json_schema_extra={"enum": list(NAMES)},
        ),
    ] = ALL
    count: Annotated[
        int, Field(ge=1, le=MAX_POSITIONS, description="Positions, of each class about as many.")
    ] = USUAL_POSITIONS
    seed: Seed = Field(0, description="Draws the positions, and decides what is random in agents.")
    limit: LimitRequest | None = Field(
        None,
        description="The budget of every decision. Each agent uses what it can of it instead of "
        "its own limits; by default each has its own.",
    )


class FigureRequest(RequestBody):
    """A mean with its interval."""

    value: Annotated[float, Field(ge=0, le=1e15)]
    low: Annotated[float, Field(ge=0, le=1e15)]
    high: Annotated[float, Field(ge=0, le=1e15)]

    @model_validator(mode="after")
    def _ordered(self) -> Self:
        if not self.low <= self.value <= self.high:
            raise ValueError("the interval does not hold the value")
        return self


Answers = Annotated[
    str,
    Field(
        max_length=MAX_POSITIONS,
        description="A character for each position: the column, `x` for none that is legal, "
        "`.` for no answer yet.",
        json_schema_extra={"pattern": "^[1-7x.]*$"},
    ),
]


class AnswersRequest(RequestBody):
    """What an agent answered, as a link has it."""

    answers: Answers
    seconds: FigureRequest | None = None
    nodes: FigureRequest | None = None


class SuiteResultsRequest(SuiteRaceRequest):
    """The answers of a race that was run before."""

    model_config = example(agents=["random"], suite="end", count=3, results=[{"answers": "x.."}])

    results: Annotated[
        list[AnswersRequest],
        Field(max_length=MAX_AGENTS, description="One for each agent, in their order."),
    ]


class SuiteNameView(Schema):
    """A suite that comes with fourscore."""

    name: str
    says: str


class SuiteNamesView(Schema):
    """The suites over which agents can race."""

    suites: list[SuiteNameView]


class SuitePositionView(Schema):
    """A position of a race, with what is known for certain."""

    start: str = Field(description="Rows of `-XO` from the top, separated by `/`.")
    turn: Player
    suite: str
    best: ScoreView
    best_columns: list[Column]


class SuiteMistakeView(Schema):
    """A position in which an agent did not find a best column."""

    position: int = Field(description="Its place in the list of positions, from 0.")
    column: Column | None = Field(description="null if it chose no legal column.")
    verdict: VerdictView | None
    fault: str | None
    seed: int = Field(description="The seed with which the agent decides the same again.")
    spoils: bool = Field(description="Whether the result is worse now, and not only later.")


class SuiteRacerView(Schema):
    """An agent of a race."""

    agent: str = Field(description="The spec in its canonical form.")
    note: str | None = Field(description="How its budget differs from that of the others.")
    answers: Answers
    mistakes: list[SuiteMistakeView] = Field(description="Those that spoil the result first.")


class SuiteRaceView(Schema):
    """A race over a suite, so far."""

    suite: SuiteView = Field(description="As `fourscore suite --json` has it.")
    seed: int
    limit: BudgetView | None
    positions: list[SuitePositionView]
    racers: list[SuiteRacerView] = Field(description="In the order in which they were named.")
    command: str | None = Field(description="What does the same in a terminal, if anything does.")
    now: NowView | None = Field(description="null when it has ended.")
