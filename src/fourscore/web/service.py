"""What the routes of one server share: settings, workers, metrics, cached responses."""

from typing import TypeVar

from fastapi import Request

from fourscore.web import clients
from fourscore.web.cache import ResponseCache
from fourscore.web.metrics import Metrics
from fourscore.web.problems import Refused
from fourscore.web.settings import Settings
from fourscore.web.workers.job import Job
from fourscore.web.workers.pool import JobHandle, WorkerPool

__all__ = ["NO_WORKER", "Service", "client_of", "get_service"]

NO_WORKER = "fourscore.no_worker"
"""Where a request's scope says that it wants what is known, and no work."""
RequestT = TypeVar("RequestT")


class Service:
    """The shared parts of one server. Nothing in it needs to survive the server."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.metrics = Metrics()
        self.pool = WorkerPool(settings, self.metrics)
        self.responses = ResponseCache(settings.cache_bytes // 2)

    def submit(
        self,
        request: Request,
        job: Job[RequestT],
        job_request: RequestT,
        seconds: float | None = None,
    ) -> JobHandle:
        """Queue a job for the client of a request; by default it gets all a request may have."""
        if request.scope.get(NO_WORKER):
            raise Refused(503, "this needs a worker")
        return self.pool.submit(
            job, job_request, client_of(request), seconds or self.settings.caps.seconds
        )


def client_of(request: Request) -> str:
    """Return the client as which a request is counted."""
    return clients.client_of(request.scope)


def get_service(request: Request) -> Service:
    """Return the service of the server that has received a request."""
    service: Service = request.app.state.service
    return service
