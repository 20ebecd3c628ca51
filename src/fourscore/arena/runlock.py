"""The lock that lets only one run write to a ledger."""

import sqlite3
from contextlib import suppress
from pathlib import Path

from fourscore.errors import InputError

__all__ = ["LedgerBusy", "RunLock"]

TRIES = 20
"""How often the lock is tried while another run removes its file."""


class LedgerBusy(InputError):  # noqa: N818
    """Another run is writing to the ledger; try again later."""


class RunLock:
    """Lets only one run write to a ledger; released when its process dies, on every system.

    It is SQLite's own lock, on an empty file beside the ledger.
    """

    def __init__(self, path: Path, name: str) -> None:
        self._path = _file_of(path)
        why = "its lock is removed again and again"
        for _ in range(TRIES):
            try:
                self._path.touch()
                before = _number_of(self._path)
                self._connection = _lock(str(self._path))
                if _number_of(self._path) == before is not None:
                    return
                self._connection.close()  # a lock on a file that was replaced keeps nobody out
            except FileNotFoundError:
                if not self._path.parent.is_dir():
                    why = "there is no such folder"
                    break
            except (OSError, sqlite3.DatabaseError) as error:
                if "locked" in str(error):
                    raise LedgerBusy(f"another run is writing to {name}") from None
                why = getattr(error, "strerror", None) or str(error)
                if "disk I/O" not in why:  # which also means that the file was removed meanwhile
                    break
        raise InputError(f"{name} cannot be written: {why}")

    @staticmethod
    def is_held(path: Path) -> bool:
        """Return whether any run is writing to a ledger, without leaving a trace."""
        try:
            _lock(f"{_file_of(path).absolute().as_uri()}?mode=rw").close()
        except sqlite3.DatabaseError as error:
            return "locked" in str(error)
        return False

    def release(self) -> None:
        """Release the lock and remove its file."""
        with suppress(OSError):
            self._path.unlink()
        self._connection.close()


def _file_of(path: Path) -> Path:
    return path.with_name(f"{path.name}-run")


def _number_of(path: Path) -> int | None:
    """Return what tells a file from another one of the same name; None if there is none."""
    try:
        return path.stat().st_ino
    except FileNotFoundError:
        return None


def _lock(file: str) -> sqlite3.Connection:
    """Open a file, by its path or address, and lock it; raises `sqlite3.DatabaseError`."""
    connection = sqlite3.connect(
        file, timeout=0, isolation_level=None, check_same_thread=False, uri=file.startswith("file:")
    )
    try:
        connection.execute("BEGIN EXCLUSIVE")
    except sqlite3.DatabaseError:
        connection.close()
        raise
    return connection
