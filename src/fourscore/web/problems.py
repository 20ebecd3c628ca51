"""Errors as problem details (RFC 9457): every refusal is a JSON object with a sentence."""

import logging
from http import HTTPStatus
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.responses import JSONResponse, Response
from starlette.routing import Match

from fourscore.errors import FourscoreError, InputError

__all__ = ["MEDIA_TYPE", "Refused", "install", "problem"]

MEDIA_TYPE = "application/problem+json"
NO_JSON = "the body is not JSON"
log = logging.getLogger("fourscore.web")


class Refused(FourscoreError):  # noqa: N818
    """A request that is not answered, with the status that says why."""

    def __init__(self, status: int, detail: str, retry_after: int | None = None) -> None:
        super().__init__(detail)
        self.status = status
        self.retry_after = retry_after


def as_dict(status: int, detail: str) -> dict[str, Any]:
    """Return the members of a problem.

    >>> as_dict(404, "there is nothing here")["title"]
    'Not Found'
    """
    title = HTTPStatus(status).phrase
    return {"type": "about:blank", "title": title, "status": status, "detail": detail}


def problem(status: int, detail: str, headers: dict[str, str] | None = None) -> Response:
    """Make the response that tells of a problem."""
    fresh = {"Cache-Control": "no-store", **(headers or {})}
    return JSONResponse(as_dict(status, detail), status, fresh, MEDIA_TYPE)


def of(error: Exception) -> Response:
    """Make the response for whatever was raised."""
    if isinstance(error, Refused):
        wait = {} if error.retry_after is None else {"Retry-After": str(error.retry_after)}
        return problem(error.status, str(error), wait)
    if isinstance(error, InputError):
        return problem(422, str(error))
    if isinstance(error, RequestValidationError):
        return problem(422, _sentence(error))
    if isinstance(error, HTTPException) and error.status_code == 400:
        # FastAPI tells bytes that are no text from text that is no JSON; nobody else needs to.
        return problem(422, NO_JSON)
    if isinstance(error, HTTPException):
        return problem(error.status_code, _say(error), dict(error.headers or {}))
    log.error("a request failed", exc_info=error)
    return problem(500, "the server has made a mistake; its log says which")


def install(app: FastAPI) -> None:
    """Let an app answer with problems."""

    async def answer(request: Request, error: Exception) -> Response:
        response = of(error)
        if response.status_code == 405:
            response.headers["Allow"] = ", ".join(_methods_at(request))
        return response

    for kind in (FourscoreError, RequestValidationError, HTTPException, Exception):
        app.add_exception_handler(kind, answer)


def _methods_at(request: Request) -> list[str]:
    """List what an address answers: each method may have a route of its own."""

    def answers(method: str) -> bool:
        scope = {**request.scope, "method": method}
        return any(each.matches(scope)[0] is Match.FULL for each in request.app.routes)

    return [method for method in ("GET", "HEAD", "POST") if answers(method)]


def _say(error: HTTPException) -> str:
    if error.status_code == 404:
        return "there is nothing at this address"
    if error.status_code == 405:
        return "this address does not answer that method"
    return str(error.detail)


def _sentence(error: RequestValidationError) -> str:
    """Name the first thing that is wrong with a request, and where it stands."""
    first = error.errors()[0]
    place = ".".join(str(part) for part in first["loc"] if part != "body") or "the body"
    if first["type"] == "json_invalid":
        return NO_JSON
    return f"{place}: {str(first['msg'])[:200]}"
