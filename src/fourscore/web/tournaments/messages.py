"""What the scheduler and the runner of a tournament say to each other."""

from pathlib import Path

from pydantic import BaseModel

from fourscore.web.tournaments.schemas import TournamentRequest

__all__ = ["RunnerProgress", "RunnerRequest"]


class RunnerRequest(BaseModel):
    """What to play, and where to record it."""

    ledger: Path
    setup: TournamentRequest


class RunnerProgress(BaseModel):
    """How far a tournament is."""

    done: int
    doing: str
