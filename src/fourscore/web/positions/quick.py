"""The two requests that pages make most, answered without FastAPI.

A position and its analysis, of plain moves on the usual board: everything else, and everything
that is wrong, goes on to the routes, which say the same in more time.
"""

import logging
import re

from fastapi import FastAPI
from starlette.routing import BaseRoute
from starlette.types import ASGIApp, Receive, Scope, Send

from fourscore.schemas.quick import plain_position, position_json
from fourscore.web.cache import CachedResponse, ResponseCache
from fourscore.web.headers import headers_of
from fourscore.web.positions.analyses import AnalysisCache
from fourscore.web.positions.routes import get_analysis, get_position, router, truth
from fourscore.web.responses import names_events
from fourscore.web.routing import PREFIX

__all__ = ["QuickPositions"]

log = logging.getLogger("fourscore.web")
PLAIN = re.compile(rf"{PREFIX}/positions/(-|[1-7]{{1,42}})(/analysis)?")


class QuickPositions:
    """Answers requests about plain positions, and passes on all others."""

    def __init__(self, api: FastAPI, responses: ResponseCache, analyses: AnalysisCache) -> None:
        self._api: ASGIApp = api
        self._responses, self._analyses = responses, analyses
        endpoints = {route.endpoint: route for route in (*router.routes, *truth.routes)}  # type: ignore[attr-defined]
        self._position: BaseRoute = endpoints[get_position]
        self._analysis: BaseRoute = endpoints[get_analysis]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        app = self._api
        if scope["type"] == "http" and scope["method"] == "GET" and not scope["query_string"]:
            match, asked = PLAIN.fullmatch(scope["path"]), headers_of(scope)
            if match is not None and not names_events(asked):
                response = self._answer(*match.groups())
                if response is not None:
                    scope["route"] = self._analysis if match[2] else self._position
                    self._responses.put(scope, response)
                    app = response.respond_to(asked)
        await app(scope, receive, send)

    def _answer(self, moves: str, analysis: str | None) -> CachedResponse | None:
        """Return the answer, or None if the routes have to give it, also after a mistake here."""
        try:
            return self._find(moves, analysis)
        except Exception:
            log.exception("a plain position could not be answered quickly")
            return None

    def _find(self, moves: str, analysis: str | None) -> CachedResponse | None:
        if not analysis:
            content = position_json(moves)
            return None if content is None else CachedResponse.of(content)
        position = plain_position(moves)
        return None if position is None else self._analyses.find(position)
