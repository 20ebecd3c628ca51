"""Locks on files, and files that take the place of others."""

import os
import sys
import time
from contextlib import suppress
from pathlib import Path
from types import TracebackType

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

__all__ = ["FileLock", "lock_file", "others_can_read", "replace_file"]

POLL_SECONDS, PATIENCE = 0.05, 1.0
"""Seconds between two tries, and in which to try."""
LOCKED_BYTE = 0x7FFF_FFFE
"""Windows locks bytes, and others cannot read them: so one that no file has."""


class FileLock:
    """An exclusive lock among processes and threads; the system releases it if a process dies.

    It is on an empty file of its own, which only `release` may delete.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder, FileLock(Path(folder, "lock")):
    ...     FileLock(Path(folder, "lock")).acquire(blocking=False)
    False
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._descriptor: int | None = None

    def acquire(self, *, blocking: bool = True) -> bool:
        """Take the lock and return True, or return False if it is taken and not to be waited for.

        Raises `OSError` if the file cannot be opened or locked.
        """
        while True:
            descriptor = os.open(self.path, os.O_CREAT | os.O_RDWR, 0o600)
            try:
                lock_file(descriptor, blocking=blocking)
                if _is_named(descriptor, self.path):
                    self._descriptor = descriptor
                    return True
                os.close(descriptor)  # of a file that was deleted meanwhile: it keeps nobody out
            except BaseException as error:
                os.close(descriptor)
                if isinstance(error, BlockingIOError):
                    return False
                raise

    def is_held(self) -> bool:
        """Return whether anybody has the lock, without leaving a trace."""
        try:
            descriptor = os.open(self.path, os.O_RDWR)
        except OSError:
            return False
        try:
            lock_file(descriptor, blocking=False)
        except BlockingIOError:
            return True
        finally:
            os.close(descriptor)
        return False

    def release(self, *, remove: bool = False) -> None:
        """Release the lock if it is held; with `remove`, delete its file."""
        if self._descriptor is None:
            return
        if remove and sys.platform != "win32":
            self.path.unlink(missing_ok=True)  # first, or it could be another one's by then
        if sys.platform == "win32":
            _lock_byte(self._descriptor, msvcrt.LK_UNLCK)  # closing may do so only later
        os.close(self._descriptor)
        self._descriptor = None
        if remove and sys.platform == "win32":
            with suppress(OSError):  # somebody has it open
                self.path.unlink()

    def __enter__(self) -> "FileLock":
        self.acquire()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.release()


def _is_named(descriptor: int, path: Path) -> bool:
    """Return whether a path leads to an open file."""
    try:
        return os.path.samestat(os.fstat(descriptor), path.stat())
    except FileNotFoundError:
        return False


def lock_file(descriptor: int, *, blocking: bool = True) -> None:
    """Lock an open file until it is closed.

    Raises `BlockingIOError` if it is locked and not to be waited for.
    """
    if sys.platform == "win32":
        while not _lock_byte(descriptor, msvcrt.LK_NBLCK):
            if not blocking:
                raise BlockingIOError("the file is locked")
            time.sleep(POLL_SECONDS)
    else:
        fcntl.flock(descriptor, fcntl.LOCK_EX | (0 if blocking else fcntl.LOCK_NB))


def replace_file(source: Path, target: Path) -> None:
    """Let a file take the place of another in one step, which a power cut does not undo.

    Windows refuses that while a program has the other one open, so there it is tried for a second.
    """
    if sys.platform == "win32":
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            with suppress(PermissionError):
                source.replace(target)
                return
            time.sleep(POLL_SECONDS)
    source.replace(target)
    if sys.platform != "win32":
        _sync_folder(target.parent)


def _sync_folder(folder: Path) -> None:
    """Let the names in a folder reach the disk, where the file system can do that."""
    with suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


if sys.platform == "win32":

    def _lock_byte(descriptor: int, mode: int) -> bool:
        """Lock or unlock the byte that stands for an open file; return whether it was possible."""
        at = os.lseek(descriptor, 0, os.SEEK_CUR)
        os.lseek(descriptor, LOCKED_BYTE, os.SEEK_SET)
        try:
            msvcrt.locking(descriptor, mode, 1)
        except PermissionError:
            return False
        finally:
            os.lseek(descriptor, at, os.SEEK_SET)
        return True


def others_can_read(path: Path) -> bool:
    """Return whether other users of this machine may read a file; Windows does not say."""
    if sys.platform == "win32":
        return False
    with suppress(OSError):
        return bool(path.stat().st_mode & 0o004)
    return False
