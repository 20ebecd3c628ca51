"""The lock that lets only one run write to a ledger."""

import sqlite3
from contextlib import suppress
from pathlib import Path

from fourscore.errors import InputError

__all__ = ["LedgerBusy", "RunLock"]


class LedgerBusy(InputError):  # noqa: N818
    """Another run is writing to the ledger; try again later."""


class RunLock:
    """Lets only one run write to a ledger; released when its process dies, on every system.

    It is SQLite's own lock, on an empty file beside the ledger.
    """

    def __init__(self, path: Path, name: str) -> None:
        self._path = path.with_name(f"{path.name}-run")
        try:
            self._connection = sqlite3.connect(
                self._path, timeout=0, isolation_level=None, check_same_thread=False
            )
        except sqlite3.OperationalError as error:
            raise InputError(f"{name} cannot be written: {error}") from None
        try:
            self._connection.execute("BEGIN EXCLUSIVE")
        except sqlite3.DatabaseError as error:
            self._connection.close()
            if "locked" in str(error):
                raise LedgerBusy(f"another run is writing to {name}") from None
            raise InputError(f"{name} cannot be written: {error}") from None

    def release(self) -> None:
        """Release the lock and remove its file."""
        with suppress(OSError):
            self._path.unlink()
        self._connection.close()
