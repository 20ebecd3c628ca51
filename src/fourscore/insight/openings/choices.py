"""What the levels and the learned players choose in each position, counted from their games.

`python -m scripts.openings pack` counts the games of ledgers into one small file; its provenance
says which.
"""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from io import BytesIO
from typing import TYPE_CHECKING, Any, NamedTuple

from fourscore.core.position import Position
from fourscore.insight.openings.folding import fold, mirror_column

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["DATA", "ChoiceTable", "Choices", "choices_at", "count_choices", "shipped_choices"]

DATA = "choices-7x6.npz"


@dataclass(frozen=True, slots=True)
class Choices:
    """What one player has chosen in a position."""

    agent: str
    """The player's spec."""
    columns: Mapping[int, int]
    """How often each column was played."""

    @property
    def games(self) -> int:
        """How many of its games came here with it to move."""
        return sum(self.columns.values())

    @property
    def name(self) -> str:
        """What people call the player."""
        kind, _, option = self.agent.partition(":")
        return f"level {option}" if kind == "level" else kind

    @property
    def group(self) -> str:
        """Whether it is one of the levels or has learned by itself: "levels" or "learned"."""
        return "levels" if self.agent.startswith("level:") else "learned"


class ChoiceTable(NamedTuple):
    """Counts by position, player and column; positions are canonical."""

    keys: "NDArray[np.int64]"
    """A row for each position, player and column, in ascending order of the keys."""
    agents: "NDArray[np.uint8]"
    columns: "NDArray[np.uint8]"
    counts: "NDArray[np.uint16]"
    about: dict[str, Any]
    """The players' specs with their games, and the provenance."""

    @property
    def specs(self) -> list[str]:
        return list(self.about["agents"])

    def at(self, position: Position) -> tuple[Choices, ...]:
        """Return what each player chose in a position, in the orientation of the position."""
        import numpy as np

        at, mirrored = fold(position)
        low, high = np.searchsorted(self.keys, [at.key, at.key + 1])
        found: dict[str, dict[int, int]] = {}
        for row in range(low, high):
            column = int(self.columns[row])
            own = mirror_column(column, position) if mirrored else column
            found.setdefault(self.specs[self.agents[row]], {})[own] = int(self.counts[row])
        return tuple(Choices(spec, found[spec]) for spec in self.specs if spec in found)


@cache
def shipped_choices() -> ChoiceTable | None:
    """Return the table that comes with fourscore, or None if it is missing."""
    import numpy as np

    source = files("fourscore.data").joinpath(DATA)
    if not source.is_file():
        return None
    with np.load(BytesIO(source.read_bytes())) as file:
        about = json.loads(bytes(file["about"]).decode())
        return ChoiceTable(file["keys"], file["agents"], file["columns"], file["counts"], about)


def choices_at(position: Position) -> tuple[Choices, ...]:
    """Return what the levels and the learned players have played in a position.

    There is nothing beyond the first discs, nor on boards of other sizes.
    """
    table = shipped_choices()
    if table is None or position.size != "7x6" or position.variant.name != "standard":
        return ()
    return table.at(position) if position.ply < table.about["plies"] else ()


def count_choices(
    moves: Iterable[tuple[Position, str, int]],
) -> dict[tuple[int, str, int], int]:
    """Count moves, each a position, a player's spec and a column, by canonical position."""
    counts: dict[tuple[int, str, int], int] = {}
    for position, agent, column in moves:
        at, mirrored = fold(position)
        folded = mirror_column(column, position) if mirrored else column
        place = (at.key, agent, folded)
        counts[place] = counts.get(place, 0) + 1
    return counts
