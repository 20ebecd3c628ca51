"""The headers of requests, as ASGI has them: reading them from there is cheap."""

from starlette.types import Scope

__all__ = ["RawHeaders", "headers_of"]

RawHeaders = list[tuple[bytes, bytes]]
"""Names in lower case, with their values."""


def headers_of(scope: Scope) -> dict[bytes, bytes]:
    """Return a request's headers by name; the first counts where one is there twice.

    >>> headers_of({"headers": [(b"host", b"a"), (b"host", b"b")]})
    {b'host': b'a'}
    """
    return dict(reversed(scope["headers"]))
