"""Who counts as one client."""

from collections.abc import Mapping
from ipaddress import IPv6Address
from typing import Any

from fourscore.web.settings import LOOPBACK

__all__ = ["client_key", "client_of"]


def client_key(host: str) -> str:
    """Return what stands for a client: its address, or the network that is one client's in IPv6.

    >>> client_key("192.0.2.7"), client_key("::ffff:192.0.2.7"), client_key("2001:db8:1:2:3::7")
    ('192.0.2.7', '192.0.2.7', '2001:db8:1:2::')
    """
    if ":" not in host or host in LOOPBACK:
        return host
    try:
        address = IPv6Address(host.partition("%")[0])
    except ValueError:
        return host
    if address.ipv4_mapped is not None:
        return str(address.ipv4_mapped)
    return str(IPv6Address(int(address) >> 64 << 64))


def client_of(scope: Mapping[str, Any]) -> str:
    """Return what the client of a request is counted under; "" if it is not known.

    >>> client_of({"client": ("10.0.0.7", 80)}), client_of({})
    ('10.0.0.7', '')
    """
    return client_key(scope["client"][0]) if scope.get("client") else ""
