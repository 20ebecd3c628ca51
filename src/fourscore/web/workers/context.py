"""What every job has beside its question."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from pydantic import BaseModel

from fourscore.core.game import Game
from fourscore.search.control import Cancel
from fourscore.web import reading
from fourscore.web.schemas import CountView

__all__ = ["Desk", "Job", "read_game"]


@dataclass(frozen=True, slots=True)
class Desk:
    """What a job has beside its question."""

    cancel: Cancel
    tell: Callable[[Callable[[], BaseModel]], None]
    """Takes what makes a report of progress; it is made only if one is due."""
    begin: Callable[[], None]
    """Is called once, when all is loaded and the job's time begins to count."""

    def count(self, done: int, total: int) -> None:
        """Take a count as a report of progress."""
        self.tell(lambda: CountView(done=done, total=total))


Job = Callable[[dict[str, Any], Desk], BaseModel]
"""Takes what was asked and gives a shape of the API."""


def read_game(ask: dict[str, Any]) -> Game:
    """Read the position that was asked about."""
    return reading.read(**{key: ask[key] for key in ("moves", "start", "size", "variant")})
