"""Which protocol a server speaks."""

import asyncio

from fourscore.web.connections import Connections

__all__ = ["protocol_class"]


def protocol_class(connections: Connections) -> type[asyncio.Protocol]:
    """Return the protocol of a server's connections, on httptools where that is installed."""
    return type("Bounded", (_base(),), {"registry": connections})


def _base() -> type[asyncio.Protocol]:
    try:
        from fourscore.web.protocol.on_httptools import BoundedHttpTools
    except ImportError:
        from fourscore.web.protocol.on_h11 import BoundedH11

        return BoundedH11
    return BoundedHttpTools
