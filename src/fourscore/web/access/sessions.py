"""Sessions: signed cookies, which any process with the same password can check."""

import hmac
import secrets
import time
from collections.abc import Callable
from dataclasses import dataclass

__all__ = ["COOKIE", "SECONDS", "Session", "Sessions"]

COOKIE = "fourscore_session"
SECONDS = 12 * 3600
"""How long a session lasts."""
REVOKED = 10_000
"""Sessions that are remembered as ended."""


@dataclass(frozen=True, slots=True)
class Session:
    """A session that has not ended."""

    id: str
    ends: int


class Sessions:
    """Makes and checks the values of cookies: an id, when it ends, and a signature.

    >>> sessions = Sessions(b"key")
    >>> sessions.read(sessions.start()) is None, sessions.read("a.9999999999.b") is None
    (False, True)
    """

    def __init__(self, key: bytes, clock: Callable[[], float] = time.time) -> None:
        self._key, self._clock = key, clock
        self._ended: dict[str, int] = {}

    def start(self) -> str:
        """Return the cookie of a new session."""
        content = f"{secrets.token_hex(8)}.{int(self._clock()) + SECONDS}"
        return f"{content}.{self._sign(content)}"

    def read(self, cookie: str) -> Session | None:
        """Return the session of a cookie, or None if it is forged or has ended."""
        content, _, signature = cookie.rpartition(".")
        if not hmac.compare_digest(self._sign(content).encode(), signature.encode()):
            return None
        name, _, ends = content.partition(".")
        session = Session(name, int(ends))
        return session if session.ends > self._clock() and name not in self._ended else None

    def end(self, session: Session) -> None:
        """End a session before its time, as far as this process is asked."""
        if len(self._ended) >= REVOKED:
            now = self._clock()
            open_ones = [(name, ends) for name, ends in self._ended.items() if ends > now]
            self._ended = dict(open_ones[-REVOKED // 2 :])
        self._ended[session.id] = session.ends

    def _sign(self, content: str) -> str:
        return hmac.new(self._key, content.encode(), "sha256").hexdigest()
