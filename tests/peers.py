"""bitbully, another perfect solver, and random games to compare with it."""

import random
from pathlib import Path

import pytest

from fourscore.core.position import Position

__all__ = ["Bitbully", "random_game"]


class Bitbully:
    """bitbully's solver, with or without its own book of 12 plies with distances.

    Where it cannot be installed, the test is skipped.
    """

    def __init__(self, *, book: bool = False) -> None:
        databases = pytest.importorskip("bitbully_databases").BitBullyDatabases
        self._bitbully = pytest.importorskip("bitbully").bitbully_core
        path = Path(databases.get_database_path("12-ply-dist"))
        self._core = self._bitbully.BitBullyCore(*([path] if book else []))
        assert self._core.isBookLoaded() is book

    def score(self, columns: list[int]) -> int:
        """Return the exact score of the position after these columns."""
        board = self._bitbully.BoardCore()
        for column in columns:
            assert board.play(column)
        return int(self._core.mtdf(board, 0))


def random_game(rng: random.Random, discs: int) -> tuple[list[int], Position]:
    """Play random moves to an undecided position of so many discs; return both."""
    while True:
        position, columns = Position.empty(), list[int]()
        while len(columns) < discs and (legal := position.legal):
            columns.append(rng.choice(legal))
            position = position.play(columns[-1])
        if len(columns) == discs and not position.is_over:
            return columns, position
