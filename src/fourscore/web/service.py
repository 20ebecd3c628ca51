"""What the routes of one server share: the workers, the counts, the cache of analyses."""

from collections import OrderedDict
from collections.abc import Hashable
from typing import Any, Generic, TypeVar

from fastapi import Request
from starlette.types import Scope

from fourscore.core.position import Position
from fourscore.web.answers import Kept
from fourscore.web.metrics import Metrics
from fourscore.web.pool import Job, Pool
from fourscore.web.settings import Settings

__all__ = ["Service", "Shelf", "address_of", "service_of"]

Key = TypeVar("Key", bound=Hashable)
Item = TypeVar("Item")
Address = tuple[bytes, bytes]
"""The path and the query of a request, as they came."""


class Shelf(Generic[Key, Item]):
    """So many items; when there are more, the one that nobody wanted for longest goes.

    >>> shelf = Shelf[str, int](2)
    >>> for count, letter in enumerate("abc"):
    ...     shelf.keep(letter, count)
    >>> shelf.find("a"), shelf.find("c")
    (None, 2)
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._items: OrderedDict[Key, Item] = OrderedDict()

    def __len__(self) -> int:
        return len(self._items)

    def find(self, key: Key) -> Item | None:
        """Give an item that was kept, and keep it longer."""
        item = self._items.get(key)
        if item is not None:
            self._items.move_to_end(key)
        return item

    def keep(self, key: Key, item: Item) -> None:
        self._items[key] = item
        if len(self._items) > self._most:
            self._items.popitem(last=False)


class Service:
    """One server's parts. Nothing in it matters beyond a request: it may be lost at any time."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.pool = Pool(settings)
        self.metrics = Metrics()
        self.analyses = Shelf[Position, Kept](settings.cached)
        """What was proved before, by position."""
        self.answers = Shelf[Address, tuple[Any, Kept]](settings.cached)
        """Answers that cannot change, by address: the short way to what was asked before."""

    def submit(
        self, request: Request, kind: str, ask: dict[str, Any], seconds: float | None = None
    ) -> Job:
        """Line up a job for the client of a request; it has all the time a request may have."""
        client = request.client.host if request.client else ""
        return self.pool.submit(kind, ask, client, seconds or self.settings.caps.seconds)

    def gauges(self) -> dict[str, float]:
        """Give what is true right now, by its name in the metrics."""
        return {
            "workers": self.settings.workers,
            "workers_ready": len(self.pool.ready),
            "jobs_running": len(self.pool.running),
            "jobs_waiting": self.pool.waiting,
            "analyses_cached": len(self.analyses),
        }


def address_of(scope: Scope) -> Address:
    """Give the address of a request."""
    return scope.get("raw_path", b""), scope["query_string"]


def service_of(request: Request) -> Service:
    """Give the service that a request has come to."""
    service: Service = request.app.state.service
    return service
