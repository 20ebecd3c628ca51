"""The shapes of comparisons: several agents on one position."""

from typing import Annotated

from pydantic import Field

from fourscore.web.positions.schemas import ScoreView
from fourscore.web.schemas import (
    LimitRequest,
    PositionRequest,
    PositionView,
    Shape,
    example,
    one_of,
)

__all__ = [
    "MOST_AGENTS",
    "MOST_RUNS",
    "BudgetView",
    "ChosenView",
    "CompareRequest",
    "CompareView",
    "ContenderView",
    "NowView",
    "RunView",
    "SpreadView",
    "VerdictView",
]

MOST_AGENTS, MOST_RUNS = 12, 20
"""What one request may ask for."""

Spec = Annotated[str, Field(min_length=1, max_length=200, examples=["alphabeta:depth=6"])]


class CompareRequest(PositionRequest):
    """A race: several agents on one position with one budget."""

    model_config = example(
        moves="44444455555526",
        agents=["alphabeta:depth=4", "mcts"],
        limit={"seconds": 0.05},
        runs=2,
    )

    agents: Annotated[
        list[Spec],
        Field(min_length=1, max_length=MOST_AGENTS, description="Their specs, all different."),
    ]
    limit: LimitRequest | None = Field(
        None,
        description="The budget of every decision. Each agent takes what it can use of it in "
        "place of its own limits; left out, each has its own.",
    )
    runs: Annotated[int, Field(ge=1, le=MOST_RUNS, description="Decisions of each.")] = 3


class BudgetView(Shape):
    """The common budget of a race, as it was asked for."""

    depth: int | None = None
    nodes: int | None = None
    playouts: int | None = None
    seconds: float | None = None


class SpreadView(Shape):
    """The middle of several figures, and the ends of their middle half."""

    median: float
    low: float
    high: float


class RunView(Shape):
    """One decision."""

    column: int
    seconds: float
    nodes: int
    depth: int
    playouts: int
    complete: bool = Field(description="Whether it did all that was asked before a limit.")
    memory: int | None = Field(
        description="Bytes by which the peak of the resident memory grew; null if unknown."
    )


class VerdictView(Shape):
    """What a move is worth, held against the truth."""

    score: ScoreView
    kind: str = Field(examples=["slower win"])
    means: str = Field(description="What the kind means, in a sentence.")
    is_best: bool = Field(description="Whether no column is worth more.")
    is_blunder: bool = Field(description="Whether it changes the result.")
    points_lost: int = Field(description="Points of the exact score below the best column.")


class ChosenView(Shape):
    """A column that an agent chose."""

    column: int
    count: int = Field(description="In how many of its runs.")
    verdict: VerdictView | None


class ContenderView(Shape):
    """An agent, what its decisions took, and what its moves are worth."""

    agent: str = Field(description="The spec in its usual form.")
    column: int | None = Field(description="The column that it chose most often.")
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


class NowView(Shape):
    """What is being done."""

    what: Annotated[str, one_of("truth", "warm", "run")] = Field(
        description="Scores are being proved, an agent is being loaded, or it decides."
    )
    agent: str | None
    done: int = Field(description="Decisions that were made, of all.")
    total: int


class CompareView(Shape):
    """Agents side by side, in the order in which they were named; in progress what there is."""

    complete: bool = Field(
        description="Whether every agent made its runs, or said why not, and every move was "
        "judged that can be. If not, the time was not enough."
    )
    now: NowView | None = Field(description="null in a result.")
    position: PositionView
    limit: BudgetView | None = Field(description="null where each agent had its own.")
    runs: int = Field(description="Decisions that each should make.")
    best: ScoreView | None = Field(description="What the best move is worth, if it is known.")
    best_columns: list[int] = Field(description="The best ones, as far as they are known.")
    agents: list[ContenderView]
