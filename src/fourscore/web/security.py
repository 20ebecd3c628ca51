"""What every request passes first: whom it is addressed to, how long it is, and the headers."""

import time
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from fourscore.web.answers import lasting, wants_events
from fourscore.web.problems import Refused, of
from fourscore.web.service import Service
from fourscore.web.settings import LOOPBACK

__all__ = ["HEADERS", "Guard"]

HEADERS = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; "
    "img-src 'self' data:; font-src 'self'; connect-src 'self'; manifest-src 'self'; "
    "worker-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
}
"""Sent with every response: no script but the server's own, no frame, no third party."""
WITHOUT_BODY = ("GET", "HEAD", "OPTIONS")
LONGEST_NUMBER = 18
METHODS = (*WITHOUT_BODY, "DELETE", "PATCH", "POST", "PUT")
ELSEWHERE = "pages"
"""What counts call everything that is no route."""


class Guard:
    """An ASGI app around the app."""

    def __init__(self, app: ASGIApp, service: Service) -> None:
        self.service = service
        self._app = app
        self._settings = service.settings
        self._metrics = service.metrics
        self._hosts = {*LOOPBACK, *(host.lower() for host in self._settings.allow_hosts)}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        start, status = time.perf_counter(), 500

        async def sent(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
            await send(message)

        try:
            await self._pass_on(scope, receive, sent)
        finally:
            route = getattr(scope.get("route"), "path", ELSEWHERE)
            method = scope["method"] if scope["method"] in METHODS else "other"
            self._metrics.count_request(method, route, status, time.perf_counter() - start)

    async def _pass_on(self, scope: Scope, receive: Receive, send: Send) -> None:
        headers = Headers(scope=scope)
        try:
            self._check_host(headers)
            _check_origin(scope, headers)
            bounded = await _bounded(scope, headers, receive, self._settings.body_bytes)
        except Refused as refusal:
            await of(refusal)(scope, receive, send)
            return
        response = self._recall(scope, receive)
        if response is None:
            await self._app(scope, bounded, send)
        else:
            await response(scope, receive, send)

    def _recall(self, scope: Scope, receive: Receive) -> Response | None:
        """Answer without any more ado what was asked before and cannot change."""
        request = Request(scope, receive)
        if scope["method"] != "GET" or wants_events(request):
            return None
        kept = self.service.find_answer(scope)
        return None if kept is None else lasting(request, kept)

    def _check_host(self, headers: Headers) -> None:
        """Refuse names that a page of others may have bent to this machine (DNS rebinding)."""
        if not self._settings.is_local and not self._settings.allow_hosts:
            return
        host = _name_of(headers.get("host", ""))
        if host not in self._hosts:
            raise Refused(421, f"this server does not answer to the name {host[:100]!r}")


def _name_of(host: str) -> str:
    """Return a host without its port.

    >>> _name_of("LOCALHOST:8000"), _name_of("[::1]:8000")
    ('localhost', '::1')
    """
    try:
        return urlsplit(f"//{host}").hostname or ""
    except ValueError:
        return ""


def _check_origin(scope: Scope, headers: Headers) -> None:
    """Refuse what a page of another site sends; reading is harmless, for it cannot see it."""
    origin = headers.get("origin")
    if scope["method"] in WITHOUT_BODY or origin is None:
        return
    try:
        place = urlsplit(origin).netloc
    except ValueError:
        place = ""
    if place.lower() != headers.get("host", "").lower():
        raise Refused(403, "requests from pages of other sites are not answered")


async def _bounded(scope: Scope, headers: Headers, receive: Receive, most: int) -> Receive:
    """Take the body in before anybody works on it; refuse one that is too long."""
    too_long = Refused(413, f"the body is longer than {most} bytes")
    said = headers.get("content-length", "0")
    if not said.isdecimal() or len(said) > LONGEST_NUMBER or int(said) > most:
        raise too_long
    if scope["method"] in WITHOUT_BODY:
        return receive
    body, message = b"", await receive()
    while message["type"] == "http.request":
        body += message.get("body", b"")
        if len(body) > most:
            raise too_long
        if not message.get("more_body", False):
            break
        message = await receive()
    first: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]

    async def replay() -> Message:
        return first.pop() if first else await receive()

    return replay
