"""Turns that several processes of one server share: as many locks as tasks may run at a time."""

from pathlib import Path

from fourscore.runtime.system import FileLock

__all__ = ["SharedSlots"]


class SharedSlots:
    """Locks in the folder of the tasks. The system releases those of a process that dies.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     here, there = (SharedSlots(Path(folder), 1) for _ in range(2))
    ...     here.take("a"), there.take("b"), here.release("a"), there.take("b")
    (True, False, None, True)
    """

    def __init__(self, folder: Path, count: int) -> None:
        self._folder, self._count = folder, count
        self._taken: dict[str, FileLock] = {}

    def take(self, task: str) -> bool:
        """Take a turn for a task, and return whether there was one."""
        self._folder.mkdir(parents=True, exist_ok=True)
        for number in range(self._count):
            lock = FileLock(self._folder / f".turn-{number}.lock")
            if lock.acquire(blocking=False):
                self._taken[task] = lock
                return True
        return False

    def release(self, task: str) -> None:
        """Give the turn of a task back."""
        self._taken.pop(task).release()
