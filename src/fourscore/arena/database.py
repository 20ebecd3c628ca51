"""What ledgers share: an SQLite file that belongs to one piece of work and can be resumed.

It has the settings of the work and its agents, beside tables of its own. Everything is written in
transactions, so that a run that is killed leaves nothing half-written. The file is in SQLite's
write-ahead mode: others may read it while it is written to.
"""

import json
import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, ClassVar, Self

from fourscore.arena.runlock import RunLock
from fourscore.errors import InputError

__all__ = ["Database", "LedgerDamaged", "LedgerUnavailable"]

PATIENCE = 30.0
"""Seconds to wait for another program that is writing."""
DAMAGE = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)
"""SQLite's codes for a file that is not as SQLite has written it."""
APPLICATIONS = {"tournament": 0x34534C47, "suite": 0x34535355, "tuning": 0x34535455}
"""The application ids by which files are told apart: 4SLG, 4SSU and 4STU."""
SCHEMA = """
CREATE TABLE setting (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE agent (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, spec TEXT NOT NULL);
"""


class LedgerDamaged(InputError):  # noqa: N818
    """The file of a ledger is not as it was written; it is left as it is."""


class LedgerUnavailable(InputError):  # noqa: N818
    """The file of a ledger cannot be used now: its disk is full or read-only, or it is locked."""


@dataclass(slots=True)
class Database:
    """An open file; use `create`, `open` or `begin`, and `close` or a with statement."""

    name: str
    _connection: sqlite3.Connection
    _lock: RunLock | None = None
    settings: dict[str, Any] = field(default_factory=dict)
    """The settings of the work."""
    agents: dict[str, str] = field(default_factory=dict)
    """The agents' specs by name, in their order."""

    version: ClassVar[int] = 1
    schema: ClassVar[str]
    """The tables of this kind."""
    work: ClassVar[str]
    """What a file of this kind belongs to, a key of `APPLICATIONS`."""

    # Opening

    @classmethod
    def begin(
        cls, path: Path | None, settings: Mapping[str, Any], agents: Mapping[str, str]
    ) -> Self:
        """Open the file of some work for writing, or create it if there is none.

        Without a path it is in memory. Raises `InputError` if the file belongs to other work,
        saying what differs, or if another run is writing to it, and `LedgerDamaged` if it is not
        as it was written.
        """
        name = "the ledger" if path is None else f"the ledger '{path}'"
        lock = None if path is None else RunLock(path, name)
        with ExitStack() as undo:
            if lock is not None:
                undo.callback(lock.release)
            found = cls(name, _connect(path, name), lock)
            undo.callback(found._connection.close)
            with found._errors_as_sentences():
                if found._is_blank():
                    found._make(settings, agents)
                else:
                    found._check()
                found._load()
            found._compare(settings, agents)
            undo.pop_all()
        return found

    @classmethod
    def create(
        cls, path: Path | None, settings: Mapping[str, Any], agents: Mapping[str, str]
    ) -> Self:
        """Create a file. Raises `InputError` if it exists."""
        if path is not None and path.exists():
            raise InputError(f"the file '{path}' already exists")
        return cls.begin(path, settings, agents)

    @classmethod
    def open(cls, path: Path) -> Self:
        """Open a file for reading, also while it is being written to."""
        name = f"the ledger '{path}'"
        if not path.is_file():
            raise InputError(f"there is no ledger '{path}'")
        found = cls(name, _connect(path, name))
        with ExitStack() as undo, found._errors_as_sentences():
            undo.callback(found.close)
            if found._is_blank():
                raise InputError(f"{name} is empty")
            found._load()
            found._connection.execute("PRAGMA query_only = ON")
            undo.pop_all()
        return found

    def close(self) -> None:
        """Close the file; everything added is on disk."""
        self._connection.close()
        if self._lock is not None:
            self._lock.release()
            self._lock = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def copy(self) -> bytes:
        """Return the content of the whole file, including what is still in the write-ahead log."""
        with self._errors_as_sentences():
            return self._connection.serialize()

    @contextmanager
    def snapshot(self) -> Iterator[None]:
        """Read the file as it is now in the whole block, whatever is written to it meanwhile."""
        if self._connection.in_transaction:
            yield
            return
        with self._errors_as_sentences():
            self._connection.execute("BEGIN")
            try:
                yield
            finally:
                if self._connection.in_transaction:
                    self._connection.execute("COMMIT")

    # Inside

    def _rows(self, query: str, *values: Any) -> Iterator[tuple[Any, ...]]:
        with self._errors_as_sentences():
            yield from self._connection.execute(query, values)

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        with self._errors_as_sentences():
            self._connection.execute("BEGIN IMMEDIATE")
            try:
                yield
            except BaseException:
                # SQLite itself has rolled back where the disk is full or fails.
                if self._connection.in_transaction:
                    self._connection.execute("ROLLBACK")
                raise
            self._connection.execute("COMMIT")

    @contextmanager
    def _errors_as_sentences(self) -> Iterator[None]:
        """Turn SQLite's errors into sentences."""
        try:
            yield
        except sqlite3.DatabaseError as error:
            if _is_damage(error):
                raise LedgerDamaged(f"{self.name} is damaged: {error}") from None
            raise LedgerUnavailable(f"{self.name} cannot be used: {error}") from None

    def _check(self) -> None:
        """Raise `LedgerDamaged` unless the whole file is as it was written."""
        (found,) = self._connection.execute("PRAGMA quick_check(1)").fetchone()
        if found != "ok":
            raise LedgerDamaged(f"{self.name} is damaged: {' '.join(found.split())}")

    def _is_blank(self) -> bool:
        """Return whether the file is empty. Raises `InputError` if it is of another kind."""
        (mark,) = self._connection.execute("PRAGMA application_id").fetchone()
        (version,) = self._connection.execute("PRAGMA user_version").fetchone()
        (tables,) = self._connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
        if mark == 0 and tables == 0:
            return True
        if mark != APPLICATIONS[self.work]:
            other = next((work for work, each in APPLICATIONS.items() if each == mark), None)
            kind = f"the ledger of a {other}, not of a {self.work}" if other else None
            raise InputError(f"{self.name} is {kind or 'an SQLite file, but not a ledger'}")
        if version > self.version:
            raise InputError(
                f"{self.name} was made by a newer fourscore (its version is {version}; "
                f"this one reads up to {self.version})"
            )
        return False

    def _make(self, settings: Mapping[str, Any], agents: Mapping[str, str]) -> None:
        self._connection.execute("PRAGMA journal_mode = WAL")
        with self._transaction():
            # `executescript` would commit first.
            for statement in filter(str.strip, (SCHEMA + self.schema).split(";\n")):
                self._connection.execute(statement)
            self._connection.executemany(
                "INSERT INTO setting VALUES (?,?)",
                [(name, json.dumps(value)) for name, value in settings.items()],
            )
            rows = [(place, *each) for place, each in enumerate(agents.items())]
            self._connection.executemany("INSERT INTO agent VALUES (?,?,?)", rows)
            self._connection.execute(f"PRAGMA user_version = {self.version}")
            self._connection.execute(f"PRAGMA application_id = {APPLICATIONS[self.work]}")

    def _load(self) -> None:
        self._connection.execute("PRAGMA synchronous = NORMAL")
        self._connection.execute("PRAGMA foreign_keys = ON")
        rows = self._connection.execute("SELECT name, value FROM setting").fetchall()
        self.settings = {name: json.loads(value) for name, value in rows}
        rows = self._connection.execute("SELECT name, spec FROM agent ORDER BY id").fetchall()
        self.agents = dict(rows)

    def _compare(self, settings: Mapping[str, Any], agents: Mapping[str, str]) -> None:
        wanted = json.loads(json.dumps(dict(settings)))
        names = sorted(set(wanted) | set(self.settings))
        differences = [
            f"{name} is {_show(self.settings.get(name))} there and {_show(wanted.get(name))} here"
            for name in names
            if self.settings.get(name) != wanted.get(name)
        ]
        if list(self.agents.items()) != list(agents.items()):
            there, here = (", ".join(each) for each in (self.agents, agents))
            differences.insert(0, f"the agents are {there} there and {here} here")
        if differences:
            raise InputError(
                f"{self.name} belongs to another {self.work}: {'; '.join(differences)}"
            )


def _is_damage(error: sqlite3.DatabaseError) -> bool:
    # The low byte is the kind of error; the rest says more about it.
    return getattr(error, "sqlite_errorcode", 0) & 0xFF in DAMAGE


def _show(value: Any) -> str:
    return "not set" if value is None else str(value)


def _connect(path: Path | None, name: str) -> sqlite3.Connection:
    place = ":memory:" if path is None else path
    try:
        connection = sqlite3.connect(
            place, timeout=PATIENCE, isolation_level=None, check_same_thread=False
        )
    except sqlite3.OperationalError as error:
        raise LedgerUnavailable(f"{name} cannot be opened: {error}") from None
    try:
        connection.execute("PRAGMA schema_version").fetchone()
    except sqlite3.DatabaseError as error:
        connection.close()
        if _is_damage(error):
            raise LedgerDamaged(f"{name} is not a ledger, or it is damaged") from None
        raise LedgerUnavailable(f"{name} cannot be opened: {error}") from None
    return connection
