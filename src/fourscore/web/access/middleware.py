"""ASGI middleware that asks for the password where it is needed."""

from urllib.parse import quote

from starlette.datastructures import MutableHeaders
from starlette.responses import RedirectResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from fourscore.web.access.guard import Guard
from fourscore.web.access.rules import LOGIN, is_change, is_for_everybody, is_page
from fourscore.web.problems import Refused, refusal_response

__all__ = ["AccessMiddleware"]

NEEDED = "this needs the server's password"


class AccessMiddleware:
    """Refuses changes with 401 unless the client knows the password; if closed, all else too."""

    def __init__(self, app: ASGIApp, guard: Guard, *, closed: bool) -> None:
        self._app, self._guard, self._closed = app, guard, closed

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        app = self._app
        if scope["type"] == "http" and self._needs_password(scope):
            try:
                if not await self._guard.is_allowed(scope):
                    app = self._refusal(scope)
            except Refused as refusal:
                app = refusal_response(refusal)
            if self._closed:
                send = _not_for_shared_caches(send)
        await app(scope, receive, send)

    def _needs_password(self, scope: Scope) -> bool:
        if self._closed and not is_for_everybody(scope["path"]):
            return True
        return is_change(scope["method"], scope["path"])

    def _refusal(self, scope: Scope) -> ASGIApp:
        if self._closed and is_page(scope["method"], scope["path"]):
            query = scope["query_string"].decode("latin-1")
            wanted = scope["path"] + (f"?{query}" if query else "")
            return RedirectResponse(f"{LOGIN}?next={quote(wanted, safe='/')}", 303)
        return refusal_response(Refused(401, NEEDED))


def _not_for_shared_caches(send: Send) -> Send:
    """Let only the client itself cache a response that others may not see."""

    async def send_private(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            cached = headers.get("cache-control", "")
            headers["cache-control"] = cached.replace("public", "private") or "no-store"
        await send(message)

    return send_private
