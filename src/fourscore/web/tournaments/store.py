"""The folder of tournaments: their records, and their games as ledgers."""

from contextlib import suppress
from pathlib import Path

from fourscore.arena.ledger import Ledger
from fourscore.arena.runlock import RunLock
from fourscore.errors import InputError
from fourscore.web.background.store import TaskRecord, TaskStore
from fourscore.web.tournaments.schemas import TournamentRequest

__all__ = ["Record", "TournamentStore"]

SUFFIXES = (".ledger", ".ledger-wal", ".ledger-shm", ".ledger-run", ".ledger-run-journal")
"""The files a tournament may have besides its record."""


class Record(TaskRecord):
    """What is known of a tournament besides its games."""

    setup: TournamentRequest
    done: int = 0
    """Games played when it ended."""
    leaders: tuple[str, ...] = ()


class TournamentStore(TaskStore[Record]):
    """The folder of tournaments."""

    record = Record
    thing = "tournament"

    def ledger(self, name: str) -> Path:
        return self.folder / f"{name}.ledger"

    def count(self, name: str) -> int:
        """Count the games in a ledger."""
        try:
            with Ledger.open(self.ledger(name)) as ledger:
                return len(ledger.done())
        except InputError:
            return 0

    def is_running(self, name: str) -> bool:
        """Return whether any process is playing a tournament right now."""
        return RunLock.is_held(self.ledger(name))

    def set_aside(self, ledger: Path) -> Path:
        """Give a damaged ledger another name, with what belongs to it, and return that name."""
        number = 1
        while (aside := ledger.with_name(f"{ledger.stem}.damaged-{number}.ledger")).exists():
            number += 1
        for suffix in ("-wal", "-shm", ""):
            with suppress(FileNotFoundError):
                ledger.with_name(f"{ledger.name}{suffix}").rename(f"{aside}{suffix}")
        return aside

    def _delete_files(self, name: str) -> None:
        for suffix in SUFFIXES:
            with suppress(OSError):
                (self.folder / f"{name}{suffix}").unlink()
