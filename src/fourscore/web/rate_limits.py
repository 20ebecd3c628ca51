"""Rate limits: so many requests of one client, and no more."""

import math
import time
from collections.abc import Callable

from starlette.types import ASGIApp, Receive, Scope, Send

from fourscore.web.clients import client_of
from fourscore.web.metrics import Metrics
from fourscore.web.problems import problem_response
from fourscore.web.settings import LOOPBACK

__all__ = ["RateLimitMiddleware", "RateLimiter"]

CLIENTS = 20_000
"""Clients that are remembered at a time."""
BURST_SECONDS = 10
"""A client that was quiet may send what comes in this many seconds at once."""


class RateLimiter:
    """A token bucket for each client: it holds `burst` tokens, and `rate` a second flow in.

    >>> limiter = RateLimiter(rate=1, burst=2, clock=lambda: 0.0)
    >>> [limiter.take("a") for _ in range(3)], limiter.take("b")
    ([0.0, 0.0, 1.0], 0.0)
    """

    def __init__(
        self, rate: float, burst: float, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._rate, self._burst, self._clock = rate, burst, clock
        self._full_at: dict[str, float] = {}
        """When the bucket of a client is full again; others have a full one."""

    def take(self, client: str) -> float:
        """Take a token and return 0, or return the seconds until there is one."""
        if wait := self.wait(client):
            return wait
        now = self._clock()
        if client not in self._full_at and len(self._full_at) >= CLIENTS:
            self._forget(now)
        self._full_at[client] = max(self._full_at.get(client, now), now) + 1 / self._rate
        return 0.0

    def wait(self, client: str) -> float:
        """Return the seconds until there is a token, 0 if there is one."""
        missing = (self._full_at.get(client, 0.0) - self._clock()) * self._rate
        return max(0.0, missing - self._burst + 1) / self._rate

    def give_back(self, client: str) -> None:
        """Put a token back that was not used up."""
        if client in self._full_at:
            self._full_at[client] -= 1 / self._rate

    def _forget(self, now: float) -> None:
        """Forget the clients whose buckets are full, or if all are busy, the oldest half."""
        busy = {client: full for client, full in self._full_at.items() if full > now}
        oldest = list(busy)[: max(0, len(busy) - CLIENTS // 2)]
        for client in oldest:
            del busy[client]
        self._full_at = busy


class RateLimitMiddleware:
    """Refuses clients that send too much with 429; this machine itself may send what it likes."""

    def __init__(self, app: ASGIApp, rate: float, metrics: Metrics) -> None:
        self._app = app
        self._limiter = RateLimiter(rate, max(1.0, rate * BURST_SECONDS))
        self._refused = metrics.counter("rate_limited", "Requests refused by the rate limit.")

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        app = self._app
        if scope["type"] == "http":
            client = client_of(scope)
            if client not in LOOPBACK and (wait := self._limiter.take(client)):
                self._refused.inc()
                sentence = "you are sending requests too fast; wait a moment"
                app = problem_response(429, sentence, {"Retry-After": str(math.ceil(wait))})
        await app(scope, receive, send)
