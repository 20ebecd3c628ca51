"""Tournaments on disk: a folder with two files for each.

`ID.ledger` is the arena's ledger with every game; `ID.json` is the record, which says what was
requested and whether it has ended. Both survive any crash, and other servers may use the same
folder: what is on disk is the truth, what a server has in memory is a copy.
"""

import re
import secrets
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path

from pydantic import BaseModel, ConfigDict

from fourscore.arena.ledger import Ledger
from fourscore.arena.runlock import LedgerBusy, RunLock
from fourscore.errors import InputError
from fourscore.runtime.files import write_atomically
from fourscore.web.problems import Refused
from fourscore.web.tournaments.schemas import TournamentRequest

__all__ = ["OPEN", "Record", "TournamentStore", "now"]

OPEN = "open"
ID = re.compile(r"[a-z0-9]{10}")
LETTERS = "abcdefghijkmnpqrstuvwxyz23456789"
"""Letters and digits that are not easily confused."""
SUFFIXES = (".json", ".ledger", ".ledger-wal", ".ledger-shm", ".ledger-run", ".ledger-run-journal")
"""The files a tournament may have, the record first."""


def now() -> str:
    """Return the time as records have it."""
    return datetime.now(UTC).isoformat(timespec="milliseconds")


class Record(BaseModel):
    """What is known of a tournament besides its games."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    id: str
    setup: TournamentRequest
    created: str
    state: str = OPEN
    """`OPEN`, `finished`, `cancelled` or `failed`."""
    ended: str | None = None
    done: int = 0
    """Games played when it ended."""
    leaders: tuple[str, ...] = ()
    why: str = ""
    """Why it failed."""

    @property
    def has_ended(self) -> bool:
        return self.state != OPEN

    def end(self, state: str, done: int, leaders: tuple[str, ...] = (), why: str = "") -> "Record":
        """Return the record of the same tournament after its end."""
        changes = {"state": state, "ended": now(), "done": done, "leaders": leaders, "why": why}
        return self.model_copy(update=changes)


class TournamentStore:
    """The folder, which is created when there is something to store."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def ledger(self, name: str) -> Path:
        return self.folder / f"{name}.ledger"

    def _record(self, name: str) -> Path:
        return self.folder / f"{name}.json"

    def new_id(self) -> str:
        return "".join(secrets.choice(LETTERS) for _ in range(10))

    def list(self) -> dict[str, int]:
        """Return the id of every tournament, with the time its record was modified."""
        found = ((path.stem, self.modified(path.stem)) for path in self.folder.glob("*.json"))
        return {name: modified for name, modified in found if modified is not None}

    def modified(self, name: str) -> int | None:
        """Return the time at which a record was modified, or None if there is no such record."""
        try:
            return self._record(name).stat().st_mtime_ns if ID.fullmatch(name) else None
        except OSError:
            return None

    def read(self, name: str) -> Record | None:
        """Read a record; return None if there is none, or none that can be read."""
        try:
            return Record.model_validate_json(self._record(name).read_text(encoding="utf-8"))
        except (OSError, ValueError):
            return None

    def write(self, record: Record) -> None:
        """Write a record; raises `Refused` if the disk does not let it."""
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            write_atomically(self._record(record.id), record.model_dump_json(indent=1))
        except OSError as error:
            why = error.strerror or "the disk refuses it"
            raise Refused(503, f"the server cannot store this tournament: {why}", 60) from None

    def count(self, name: str) -> int:
        """Count the games in a ledger."""
        try:
            with Ledger.open(self.ledger(name)) as ledger:
                return len(ledger.done())
        except InputError:
            return 0

    def is_running(self, name: str) -> bool:
        """Return whether any process is playing a tournament right now."""
        try:
            RunLock(self.ledger(name), name).release()
        except LedgerBusy:
            return True
        except InputError:
            return False
        return False

    def delete(self, name: str) -> None:
        """Delete a tournament with all its files."""
        for suffix in SUFFIXES:
            with suppress(OSError):
                (self.folder / f"{name}{suffix}").unlink()
