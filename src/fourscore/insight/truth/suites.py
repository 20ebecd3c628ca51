"""`Suite`: positions with the exact score of every column, by class, to test players on.

Openings have discs in less than a third of the cells, and are easy, medium or hard by how far the
end is under best play: less than a third of the cells, less than two thirds, or more. The middle
game has discs in a third to two thirds of the cells. On 7x6 these are 2 to 13 discs, an end less
than 14, 14 to 27, and 28 or more plies away, and 14 to 27 discs.

The positions come from random play. No two are alike, mirror images included, none is over, and
training has seen none of them: all are held out (`learn.held_out`).
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fourscore.book.columns import ILLEGAL, Scores, boards_as_positions, score_columns
from fourscore.book.solving import shared_solver
from fourscore.core.bitboard import Rules
from fourscore.core.planes import Boards, count_discs
from fourscore.core.position import Position
from fourscore.core.variants import make_rules
from fourscore.errors import Cancelled
from fourscore.learn.held_out import is_held_out
from fourscore.runtime.files import replacing
from fourscore.runtime.progress import OnCount
from fourscore.search.control import Cancel
from fourscore.search.sampling import Sampler
from fourscore.solver import Score, Solver

__all__ = ["CLASSES", "EXPLANATIONS", "Suite", "draw_suite", "missing_truth", "suite_for"]

EASY, MEDIUM, HARD, MIDDLE = range(4)
CLASSES = ("easy", "medium", "hard", "middle")
"""The names of the classes, by their numbers."""
EXPLANATIONS = {
    "easy": "easy openings",
    "medium": "medium openings",
    "hard": "hard openings",
    "middle": "the middle game",
}
"""What each class is, in words."""
FEWEST = 2
"""Discs on the board, at least."""
CHUNK = 4096
"""Positions that are drawn at a time; one in 32 is held out."""
BATCH = 64
"""Positions whose columns are scored at a time."""
SMALL = 30
"""On boards of so many cells a suite can be made at once."""
SMALL_COUNT = 200
"""Positions of each class on a small board."""


@dataclass(frozen=True, eq=False)
class Suite:
    """Positions with the exact score of every column; row i of each array is position i."""

    size: tuple[int, int]
    mine: Boards
    """The discs of the side to move."""
    filled: Boards
    """All discs."""
    scores: Scores
    """The score of each column for the side to move, `ILLEGAL` where it is full."""
    classes: NDArray[np.int8]
    """The class of each position, a place in `names`."""
    names: tuple[str, ...] = CLASSES
    """The names of the classes, by their numbers."""

    def __len__(self) -> int:
        return len(self.mine)

    @property
    def rules(self) -> Rules:
        """The rules: standard, on a board of this size."""
        return make_rules(*self.size)

    @property
    def plies(self) -> Boards:
        """Discs on each board."""
        return count_discs(self.filled)

    def positions(self) -> list[Position]:
        """Return the positions."""
        return boards_as_positions(self.mine, self.filled, self.rules)

    def of(self, name: str, count: int | None = None) -> "Suite":
        """Return the positions of a class, or the first `count` of them."""
        return self.take(np.flatnonzero(self.classes == self.names.index(name))[:count])

    def first(self, count: int) -> "Suite":
        """Return the first `count` positions of each class."""
        rows = [np.flatnonzero(self.classes == each)[:count] for each in range(len(self.names))]
        return self.take(np.concatenate(rows))

    def take(self, rows: NDArray[np.int64]) -> "Suite":
        """Return some of the positions."""
        return Suite(
            self.size,
            self.mine[rows],
            self.filled[rows],
            self.scores[rows],
            self.classes[rows],
            self.names,
        )

    # Files

    def write(self, path: Path) -> None:
        """Write it as a compressed NumPy file."""
        named: dict[str, Any] = {} if self.names == CLASSES else {"names": np.array(self.names)}
        with replacing(path) as beside, beside.open("wb") as file:
            np.savez_compressed(
                file,
                size=np.array(self.size, np.int8),
                mine=self.mine,
                filled=self.filled,
                scores=self.scores,
                classes=self.classes,
                **named,
            )

    @classmethod
    def read(cls, path: Path) -> "Suite":
        """Read a suite that was written before."""
        with np.load(path, allow_pickle=False) as arrays:
            width, height = map(int, arrays["size"])
            fields = ("mine", "filled", "scores", "classes")
            names = tuple(map(str, arrays["names"])) if "names" in arrays else CLASSES
            mine, filled, scores, classes = (arrays[each] for each in fields)
            return cls((width, height), mine, filled, scores, classes, names)


# Which suite there is


@cache
def suite_for(size: tuple[int, int], variant: str = "standard") -> Suite | None:
    """Return the suite to test players of these rules on, or None where the truth is unknown.

    7x6 comes with fourscore; for small boards it is made here.
    """
    if missing_truth(size, variant):
        return None
    if size == (7, 6):
        return Suite.read(shipped_path(size))
    return draw_suite(size, SMALL_COUNT)


def missing_truth(size: tuple[int, int], variant: str = "standard") -> str:
    """Return a sentence that says why there is no suite, or nothing if there is one.

    >>> missing_truth((7, 6))
    ''
    >>> missing_truth((7, 6), "fill")
    'There are no exact scores for fill, so nobody can say how well it plays.'
    """
    width, height = size
    if variant != "standard":
        return f"There are no exact scores for {variant}, so nobody can say how well it plays."
    if size != (7, 6) and width * height > SMALL:
        return (f"Exact scores for {width}x{height} take too long, so this does not say how well "
                "it plays.")  # fmt: skip
    return ""


def shipped_path(size: tuple[int, int]) -> Path:
    """Return where the suite of a size lies that comes with fourscore."""
    return Path(str(files("fourscore.data").joinpath(f"suites-{size[0]}x{size[1]}.npz")))


# Drawing one


def draw_suite(
    size: tuple[int, int],
    count: int,
    seed: int = 0,
    *,
    solver: Solver | None = None,
    report: OnCount | None = None,
    cancel: Cancel | None = None,
) -> Suite:
    """Draw `count` positions of each class, or as many as there are, and score their columns.

    The same seed draws the same positions. Raises `Cancelled` if cancelled before it is done.
    """
    rules, third, shared = make_rules(*size), size[0] * size[1] // 3, solver or shared_solver()
    found: dict[int, list[Position]] = {each: [] for each in range(len(CLASSES))}
    for plies, wanted in (((FEWEST, third - 1), (EASY, MEDIUM, HARD)),
                          ((third, 2 * third - 1), (MIDDLE,))):  # fmt: skip
        for position, score in _solved(shared, _held_out_boards(rules, plies, seed), cancel):
            same = found[class_of(position, score)]
            if len(same) < count:
                same.append(position)
            if all(len(found[each]) == count for each in wanted):
                break
    mine, filled, classes = _arrays(found)
    scores = np.full((len(mine), rules.width), ILLEGAL, np.int8)
    for at in range(0, len(mine), BATCH):
        rows = slice(at, at + BATCH)
        scores[rows] = score_columns(shared, mine[rows], filled[rows], rules, cancel)
        if report is not None:
            report(min(at + BATCH, len(mine)), len(mine))
    return Suite(size, mine, filled, scores, classes)


def class_of(position: Position, score: Score) -> int:
    """Return the class of a position, given its exact score."""
    third = position.width * position.height // 3
    if position.ply >= third:
        return MIDDLE
    return EASY if score.plies < third else MEDIUM if score.plies < 2 * third else HARD


def _held_out_boards(rules: Rules, plies: tuple[int, int], seed: int) -> Iterator[list[Position]]:
    """Yield positions that training leaves out, some at a time, until there are no more."""
    sampler = Sampler(rules, plies, seed)
    while True:
        mine, filled = sampler.draw(CHUNK)
        if not len(mine):
            return
        positions = boards_as_positions(mine, filled, rules)
        yield [each for each in positions if is_held_out(each.mine, each.filled, rules)]


def _solved(
    solver: Solver, chunks: Iterator[list[Position]], cancel: Cancel | None
) -> Iterator[tuple[Position, Score]]:
    for positions in chunks:
        scores = solver.solve_many(positions, cancel=cancel)
        if cancel is not None and cancel.cancelled:
            raise Cancelled("stopped before the suite was drawn")
        for position, score in zip(positions, scores, strict=True):
            yield position, score.lower


def _arrays(found: dict[int, list[Position]]) -> tuple[Boards, Boards, NDArray[np.int8]]:
    rows = [(each.mine, each.filled, kind) for kind in found for each in found[kind]]
    table = np.array(rows, np.int64).reshape(-1, 3)
    return table[:, 0].copy(), table[:, 1].copy(), table[:, 2].astype(np.int8)
