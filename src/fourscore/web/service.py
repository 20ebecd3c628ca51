"""What the routes of one server share: the workers, the counts, the cache of analyses."""

from collections import OrderedDict
from typing import Any

from fastapi import Request

from fourscore.core.position import Position
from fourscore.web.answers import Kept
from fourscore.web.metrics import Metrics
from fourscore.web.pool import Job, Pool
from fourscore.web.settings import Settings

__all__ = ["Service", "service_of"]


class Service:
    """One server's parts. Nothing in it matters beyond a request: it may be lost at any time."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.pool = Pool(settings)
        self.metrics = Metrics()
        self._analyses: OrderedDict[Position, Kept] = OrderedDict()

    def find_analysis(self, position: Position) -> Kept | None:
        """Give an analysis that was made before."""
        kept = self._analyses.get(position)
        self.metrics.cache["miss" if kept is None else "hit"] += 1
        if kept is not None:
            self._analyses.move_to_end(position)
        return kept

    def keep_analysis(self, position: Position, kept: Kept) -> None:
        """Remember an analysis; the one that nobody wanted for longest goes."""
        self._analyses[position] = kept
        if len(self._analyses) > self.settings.cached:
            self._analyses.popitem(last=False)

    def submit(
        self, request: Request, kind: str, ask: dict[str, Any], seconds: float | None = None
    ) -> Job:
        """Line up a job for the client of a request; it has all the time a request may have."""
        client = request.client.host if request.client else ""
        return self.pool.submit(kind, ask, client, seconds or self.settings.caps.seconds)

    def gauges(self) -> dict[str, float]:
        """Give what is true right now, by its name in the metrics."""
        return {
            "workers": self.settings.workers,
            "workers_ready": len(self.pool.ready),
            "jobs_running": len(self.pool.running),
            "jobs_waiting": self.pool.waiting,
            "analyses_cached": len(self._analyses),
        }


def service_of(request: Request) -> Service:
    """Give the service that a request has come to."""
    service: Service = request.app.state.service
    return service
