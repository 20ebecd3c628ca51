"""The routes of trainings, which outlive requests and servers: a folder stores them."""

import asyncio
from collections.abc import AsyncIterator
from typing import Annotated

from fastapi import APIRouter, Depends, Path, Query, Request
from sse_starlette import EventSourceResponse, ServerSentEvent
from starlette.responses import Response

from fourscore.schemas.positions import NO_MOVES
from fourscore.web.position_params import game_of, request_of
from fourscore.web.problems import STOPPING, problem_json
from fourscore.web.responses import EVENTS, cacheable, event, no_store, run_job, stream
from fourscore.web.routing import BODY, JOB, PREFIX, QUICK, Responses, problems
from fourscore.web.schemas import MovesText, PositionRequest
from fourscore.web.service import client_of
from fourscore.web.training import jobs
from fourscore.web.training.scheduler import TrainingScheduler
from fourscore.web.training.schemas import (
    MAX_MINUTES,
    MIN_MINUTES,
    BaselinesView,
    DeletedTrainingView,
    TrainingRequest,
    TrainingsView,
    TrainingView,
    ValuesView,
)
from fourscore.web.training.shipped import SHIPPED, shipped_view
from fourscore.web.training.training import Training

__all__ = ["router"]

EVENT_SECONDS = 0.4
"""Seconds between two events of a stream, at least."""
router = APIRouter(prefix=PREFIX, tags=["training"])
FOUND = QUICK | problems(404)
CHANGED = FOUND | JOB | problems(403)

First = Annotated[int, Query(ge=0, le=2**31, description="How many to leave out.")]
Count = Annotated[int, Query(ge=1, le=100)]
Id = Annotated[str, Path(max_length=20, examples=[SHIPPED])]


async def _scheduler(request: Request) -> TrainingScheduler:
    scheduler: TrainingScheduler = request.app.state.trainings
    return scheduler


Scheduler = Annotated[TrainingScheduler, Depends(_scheduler)]


async def _training(scheduler: Scheduler, id: Id) -> Training:
    return scheduler.find(id)


Found = Annotated[Training, Depends(_training)]
"""The training that a request names."""


async def _moves(moves: Annotated[MovesText, Query()] = NO_MOVES) -> str:
    """Return the moves of a position as the API writes them."""
    return request_of(game_of(PositionRequest(moves=moves))).moves


Moves = Annotated[str, Depends(_moves)]


# Starting and watching


@router.post("/trainings", responses=JOB | BODY)
async def post_training(
    request: Request, scheduler: Scheduler, body: TrainingRequest
) -> TrainingView:
    """Start a training; it learns in the background, whether it is watched or not."""
    return scheduler.view(scheduler.create(body, client_of(request)))


@router.get("/trainings", responses=QUICK)
async def get_trainings(scheduler: Scheduler, first: First = 0, count: Count = 20) -> TrainingsView:
    """List the stored trainings, the newest first; `shipped` is not among them."""
    found = scheduler.newest_first()
    lines = [each.line(scheduler.before(each)) for each in found[first : first + count]]
    return TrainingsView(total=len(found), first=first, trainings=lines)


@router.get("/trainings/baselines", response_model=BaselinesView, responses=JOB)
async def get_baselines(request: Request) -> Response:
    """Return how well other agents play the positions of the learning curves."""
    return await run_job(request, jobs.baselines, jobs.BaselinesRequest(), cacheable)


@router.get("/trainings/{id}", responses=FOUND)
async def get_training(scheduler: Scheduler, id: Id) -> TrainingView:
    """Return a training: state, progress, learning curve. `shipped` is fourscore's own."""
    return shipped_view() if id == SHIPPED else scheduler.view(scheduler.find(id))


@router.get("/trainings/{id}/values", response_model=ValuesView, responses=FOUND | JOB)
async def get_values(
    request: Request,
    scheduler: Scheduler,
    id: Id,
    moves: Moves,
    age: Annotated[
        int | None,
        Query(ge=0, le=2**53, description="In games; by default the oldest that is stored."),
    ] = None,
) -> Response:
    """Return what a stored network thinks of every column of a position, without search."""
    run = "" if id == SHIPPED else scheduler.find(id).record.id
    job_request = jobs.ValuesRequest(run=run, age=age, moves=moves)
    return await run_job(request, jobs.values, job_request, no_store)


STREAMED: Responses = {
    200: {
        "description": "Events: `progress` with everything as it stands now, immediately and again "
        "when it changes; when the training has ended, `result` with the same.",
        "content": {EVENTS: {"schema": {"type": "string"}}},
    }
}


@router.get(
    "/trainings/{id}/events",
    response_class=EventSourceResponse,
    responses=FOUND | JOB | STREAMED,
)
async def get_events(
    request: Request, scheduler: Scheduler, training: Found, moves: Moves
) -> Response:
    """Watch a training, and what it thinks of a position; the first event has its state now."""
    scheduler.watchers.check(client_of(request))
    training.check_room(moves)
    return stream(_events(request, scheduler, training, moves))


async def _events(
    request: Request, scheduler: TrainingScheduler, training: Training, moves: str
) -> AsyncIterator[ServerSentEvent]:
    with scheduler.watchers.watching(client_of(request)), training.watching(moves):
        while not training.is_over:
            if scheduler.is_closing:
                yield event("problem", problem_json(503, STOPPING))
                return
            version = training.version
            yield event("progress", scheduler.view(training, moves).model_dump_json())
            await training.wait_for_change(version)
            await asyncio.sleep(EVENT_SECONDS)
        yield event("result", scheduler.view(training).model_dump_json())


# Changing


@router.post("/trainings/{id}/cancel", responses=CHANGED)
async def cancel(scheduler: Scheduler, training: Found) -> TrainingView:
    """Stop a training. What it has learned stays; one that has ended is left as it is."""
    scheduler.cancel(training)
    return scheduler.view(training)


@router.post("/trainings/{id}/resume", responses=CHANGED)
async def resume(
    request: Request,
    scheduler: Scheduler,
    training: Found,
    minutes: Annotated[
        float | None,
        Query(ge=MIN_MINUTES, le=MAX_MINUTES, description="How long it is to learn, in all."),
    ] = None,
) -> TrainingView:
    """Resume a training that was stopped or has failed, or let any one learn for longer."""
    scheduler.resume(training, minutes, client_of(request))
    return scheduler.view(training)


@router.post("/trainings/{id}/delete", responses=CHANGED)
async def delete(scheduler: Scheduler, training: Found) -> DeletedTrainingView:
    """Delete a training with all it has learned."""
    await scheduler.delete(training)
    return DeletedTrainingView(id=training.record.id)
