"""How files are written: whole, and with one sentence if they cannot be."""

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from fourscore.errors import InputError

__all__ = ["check_suffix", "make_folder", "write_text", "write_whole", "writing"]


@contextmanager
def writing(path: Path) -> Iterator[None]:
    """Turn an OSError in the block into an `InputError` that names the file."""
    try:
        yield
    except OSError as error:
        raise InputError(f"cannot write the file '{path}': {error.strerror or error}") from None


def write_text(path: Path, text: str, *, append: bool = False) -> None:
    """Write or append text, or raise `InputError`."""
    with writing(path), path.open("a" if append else "w", encoding="utf-8") as file:
        file.write(text)


def write_whole(path: Path, text: str) -> None:
    """Replace a file atomically: after a crash it is either the old one or the new one."""
    handle, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        Path(name).replace(path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


def check_suffix(path: Path, known: tuple[str, ...]) -> None:
    """Raise `InputError` unless the file's name ends in one of the known suffixes.

    >>> check_suffix(Path("plot.gif"), (".png", ".svg"))
    Traceback (most recent call last):
    fourscore.errors.InputError: cannot write 'plot.gif': its name must end in .png or .svg
    """
    if path.suffix.lower() not in known:
        suffixes = f"{', '.join(known[:-1])} or {known[-1]}"
        raise InputError(f"cannot write '{path}': its name must end in {suffixes}")


def make_folder(path: Path) -> None:
    """Make a folder with its parents unless it exists, or raise `InputError`."""
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(f"cannot make the folder '{path}': {error.strerror}") from None
