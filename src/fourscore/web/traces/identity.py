"""The id of a trace is its question, written short: any server can answer it, at any time."""

import base64
import binascii
import zlib

from pydantic import ValidationError

from fourscore.web.problems import Refused
from fourscore.web.traces.schemas import TraceRequest

__all__ = ["LONGEST_ID", "read_id", "write_id"]

LONGEST_ID = 1200
MOST_BYTES = 2000
_USUAL = (
    b'"variant":"standard","size":"7x6","start":"-------/","seed":,"cap":20000,"limit":{"nodes":,'
    b'"playouts":,"depth":},"moves":"4453","agent":"expectiminimax:depth=4astarmcts:playouts='
    b'deepening:depth=minimax:depth=alphabeta:depth='
)  # fmt: skip
"""What questions often hold, so that their ids are short; a change makes old ids unreadable."""


def write_id(question: TraceRequest) -> str:
    """Write a question.

    >>> question = TraceRequest(agent="alphabeta:depth=5", moves="4453")
    >>> len(write_id(question)) < 40, read_id(write_id(question)) == question
    (True, True)
    """
    text = question.model_dump_json(exclude_defaults=True).encode()
    packer = zlib.compressobj(9, wbits=-15, zdict=_USUAL)
    return base64.urlsafe_b64encode(packer.compress(text) + packer.flush()).decode().rstrip("=")


def read_id(text: str) -> TraceRequest:
    """Read a question; raises `Refused` if the text is no trace's id."""
    try:
        packed = base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
        question = zlib.decompressobj(-15, _USUAL).decompress(packed, MOST_BYTES)
        return TraceRequest.model_validate_json(question)
    except (binascii.Error, ValueError, ValidationError, zlib.error):
        raise Refused(404, "there is no trace with this id") from None
