"""The folder of tasks: a record of each, as JSON, beside the files it works on.

Records are replaced as a whole. A server may die at any moment, and other servers may use the same
folder: what is on disk is the truth, what a server has in memory is a copy.
"""

import re
import secrets
from abc import ABC, abstractmethod
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, ClassVar, Generic, Self, TypeVar

from pydantic import BaseModel, ConfigDict

from fourscore.runtime.files import write_atomically
from fourscore.web.problems import Refused

__all__ = ["OPEN", "TaskRecord", "TaskStore", "now"]

OPEN = "open"
ID = re.compile(r"[a-z0-9]{10}")
LETTERS = "abcdefghijkmnpqrstuvwxyz23456789"
"""Letters and digits that are not easily confused."""


def now() -> str:
    """Return the time as records have it."""
    return datetime.now(UTC).isoformat(timespec="milliseconds")


class TaskRecord(BaseModel):
    """What is known of a task besides what it has produced."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    id: str
    created: str
    state: str = OPEN
    """`OPEN`, `finished`, `cancelled` or `failed`."""
    ended: str | None = None
    why: str = ""
    """Why it failed."""
    reopened: str | None = None
    """When it was last resumed after its end."""

    @property
    def has_ended(self) -> bool:
        return self.state != OPEN

    @property
    def opened(self) -> str:
        """When it last began to wait for its turns."""
        return self.reopened or self.created

    def end(self, state: str, why: str = "", **reached: Any) -> Self:
        """Return the record of the same task after its end, with what it has reached."""
        changes = {"state": state, "ended": now(), "why": why, **reached}
        return self.model_copy(update=changes)


RecordT = TypeVar("RecordT", bound=TaskRecord)


class TaskStore(ABC, Generic[RecordT]):
    """The folder, which is created when there is something to store."""

    record: type[RecordT]
    thing: ClassVar[str]
    """What a task is, in the singular."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def _record(self, name: str) -> Path:
        return self.folder / f"{name}.json"

    def new_id(self) -> str:
        return "".join(secrets.choice(LETTERS) for _ in range(10))

    def list(self) -> dict[str, int]:
        """Return the id of every task, with the time its record was modified."""
        found = ((path.stem, self.modified(path.stem)) for path in self.folder.glob("*.json"))
        return {name: modified for name, modified in found if modified is not None}

    def modified(self, name: str) -> int | None:
        """Return the time at which a record was modified, or None if there is no such record."""
        try:
            return self._record(name).stat().st_mtime_ns if ID.fullmatch(name) else None
        except OSError:
            return None

    def read(self, name: str) -> RecordT | None:
        """Read a record; return None if there is none, or none that can be read."""
        try:
            return self.record.model_validate_json(self._record(name).read_text(encoding="utf-8"))
        except (OSError, ValueError):
            return None

    def write(self, record: RecordT) -> None:
        """Write a record; raises `Refused` if the disk does not let it."""
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            write_atomically(self._record(record.id), record.model_dump_json(indent=1))
        except OSError as error:
            why = error.strerror or "the disk refuses it"
            raise Refused(503, f"the server cannot store this {self.thing}: {why}", 60) from None

    @abstractmethod
    def is_running(self, name: str) -> bool:
        """Return whether any process is working at a task right now."""

    def delete(self, name: str) -> None:
        """Delete a task with all its files; raises `Refused` if the disk does not let it."""
        try:
            self._record(name).unlink(missing_ok=True)
        except OSError as error:
            why = error.strerror or "the disk refuses it"
            raise Refused(503, f"the server cannot delete this {self.thing}: {why}", 60) from None
        self._delete_files(name)

    @abstractmethod
    def _delete_files(self, name: str) -> None:
        """Delete what a task has produced, as far as that is possible."""
