"""The ledger: one SQLite file with a tournament, its games and all their moves.

Games are written in transactions, each under its number and only once: a run that is killed
leaves no half-written game, and a resumed one plays none twice. The file is in SQLite's
write-ahead mode, so that others may read it while a tournament writes. `docs/agents/arena.md`
describes the tables.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import ClassVar, NamedTuple

from fourscore.arena.database import Database
from fourscore.arena.schedule import Planned

__all__ = ["GameRow", "Ledger", "MoveRow", "PlayedGame", "PlayedMove"]

SCHEMA = """
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
    """How it ended: "four", "full", "adjudicated", or why it was forfeited or void."""
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
class Ledger(Database):
    """The ledger of a tournament."""

    schema: ClassVar[str] = SCHEMA
    work: ClassVar[str] = "tournament"

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
