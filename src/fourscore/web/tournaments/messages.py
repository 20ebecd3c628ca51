"""What the scheduler and the runner of a tournament say to each other."""

from pathlib import Path

from pydantic import BaseModel

from fourscore.schemas.tournaments import StandingsView
from fourscore.web.tournaments.schemas import LiveGameView, TournamentRequest

__all__ = ["RunnerLive", "RunnerProgress", "RunnerRequest"]


class RunnerRequest(BaseModel):
    """What to play, and where to record it."""

    ledger: Path
    setup: TournamentRequest
    local_agents: bool = False
    """Whether agents may be programs of this machine."""


class RunnerLive(BaseModel):
    """What is on the boards now."""

    games: list[LiveGameView]


class RunnerProgress(RunnerLive):
    """How far a tournament is, all of it after the same games."""

    done: int
    doing: str
    standings: StandingsView | None
    rounds: list[str] = []
    """What happened in each round, of formats that have them."""
