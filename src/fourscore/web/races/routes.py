"""The address of races: several agents on one position, measured and held against the truth."""

from dataclasses import asdict

from fastapi import APIRouter, Request
from starlette.responses import Response

from fourscore.core.position import require_ongoing
from fourscore.schemas.races import CompareView
from fourscore.web import reading
from fourscore.web.answers import answer, passing
from fourscore.web.races.schemas import CompareRequest
from fourscore.web.routing import LONG, POSTED, PREFIX, STREAM, read_body
from fourscore.web.service import service_of

__all__ = ["router"]

RACES = 6
"""How many times the time of another request a race may take,"""
READY = 5.0
"""and the seconds on top for each agent, whose process has to be started and loaded."""
router = APIRouter(prefix=PREFIX, tags=["agents"])


@router.post("/compare", response_model=CompareView, responses=LONG | POSTED | {200: STREAM})
async def compare(request: Request, body: CompareRequest) -> Response:
    """Let several agents decide on one position: time, memory, nodes, and what the move is worth.

    They are measured one after the other, each in a process of its own. Progress events have the
    same shape, with what there is so far. Where the time is not enough, so does the result.
    """
    service = service_of(request)
    settings, game = service.settings, read_body(body)
    require_ongoing(game.position)
    ask = {
        **reading.write(game),
        "agents": body.agents,
        "limit": {} if body.limit is None else body.limit.model_dump(exclude_none=True),
        "runs": body.runs,
        "caps": asdict(settings.caps),
        "megabytes": settings.worker_megabytes,
        "seconds": RACES * settings.caps.seconds,
    }
    seconds = RACES * settings.caps.seconds + READY * len(body.agents)
    return await answer(request, service.submit(request, "compare", ask, seconds), passing)
