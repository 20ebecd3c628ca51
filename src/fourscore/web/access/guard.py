"""The guard of one server: who knows the password, and how often one may guess."""

import asyncio
import binascii
import hmac
import logging
import math
import secrets
from base64 import b64decode

from starlette.datastructures import Headers
from starlette.requests import cookie_parser
from starlette.types import Scope

from fourscore.web.access.sessions import COOKIE, Session, Sessions
from fourscore.web.clients import client_of
from fourscore.web.metrics import Metrics
from fourscore.web.password import Password
from fourscore.web.problems import Refused
from fourscore.web.rate_limits import RateLimiter

__all__ = ["SESSION", "Guard"]

SESSION = "fourscore.session"
"""Where a request's scope has the id of its session."""
WRONG = "the password is wrong"
AT_A_TIME = 2
"""Passwords that are checked at a time; each takes 16 MB and some of a core."""


log = logging.getLogger("fourscore.web")


class Guard:
    """Checks passwords and cookies."""

    def __init__(self, password: Password, attempts: float, metrics: Metrics) -> None:
        self._password = password
        self._limiter = RateLimiter(attempts / 60, max(1.0, attempts))
        self._room = asyncio.Semaphore(AT_A_TIME)
        self._outcomes = metrics.counter("logins", "Passwords that were tried.", "outcome")
        self._pepper = secrets.token_bytes(32)
        self._right = b""
        """What `_digest` makes of the password, once somebody has given it."""
        self.sessions = Sessions(password.key)

    async def check(self, scope: Scope, text: str) -> None:
        """Raise `Refused` unless this is the password; a client has few guesses a minute."""
        client = client_of(scope)
        # A script sends the right one with every request, and many at a time. That takes no guess,
        # but whoever has none left is not told that it would be right.
        is_known = hmac.compare_digest(self._digest(text), self._right)
        ask = self._limiter.wait if is_known else self._limiter.take
        if wait := math.ceil(ask(client)):
            self._outcomes.labels("refused").inc()
            raise Refused(429, f"too many wrong passwords; try again in {_say(wait)}", wait)
        if is_known:
            self._outcomes.labels("right").inc()
            return
        async with self._room:
            matches = await asyncio.to_thread(self._password.matches, text)
        self._outcomes.labels("right" if matches else "wrong").inc()
        if not matches:
            log.warning("wrong password from %s", client)
            raise Refused(401, WRONG)
        self._right = self._digest(text)
        self._limiter.give_back(client)

    def _digest(self, text: str) -> bytes:
        """Return a quick hash, which is worth nothing without this process's own key."""
        return hmac.digest(self._pepper, text.encode("utf-8", "surrogatepass"), "sha256")

    def session_of(self, scope: Scope) -> Session | None:
        """Return the session that a request's cookie names."""
        cookie = cookie_parser(Headers(scope=scope).get("cookie", "")).get(COOKIE)
        return self.sessions.read(cookie) if cookie else None

    async def is_allowed(self, scope: Scope) -> bool:
        """Return whether a request comes with a session, or raise `Refused` for a wrong password.

        Scripts may send the password itself, as HTTP Basic has it, under any user name.
        """
        if (session := self.session_of(scope)) is not None:
            scope[SESSION] = session.id
            return True
        text = _basic_password(Headers(scope=scope).get("authorization", ""))
        if text is None:
            return False
        await self.check(scope, text)
        return True


def _basic_password(header: str) -> str | None:
    """Return the password in an Authorization header.

    >>> _basic_password("Basic bWU6c2VjcmV0"), _basic_password("Bearer x")
    ('secret', None)
    """
    scheme, _, credentials = header.partition(" ")
    if scheme.lower() != "basic":
        return None
    try:
        return b64decode(credentials).decode().partition(":")[2]
    except (binascii.Error, ValueError):
        return ""


def _say(seconds: int) -> str:
    return "a second" if seconds == 1 else f"{seconds} seconds"
