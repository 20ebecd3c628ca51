"""What routes of the API have in common: their prefix, the refusals they list, how they keep."""

from typing import Any

from fastapi import Request
from starlette.responses import Response

from fourscore.core.game import Game
from fourscore.web import reading
from fourscore.web.answers import EVENTS, Kept, lasting
from fourscore.web.problems import MEDIA_TYPE as PROBLEM
from fourscore.web.schemas import PositionRequest
from fourscore.web.service import service_of

__all__ = ["LONG", "POSTED", "PREFIX", "QUICK", "STREAM", "keep", "list_problems", "read_body"]

PREFIX = "/api/v1"


def list_problems(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """Describe refusals for the document."""
    says = {
        403: "The request comes from a page of another site.",
        404: "There is no such thing here, or it has been thrown away.",
        413: "The body is too long.",
        421: "The server does not answer to this host name.",
        422: "What was asked is wrong; `detail` says what and where.",
        429: "Too many requests of this client are being worked on.",
        503: "The server has too much to do, or the time was not enough.",
    }
    content = {PROBLEM: {"schema": {"$ref": "#/components/schemas/Problem"}}}
    return {status: {"description": says[status], "content": content} for status in statuses}


QUICK = list_problems(421, 422)
LONG = list_problems(421, 422, 429, 503)
POSTED = list_problems(403, 413)
STREAM = {
    "description": "As JSON, or with `Accept: text/event-stream` as events: `progress` some "
    "times, then `result` with the same JSON, or `problem`.",
    "content": {EVENTS: {"schema": {"type": "string"}}},
}


def read_body(body: PositionRequest) -> Game:
    """Read the position that a body names."""
    return reading.read(body.moves, body.start, body.size, body.variant)


def keep(request: Request, kept: Kept) -> Response:
    """Answer with something that cannot change, and have it ready for whoever asks again."""
    service_of(request).keep_answer(request.scope, kept)
    return lasting(request, kept)
