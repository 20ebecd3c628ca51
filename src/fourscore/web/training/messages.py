"""What the scheduler and the runner of a training say to each other."""

from pathlib import Path

from pydantic import BaseModel

from fourscore.web.training.schemas import TrainingRequest, ValuesView

__all__ = ["RunnerProgress", "RunnerRequest", "WatchedPositions"]


class RunnerRequest(BaseModel):
    """What to learn, and where to store it."""

    run: Path
    setup: TrainingRequest


class WatchedPositions(BaseModel):
    """The positions that people watch, as move strings."""

    moves: list[str]


class RunnerProgress(BaseModel):
    """How far a training is."""

    games: int
    seconds: float
    last_game: str | None
    values: list[ValuesView]
    """Of the positions that are watched, if they have been evaluated just now."""
