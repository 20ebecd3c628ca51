"""Security: which requests are refused at once, and the headers of every response."""

from functools import lru_cache
from urllib.parse import urlsplit

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from fourscore.web.headers import RawHeaders, headers_of
from fourscore.web.problems import Refused, problem_of, problem_response
from fourscore.web.settings import LOOPBACK, Settings

__all__ = ["HEADERS", "SecurityMiddleware"]

HEADERS = {
    "Cache-Control": "no-store",
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; "
    "img-src 'self' data:; font-src 'self'; connect-src 'self'; manifest-src 'self'; "
    "worker-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "X-Frame-Options": "DENY",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
}
"""Sent with every response that does not say otherwise: only the server's own scripts, no frames,
no third parties, no caching."""
EMBED = "/embed/"
"""What the addresses begin with that other sites may show in a frame, if they are allowed to."""
WITHOUT_BODY = ("GET", "HEAD", "OPTIONS")
ELSEWHERE = (b"cross-site", b"same-site")
"""What browsers say of requests by pages of other origins, with or without naming them."""
OTHER_SITE = "requests from pages of other sites are refused"
MAX_DIGITS = 18
"""Digits of a content length."""


class SecurityMiddleware:
    """Refuses requests that must not get in, and adds security headers to every response."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self._app = app
        self._settings = settings
        self._secured = _raw(HEADERS)
        self._embedded = _raw(_headers_for(settings.allow_embeds))
        self._hosts = {*LOOPBACK, *(host.lower() for host in settings.allow_hosts)}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        secured = self._embedded if scope["path"].startswith(EMBED) else self._secured

        async def send_secured(message: Message) -> None:
            if message["type"] == "http.response.start":
                there = {name for name, _ in message["headers"]}
                added = [each for each in secured if each[0] not in there]
                message["headers"] = [*message["headers"], *added]
            await send(message)

        headers, most = headers_of(scope), self._settings.body_bytes
        app = self._app
        try:
            self._check_host(headers)
            _check_length(headers, most)
            if scope["method"] not in WITHOUT_BODY:
                _check_origin(headers)
                receive = await _read_body(receive, most)
        except Refused as refusal:
            app = problem_response(*problem_of(refusal))
        await app(scope, receive, send_secured)

    def _check_host(self, headers: dict[bytes, bytes]) -> None:
        """Refuse host names that another site may have pointed at this machine (DNS rebinding)."""
        if not self._settings.is_local and not self._settings.allow_hosts:
            return
        host = _host_name(headers.get(b"host", b"").decode("latin-1"))
        if host not in self._hosts:
            raise Refused(421, f"this server does not answer to the name {host[:100]!r}")


def _headers_for(origins: tuple[str, ...]) -> dict[str, str]:
    """Return the headers of pages that these origins, and nobody else, may show in a frame."""
    if not origins:
        return HEADERS
    policy = HEADERS["Content-Security-Policy"]
    framed = policy.replace("frame-ancestors 'none'", f"frame-ancestors {' '.join(origins)}")
    # The older header knows no list of origins, so it must not be there.
    kept = {name: value for name, value in HEADERS.items() if name != "X-Frame-Options"}
    return {**kept, "Content-Security-Policy": framed}


def _raw(headers: dict[str, str]) -> RawHeaders:
    """Return headers as ASGI has them."""
    return [(name.lower().encode(), value.encode()) for name, value in headers.items()]


@lru_cache(64)
def _host_name(host: str) -> str:
    """Return a host without its port.

    >>> _host_name("LOCALHOST:8000"), _host_name("[::1]:8000")
    ('localhost', '::1')
    """
    try:
        return urlsplit(f"//{host}").hostname or ""
    except ValueError:
        return ""


def _check_origin(headers: dict[bytes, bytes]) -> None:
    """Refuse what a page of another site sends; what it only reads, it cannot see anyway."""
    if headers.get(b"sec-fetch-site") in ELSEWHERE:
        raise Refused(403, OTHER_SITE)
    if (origin := headers.get(b"origin")) is None:
        return
    try:
        host = urlsplit(origin).netloc
    except ValueError:
        host = b""
    if host.lower() != headers.get(b"host", b"").lower():
        raise Refused(403, OTHER_SITE)


def _check_length(headers: dict[bytes, bytes], most: int) -> None:
    """Refuse a body that is said to be too long."""
    length = headers.get(b"content-length", b"0")
    if not length.isdigit() or len(length) > MAX_DIGITS or int(length) > most:
        raise _too_long(most)


async def _read_body(receive: Receive, most: int) -> Receive:
    """Read the body before anything else does, and refuse one that is too long."""
    body, message = b"", await receive()
    while message["type"] == "http.request":
        body += message.get("body", b"")
        if len(body) > most:
            raise _too_long(most)
        if not message.get("more_body", False):
            break
        message = await receive()
    first: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]

    async def replay() -> Message:
        return first.pop() if first else await receive()

    return replay


def _too_long(most: int) -> Refused:
    return Refused(413, f"the body is longer than {most} bytes")
