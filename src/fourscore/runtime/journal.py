"""A journal: the records of unfinished work, in a file that only grows.

A header says which work it belongs to. Records follow, each with its length and a digest. However
a program ends, the digest shows whether a record is complete; reading stops at the first that is
not, and what follows is overwritten. So only what had not reached the disk is done again.
"""

import hashlib
import os
import struct
import time
from pathlib import Path
from typing import BinaryIO

from fourscore.errors import InputError
from fourscore.runtime.files import writing
from fourscore.runtime.system import lock_file

__all__ = ["DIGEST_BYTES", "HEADER", "Journal"]

MAGIC = b"\x894notes\n"
VERSION = 2
HEADER = struct.Struct("<8sHd32s")
"""The magic bytes, the version, when it was started, and a digest of the work's identity."""
LENGTH = struct.Struct("<Q")
DIGEST_BYTES = 16
SYNC_SECONDS = 2.0
"""How often the file is synced to disk."""


class Journal:
    """The journal of one piece of work, opened to be continued or started.

    `identity` is what two runs must have in common for one to resume the other; `noun` is what
    messages call a run.
    """

    def __init__(self, path: Path, identity: bytes, noun: str = "run") -> None:
        self._path, self._noun = path, noun
        self._identity = hashlib.sha256(identity).digest()
        with writing(path):
            self._file: BinaryIO = path.open("r+b" if path.exists() else "x+b")
        try:
            self._lock()
            self.began = self._read_header()
            self.records: list[bytes] = []
            """The complete records that it had when it was opened."""
            while (record := self._read_record()) is not None:
                self.records.append(record)
        except BaseException:
            self._file.close()
            raise
        self._synced = time.monotonic()

    def append(self, record: bytes) -> None:
        """Write a record; it is safe as soon as the system has written it to disk."""
        with writing(self._path):
            framed = LENGTH.pack(len(record)) + record
            self._file.write(framed + self._digest(framed))
            self._file.flush()
            if time.monotonic() - self._synced > SYNC_SECONDS:
                os.fsync(self._file.fileno())
                self._synced = time.monotonic()

    def close(self) -> None:
        self._file.close()

    def remove(self) -> None:
        """Delete the file, once the work is done."""
        self._file.close()
        self._path.unlink(missing_ok=True)

    def _lock(self) -> None:
        """Lock the file against a second run."""
        try:
            lock_file(self._file.fileno(), blocking=False)
        except OSError:
            raise InputError(f"another {self._noun} is using '{self._path}'") from None

    def _read_header(self) -> float:
        """Read the header, or write it if there is no complete one. Return when it was started."""
        header = self._file.read(HEADER.size + DIGEST_BYTES)
        fields, digest = header[: HEADER.size], header[HEADER.size :]
        if len(header) < HEADER.size + DIGEST_BYTES and MAGIC.startswith(header[: len(MAGIC)]):
            return self._begin()
        if fields[: len(MAGIC)] != MAGIC:
            raise InputError(f"'{self._path}' exists and is not a checkpoint; remove it")
        if self._digest(fields, keyed=False) != digest:
            raise InputError(f"'{self._path}' is damaged; remove it to start over")
        _, version, began, identity = HEADER.unpack(fields)
        if (version, identity) != (VERSION, self._identity):
            raise InputError(f"'{self._path}' belongs to another {self._noun}; remove it")
        return float(began)

    def _begin(self) -> float:
        began = time.time()
        fields = HEADER.pack(MAGIC, VERSION, began, self._identity)
        self._file.seek(0)
        self._file.truncate()
        self._file.write(fields + self._digest(fields, keyed=False))
        self._file.flush()
        os.fsync(self._file.fileno())
        return began

    def _read_record(self) -> bytes | None:
        """Return the next record; if it is not complete, cut the file off and return None."""
        at = self._file.tell()
        left = self._path.stat().st_size - at - LENGTH.size - DIGEST_BYTES
        length = self._file.read(LENGTH.size)
        if len(length) == LENGTH.size and LENGTH.unpack(length)[0] <= left:
            record = self._file.read(LENGTH.unpack(length)[0])
            if self._file.read(DIGEST_BYTES) == self._digest(length + record):
                return record
        self._file.seek(at)
        self._file.truncate()
        return None

    def _digest(self, content: bytes, *, keyed: bool = True) -> bytes:
        key = self._identity if keyed else b""
        return hashlib.blake2b(content, digest_size=DIGEST_BYTES, key=key).digest()
