"""The route of races: several agents on one position."""

from fastapi import APIRouter, Request
from starlette.responses import Response

from fourscore.core.position import require_ongoing
from fourscore.schemas.races import RaceView
from fourscore.web.position_params import game_of
from fourscore.web.races import jobs
from fourscore.web.races.schemas import RaceRequest
from fourscore.web.responses import no_store, run_job
from fourscore.web.routing import BODY, EVENT_STREAM, JOB, PREFIX
from fourscore.web.service import get_service

__all__ = ["router"]

LOADING = 5.0
"""Seconds on top for each agent, whose process has to start and load."""
router = APIRouter(prefix=PREFIX, tags=["agents"])


@router.post("/races", response_model=RaceView, responses=JOB | BODY | EVENT_STREAM)
async def post_race(request: Request, body: RaceRequest) -> Response:
    """Let several agents decide on one position: time, memory, nodes, and what the move is worth.

    They are measured one after the other, each in a process of its own. Progress events have the
    same shape, with what there is so far; so has the result of a race that ran out of time.
    """
    require_ongoing(game_of(body).position)
    seconds = get_service(request).settings.race_seconds + LOADING * len(body.agents)
    return await run_job(request, jobs.race, body, no_store, seconds)
