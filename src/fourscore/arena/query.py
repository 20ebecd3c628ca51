"""SQL on a ledger, for reading only: by SQLite's own means, and for a bounded time."""

import sqlite3
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

from fourscore.errors import InputError

__all__ = ["QueryResult", "json_rows", "plain_rows", "query_ledger"]

ALLOWED = (
    sqlite3.SQLITE_SELECT,
    sqlite3.SQLITE_READ,
    sqlite3.SQLITE_FUNCTION,
    sqlite3.SQLITE_RECURSIVE,
)
"""What a query may do; no PRAGMA, ATTACH, transaction or writing is among it."""
FORBIDDEN_FUNCTIONS = ("load_extension", "readfile", "writefile", "edit", "fts3_tokenizer")
STEPS = 10_000
"""Instructions of SQLite's machine between two looks at the clock."""
MAX_LENGTH = 1_000_000
"""The longest text or blob that a query may make, in bytes."""


class QueryResult(NamedTuple):
    """The rows that a query has returned."""

    columns: tuple[str, ...]
    rows: list[tuple[Any, ...]]
    complete: bool
    """Whether these are all rows."""


def query_ledger(path: Path, sql: str, seconds: float = 30.0, most: int = 10_000) -> QueryResult:
    """Run one SELECT on a ledger of any kind, which is opened for reading only.

    Anything but reading is refused. Raises `InputError` if the query is invalid or takes longer
    than `seconds`.
    """
    if not path.is_file():
        raise InputError(f"there is no ledger '{path}'")
    connection = sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True)
    deadline = time.monotonic() + seconds
    try:
        connection.execute("PRAGMA query_only = ON")
        connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, MAX_LENGTH)
        connection.setlimit(sqlite3.SQLITE_LIMIT_ATTACHED, 0)
        connection.set_authorizer(_authorize)
        connection.set_progress_handler(lambda: time.monotonic() > deadline, STEPS)
        found = connection.execute(sql)
        if found.description is None:
            raise InputError("a query reads: it begins with SELECT or WITH")
        rows = found.fetchmany(most)
        complete = found.fetchone() is None
        return QueryResult(tuple(each[0] for each in found.description), rows, complete)
    except sqlite3.Error as error:
        raise InputError(_say(error, path, seconds)) from None
    finally:
        connection.close()


def _authorize(action: int, _: str | None, name: str | None, *__: Any) -> int:
    if action not in ALLOWED:
        return sqlite3.SQLITE_DENY
    if action == sqlite3.SQLITE_FUNCTION and name in FORBIDDEN_FUNCTIONS:
        return sqlite3.SQLITE_DENY
    return sqlite3.SQLITE_OK


def _say(error: sqlite3.Error, path: Path, seconds: float) -> str:
    words = str(error)
    if "not a database" in words:
        return f"the file '{path}' is not a ledger"
    if "interrupted" in words:
        return f"the query was stopped after {seconds:g} s"
    if "not authorized" in words or "prohibited" in words:
        return "the query was refused: a ledger is only read"
    return f"the query is invalid: {words}"


def plain_rows(result: QueryResult) -> tuple[list[str], list[list[str]]]:
    """Return the result as a table of texts; numbers are to the right."""
    numbers = [
        all(isinstance(row[at], int | float | None) for row in result.rows)
        for at in range(len(result.columns))
    ]
    headers = [
        f">{name}" if number else name for name, number in zip(result.columns, numbers, strict=True)
    ]
    return headers, [[_cell(value) for value in row] for row in result.rows]


def _cell(value: Any) -> str:
    if value is None:
        return ""
    return f"{value:.6g}" if isinstance(value, float) else str(value)


def json_rows(result: QueryResult) -> Sequence[dict[str, Any]]:
    """Return the rows as dictionaries; bytes are written in hexadecimal."""
    return [
        {
            name: value.hex() if isinstance(value, bytes) else value
            for name, value in zip(result.columns, row, strict=True)
        }
        for row in result.rows
    ]
