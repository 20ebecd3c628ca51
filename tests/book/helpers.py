"""What the tests of books share."""

from pathlib import Path

from fourscore.book.builder import Settings, build
from fourscore.runtime.workers import SerialPool, WorkerPool

__all__ = ["make_book"]


def make_book(
    path: Path, plies: int, width: int, height: int, pool: WorkerPool | None = None
) -> bytes:
    """Build a book and return its bytes."""
    for _ in build(Settings(plies, width, height, megabytes=4), path, pool or SerialPool()):
        pass
    return path.read_bytes()
