"""The checkpoint of an unfinished build: a file that only grows, and may be cut off anywhere.

A header says which build it belongs to. Records follow, each a run of positions in the order of
the build, with their scores, their cost and a digest. However a build ends, the digest shows
whether a record is complete; reading stops at the first that is not, and what follows is
overwritten. So only what had not reached the disk is solved again.
"""

import hashlib
import os
import struct
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

import numpy as np

from fourscore.book.format import Slots
from fourscore.errors import InputError
from fourscore.runtime.files import writing

__all__ = ["Checkpoint", "Identity", "Solved"]

MAGIC = b"\x894notes\n"
VERSION = 1
HEADER = struct.Struct("<8sHBBB3sQ32sd")
RECORD = struct.Struct("<QQQd")
DIGEST_BYTES = 16
SYNC_SECONDS = 2.0
"""How often the file is synced to disk."""


@dataclass(frozen=True, slots=True)
class Identity:
    """What two builds must have in common for one to resume the other."""

    width: int
    height: int
    plies: int
    positions: int
    order: bytes
    """SHA-256 of the slots in their order."""


@dataclass(frozen=True, slots=True)
class Solved:
    """A run of solved positions."""

    start: int
    """The index of the first in the order of the build."""
    scores: bytes
    """As a book stores them."""
    nodes: int
    seconds: float


class Checkpoint:
    """Scores found so far, on disk and in memory; 0 where there is none yet."""

    def __init__(self, path: Path, identity: Identity) -> None:
        self.scores: Slots = np.zeros(identity.positions, dtype=np.uint8)
        self.nodes, self.seconds = 0, 0.0
        self._path, self._identity = path, identity
        with writing(path):
            self._file: BinaryIO = path.open("r+b" if path.exists() else "x+b")
        try:
            self._lock()
            self.began = self._read()
        except BaseException:
            self._file.close()
            raise
        self._synced = time.monotonic()

    @property
    def done(self) -> int:
        """How many positions are solved."""
        return int(np.count_nonzero(self.scores))

    def gaps(self) -> Iterator[tuple[int, int]]:
        """Yield the start and end of each run that is not solved yet."""
        edges = np.flatnonzero(np.diff(np.concatenate(([1], self.scores != 0, [1]))))
        yield from (
            (int(low), int(high)) for low, high in zip(edges[::2], edges[1::2], strict=True)
        )

    def add(self, solved: Solved) -> None:
        """Store a run."""
        fields = RECORD.pack(solved.start, len(solved.scores), solved.nodes, solved.seconds)
        record = fields + solved.scores
        self._file.write(record + self._digest(record))
        self._file.flush()
        self._take(solved)
        if time.monotonic() - self._synced > SYNC_SECONDS:
            os.fsync(self._file.fileno())
            self._synced = time.monotonic()

    def close(self) -> None:
        self._file.close()

    def remove(self) -> None:
        """Delete the file, once the book is done."""
        self._file.close()
        self._path.unlink(missing_ok=True)

    def _take(self, solved: Solved) -> None:
        end = solved.start + len(solved.scores)
        self.scores[solved.start : end] = np.frombuffer(solved.scores, dtype=np.uint8)
        self.nodes += solved.nodes
        self.seconds += solved.seconds

    def _lock(self) -> None:
        """Lock the file against a second build, where the system supports it."""
        with suppress(ImportError):
            import fcntl

            try:
                fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError:
                raise InputError(f"another build is using '{self._path}'") from None

    # Reading

    def _read(self) -> float:
        """Read the file, or start it if there is no complete header. Return when it was started."""
        header = self._file.read(HEADER.size + DIGEST_BYTES)
        fields, digest = header[: HEADER.size], header[HEADER.size :]
        if len(header) < HEADER.size + DIGEST_BYTES and MAGIC.startswith(header[: len(MAGIC)]):
            return self._begin()
        if fields[: len(MAGIC)] != MAGIC:
            raise InputError(f"'{self._path}' exists and is not a checkpoint; remove it")
        if hashlib.blake2b(fields, digest_size=DIGEST_BYTES).digest() != digest:
            raise InputError(f"'{self._path}' is damaged; remove it to start over")
        *known, began = HEADER.unpack(fields)
        if tuple(known) != self._fields():
            raise InputError(f"'{self._path}' belongs to another build; remove it")
        while (solved := self._read_record()) is not None:
            self._take(solved)
        return float(began)

    def _begin(self) -> float:
        began = time.time()
        fields = HEADER.pack(*self._fields(), began)
        self._file.seek(0)
        self._file.truncate()
        self._file.write(fields + hashlib.blake2b(fields, digest_size=DIGEST_BYTES).digest())
        self._file.flush()
        os.fsync(self._file.fileno())
        return began

    def _read_record(self) -> Solved | None:
        """Return the next record; if it is not complete, cut the file off and return None."""
        at = self._file.tell()
        fields = self._file.read(RECORD.size)
        if len(fields) == RECORD.size:
            start, count, nodes, seconds = RECORD.unpack(fields)
            if 0 < count <= self._identity.positions - start:
                scores = self._file.read(count)
                if self._file.read(DIGEST_BYTES) == self._digest(fields + scores):
                    return Solved(start, scores, nodes, seconds)
        self._file.seek(at)
        self._file.truncate()
        return None

    def _fields(self) -> tuple[object, ...]:
        each = self._identity
        return (
            *(MAGIC, VERSION, each.width, each.height, each.plies, bytes(3)),
            *(each.positions, each.order),
        )

    def _digest(self, record: bytes) -> bytes:
        key = self._identity.order
        return hashlib.blake2b(record, digest_size=DIGEST_BYTES, key=key).digest()
