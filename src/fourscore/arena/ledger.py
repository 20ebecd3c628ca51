"""The ledger: one SQLite file with a tournament, its games and all their moves.

Games are written in transactions, each under its number and only once: a run that is killed
leaves no half-written game, and a resumed one plays none twice. The file is in SQLite's
write-ahead mode, so that others may read it while a tournament writes. `docs/agents/arena.md`
describes the tables.
"""

import json
import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, NamedTuple, Self

from fourscore.arena.runlock import RunLock
from fourscore.arena.schedule import Planned
from fourscore.errors import InputError

__all__ = ["GameRow", "Ledger", "MoveRow", "PlayedGame", "PlayedMove"]

APPLICATION = 0x34534C47
"""Marks a file as a ledger: "4SLG"."""
VERSION = 1
PATIENCE = 30.0
"""Seconds to wait for another program that is writing."""

SCHEMA = """
CREATE TABLE setting (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE agent (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, spec TEXT NOT NULL);
CREATE TABLE opening (id INTEGER PRIMARY KEY, board TEXT NOT NULL);
CREATE TABLE game (
    number INTEGER PRIMARY KEY,
    first INTEGER NOT NULL REFERENCES agent,
    second INTEGER NOT NULL REFERENCES agent,
    opening INTEGER NOT NULL REFERENCES opening,
    seed_first INTEGER NOT NULL,
    seed_second INTEGER NOT NULL,
    seed_slip INTEGER NOT NULL,
    result REAL CHECK (result IN (0, 0.5, 1)),
    reason TEXT NOT NULL,
    forfeit TEXT CHECK (forfeit IN ('first', 'second')),
    plies INTEGER NOT NULL,
    seconds REAL NOT NULL,
    ended TEXT NOT NULL
);
CREATE TABLE move (
    game INTEGER NOT NULL REFERENCES game,
    ply INTEGER NOT NULL,
    aim INTEGER NOT NULL,
    landing INTEGER NOT NULL,
    seconds REAL NOT NULL,
    nodes INTEGER NOT NULL,
    depth INTEGER NOT NULL,
    playouts INTEGER NOT NULL,
    PRIMARY KEY (game, ply)
) WITHOUT ROWID;
CREATE VIEW games AS
    SELECT number, one.name AS first, other.name AS second, board AS opening,
           seed_first, seed_second, seed_slip, result, reason, forfeit, plies, seconds, ended
    FROM game JOIN agent AS one ON one.id = first JOIN agent AS other ON other.id = second
    JOIN opening ON opening.id = game.opening;
"""


# What goes in


class PlayedMove(NamedTuple):
    """A move as it was played."""

    aim: int
    landing: int
    seconds: float
    nodes: int
    depth: int
    playouts: int


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """A game as it was played, or declared void."""

    planned: Planned
    result: float | None
    """The points of the player of X, 1, 0.5 or 0; None if the game is void."""
    reason: str
    forfeit: str | None = None
    """"first" or "second" if that side forfeited the game."""
    start: int = 0
    """Discs on the board at the start."""
    moves: tuple[PlayedMove, ...] = ()
    seconds: float = 0.0


# What comes out


class GameRow(NamedTuple):
    """A game in the ledger."""

    number: int
    """Counted from 0."""
    first: str
    """The name of the agent who played X."""
    second: str
    """The name of the agent who played O."""
    opening: str
    """The board at the start, rows from the top separated by "/"."""
    seed_first: int
    """The seed of `first` in this game."""
    seed_second: int
    """The seed of `second` in this game."""
    seed_slip: int
    """The seed that decides where discs slip."""
    result: float | None
    """The points of `first`, 1, 0.5 or 0; None if the game is void."""
    reason: str
    """How it ended: "four", "full", or why it was forfeited or void."""
    forfeit: str | None
    """"first" or "second" if that side forfeited the game."""
    plies: int
    """Moves played, not counting the opening."""
    seconds: float
    """Time that the game took."""
    ended: str
    """The time in UTC."""

    @property
    def pair(self) -> int:
        """The number of its pair: two games from one opening with colours swapped."""
        return self.number // 2


class MoveRow(NamedTuple):
    """A move in the ledger; columns count from 0."""

    game: int
    ply: int
    """Discs on the board before it; X moves at even plies."""
    aim: int
    landing: int
    seconds: float
    """By the referee's clock."""
    nodes: int
    depth: int
    playouts: int


@dataclass(slots=True)
class Ledger:
    """An open ledger; use `create`, `open` or `begin`, and `close` or a with statement."""

    name: str
    _connection: sqlite3.Connection
    _lock: RunLock | None = None
    settings: dict[str, Any] = field(default_factory=dict)
    """The settings of the tournament."""
    agents: dict[str, str] = field(default_factory=dict)
    """The agents' specs by name, in the tournament's order."""

    # Opening

    @classmethod
    def begin(
        cls, path: Path | None, settings: Mapping[str, Any], agents: Mapping[str, str]
    ) -> Self:
        """Open the ledger of a tournament for writing, or create it if there is none.

        Without a path it is in memory. Raises `InputError` if the ledger belongs to another
        tournament, saying what differs, or if another run is writing to it.
        """
        name = "the ledger" if path is None else f"the ledger '{path}'"
        lock = None if path is None else RunLock(path, name)
        with ExitStack() as undo:
            if lock is not None:
                undo.callback(lock.release)
            ledger = cls(name, _connect(path, name), lock)
            undo.callback(ledger._connection.close)
            with ledger._errors_as_sentences():
                if ledger._is_blank():
                    ledger._make(settings, agents)
                ledger._load()
            ledger._compare(settings, agents)
            undo.pop_all()
        return ledger

    @classmethod
    def create(
        cls, path: Path | None, settings: Mapping[str, Any], agents: Mapping[str, str]
    ) -> Self:
        """Create a ledger. Raises `InputError` if the file exists."""
        if path is not None and path.exists():
            raise InputError(f"the file '{path}' already exists")
        return cls.begin(path, settings, agents)

    @classmethod
    def open(cls, path: Path) -> Self:
        """Open a ledger for reading, also while a tournament is writing to it."""
        name = f"the ledger '{path}'"
        if not path.is_file():
            raise InputError(f"there is no ledger '{path}'")
        ledger = cls(name, _connect(path, name))
        with ExitStack() as undo, ledger._errors_as_sentences():
            undo.callback(ledger.close)
            if ledger._is_blank():
                raise InputError(f"{name} is empty")
            ledger._load()
            ledger._connection.execute("PRAGMA query_only = ON")
            undo.pop_all()
        return ledger

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

    # Writing

    def add(self, games: Iterable[PlayedGame]) -> list[int]:
        """Write games in one transaction and return their numbers.

        Games whose number is already there are skipped.
        """
        ended = datetime.now(UTC).isoformat(timespec="milliseconds")
        with self._transaction():
            return [game.planned.number for game in games if self._add(game, ended)]

    def _add(self, game: PlayedGame, ended: str) -> bool:
        plan = game.planned
        row = (plan.number, plan.first, plan.second, plan.opening, *plan.seeds, game.result,
               game.reason, game.forfeit, len(game.moves), game.seconds, ended)  # fmt: skip
        marks = ",".join("?" * len(row))
        query = f"INSERT INTO game VALUES ({marks}) ON CONFLICT (number) DO NOTHING"
        done = self._connection.execute(query, row)
        if done.rowcount:
            self._connection.executemany(
                "INSERT INTO move VALUES (?,?,?,?,?,?,?,?)",
                [(plan.number, ply, *move) for ply, move in enumerate(game.moves, game.start)],
            )
        return bool(done.rowcount)

    def add_openings(self, boards: Sequence[str]) -> None:
        """Append openings."""
        with self._transaction():
            start = len(self.openings())
            self._connection.executemany(
                "INSERT INTO opening VALUES (?,?)", list(enumerate(boards, start))
            )

    # Reading

    def done(self) -> set[int]:
        """Return the numbers of the games in the ledger."""
        return {number for (number,) in self._rows("SELECT number FROM game")}

    def openings(self) -> list[str]:
        """Return the boards of the openings, in order."""
        return [board for (board,) in self._rows("SELECT board FROM opening ORDER BY id")]

    def games(self, numbers: Iterable[int] | None = None) -> Iterator[GameRow]:
        """Return the games by number, all of them or those given."""
        if numbers is None:
            return (GameRow(*row) for row in self._rows("SELECT * FROM games ORDER BY number"))
        query = "SELECT * FROM games WHERE number = ?"
        return (GameRow(*row) for each in sorted(numbers) for row in self._rows(query, each))

    def moves(self, game: int | None = None) -> Iterator[MoveRow]:
        """Return the moves of all games, or of one, in order."""
        which = "" if game is None else "WHERE game = ?"
        query = f"SELECT * FROM move {which} ORDER BY game, ply"
        return (MoveRow(*row) for row in self._rows(query, *(() if game is None else (game,))))

    def efforts(self) -> dict[str, tuple[int, float, int]]:
        """Return the number of moves, the seconds and the nodes of each agent."""
        query = """
            SELECT name, count(*), total(move.seconds), sum(nodes) FROM move
            JOIN game ON number = game
            JOIN agent ON agent.id = CASE ply % 2 WHEN 0 THEN first ELSE second END
            GROUP BY agent.id ORDER BY agent.id
        """
        return {name: (moves, time, nodes) for name, moves, time, nodes in self._rows(query)}

    def count_distinct(self) -> int:
        """Count the games that differ in their players, their opening or their moves."""
        query = """
            SELECT count(*) FROM (SELECT DISTINCT first, second, board, line FROM game
            JOIN opening ON opening.id = opening LEFT JOIN (
                SELECT game, group_concat(aim * 100 + landing) AS line
                FROM (SELECT game, aim, landing FROM move ORDER BY game, ply) GROUP BY game
            ) ON game = number)
        """
        return next(self._rows(query))[0]  # type: ignore[no-any-return]

    def copy(self) -> bytes:
        """Return the content of the whole file, including what is still in the write-ahead log."""
        with self._errors_as_sentences():
            return self._connection.serialize()

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
                self._connection.execute("ROLLBACK")
                raise
            self._connection.execute("COMMIT")

    @contextmanager
    def _errors_as_sentences(self) -> Iterator[None]:
        """Turn SQLite's errors into sentences."""
        try:
            yield
        except sqlite3.DatabaseError as error:
            raise InputError(f"{self.name} cannot be used: {error}") from None

    def _is_blank(self) -> bool:
        """Return whether the file is empty. Raises `InputError` if it is not a ledger."""
        (mark,) = self._connection.execute("PRAGMA application_id").fetchone()
        (version,) = self._connection.execute("PRAGMA user_version").fetchone()
        (tables,) = self._connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
        if mark == 0 and tables == 0:
            return True
        if mark != APPLICATION:
            raise InputError(f"{self.name} is an SQLite file, but not a ledger")
        if version > VERSION:
            raise InputError(
                f"{self.name} was made by a newer fourscore (its version is {version}; "
                f"this one reads up to {VERSION})"
            )
        return False

    def _make(self, settings: Mapping[str, Any], agents: Mapping[str, str]) -> None:
        self._connection.execute("PRAGMA journal_mode = WAL")
        with self._transaction():
            # `executescript` would commit first.
            for statement in filter(str.strip, SCHEMA.split(";\n")):
                self._connection.execute(statement)
            self._connection.executemany(
                "INSERT INTO setting VALUES (?,?)",
                [(name, json.dumps(value)) for name, value in settings.items()],
            )
            rows = [(place, *each) for place, each in enumerate(agents.items())]
            self._connection.executemany("INSERT INTO agent VALUES (?,?,?)", rows)
            self._connection.execute(f"PRAGMA user_version = {VERSION}")
            self._connection.execute(f"PRAGMA application_id = {APPLICATION}")

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
            raise InputError(f"{self.name} belongs to another tournament: {'; '.join(differences)}")


def _show(value: Any) -> str:
    return "not set" if value is None else str(value)


def _connect(path: Path | None, name: str) -> sqlite3.Connection:
    place = ":memory:" if path is None else path
    try:
        connection = sqlite3.connect(
            place, timeout=PATIENCE, isolation_level=None, check_same_thread=False
        )
    except sqlite3.OperationalError as error:
        raise InputError(f"{name} cannot be opened: {error}") from None
    try:
        connection.execute("PRAGMA schema_version").fetchone()
    except sqlite3.DatabaseError:
        connection.close()
        raise InputError(f"{name} is not a ledger, or it is damaged") from None
    return connection
