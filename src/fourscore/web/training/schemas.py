"""Requests for trainings, and the server's own trainings."""

from typing import Annotated

from pydantic import Field

from fourscore.learn.settings import METHODS
from fourscore.schemas.base import Column, Schema, one_of
from fourscore.web.schemas import RequestBody, Seed, example

__all__ = [
    "MAX_MINUTES",
    "MIN_MINUTES",
    "NETWORKS",
    "BaselineView",
    "BaselinesView",
    "ColumnValueView",
    "CurvePointView",
    "DeletedTrainingView",
    "MeasureView",
    "TrainingLineView",
    "TrainingRequest",
    "TrainingView",
    "TrainingsView",
    "ValuesView",
]

MIN_MINUTES, MAX_MINUTES = 0.02, 60.0
NETWORKS = ("small", "full")
STATES = ("waiting", "running", "finished", "cancelled", "failed")
Minutes = Annotated[
    float,
    Field(ge=MIN_MINUTES, le=MAX_MINUTES, description="How long it learns, in all."),
]
NetworkText = Annotated[
    str,
    Field(
        max_length=20,
        description="How large the network is: small and quick, or as large as fourscore's own.",
        json_schema_extra={"enum": list(NETWORKS)},
    ),
]


class TrainingRequest(RequestBody):
    """A training: how it learns, how long, and what."""

    model_config = example(method="td", minutes=1, seed=1, network="small")

    method: Annotated[
        str,
        Field(
            max_length=20,
            description="By temporal differences, by policy iteration with a tree search, or from "
            "exact scores.",
            json_schema_extra={"enum": list(METHODS)},
        ),
    ] = "td"
    minutes: Minutes = 5.0
    seed: Seed = 0
    network: NetworkText = "full"


class TrainingLineView(Schema):
    """A training in the list."""

    id: str = Field(description="Its name in specs: `tuples:run=ID`; `shipped` needs none there.")
    state: Annotated[str, one_of(*STATES)]
    says: str = Field(description="The state in a sentence.")
    created: str = Field(description="UTC.")
    ended: str | None
    method: Annotated[str, one_of(*METHODS)]
    minutes: float = Field(description="How long it is to learn, in all.")
    seed: int
    network: Annotated[str, one_of(*NETWORKS)]
    games: int = Field(description="Games of self-play that it has learned from.")
    seconds: float = Field(description="How long it has learned.")


class TrainingsView(Schema):
    """Trainings, the newest first."""

    total: int
    first: int
    trainings: list[TrainingLineView]


class MeasureView(Schema):
    """How well it plays one class of positions, without search."""

    kept: float = Field(description="The share of its moves that keep the result.")
    low: float = Field(description="The lower end of the 95 % interval of that share,")
    high: float = Field(description="and the upper end.")
    best: float = Field(description="The share of its moves that are best.")
    count: int = Field(description="How many positions it was tested on.")


class CurvePointView(Schema):
    """A point of the learning curve."""

    games: int
    seconds: float
    classes: dict[str, MeasureView] = Field(
        description="By class of positions: `easy`, `medium` and `hard` openings, `middle` game."
    )


class BaselineView(Schema):
    """How well another agent plays the positions of the learning curves."""

    agent: str
    kept: dict[str, float] = Field(
        description="By class, the share of its moves that keep the result."
    )


class BaselinesView(Schema):
    """What learning curves can be compared with."""

    baselines: list[BaselineView]


class ColumnValueView(Schema):
    """What a network thinks of one column."""

    column: Column
    value: float = Field(description="From -1, loses, to 1, wins, for the side to move.")


class ValuesView(Schema):
    """What a network thinks of a position, without search."""

    moves: str
    games: int = Field(description="The age of the network.")
    columns: list[ColumnValueView]


class TrainingView(TrainingLineView):
    """A training and how it stands."""

    before: int = Field(description="How many others have their turn first, if it waits.")
    games_a_second: float | None
    seconds_left: float | None = Field(description="Of learning, while it runs.")
    curve: list[CurvePointView] = Field(
        description="The earliest point first; thinned out if many."
    )
    ages: list[int] = Field(description="Games after which a network was stored, to play against.")
    last_game: str | None = Field(description="The moves of a recent game against itself.")
    values: ValuesView | None = Field(
        description="Of the position that is watched, while it learns."
    )


class DeletedTrainingView(Schema):
    """A training that was deleted."""

    id: str
