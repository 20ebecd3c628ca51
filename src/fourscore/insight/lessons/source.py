"""TOML with the line of every key, so that a mistake can be named by its line.

Python's reader of TOML has lines for mistakes of syntax only; for all others a second look at the
text finds the line on which each key is set.
"""

import re
import tomllib
from pathlib import Path
from typing import Any, NamedTuple

from fourscore.errors import InputError

__all__ = ["MAX_BYTES", "LessonError", "Mistake", "Source", "read_source"]

MAX_BYTES = 100_000
"""The longest file of a lesson."""
_HEADER = re.compile(r"\s*\[(\[)?\s*([^\[\]]+?)\s*\]\]?\s*(#.*)?$")
_KEY = re.compile(r"""\s*((?:[\w-]+|"[^"]*"|'[^']*')(?:\s*\.\s*(?:[\w-]+|"[^"]*"|'[^']*'))*)\s*=""")
_PLACE = re.compile(r"\s*\(at (?:line (\d+), column \d+|end of document)\)")

Path_ = tuple[str | int, ...]


class Mistake(NamedTuple):
    """Something wrong in the file of a lesson."""

    line: int
    sentence: str


class LessonError(InputError):
    """A lesson with mistakes; the message names the first one."""

    def __init__(self, name: str, mistakes: list[Mistake]) -> None:
        first = mistakes[0]
        more = f" (and {len(mistakes) - 1} more)" if len(mistakes) > 1 else ""
        super().__init__(f"{name}, line {first.line}: {first.sentence}{more}")
        self.name = name
        self.mistakes = mistakes

    def __reduce__(self) -> Any:
        return type(self), (self.name, self.mistakes)


class Source:
    """The content of a file, and the lines of its keys."""

    def __init__(self, name: str, text: str) -> None:
        self.name = name
        self.lines = text.splitlines()
        self.content = _load(name, text)
        self._places = _places(self.lines)

    def line(self, path: Path_, snippet: str = "") -> int:
        """Return the line of a key, or of a text within its value; that of its table otherwise."""
        while path and path not in self._places:
            path = path[:-1]
        start = self._places.get(path, 1)
        if snippet:
            first = snippet.split("\n")[0].strip()
            for number in range(start, len(self.lines) + 1):
                if first in self.lines[number - 1]:
                    return number
        return start


def _load(name: str, text: str) -> dict[str, Any]:
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        message = str(error)
        place = _PLACE.search(message)
        line = int(place[1]) if place and place[1] else max(1, len(text.splitlines()))
        why = _PLACE.sub("", message)
        raise LessonError(
            name, [Mistake(line, f"this is not TOML: {why[:1].lower()}{why[1:]}")]
        ) from None


def read_source(path: Path) -> Source:
    """Read a file; raises `InputError` if it cannot be read and `LessonError` if it is not TOML."""
    try:
        with path.open("rb") as file:
            data = file.read(MAX_BYTES + 1)
        if len(data) > MAX_BYTES:
            raise InputError(f"{path}: a lesson has at most {MAX_BYTES:,} bytes")
        return Source(str(path), data.decode("utf-8").replace("\r\n", "\n"))
    except OSError as error:
        raise InputError(f"cannot read the file '{path}': {error.strerror or error}") from None
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        raise LessonError(str(path), [Mistake(line, "this is not UTF-8 text")]) from None


def _places(lines: list[str]) -> dict[Path_, int]:
    """Return the line of every table and key outside of values."""
    places: dict[Path_, int] = {}
    counts: dict[Path_, int] = {}
    table: Path_ = ()
    state = _State()
    for number, line in enumerate(lines, 1):
        if state.is_inside:
            state.scan(line)
        elif header := _HEADER.match(line):
            table = _table(_names(header[2]), bool(header[1]), counts)
            places.setdefault(table, number)
        elif key := _KEY.match(line):
            places.setdefault((*table, *_names(key[1])), number)
            state.scan(line[key.end() :])
    return places


def _names(key: str) -> list[str]:
    return [part.strip().strip("\"'") for part in key.split(".")]


def _table(names: list[str], is_item: bool, counts: dict[Path_, int]) -> Path_:
    """Return the path of a table, with the numbers of the items of lists on the way."""
    path: Path_ = ()
    for name in names[:-1]:
        path = (*path, name)
        if path in counts:
            path = (*path, counts[path])
    path = (*path, names[-1])
    if is_item:
        counts[path] = counts.get(path, -1) + 1
        path = (*path, counts[path])
    return path


class _State:
    """Where a scan is: within a string of several lines, or within brackets."""

    def __init__(self) -> None:
        self.quote = ""
        self.depth = 0

    @property
    def is_inside(self) -> bool:
        return bool(self.quote) or self.depth > 0

    def scan(self, text: str) -> None:
        """Go on to the end of a line."""
        at = 0
        while at < len(text):
            if self.quote:
                at = self._in_string(text, at)
            elif text[at] == "#":
                return
            elif text[at] in "\"'":
                self.quote = text[at : at + 3] if text[at : at + 3] == 3 * text[at] else text[at]
                at += len(self.quote)
            else:
                self.depth += (text[at] in "[{") - (text[at] in "]}")
                at += 1
        if len(self.quote) == 1:
            self.quote = ""  # it cannot go on in the next line

    def _in_string(self, text: str, at: int) -> int:
        if text[at] == "\\" and self.quote[0] == '"':
            return at + 2
        if text.startswith(self.quote, at):
            at += len(self.quote)
            self.quote = ""
            return at
        return at + 1
