"""The id of a trace is its request in short form, so that any server can answer it at any time."""

import base64
import binascii
import zlib

from pydantic import ValidationError

from fourscore.web.problems import Refused
from fourscore.web.traces.schemas import TraceRequest

__all__ = ["LONGEST_ID", "read_id", "write_id"]

LONGEST_ID = 1200
MAX_BYTES = 2000
_DICTIONARY = (
    b'"variant":"standard","size":"7x6","start":"-------/","seed":,"cap":20000,"limit":{"nodes":,'
    b'"playouts":,"depth":},"moves":"4453","agent":"expectiminimax:depth=4astarmcts:playouts='
    b'deepening:depth=minimax:depth=alphabeta:depth='
)  # fmt: skip
"""What requests often contain, so that ids are short. A change makes old ids unreadable."""


def write_id(request: TraceRequest) -> str:
    """Return the id of a request.

    >>> request = TraceRequest(agent="alphabeta:depth=5", moves="4453")
    >>> len(write_id(request)) < 40, read_id(write_id(request)) == request
    (True, True)
    """
    text = request.model_dump_json(exclude_defaults=True).encode()
    packer = zlib.compressobj(9, wbits=-15, zdict=_DICTIONARY)
    return base64.urlsafe_b64encode(packer.compress(text) + packer.flush()).decode().rstrip("=")


def read_id(text: str) -> TraceRequest:
    """Return the request with an id; raises `Refused` if the text is not an id."""
    try:
        packed = base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
        content = zlib.decompressobj(-15, _DICTIONARY).decompress(packed, MAX_BYTES)
        return TraceRequest.model_validate_json(content)
    except (binascii.Error, ValueError, ValidationError, zlib.error):
        raise Refused(404, "there is no trace with this id") from None
