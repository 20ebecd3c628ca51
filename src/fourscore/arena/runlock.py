"""The lock that lets only one run write to a ledger."""

from pathlib import Path

from fourscore.errors import InputError
from fourscore.runtime.system import FileLock

__all__ = ["LedgerBusy", "RunLock"]


class LedgerBusy(InputError):  # noqa: N818
    """Another run is writing to the ledger; try again later."""


class RunLock:
    """Lets only one run write to a ledger; released when its process dies, on every system.

    It is on an empty file beside the ledger, which goes with the lock.
    """

    def __init__(self, path: Path, name: str) -> None:
        self._lock = FileLock(_file_of(path))
        try:
            free = self._lock.acquire(blocking=False)
        except FileNotFoundError:
            raise InputError(f"{name} cannot be written: there is no such folder") from None
        except OSError as error:
            raise InputError(f"{name} cannot be written: {error.strerror}") from None
        if not free:
            raise LedgerBusy(f"another run is writing to {name}")

    @staticmethod
    def is_held(path: Path) -> bool:
        """Return whether any run is writing to a ledger, without leaving a trace."""
        return FileLock(_file_of(path)).is_held()

    def release(self) -> None:
        """Release the lock and remove its file."""
        self._lock.release(remove=True)


def _file_of(path: Path) -> Path:
    return path.with_name(f"{path.name}-run")
