"""The file format of a book; no other module knows it.

    0   8  the magic, "\\x894score\\n"          All numbers are little-endian.
    8   2  the version of this layout: 1
    10  1  width, 1 height, 1 plies, 3 zeros
    16  8  slots
    24  8  entries: slots with a score
    32  28 SHA-224 of the slots
    60  4  CRC-32 of the 60 bytes before and of the table that follows
    64     a table with the CRC-32 of each block of 4,096 slots, 4 bytes each
    ...    the slots, a byte each

`ranking` maps positions to slots. A slot holds 0 if the book does not have the position, else
its score plus the board's goal (22 on 7x6; a win scores the goal minus the winner's discs, so
that the sum is at least 1).

The header is checked when a book is opened, a block when it is first read. So a book opens at
once, and yet a damaged byte is never taken for a score.
"""

import hashlib
import struct
import zlib
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from fourscore.core.bitboard import Rules
from fourscore.core.variants import make_rules
from fourscore.errors import InputError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["BLOCK", "UNKNOWN", "Header", "Numbers", "Slots", "pack", "read_header"]

MAGIC = b"\x894score\n"
VERSION = 1
BLOCK = 4096
"""Slots that share a checksum."""
UNKNOWN = 0
"""The byte of a position that the book does not have."""
FIELDS = struct.Struct("<8sHBBB3sQQ28s")
CHECKSUM = struct.Struct("<I")
HEADER_BYTES = FIELDS.size + CHECKSUM.size

Slots: TypeAlias = "NDArray[np.uint8]"
Numbers: TypeAlias = "NDArray[np.int64]"


@dataclass(frozen=True, slots=True)
class Header:
    """The header of a book: what it covers, and its digest."""

    width: int
    height: int
    plies: int
    slots: int
    entries: int
    digest: bytes
    """SHA-224 of the slots."""

    @property
    def rules(self) -> Rules:
        return make_rules(self.width, self.height)

    @property
    def size(self) -> str:
        return f"{self.width}x{self.height}"

    @property
    def blocks(self) -> int:
        return -(-self.slots // BLOCK)

    @property
    def body(self) -> int:
        """Where the slots start."""
        return HEADER_BYTES + CHECKSUM.size * self.blocks

    @property
    def file_bytes(self) -> int:
        """The length of the whole file."""
        return self.body + self.slots


def pack(rules: Rules, plies: int, slots: Slots) -> bytes:
    """Return the bytes of a book with these slots."""
    body = slots.tobytes()
    table = b"".join(
        CHECKSUM.pack(zlib.crc32(body[at : at + BLOCK])) for at in range(0, len(body), BLOCK)
    )
    fields = FIELDS.pack(
        MAGIC,
        VERSION,
        rules.width,
        rules.height,
        plies,
        bytes(3),
        len(body),
        int((slots != UNKNOWN).sum()),
        digest_of(body),
    )
    return fields + CHECKSUM.pack(zlib.crc32(table, zlib.crc32(fields))) + table + body


def digest_of(body: bytes | memoryview) -> bytes:
    """Return the digest that the header stores."""
    return hashlib.sha224(body).digest()


def read_header(content: memoryview, name: str) -> tuple[Header, tuple[int, ...]]:
    """Read a book's header and its checksums. Raises `InputError` if they are damaged."""
    if len(content) < HEADER_BYTES or content[:8] != MAGIC:
        raise InputError(f"{name} is not a fourscore opening book")
    _, version, width, height, plies, _, slots, entries, digest = FIELDS.unpack_from(content)
    if version != VERSION:
        raise InputError(f"{name} is a book of version {version}; this fourscore reads {VERSION}")
    header = Header(width, height, plies, slots, entries, digest)
    end = min(header.body, len(content))
    (checksum,) = CHECKSUM.unpack_from(content, FIELDS.size)
    if zlib.crc32(content[HEADER_BYTES:end], zlib.crc32(content[: FIELDS.size])) != checksum:
        raise InputError(f"{name} is damaged: its header does not match its checksum")
    if len(content) != header.file_bytes:
        raise InputError(
            f"{name} is damaged: it has {len(content):,} bytes instead of {header.file_bytes:,}"
        )
    table = struct.unpack(f"<{header.blocks}I", content[HEADER_BYTES : header.body])
    return header, table
