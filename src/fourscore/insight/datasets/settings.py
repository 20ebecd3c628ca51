"""What a dataset is to have, and where it is to go: checked before anything heavy is loaded."""

import json
from collections.abc import Sequence
from operator import index
from pathlib import Path

from fourscore.arena.openings import NEARLY
from fourscore.core.position import Position
from fourscore.errors import InputError
from fourscore.runtime.extras import require
from fourscore.runtime.files import check_target

__all__ = ["CHUNK", "SAMPLERS", "SUFFIXES", "Settings", "require_writable"]

SUFFIXES = (".parquet", ".npz")
SAMPLERS = {
    "random": "positions of random games, every ply alike",
    "balanced": f"of these, the ones that score from -{NEARLY} to {NEARLY}",
}
CHUNK = 256
"""Positions that are drawn, scored and written to the journal at a time."""
STREAM = 1
"""Raise it when the same settings draw other positions, so that no journal mixes the two."""


class Settings:
    """Which positions a dataset has."""

    def __init__(
        self,
        positions: int = 100_000,
        plies: Sequence[int] = (4, 30),
        seed: int = 0,
        sampler: str = "random",
        size: tuple[int, int] | str = (7, 6),
    ) -> None:
        board = Position(size=size)
        self.rules = board.rules
        self.size = [board.width, board.height]
        self.positions, self.seed = _whole(positions, "positions"), _whole(seed, "seed")
        self.plies = _whole_range(plies, board.width * board.height - 1)
        """The fewest and the most discs on the board."""
        self.sampler = sampler
        if self.positions < 1:
            raise InputError(f"a dataset of {positions} positions has nothing to learn from")
        if sampler not in SAMPLERS:
            known = ", ".join(SAMPLERS)
            raise InputError(f"there is no sampler {sampler!r}; the samplers are {known}")

    @property
    def identity(self) -> bytes:
        """What the order of positions depends on; how many are wanted does not matter."""
        return json.dumps([STREAM, CHUNK, self.plies, self.seed, self.size]).encode()


def _whole_range(plies: Sequence[int], most: int) -> list[int]:
    try:
        low, high = map(index, plies)
    except (TypeError, ValueError):
        raise InputError(f"plies are two whole numbers such as (4, 30), not {plies!r}") from None
    if not 0 <= low <= high <= most:
        raise InputError(f"plies from {low} to {high} make no sense; there are 0 to {most}")
    return [low, high]


def _whole(value: int, name: str) -> int:
    try:
        return index(value)
    except TypeError:
        raise InputError(f"{name} must be a whole number, not {value!r}") from None


def require_writable(path: Path) -> None:
    """Raise `InputError` unless a dataset can be written there; call it before the work."""
    check_target(path, SUFFIXES)
    if path.suffix.lower() == ".parquet":
        require("pyarrow", "a Parquet file")
