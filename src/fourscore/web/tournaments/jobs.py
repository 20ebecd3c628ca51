"""What workers do for tournaments: compute standings. The games are played elsewhere."""

from pathlib import Path

from pydantic import BaseModel

from fourscore.arena.summary import summarise
from fourscore.insight.reports.words import say_rounds
from fourscore.schemas.tournaments import StandingsView, standings_view
from fourscore.web.tournaments.views import open_ledger
from fourscore.web.workers.job import JobContext, job

__all__ = ["JOBS", "StandingsRequest", "StandingsResult", "standings"]


class StandingsRequest(BaseModel):
    """The ledger of a tournament."""

    ledger: Path


class StandingsResult(BaseModel):
    """Standings, if there are any."""

    standings: StandingsView | None
    rounds: list[str] = []


@job("standings")
def standings(request: StandingsRequest, context: JobContext) -> StandingsResult:
    """Compute the standings after the games of a ledger."""
    context.start()
    with open_ledger(request.ledger) as ledger, ledger.snapshot():
        summary = standings_view(summarise(ledger))
        return StandingsResult(standings=summary, rounds=say_rounds(ledger))


JOBS = (standings,)
