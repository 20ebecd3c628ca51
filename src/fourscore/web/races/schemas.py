"""Requests for races: several agents on one position."""

from typing import Annotated

from pydantic import Field

from fourscore.web.schemas import LimitRequest, PositionRequest, example

__all__ = ["MAX_AGENTS", "MAX_RUNS", "RaceRequest", "Spec"]

MAX_AGENTS, MAX_RUNS = 12, 20
"""What one request may ask for."""

Spec = Annotated[str, Field(min_length=1, max_length=200, examples=["alphabeta:depth=6"])]


class RaceRequest(PositionRequest):
    """A race: several agents on one position with one budget."""

    model_config = example(
        moves="44444455555526",
        agents=["alphabeta:depth=4", "mcts"],
        limit={"seconds": 0.05},
        runs=2,
    )

    agents: Annotated[
        list[Spec],
        Field(min_length=1, max_length=MAX_AGENTS, description="Their specs, all different."),
    ]
    limit: LimitRequest | None = Field(
        None,
        description="The budget of every decision. Each agent uses what it can of it instead of "
        "its own limits; by default each has its own.",
    )
    runs: Annotated[int, Field(ge=1, le=MAX_RUNS, description="Decisions of each.")] = 3
