"""Where lessons are found: those that come with fourscore, and a teacher's folder."""

from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.resources import files
from pathlib import Path

from fourscore.errors import FourscoreError, InputError
from fourscore.insight.lessons.lesson import Lesson
from fourscore.insight.lessons.reading import lesson_name, read_lesson

__all__ = ["MOST_LESSONS", "Entry", "built_in", "find_lesson", "list_lessons"]

MOST_LESSONS = 200
"""The most lessons that are read from a folder."""
SUFFIX = ".toml"


@dataclass(frozen=True, slots=True)
class Entry:
    """A lesson in a list."""

    name: str
    path: Path
    is_own: bool
    """Whether it is a teacher's, not one that comes with fourscore."""
    lesson: Lesson | None
    mistake: str = ""
    """Why it cannot be opened, if it cannot."""


@cache
def built_in() -> tuple[Entry, ...]:
    """Return the lessons that come with fourscore, in their order."""
    folder = Path(str(files("fourscore.data") / "lessons"))
    return tuple(_entries(folder, is_own=False))


def list_lessons(folder: Path | None = None) -> list[Entry]:
    """Return the lessons that come with fourscore, then those of a folder in the order of files."""
    own = [] if folder is None else _entries(folder, is_own=True)
    taken = {each.name for each in built_in()}
    return [*built_in(), *(each for each in own if each.name not in taken)]


def find_lesson(name: str, folder: Path | None = None) -> Entry:
    """Return a lesson by its name, or by its number among those that come with fourscore.

    Raises `InputError` if there is none, or if it has mistakes.
    """
    entries = list_lessons(folder)
    if name.isdecimal() and 1 <= int(name) <= len(built_in()):
        return built_in()[int(name) - 1]
    for entry in entries:
        if entry.name == name:
            if entry.mistake:
                raise InputError(entry.mistake)
            return entry
    raise InputError(f"there is no lesson {name[:60]!r}")


def _entries(folder: Path, is_own: bool) -> list[Entry]:
    try:
        paths = sorted(path for path in folder.iterdir() if path.suffix == SUFFIX)
    except OSError as error:
        raise InputError(f"cannot read the folder '{folder}': {error.strerror}") from None
    found: dict[str, Entry] = {}
    for path in paths[:MOST_LESSONS]:
        entry = _entry(path, _version(path), is_own)
        found.setdefault(entry.name, entry)
    return list(found.values())


def _version(path: Path) -> tuple[int, int]:
    """Return what changes when a file does."""
    try:
        state = path.stat()
    except OSError:
        return 0, 0
    return state.st_mtime_ns, state.st_size


@lru_cache(2 * MOST_LESSONS)
def _entry(path: Path, version: tuple[int, int], is_own: bool) -> Entry:  # noqa: ARG001
    try:
        return Entry(lesson_name(path), path, is_own, read_lesson(path))
    except FourscoreError as error:
        return Entry(path.stem, path, is_own, None, error.for_people.replace(str(path), path.name))
