"""Errors as problem details (RFC 9457): every refusal is a JSON object with a sentence."""

import json
import logging
from http import HTTPStatus

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.responses import Response
from starlette.routing import Match

from fourscore.arena.database import LedgerUnavailable
from fourscore.errors import Cancelled, FourscoreError, InputError

__all__ = [
    "MEDIA_TYPE",
    "NOT_FOUND",
    "STOPPING",
    "Refused",
    "add_handlers",
    "problem_json",
    "problem_of",
    "problem_response",
    "refusal_response",
]

MEDIA_TYPE = "application/problem+json"
NOT_FOUND = "there is nothing at this address"
NOT_JSON = "the body is not valid JSON"
STOPPING = "the server is stopping; try again in a moment"
log = logging.getLogger("fourscore.web")


class Refused(FourscoreError):  # noqa: N818
    """A request that gets no answer, with the status that says why."""

    def __init__(self, status: int, detail: str, retry_after: int | None = None) -> None:
        super().__init__(detail)
        self.status = status
        self.retry_after = retry_after


def problem_json(status: int, detail: str) -> str:
    """Return the JSON of a problem.

    >>> problem_json(404, "no such game")
    '{"type": "about:blank", "title": "Not Found", "status": 404, "detail": "no such game"}'
    """
    title = HTTPStatus(status).phrase
    return json.dumps({"type": "about:blank", "title": title, "status": status, "detail": detail})


def problem_response(status: int, detail: str, headers: dict[str, str] | None = None) -> Response:
    return Response(problem_json(status, detail), status, headers, MEDIA_TYPE)


def refusal_response(error: Exception) -> Response:
    """Return the response to an error, with the headers that go with its status."""
    status, detail = problem_of(error)
    headers = {}
    if (retry_after := getattr(error, "retry_after", None)) is not None:
        headers["Retry-After"] = str(retry_after)
    if status == HTTPStatus.UNAUTHORIZED:
        # Of "Basic", which is understood as well, browsers would make a dialog of their own.
        headers["WWW-Authenticate"] = 'Session realm="fourscore"'
    return problem_response(status, detail, headers)


def problem_of(error: Exception) -> tuple[int, str]:
    """Return the status and the sentence for an error of fourscore's, or of a bug."""
    if isinstance(error, Refused):
        return error.status, str(error)
    if isinstance(error, LedgerUnavailable):
        return 503, f"{error.for_people}; try again in a moment"
    if isinstance(error, InputError):
        return 422, error.for_people
    if isinstance(error, Cancelled):
        return 503, "this request ran out of time"
    if isinstance(error, FourscoreError):
        return 500, error.for_people
    log.error("internal error", exc_info=error)
    return 500, "internal server error; the server's log has the details"


def add_handlers(app: FastAPI) -> None:
    """Make an app answer every exception with a problem."""

    async def handle(request: Request, error: Exception) -> Response:
        if isinstance(error, RequestValidationError):
            return problem_response(422, _sentence(error))
        if isinstance(error, HTTPException):
            return _http_problem(request, error)
        return refusal_response(error)

    for kind in (FourscoreError, RequestValidationError, HTTPException, Exception):
        app.add_exception_handler(kind, handle)


def _http_problem(request: Request, error: HTTPException) -> Response:
    """Return the response to what Starlette or FastAPI refuse."""
    headers = dict(error.headers or {})
    match error.status_code:
        case 400:
            # FastAPI distinguishes undecodable bytes from text that is not JSON; clients need not.
            return problem_response(422, NOT_JSON)
        case 404:
            return problem_response(404, NOT_FOUND, headers)
        case 405:
            headers["Allow"] = ", ".join(_methods(request))
            return problem_response(405, "this address does not accept that method", headers)
    return problem_response(error.status_code, str(error.detail), headers)


def _methods(request: Request) -> list[str]:
    """List the methods of an address; each may have a route of its own."""

    def is_known(method: str) -> bool:
        scope = {**request.scope, "method": method}
        return any(route.matches(scope)[0] is Match.FULL for route in request.app.routes)

    return [method for method in ("GET", "HEAD", "POST") if is_known(method)]


def _sentence(error: RequestValidationError) -> str:
    """Describe the first error in a request, and its place."""
    first = error.errors()[0]
    if first["type"] == "json_invalid":
        return NOT_JSON
    place = ".".join(str(part) for part in first["loc"][1:]) or "the body"
    words = _WORDS.get(first["type"])
    bounds = {name: _write(bound) for name, bound in first.get("ctx", {}).items()}
    return f"{place}: {words.format(**bounds) if words else str(first['msg'])[:200]}"


def _write(bound: object) -> str:
    if isinstance(bound, int):
        return f"{bound:,}"
    return f"{bound:g}" if isinstance(bound, float) else str(bound)


_NUMBER, _WHOLE = "this must be a number", "this must be a whole number"
_WORDS = {
    "bool_parsing": "this must be true or false",
    "bool_type": "this must be true or false",
    "dict_type": "this must be a JSON object",
    "enum": "this must be {expected}",
    "extra_forbidden": "there is no such field",
    "finite_number": "this must be a finite number",
    "float_parsing": _NUMBER,
    "float_type": _NUMBER,
    "greater_than": "this must be more than {gt}",
    "greater_than_equal": "this must be at least {ge}",
    "int_from_float": _WHOLE,
    "int_parsing": _WHOLE,
    "int_parsing_size": "this number is too large",
    "int_type": _WHOLE,
    "less_than": "this must be less than {lt}",
    "less_than_equal": "this must be at most {le}",
    "list_type": "this must be a list",
    "literal_error": "this must be {expected}",
    "missing": "this is missing",
    "model_attributes_type": "this must be a JSON object",
    "model_type": "this must be a JSON object",
    "string_pattern_mismatch": "this is not in the right format",
    "string_too_long": "this may have at most {max_length} characters",
    "string_too_short": "this must not be empty",
    "string_type": "this must be text",
    "too_long": "there may be at most {max_length} of them",
    "too_short": "there must be at least {min_length} of them",
}
"""What is wrong with a value, by Pydantic's kind of error; of other kinds Pydantic speaks."""
