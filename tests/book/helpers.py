"""What the tests of books share."""

from pathlib import Path

from fourscore.book.builder import Crew, Here, Settings, build

__all__ = ["make_book"]


def make_book(path: Path, plies: int, width: int, height: int, crew: Crew | None = None) -> bytes:
    """Build a book, and give its bytes."""
    for _ in build(Settings(plies, width, height, megabytes=4), path, crew or Here()):
        pass
    return path.read_bytes()
