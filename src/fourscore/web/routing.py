"""What the routes of the API have in common: their prefix, and the responses they list."""

from typing import Any

from fourscore.web.problems import MEDIA_TYPE as PROBLEM
from fourscore.web.responses import EVENTS

__all__ = ["BODY", "EVENT_STREAM", "JOB", "PREFIX", "QUICK", "Responses", "problems"]

PREFIX = "/api/v1"

Responses = dict[int | str, dict[str, Any]]
"""Responses by status, as FastAPI takes them for the OpenAPI document."""


def problems(*statuses: int) -> Responses:
    """Describe the problems with these statuses."""
    descriptions = {
        401: "The password is missing or wrong.",
        403: "The request comes from a page of another site.",
        404: "There is no such thing, or it has been deleted.",
        413: "The body is too long.",
        421: "The server does not answer to this host name.",
        422: "Something in the request is wrong; `detail` says what and where.",
        429: "Too many requests of this client are running.",
        503: "The server is too busy, or the request ran out of time.",
    }
    content = {PROBLEM: {"schema": {"$ref": "#/components/schemas/Problem"}}}
    return {
        status: {"description": descriptions[status], "content": content} for status in statuses
    }


QUICK = problems(421, 422)
"""The problems of a route that needs no worker,"""
JOB = problems(421, 422, 429, 503)
"""of one that needs a worker,"""
BODY = problems(403, 413)
"""and, on top, of one that takes a body."""
EVENT_STREAM: Responses = {
    200: {
        "description": "As JSON, or with `Accept: text/event-stream` as events: `progress` any "
        "number of times, then `result` with the same JSON, or `problem`.",
        "content": {EVENTS: {"schema": {"type": "string"}}},
    }
}
