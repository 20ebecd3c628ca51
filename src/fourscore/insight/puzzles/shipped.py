"""The puzzles that come with fourscore: made beforehand, rated, and read from one small file.

`python -m scripts.puzzles make` makes the file; its `provenance` says with what.
"""

import gzip
import json
import random
from collections.abc import Iterable, Mapping
from functools import cache
from importlib.resources import files
from typing import Any, NamedTuple

from fourscore.core.position import Position
from fourscore.insight.puzzles.candidates import Aim
from fourscore.insight.puzzles.glicko import Rating
from fourscore.insight.puzzles.grades import grade_of
from fourscore.insight.puzzles.ids import read_id, write_id
from fourscore.insight.puzzles.puzzle import Puzzle
from fourscore.insight.puzzles.themes import Theme
from fourscore.solver import score_of

__all__ = ["DATA", "Entry", "draw", "entries", "find_shipped", "provenance"]

DATA = "puzzles-7x6.json.gz"


class Entry(NamedTuple):
    """A row of the file."""

    id: str
    aim: str
    column: int
    """The answer; it counts from 1."""
    score: int
    moves: int
    level: int
    rating: int
    deviation: int
    themes: list[str]

    @property
    def grade(self) -> str:
        """How hard it is, in words."""
        return grade_of(self.level)

    def puzzle(self) -> Puzzle:
        """Return the puzzle."""
        position = Position(read_id(self.id))
        score = score_of(self.score, position)
        puzzle = Puzzle(position, Aim(self.aim), self.column - 1, score, self.moves, self.level,
                        shipped=True)  # fmt: skip
        # These would be found by playing and explaining; the file knows them.
        puzzle.__dict__["themes"] = tuple(map(Theme, self.themes))
        puzzle.__dict__["_rating"] = Rating(self.rating, self.deviation)
        return puzzle


@cache
def _file() -> dict[str, Any]:
    content = files("fourscore.data").joinpath(DATA).read_bytes()
    found: dict[str, Any] = json.loads(gzip.decompress(content))
    return found


@cache
def entries() -> dict[str, Entry]:
    """Return all rows by their ids, the easiest first."""
    return {row[0]: Entry(*row) for row in _file()["puzzles"]}


def provenance() -> Mapping[str, Any]:
    """Return how the file was made."""
    found: Mapping[str, Any] = _file()["provenance"]
    return found


def find_shipped(key: int) -> Puzzle | None:
    """Return the shipped puzzle with a position's key, or None if there is none."""
    found = entries().get(write_id(key))
    return found.puzzle() if found else None


def draw(
    count: int,
    seed: int = 0,
    *,
    aim: Aim | None = None,
    theme: Theme | None = None,
    levels: Iterable[int] = (),
    low: int | None = None,
    high: int | None = None,
) -> list[Puzzle]:
    """Draw different puzzles; the same seed draws the same ones in the same order.

    The rest restricts them; `low` and `high` are ratings. There are fewer than `count` if no more
    fit. A larger count only adds puzzles at the end.
    """
    wanted = set(levels)
    fitting = [
        each
        for each in entries().values()
        if (aim is None or each.aim == aim)
        and (theme is None or theme in each.themes)
        and (not wanted or each.level in wanted)
        and (low is None or each.rating >= low)
        and (high is None or each.rating <= high)
    ]
    random.Random(f"{seed} shipped").shuffle(fitting)
    return [each.puzzle() for each in fitting[:count]]
