"""The routes to log in and out."""

from typing import Annotated

from fastapi import APIRouter, Depends, Request, Response

from fourscore.web.access.guard import SESSION, Guard
from fourscore.web.access.schemas import LoginRequest, SessionView
from fourscore.web.access.sessions import COOKIE, SECONDS
from fourscore.web.routing import BODY, PREFIX, QUICK, problems
from fourscore.web.service import get_service

__all__ = ["may_read", "router"]

router = APIRouter(prefix=PREFIX, tags=["session"])


async def _guard(request: Request) -> Guard | None:
    guard: Guard | None = request.app.state.guard
    return guard


GuardOrNone = Annotated[Guard | None, Depends(_guard)]


@router.get("/session", responses=QUICK)
async def get_session(request: Request, guard: GuardOrNone) -> SessionView:
    """Return whether the server has a password, and whether this client has given it."""
    return _view(request, guard, guard is not None and guard.session_of(request.scope) is not None)


@router.post("/login", responses=QUICK | BODY | problems(401, 429))
async def login(
    request: Request, response: Response, guard: GuardOrNone, body: LoginRequest
) -> SessionView:
    """Give the password and get a cookie, which is good for twelve hours.

    A server without a password accepts any.
    """
    if guard is not None:
        await guard.check(request.scope, body.password)
        cookie = guard.sessions.start()
        request.scope[SESSION] = cookie.partition(".")[0]
        response.set_cookie(
            COOKIE,
            cookie,
            max_age=SECONDS,
            httponly=True,
            samesite="strict",
            secure=request.url.scheme == "https",
        )
    return _view(request, guard, True)


@router.post("/logout", responses=QUICK | BODY)
async def logout(request: Request, response: Response, guard: GuardOrNone) -> SessionView:
    """End the session of this client, if it has one."""
    if guard is not None and (session := guard.session_of(request.scope)) is not None:
        request.scope[SESSION] = session.id
        guard.sessions.end(session)
    secure = request.url.scheme == "https"
    response.delete_cookie(COOKIE, httponly=True, samesite="strict", secure=secure)
    return _view(request, guard, False)


def _view(request: Request, guard: Guard | None, allowed: bool) -> SessionView:
    closed = get_service(request).settings.closed
    return SessionView(password=guard is not None, closed=closed, allowed=guard is None or allowed)


async def may_read(request: Request) -> bool:
    """Return whether a request may see what only those may who can use the server."""
    guard: Guard | None = request.app.state.guard
    if guard is None or not get_service(request).settings.closed:
        return True
    return await guard.is_allowed(request.scope)
