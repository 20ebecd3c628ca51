"""What a dataset is to have, and where it is to go: checked before anything heavy is loaded."""

import json
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from fourscore.arena.openings import NEARLY
from fourscore.core.variants import make_rules
from fourscore.errors import InputError
from fourscore.runtime.files import check_suffix

if TYPE_CHECKING:
    from fourscore.core.bitboard import Rules

__all__ = ["CHUNK", "SAMPLERS", "SUFFIXES", "Settings", "require_parquet", "require_writable"]

SUFFIXES = (".parquet", ".npz")
SAMPLERS = {
    "random": "positions of random games, every ply alike",
    "balanced": f"of these, the ones that score from -{NEARLY} to {NEARLY}",
}
CHUNK = 256
"""Positions that are drawn, scored and written to the journal at a time."""
STREAM = 1
"""Raise it when the same settings draw other positions, so that no journal mixes the two."""


@dataclass(frozen=True, slots=True)
class Settings:
    """Which positions a dataset has."""

    positions: int = 100_000
    plies: tuple[int, int] = (4, 30)
    """The fewest and the most discs on the board."""
    seed: int = 0
    sampler: str = "random"
    size: tuple[int, int] = (7, 6)

    def __post_init__(self) -> None:
        low, high = self.plies
        cells = self.rules.width * self.rules.height
        if self.positions < 1:
            raise InputError(f"a dataset of {self.positions} positions has nothing to learn from")
        if not 0 <= low <= high < cells:
            raise InputError(
                f"plies from {low} to {high} make no sense; there are 0 to {cells - 1} "
                f"on a board of {self.size[0]}x{self.size[1]}"
            )
        if self.sampler not in SAMPLERS:
            known = ", ".join(SAMPLERS)
            raise InputError(f"there is no sampler {self.sampler!r}; the samplers are {known}")

    @property
    def rules(self) -> "Rules":
        return make_rules(*self.size)

    @property
    def identity(self) -> bytes:
        """What the order of positions depends on; how many are wanted does not matter."""
        return json.dumps([STREAM, CHUNK, self.plies, self.seed, self.size]).encode()


def require_writable(path: Path) -> None:
    """Raise `InputError` unless a dataset can be written there; call it before the work."""
    check_suffix(path, SUFFIXES)
    if path.suffix.lower() == ".parquet":
        require_parquet()
    if not path.parent.is_dir():
        raise InputError(f"cannot write the file '{path}': there is no folder '{path.parent}'")


def require_parquet() -> None:
    """Raise `InputError` unless Parquet files can be read and written."""
    if find_spec("pyarrow") is None:
        raise InputError(
            "Parquet needs the package pyarrow; install fourscore[parquet], or write .npz"
        )
