"""The routes of races: several agents on one position, or on many."""

from fastapi import APIRouter, Request
from starlette.responses import Response

from fourscore.core.position import require_ongoing
from fourscore.insight.suites.positions import ALL, NAMES
from fourscore.schemas.races import RaceView
from fourscore.web.position_params import game_of
from fourscore.web.races import jobs, suite_jobs
from fourscore.web.races.schemas import RaceRequest
from fourscore.web.races.suite_schemas import (
    SuiteNamesView,
    SuiteNameView,
    SuiteRaceRequest,
    SuiteRaceView,
    SuiteResultsRequest,
)
from fourscore.web.responses import no_store, run_job
from fourscore.web.routing import BODY, EVENT_STREAM, JOB, PREFIX, problems
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


@router.get("/suites", responses=problems(421))
async def get_suites() -> SuiteNamesView:
    """List the suites over which agents can race."""
    names = {ALL: NAMES[ALL], **NAMES}
    suites = [SuiteNameView(name=name, says=says) for name, says in names.items()]
    return SuiteNamesView(suites=suites)


@router.post("/races/suites", response_model=SuiteRaceView, responses=JOB | BODY | EVENT_STREAM)
async def post_suite_race(request: Request, body: SuiteRaceRequest) -> Response:
    """Let several agents decide in many positions whose exact scores are known.

    Progress events have the same shape, with what there is so far; so has the result of a race that
    ran out of time.
    """
    seconds = get_service(request).settings.race_seconds
    return await run_job(request, suite_jobs.suite_race, body, no_store, seconds)


@router.post("/races/suites/results", response_model=SuiteRaceView, responses=JOB | BODY)
async def post_suite_results(request: Request, body: SuiteResultsRequest) -> Response:
    """Show a race over a suite that was run before, from its answers, which are checked."""
    return await run_job(request, suite_jobs.suite_results, body, no_store)
