"""Gather the results that learners have handed in."""

import csv
import io
from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path

from fourscore.errors import InputError
from fourscore.insight.lessons.marks import CODE, ClassKey, MarksError, Result, read_code

__all__ = ["Collected", "Keep", "Rejected", "collect", "write_csv"]

MAX_BYTES, MOST_FILES = 1_000_000, 10_000
"""The longest file that is read, and the most files."""
HEAD = ("class", "learner", "kind", "name", "right", "questions", "percent", "checked", "time",
        "attempts", "file")  # fmt: skip


class Keep(StrEnum):
    """Which result counts if a learner hands in several for the same lesson."""

    best = "best"
    first = "first"
    last = "last"


@dataclass(frozen=True, slots=True)
class Rejected:
    """A code, or a file, that does not count."""

    file: str
    reason: str


@dataclass(frozen=True, slots=True)
class Row:
    """A result that counts."""

    result: Result
    file: str
    attempts: int


@dataclass(frozen=True, slots=True)
class Collected:
    """What was found."""

    rows: list[Row]
    rejected: list[Rejected]
    files: int = field(default=0)


def collect(folder: Path, keys: dict[str, ClassKey], keep: Keep = Keep.best) -> Collected:
    """Verify every code in the files of a folder; raises `InputError` if it cannot be read."""
    found: dict[tuple[str, str, str, str], dict[Result, str]] = {}
    rejected: list[Rejected] = []
    paths = _files(folder)
    for path in paths:
        name = str(path.relative_to(folder))
        try:
            codes = dict.fromkeys(CODE.findall(_read(path)))
        except InputError as error:
            rejected.append(Rejected(name, str(error)))
            continue
        if not codes:
            rejected.append(Rejected(name, "there is no result in it"))
        for code in codes:
            try:
                result = read_code(code, keys)
            except MarksError as error:
                rejected.append(Rejected(name, str(error)))
                continue
            who = (result.class_name, result.learner.casefold(), result.kind, result.item)
            found.setdefault(who, {}).setdefault(result, name)
    rows = [_row(results, keep) for _, results in sorted(found.items())]
    return Collected(rows, rejected, len(paths))


def _files(folder: Path) -> list[Path]:
    if not folder.is_dir():
        raise InputError(f"there is no folder '{folder}'")
    paths = sorted(path for path in folder.rglob("*") if path.is_file())
    if len(paths) > MOST_FILES:
        raise InputError(f"'{folder}' has more than {MOST_FILES:,} files")
    return paths


def _read(path: Path) -> str:
    try:
        with path.open("rb") as file:
            data = file.read(MAX_BYTES + 1)
    except OSError as error:
        raise InputError(f"it cannot be read: {error.strerror or error}") from None
    if len(data) > MAX_BYTES:
        raise InputError(f"it has more than {MAX_BYTES:,} bytes")
    return data.decode("utf-8", "replace")


def _row(results: dict[Result, str], keep: Keep) -> Row:
    ordered = sorted(results, key=lambda each: each.time)
    match keep:
        case Keep.first:
            chosen = ordered[0]
        case Keep.last:
            chosen = ordered[-1]
        case Keep.best:
            chosen = max(ordered, key=lambda each: each.share)
    return Row(chosen, results[chosen], len(ordered))


def write_csv(rows: Iterable[Row]) -> str:
    """Return the results as a table for spreadsheets."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(HEAD)
    for row in rows:
        result = row.result
        writer.writerow(
            (
                result.class_name,
                result.learner,
                result.kind,
                result.item,
                result.right,
                result.questions,
                round(100 * result.share),
                "yes" if result.checked else "no",
                result.time,
                row.attempts,
                row.file,
            )
        )
    return text.getvalue()
