"""Jobs: what workers do, from a request to a view of the API."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, TypeVar, get_type_hints

from pydantic import BaseModel, TypeAdapter

from fourscore.search.control import Cancel
from fourscore.web.schemas import CountView
from fourscore.web.settings import Settings

__all__ = ["Job", "JobContext", "job"]

RequestT = TypeVar("RequestT")


@dataclass(frozen=True, slots=True)
class JobContext:
    """What a job gets besides its request."""

    settings: Settings
    seconds: float
    """The time limit of this job."""
    cancel: Cancel
    report: Callable[[Callable[[], BaseModel]], None]
    """Report progress, with a function that makes the view; it is only called if one is due."""
    start: Callable[[], None]
    """Called once, when everything is loaded and the time limit starts."""

    def report_count(self, done: int, total: int) -> None:
        """Report progress as a count."""
        self.report(lambda: CountView(done=done, total=total))


Run = Callable[[RequestT, JobContext], BaseModel]


@dataclass(frozen=True, slots=True)
class Job(Generic[RequestT]):
    """A kind of work: its name, the model of its requests, and the function that does it."""

    name: str
    request: TypeAdapter[RequestT]
    run: Run[RequestT]


def job(name: str) -> Callable[[Run[RequestT]], Job[RequestT]]:
    """Make a job of a function ``(request: Model, context: JobContext) -> View``.

    The function must check ``context.cancel`` now and then, or pass it to the search or solver;
    otherwise the job can only be stopped by killing its worker.
    """

    def make(run: Run[RequestT]) -> Job[RequestT]:
        return Job(name, TypeAdapter(get_type_hints(run)["request"]), run)

    return make
