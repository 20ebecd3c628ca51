"""Code that the tests send to other processes."""

import os
from pathlib import Path

from fourscore.core.position import Position
from fourscore.search.types import Limit


def leftmost(position: Position) -> int:
    """Play as far to the left as possible."""
    return position.legal[0]


class Rightmost:
    """Play as far to the right as possible, and note what happens to it."""

    def __init__(self, log: str = "") -> None:
        self._log = log

    def choose(self, position: Position, limit: Limit) -> int:  # noqa: ARG002
        return position.legal[-1]

    def new_game(self) -> None:
        self._note("game")

    def close(self) -> None:
        self._note("close")

    def _note(self, what: str) -> None:
        if self._log:
            with Path(self._log).open("a", encoding="utf-8") as file:
                file.write(f"{what}\n")


def explode(*_: object) -> None:
    """Stand for whatever keeps a process from starting."""
    os._exit(1)
