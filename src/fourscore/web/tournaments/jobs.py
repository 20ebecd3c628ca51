"""What workers do for tournaments: they add up games; others play them."""

from pathlib import Path
from typing import Any

from fourscore.arena.summary import summarise
from fourscore.schemas.tournaments import standings_view
from fourscore.web.tournaments.schemas import AddedUp
from fourscore.web.tournaments.views import opened
from fourscore.web.workers.context import Desk, Job

__all__ = ["JOBS"]


def standings(ask: dict[str, Any], desk: Desk) -> AddedUp:
    """Add up what a ledger holds."""
    desk.begin()
    with opened(Path(ask["ledger"])) as ledger:
        return AddedUp(standings=standings_view(summarise(ledger)))


JOBS: dict[str, Job] = {"standings": standings}
