"""The cache of responses that cannot change."""

import gzip
import hashlib
from collections import OrderedDict
from collections.abc import Hashable
from functools import lru_cache
from typing import Any, Generic, NamedTuple, TypeVar

from fastapi import Request
from pydantic import BaseModel
from starlette.responses import Response
from starlette.types import Scope

from fourscore.web.headers import RawHeaders, headers_of

__all__ = ["IMMUTABLE", "CachedResponse", "LruCache", "ResponseCache"]

IMMUTABLE = "public, max-age=86400, immutable"
"""For a response that cannot change; for a day, so that clients notice a new version."""
VARY = (b"vary", b"Accept, Accept-Encoding")
OVERHEAD = 500
"""Bytes that a cached response takes besides its content."""

Key = TypeVar("Key", bound=Hashable)
Item = TypeVar("Item")


class LruCache(Generic[Key, Item]):
    """Items up to a total weight; the least recently used ones are evicted.

    >>> cache = LruCache[str, int](2)
    >>> for number, letter in enumerate("abc"):
    ...     cache.put(letter, number, weight=1)
    >>> cache.get("a"), cache.get("c"), len(cache)
    (None, 2, 2)
    """

    def __init__(self, capacity: int) -> None:
        self._free = capacity
        self._items: OrderedDict[Key, tuple[Item, int]] = OrderedDict()

    def __len__(self) -> int:
        return len(self._items)

    def get(self, key: Key) -> Item | None:
        if key not in self._items:
            return None
        self._items.move_to_end(key)
        return self._items[key][0]

    def put(self, key: Key, item: Item, weight: int) -> None:
        _, replaced = self._items.pop(key, (None, 0))
        self._items[key] = (item, weight)
        self._free += replaced - weight
        while self._free < 0:
            _, (_, freed) = self._items.popitem(last=False)
            self._free += freed


class CachedResponse(NamedTuple):
    """Content with its entity tag, and compressed if that pays."""

    content: bytes
    etag: str
    gzipped: bytes
    media_type: str

    @classmethod
    def of(
        cls,
        content: bytes,
        media_type: str = "application/json",
        *,
        gzip_from: int = 16 * 1024,
        level: int = 3,
    ) -> "CachedResponse":
        """Tag content by its digest, and compress it from a number of bytes on.

        The event loop waits while it is compressed, so the default level is low.
        """
        gzipped = gzip.compress(content, level, mtime=0) if len(content) >= gzip_from else b""
        digest = hashlib.blake2s(content, digest_size=12).hexdigest()
        return cls(content, f'"{digest}"', gzipped, media_type)

    @classmethod
    def of_model(cls, model: BaseModel) -> "CachedResponse":
        return cls.of(model.model_dump_json().encode())

    @property
    def weight(self) -> int:
        """Bytes of memory, about."""
        return len(self.content) + len(self.gzipped) + OVERHEAD

    def respond(self, request: Request, cache_control: str = IMMUTABLE) -> Response:
        """Return the content, or 304 if the client has it already."""
        return self.respond_to(headers_of(request.scope), cache_control)

    def respond_to(self, asked: dict[bytes, bytes], cache_control: str = IMMUTABLE) -> Response:
        """Respond to a request with these headers."""
        etag = self.etag.encode()
        headers = [(b"cache-control", _encode(cache_control)), (b"etag", etag), VARY]
        if (known := asked.get(b"if-none-match")) is not None and _is_named(etag, known):
            return _ReadyResponse(304, headers, b"")
        content = self.content
        if self.gzipped and b"gzip" in asked.get(b"accept-encoding", b""):
            # Other bytes than the plain content, so the tag can only be a weak one.
            headers[1] = (b"etag", b"W/" + etag)
            headers.append((b"content-encoding", b"gzip"))
            content = self.gzipped
        headers.append((b"content-length", b"%d" % len(content)))
        headers.append((b"content-type", _content_type(self.media_type)))
        return _ReadyResponse(200, headers, content)


class _ReadyResponse(Response):
    """A response whose headers are written already."""

    def __init__(self, status_code: int, headers: RawHeaders, body: bytes) -> None:
        # Not the class above, which would write them again.
        self.status_code, self.raw_headers, self.body = status_code, headers, body
        self.background = None


def _is_named(etag: bytes, known: bytes) -> bool:
    """Return whether a tag is among those that a client knows.

    >>> _is_named(b'"a"', b'"b", W/"a"'), _is_named(b'"a"', b"*"), _is_named(b'"a"', b"")
    (True, True, False)
    """
    return known == b"*" or etag in [tag.strip().removeprefix(b"W/") for tag in known.split(b",")]


@lru_cache(64)
def _encode(value: str) -> bytes:
    return value.encode("latin-1")


@lru_cache(64)
def _content_type(media_type: str) -> bytes:
    return Response(media_type=media_type).headers["content-type"].encode("latin-1")


class ResponseCache:
    """Responses by the path and the query of their requests, exactly as they came."""

    def __init__(self, capacity: int) -> None:
        self._responses = LruCache[tuple[bytes, bytes], tuple[Any, CachedResponse]](capacity)

    def get(self, scope: Scope) -> CachedResponse | None:
        """Return the response to a request, and note the request's route in its scope."""
        found = self._responses.get(_address(scope))
        if found is None:
            return None
        scope["route"], response = found
        return response

    def put(self, scope: Scope, response: CachedResponse) -> None:
        address = _address(scope)
        weight = response.weight + sum(map(len, address))
        self._responses.put(address, (scope["route"], response), weight)


def _address(scope: Scope) -> tuple[bytes, bytes]:
    return scope.get("raw_path", b""), scope["query_string"]
