"""Labelled positions: what agents are measured on, each with the exact score of every column."""

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from fourscore.book.columns import ILLEGAL, Scores, boards_as_positions, score_columns
from fourscore.book.solving import shared_solver
from fourscore.book.suites import SIZE, SUITES, shipped_suite
from fourscore.core.notation import write_column
from fourscore.core.position import Position
from fourscore.core.variants import make_rules
from fourscore.errors import InputError
from fourscore.insight.suites.formats import Row, read_rows
from fourscore.insight.truth.suites import CLASSES, class_of
from fourscore.runtime.progress import OnCount
from fourscore.search.control import Cancel
from fourscore.solver import Score, Solver, score_of

__all__ = [
    "ALL",
    "NAMES",
    "SAMPLE",
    "LabelledPositions",
    "draw_places",
    "draw_positions",
    "load_positions",
]

SAMPLE, ALL = "sample", "all"
SAMPLED = 50
"""Positions of each class in the sample."""
NAMES = {
    SAMPLE: f"the first {SAMPLED} positions of each suite",
    ALL: "every suite that comes with fourscore",
    **SUITES,
}
"""What can be named instead of a file."""
BATCH = 64
"""Positions scored at a time."""
END = "end"


@dataclass(frozen=True, eq=False)
class LabelledPositions:
    """Positions with the exact score of every column; item i of each field is position i."""

    name: str
    """The suite's name, or that of its file."""
    positions: tuple[Position, ...]
    """The positions."""
    scores: Scores
    """The score of each column for the side to move, `ILLEGAL` where it is full."""
    classes: tuple[str, ...]
    """The class of each position."""

    def __len__(self) -> int:
        return len(self.positions)

    @property
    def kinds(self) -> tuple[str, ...]:
        """The classes that occur, in the order in which they first do."""
        return tuple(dict.fromkeys(self.classes))

    def score(self, place: int, column: int) -> Score:
        """Return what a column is worth in a position."""
        return score_of(int(self.scores[place, column]), self.positions[place])

    def best(self, place: int) -> Score:
        """Return what a position is worth."""
        return score_of(int(self.scores[place].max()), self.positions[place])

    def first(self, count: int) -> "LabelledPositions":
        """Return the first `count` positions of each class."""
        taken, seen = [], dict.fromkeys(self.classes, 0)
        for place, kind in enumerate(self.classes):
            seen[kind] += 1
            if seen[kind] <= count:
                taken.append(place)
        return self._take(taken)

    def draw(self, count: int, seed: int = 0) -> "LabelledPositions":
        """Return `count` positions that the seed draws, of each class about as many."""
        places: dict[str, list[int]] = {kind: [] for kind in self.kinds}
        for place, kind in enumerate(self.classes):
            places[kind].append(place)
        drawn = draw_places({kind: len(own) for kind, own in places.items()}, count, seed)
        return self._take([places[kind][at] for kind, own in drawn.items() for at in own])

    def _take(self, taken: Sequence[int]) -> "LabelledPositions":
        return LabelledPositions(
            self.name,
            tuple(self.positions[place] for place in taken),
            self.scores[list(taken)],
            tuple(self.classes[place] for place in taken),
        )


def draw_places(sizes: Mapping[str, int], count: int, seed: int) -> dict[str, list[int]]:
    """Draw places in classes of these sizes, `count` in all and of each class about as many.

    >>> {kind: len(places) for kind, places in draw_places({"a": 9, "b": 2, "c": 9}, 9, 0).items()}
    {'a': 4, 'b': 2, 'c': 3}
    """
    if not 1 <= count <= sum(sizes.values()):
        raise InputError(f"{count:,} positions cannot be drawn from {sum(sizes.values()):,}")
    shares, left = dict.fromkeys(sizes, 0), count
    while left:
        for kind in sizes:
            if left and shares[kind] < sizes[kind]:
                shares[kind] += 1
                left -= 1
    return {
        kind: sorted(random.Random(f"{seed} {kind}").sample(range(size), shares[kind]))
        for kind, size in sizes.items()
        if shares[kind]
    }


def draw_positions(name: str, count: int, seed: int = 0) -> LabelledPositions:
    """Return so many positions of a shipped suite, drawn by the seed, without reading the others.

    >>> found = draw_positions("all", 50)
    >>> len(found), len(found.kinds)
    (50, 11)
    """
    if name not in NAMES:
        raise InputError(f"there is no suite {name!r}; the suites are {', '.join(NAMES)}")
    parts = {each: shipped_suite(each) for each in _parts(name)}
    sizes = {each: SAMPLED if name == SAMPLE else len(own.mine) for each, own in parts.items()}
    rules, positions, scores, kinds = make_rules(*SIZE), [], [], []
    for kind, places in draw_places(sizes, count, seed).items():
        part = parts[kind]
        positions += boards_as_positions(part.mine[places], part.filled[places], rules)
        scores.append(part.scores[places])
        kinds += [kind] * len(places)
    return LabelledPositions(name, tuple(positions), np.concatenate(scores), tuple(kinds))


def load_positions(
    source: str,
    size: tuple[int, int] = (7, 6),
    count: int | None = None,
    *,
    check: bool = False,
    solver: Solver | None = None,
    report: OnCount | None = None,
    cancel: Cancel | None = None,
) -> LabelledPositions:
    """Return the positions of a shipped suite, by its name, or of a file.

    `count` takes only so many of each class. Scores of columns that a file does not have are
    proved, and its labels compared with them; `check` proves all of them. Raises `InputError` that
    names the first wrong label.

    >>> len(load_positions("zugzwang", count=10))
    10
    """
    if count is not None and count < 1:
        raise InputError(f"{count} positions of each class are nothing to measure on")
    rows = _named(source) if source in NAMES else _read(source, size)
    if source == SAMPLE:
        count = min(count or SAMPLED, SAMPLED)
    proved = _prove(rows, check, solver or shared_solver(), report, cancel)
    if proved:
        _compare(rows, proved)
    width = rows[0].position.width
    scores = np.array(
        [proved.get(place, row.columns) for place, row in enumerate(rows)], np.int8
    ).reshape(-1, width)
    kinds = tuple(row.kind or _kind(row.position, max(scores[i])) for i, row in enumerate(rows))
    name = source if source in NAMES else Path(source).name
    found = LabelledPositions(name, tuple(row.position for row in rows), scores, kinds)
    return found if count is None else found.first(count)


def _read(source: str, size: tuple[int, int]) -> list[Row]:
    if not Path(source).exists():
        known = ", ".join(NAMES)
        raise InputError(f"there is no file {source!r}, nor a suite; the suites are {known}")
    return read_rows(Path(source), size)


def _parts(name: str) -> Sequence[str]:
    """Return the suites that a name stands for."""
    return tuple(SUITES) if name in (SAMPLE, ALL) else (name,)


def _named(name: str) -> list[Row]:
    rules = make_rules(*SIZE)
    rows = []
    for each in _parts(name):
        shipped = shipped_suite(each)
        boards = boards_as_positions(shipped.mine, shipped.filled, rules)
        for place, (position, columns) in enumerate(
            zip(boards, shipped.scores.tolist(), strict=True), start=1
        ):
            where = f"position {place} of the suite {each}"
            rows.append(Row(position, max(columns), tuple(columns), each, where))
    return rows


def _kind(position: Position, best: int) -> str:
    """Return the class of a position that its file does not name."""
    if position.ply >= 2 * (position.width * position.height // 3):
        return END
    return CLASSES[class_of(position, score_of(int(best), position))]


# Labels and the solver


def _prove(
    rows: Sequence[Row], check: bool, solver: Solver, report: OnCount | None, cancel: Cancel | None
) -> dict[int, tuple[int, ...]]:
    """Return the scores of the columns that are not known, or of all if they are to be checked."""
    wanted = [place for place, row in enumerate(rows) if check or row.columns is None]
    proved: dict[int, tuple[int, ...]] = {}
    rules = rows[0].position.rules
    for at in range(0, len(wanted), BATCH):
        places = wanted[at : at + BATCH]
        boards = [rows[place].position for place in places]
        mine, filled = (
            np.array([getattr(board, name) for board in boards], np.int64)
            for name in ("mine", "filled")
        )
        scores = score_columns(solver, mine, filled, rules, cancel).tolist()
        proved |= dict(zip(places, map(tuple, scores), strict=True))
        if report is not None:
            report(len(proved), len(wanted))
    return proved


def _compare(rows: Sequence[Row], proved: dict[int, tuple[int, ...]]) -> None:
    """Raise `InputError` if a label is wrong; name the first, and say how many there are."""
    wrong = [said for place in sorted(proved) if (said := _mistake(rows[place], proved[place]))]
    if wrong:
        more = f"; {len(wrong) - 1:,} more labels are wrong" if len(wrong) > 1 else ""
        raise InputError(f"{wrong[0]}{more}".replace("; 1 more labels are", "; 1 more label is"))


def _mistake(row: Row, proved: tuple[int, ...]) -> str:
    """Say what is wrong with a position's labels, or nothing."""
    if row.score is not None and row.score != max(proved):
        return f"{row.where}: the score is {_sign(row.score)} and should be {_sign(max(proved))}"
    for column, (label, score) in enumerate(zip(row.columns or proved, proved, strict=True)):
        if label != score and score != ILLEGAL:
            return (
                f"{row.where}: the score of column {write_column(column)} is {_sign(label)} "
                f"and should be {_sign(score)}"
            )
    return ""


def _sign(score: int) -> str:
    """Write a score as a file has it.

    >>> _sign(3), _sign(0), _sign(-2)
    ('+3', '0', '-2')
    """
    return f"{score:+d}" if score else "0"
