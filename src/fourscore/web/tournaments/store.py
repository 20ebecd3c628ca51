"""What is kept of tournaments: a folder with two files for each.

`ID.ledger` is the arena's ledger with every game; `ID.json` says what was asked for and whether
it has ended. Both are whole after any crash, and other servers may use the same folder: what is
on disk is the truth, what a server has in memory is a copy.
"""

import json
import re
import secrets
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from fourscore.arena.ledger import Ledger
from fourscore.arena.runlock import LedgerBusy, RunLock
from fourscore.errors import InputError
from fourscore.runtime.files import write_atomically
from fourscore.web.problems import Refused
from fourscore.web.tournaments.schemas import TournamentRequest

__all__ = ["ENDED", "OPEN", "Record", "Store", "now"]

OPEN = "open"
ENDED = ("finished", "cancelled", "failed")
ID = re.compile(r"[a-z0-9]{10}")
LETTERS = "abcdefghijkmnpqrstuvwxyz23456789"
"""Without those that are taken for one another."""
BESIDE = (".json", ".ledger", ".ledger-wal", ".ledger-shm", ".ledger-run", ".ledger-run-journal")
"""What files a tournament may have, the one that names it first."""


def now() -> str:
    """Return the time as records have it."""
    return datetime.now(UTC).isoformat(timespec="milliseconds")


@dataclass(frozen=True, slots=True)
class Record:
    """What is known of a tournament beside its games."""

    id: str
    setup: TournamentRequest
    created: str
    state: str = OPEN
    """`OPEN`, or one of `ENDED`."""
    ended: str | None = None
    done: int = 0
    """Games played when it ended."""
    leaders: tuple[str, ...] = ()
    why: str = ""
    """What made it fail."""

    @property
    def has_ended(self) -> bool:
        return self.state != OPEN

    def end(self, state: str, done: int, leaders: tuple[str, ...] = (), why: str = "") -> "Record":
        """Return the record of the same tournament when it has ended."""
        return replace(self, state=state, ended=now(), done=done, leaders=leaders, why=why)


class Store:
    """The folder. It is made when there is something to keep."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def ledger(self, name: str) -> Path:
        return self.folder / f"{name}.ledger"

    def _place(self, name: str) -> Path:
        return self.folder / f"{name}.json"

    def new_id(self) -> str:
        return "".join(secrets.choice(LETTERS) for _ in range(10))

    def ids(self) -> dict[str, int]:
        """List the tournaments, each with a number that changes when its record does."""
        found = {}
        for path in self.folder.glob("*.json"):
            if ID.fullmatch(path.stem):
                with suppress(OSError):
                    found[path.stem] = path.stat().st_mtime_ns
        return found

    def stamp(self, name: str) -> int | None:
        """Return the number that changes when a record does; None if there is no such record."""
        try:
            return self._place(name).stat().st_mtime_ns if ID.fullmatch(name) else None
        except OSError:
            return None

    def read(self, name: str) -> Record | None:
        """Read a record; None if there is none, or none that can be read."""
        try:
            told: dict[str, Any] = json.loads(self._place(name).read_text(encoding="utf-8"))
            setup = TournamentRequest.model_validate_json(json.dumps(told.pop("setup")))
            leaders = tuple(told.pop("leaders"))
            return Record(setup=setup, leaders=leaders, **told)
        except (OSError, ValueError, KeyError, TypeError, ValidationError):
            return None

    def write(self, record: Record) -> None:
        """Write a record; raises `Refused` if that cannot be."""
        told = {name: getattr(record, name) for name in record.__slots__}
        told["setup"] = record.setup.model_dump(exclude_none=True)
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            write_atomically(self._place(record.id), json.dumps(told, indent=1))
        except OSError as error:
            why = error.strerror or "the disc does not take it"
            raise Refused(503, f"the server cannot keep this tournament: {why}", 60) from None

    def count(self, name: str) -> int:
        """Count the games in a ledger."""
        try:
            with Ledger.open(self.ledger(name)) as ledger:
                return len(ledger.done())
        except InputError:
            return 0

    def is_played(self, name: str) -> bool:
        """Return whether somebody is playing a tournament right now."""
        try:
            RunLock(self.ledger(name), name).release()
        except LedgerBusy:
            return True
        except InputError:
            return False
        return False

    def delete(self, name: str) -> None:
        """Remove a tournament with all its files."""
        for ending in BESIDE:
            with suppress(OSError):
                (self.folder / f"{name}{ending}").unlink()
