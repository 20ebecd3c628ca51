"""ASGI middleware: metrics around everything, and responses from the cache."""

import time

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from fourscore.web.cache import ResponseCache
from fourscore.web.headers import headers_of
from fourscore.web.metrics import Metrics
from fourscore.web.responses import names_events

__all__ = ["CacheMiddleware", "MetricsMiddleware"]

METHODS = ("GET", "HEAD", "OPTIONS", "DELETE", "PATCH", "POST", "PUT")
PAGES = "pages"
"""The handler, in metrics, of requests without a route."""


class MetricsMiddleware:
    """Counts and times every request."""

    def __init__(self, app: ASGIApp, metrics: Metrics) -> None:
        self._app = app
        self._metrics = metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        start, status = time.perf_counter(), 500
        self._metrics.in_progress += 1

        async def noting(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        try:
            await self._app(scope, receive, noting)
        finally:
            self._metrics.in_progress -= 1
            method = scope["method"] if scope["method"] in METHODS else "other"
            handler = getattr(scope.get("route"), "path", PAGES)
            self._metrics.count_request(method, handler, status, time.perf_counter() - start)


class CacheMiddleware:
    """Answers from the cache what was answered before and cannot change."""

    def __init__(self, app: ASGIApp, responses: ResponseCache) -> None:
        self._app = app
        self._responses = responses

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        app = self._app
        if scope["type"] == "http" and scope["method"] == "GET":
            asked = headers_of(scope)
            if not names_events(asked) and (cached := self._responses.get(scope)):
                app = cached.respond_to(asked)
        await app(scope, receive, send)
