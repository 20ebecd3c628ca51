"""How files are written: whole, and with one sentence if they cannot be."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from fourscore.errors import InputError
from fourscore.runtime.system import replace_file

__all__ = [
    "check_suffix",
    "check_target",
    "make_folder",
    "replacing",
    "write_atomically",
    "write_text",
    "writing",
]


@contextmanager
def writing(path: Path) -> Iterator[None]:
    """Turn an OSError in the block into an `InputError` that names the file."""
    try:
        yield
    except OSError as error:
        raise InputError(f"cannot write the file '{path}': {error.strerror or error}") from None


def write_text(path: Path, text: str, *, append: bool = False) -> None:
    """Write or append text, or raise `InputError`."""
    with writing(path), path.open("a" if append else "w", encoding="utf-8", newline="\n") as file:
        file.write(text)


def _name_beside(path: Path) -> Path:
    from secrets import token_hex

    return path.with_name(f".{path.name}.{token_hex(8)}")


@contextmanager
def replacing(path: Path) -> Iterator[Path]:
    """Yield the name of a file to write, which then takes the place of `path`, or raise.

    After a crash `path` is either the old file or the new one. Raises `InputError` if it cannot
    be written.
    """
    beside = _name_beside(path)
    with writing(path):
        try:
            yield beside
            with beside.open("r+b") as file:
                os.fsync(file.fileno())
            replace_file(beside, path)
        except BaseException:
            beside.unlink(missing_ok=True)
            raise


def write_atomically(path: Path, content: str | bytes, mode: int = 0o600) -> None:
    """Replace a file so that after a crash it is either the old one or the new one.

    Raises `OSError` if it cannot be written.
    """
    data = content.encode() if isinstance(content, str) else content
    beside = _name_beside(path)
    try:
        beside.touch(mode, exist_ok=False)
        with beside.open("wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        replace_file(beside, path)
    except BaseException:
        beside.unlink(missing_ok=True)
        raise


def check_suffix(path: Path, known: tuple[str, ...]) -> None:
    """Raise `InputError` unless the file's name ends in one of the known suffixes.

    >>> check_suffix(Path("plot.gif"), (".png", ".svg"))
    Traceback (most recent call last):
    fourscore.errors.InputError: cannot write 'plot.gif': its name must end in .png or .svg
    """
    if path.suffix.lower() not in known:
        *most, last = known
        suffixes = f"{', '.join(most)} or {last}" if most else last
        raise InputError(f"cannot write '{path}': its name must end in {suffixes}")


def check_target(path: Path, suffixes: tuple[str, ...] = ()) -> None:
    """Raise `InputError` unless a file of this name can be written; call it before the work.

    >>> check_target(Path("no/plot.svg"))
    Traceback (most recent call last):
    fourscore.errors.InputError: cannot write the file 'no/plot.svg': there is no folder 'no'
    """
    if suffixes:
        check_suffix(path, suffixes)
    if path.is_dir():
        reason = "it is a folder"
    elif not path.parent.is_dir():
        reason = f"there is no folder '{path.parent}'"
    elif not os.access(path if path.exists() else path.parent, os.W_OK):
        reason = "permission denied"
    else:
        return
    raise InputError(f"cannot write the file '{path}': {reason}")


def make_folder(path: Path) -> None:
    """Make a folder with its parents unless it exists, or raise `InputError`."""
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(f"cannot make the folder '{path}': {error.strerror}") from None
