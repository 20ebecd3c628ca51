"""The routes of agents: the list of them, and their moves."""

from fastapi import APIRouter, Request
from starlette.responses import Response

from fourscore.schemas.agents import MoveView
from fourscore.web.agents import jobs
from fourscore.web.agents.schemas import AgentsView, MoveRequest, agents_view
from fourscore.web.cache import CachedResponse
from fourscore.web.position_params import game_of
from fourscore.web.responses import no_store, run_job
from fourscore.web.routing import BODY, EVENT_STREAM, JOB, PREFIX, problems
from fourscore.web.service import get_service

__all__ = ["router"]

router = APIRouter(prefix=PREFIX, tags=["agents"])


@router.get("/agents", response_model=AgentsView, responses=problems(421))
async def get_agents(request: Request) -> Response:
    """List all opponents: levels first, then every agent with its options and limits."""
    settings = get_service(request).settings
    view = agents_view(settings.caps, settings.local_agents)
    return CachedResponse.of_model(view).respond(request, "no-cache")


@router.post("/moves", response_model=MoveView, responses=JOB | BODY | EVENT_STREAM)
async def post_move(request: Request, body: MoveRequest) -> Response:
    """Let an agent choose a move and play it. Progress reports are `ReportView`s."""
    game_of(body)  # refuses a wrong position before any worker has to
    most = get_service(request).settings.caps.seconds
    seconds = min((body.limit and body.limit.seconds) or most, most)
    return await run_job(request, jobs.move, body, no_store, seconds)
