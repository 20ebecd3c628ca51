"""What the routes of one server share: the workers, the counts, the cache of analyses."""

import asyncio
from collections import OrderedDict
from collections.abc import Hashable
from typing import Any, Generic, TypeVar

from fastapi import Request
from starlette.types import Scope

from fourscore.book import default_book
from fourscore.core.position import Position
from fourscore.schemas.truth import known_analysis
from fourscore.web.answers import Kept
from fourscore.web.metrics import Metrics
from fourscore.web.settings import Settings
from fourscore.web.tournaments.scheduler import Keeper
from fourscore.web.workers.pool import Job, Pool

__all__ = ["Service", "Shelf", "client_of", "service_of"]

OVERHEAD = 500
"""Bytes that an answer takes beside its content."""

Key = TypeVar("Key", bound=Hashable)
Item = TypeVar("Item")
Address = tuple[bytes, bytes]
"""The path and the query of a request, as they came."""


class Shelf(Generic[Key, Item]):
    """Items up to a weight in all; when there are more, the one unwanted for longest goes.

    >>> shelf = Shelf[str, int](2)
    >>> for count, letter in enumerate("abc"):
    ...     shelf.keep(letter, count, 1)
    >>> shelf.find("a"), shelf.find("c"), len(shelf)
    (None, 2, 2)
    """

    def __init__(self, most: int) -> None:
        self._left = most
        self._items: OrderedDict[Key, tuple[Item, int]] = OrderedDict()

    def __len__(self) -> int:
        return len(self._items)

    def find(self, key: Key) -> Item | None:
        """Return an item that was kept, and keep it longer."""
        if key not in self._items:
            return None
        self._items.move_to_end(key)
        return self._items[key][0]

    def keep(self, key: Key, item: Item, weight: int) -> None:
        _, before = self._items.pop(key, (None, 0))
        self._items[key] = (item, weight)
        self._left += before - weight
        while self._left < 0:
            _, (_, freed) = self._items.popitem(last=False)
            self._left += freed


class Service:
    """One server's parts. It may be lost at any time: what matters longer is in a folder."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.metrics = Metrics()
        self.pool = Pool(settings, self.metrics)
        self.keeper = Keeper(settings, self.metrics)
        half = settings.cache_megabytes * 1024 * 1024 // 2
        self._analyses = Shelf[Position, Kept](half)
        self._answers = Shelf[Address, tuple[Any, Kept]](half)
        self._lookups = self.metrics.counter(
            "analysis_cache", "Analyses asked for, by where they came from.", "outcome"
        )
        self.metrics.gauge("analyses_cached", "Analyses in memory.", lambda: len(self._analyses))

    # What was answered before

    def find_analysis(self, position: Position) -> Kept | None:
        """Return what was proved of a position before, here or by whoever made the book."""
        kept = self._analyses.find(position)
        if kept is not None:
            self._lookups.labels("hit").inc()
            return kept
        book = default_book()
        view = known_analysis(position, book) if book else None
        if view is None:
            self._lookups.labels("miss").inc()
            return None
        self._lookups.labels("book").inc()
        return Kept.of(view.model_dump_json())

    def keep_analysis(self, position: Position, kept: Kept) -> None:
        self._analyses.keep(position, kept, kept.weight + OVERHEAD)

    def find_answer(self, scope: Scope) -> Kept | None:
        """Take the short way to an answer that cannot change and was given before."""
        found = self._answers.find(_address_of(scope))
        if found is None:
            return None
        scope["route"], kept = found
        if scope["route"].path.endswith("/analysis"):
            self._lookups.labels("hit").inc()
        return kept

    def keep_answer(self, scope: Scope, kept: Kept) -> None:
        address = _address_of(scope)
        weight = kept.weight + sum(map(len, address)) + OVERHEAD
        self._answers.keep(address, (scope["route"], kept), weight)

    # Work

    def submit(
        self, request: Request, kind: str, ask: dict[str, Any], seconds: float | None = None
    ) -> Job:
        """Line up a job for the client of a request; it has all the time a request may have."""
        return self.pool.submit(
            kind, ask, client_of(request), seconds or self.settings.caps.seconds
        )

    def start(self) -> None:
        """Start the workers, and go on with the tournaments."""
        self.pool.start()
        self.keeper.start()

    async def close(self) -> None:
        """End everything in order."""
        await asyncio.gather(self.keeper.close(), self.pool.close())


def _address_of(scope: Scope) -> Address:
    """Return the address of a request."""
    return scope.get("raw_path", b""), scope["query_string"]


def client_of(request: Request) -> str:
    """Name the client of a request, for counting."""
    return request.client.host if request.client else ""


def service_of(request: Request) -> Service:
    """Return the service that a request has come to."""
    service: Service = request.app.state.service
    return service
