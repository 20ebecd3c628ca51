"""What workers do for trainings: ask a stored network, or others. The learning is elsewhere."""

from pydantic import BaseModel

from fourscore.search.tuples.runs import find_network
from fourscore.web.training.baselines import make_baselines
from fourscore.web.training.schemas import BaselinesView, ValuesView
from fourscore.web.training.values import values_of
from fourscore.web.workers.job import JobContext, job

__all__ = ["JOBS", "BaselinesRequest", "ValuesRequest", "baselines", "values"]


class ValuesRequest(BaseModel):
    """A run by its name, "" for fourscore's own, an age and a position."""

    run: str
    age: int | None
    moves: str


@job("values")
def values(request: ValuesRequest, context: JobContext) -> ValuesView:
    """Return what the network of an age thinks of every column."""
    network = find_network(request.run, request.age)
    context.start()
    return values_of(network, request.moves, network.games)


class BaselinesRequest(BaseModel):
    """There is one answer."""


@job("baselines")
def baselines(request: BaselinesRequest, context: JobContext) -> BaselinesView:  # noqa: ARG001
    """Return how well others play what learning curves are measured on."""
    context.start()
    return make_baselines(context.cancel)


JOBS = (baselines, values)
