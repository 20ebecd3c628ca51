"""Where the tuples of a network lie, and how a board becomes their indices.

A tuple is a few cells. Each cell has one of four states: empty and out of reach, a disc of the
first player, a disc of the second, or empty and reachable. What a tuple's cells show is its
pattern, and the number of the pattern its index into a table of weights. A tuple and its mirror
image share one table, so that mirror images of a board have the same value.

Discs lie on discs, so most combinations of states cannot occur. Patterns are therefore numbered
column by column: the cells that a tuple has in one column show one of a few patterns, which are
the digits of the index. A tuple of eleven cells has some 70,000 patterns instead of
four million.

The index is a sum over columns, and a move changes one column. `Geometry` lists for each state of
a column which indices a disc changes, and by how much; for a board out of the blue it has what
each column contributes to every index.
"""

import random
from dataclasses import dataclass
from functools import cache
from itertools import product
from math import prod
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from fourscore.core.bitboard import Rules
from fourscore.errors import UnsupportedError

__all__ = ["LENGTH", "TUPLES", "Geometry", "Layout", "draw_layout"]

OUT_OF_REACH, FIRST, SECOND, REACHABLE = range(4)
"""The states of a cell."""
TUPLES, LENGTH = 100, 11
"""How many tuples a layout has, and how many cells each."""
MAX_HEIGHT = 8
"""Higher columns have too many states to list."""

Cell = tuple[int, int]
"""A column and a row, both from 0."""
Ints = NDArray[np.int32]


class Geometry(NamedTuple):
    """A layout as the arrays that kernels take; tuples first, then their mirror images.

    The state of a column is a number whose highest set bit is its first empty cell; below it, set
    bits are discs of the first player and the others discs of the second.
    """

    empty: Ints
    """The index of each tuple on the empty board."""
    shares: Ints
    """By column and state: what it contributes to each index."""
    starts: Ints
    """By column and state, in one row: where its changes start, and at the end their number."""
    tuples: Ints
    """Which tuple changes when a disc falls into the column."""
    steps: Ints
    """By player: by how much its index changes."""


@dataclass(frozen=True)
class Layout:
    """The tuples of a network for one size of board."""

    width: int
    height: int
    tuples: tuple[tuple[Cell, ...], ...]

    @property
    def entries(self) -> int:
        """How many weights a table for one player has: one a pattern, tuple after tuple."""
        return sum(self.sizes)

    @property
    def sizes(self) -> list[int]:
        """How many patterns each tuple can show."""
        return [
            prod(len(_patterns(rows, self.height)) for rows in _by_column(cells).values())
            for cells in self.tuples
        ]

    @property
    def geometry(self) -> Geometry:
        """The same for kernels."""
        return _geometry(self)

    def require_size(self, rules: Rules) -> None:
        """Raise `UnsupportedError` unless a board has the size of this layout."""
        if (rules.width, rules.height) != (self.width, self.height):
            raise UnsupportedError(
                f"the network is for boards of {self.width}x{self.height}; "
                f"this one is {rules.width}x{rules.height}"
            )


def draw_layout(
    width: int = 7, height: int = 6, *, tuples: int = TUPLES, length: int = LENGTH, seed: int = 0
) -> Layout:
    """Draw tuples: each is where a random walk of king's moves has been.

    No two are alike, mirror images included. A small board may have fewer.

    >>> layout = draw_layout(4, 4, tuples=5, length=8)
    >>> len(layout.tuples), len(layout.tuples[0])
    (5, 8)
    """
    if height > MAX_HEIGHT:
        raise UnsupportedError(
            f"networks are for boards of at most {MAX_HEIGHT} rows; this one has {height}"
        )
    numbers = random.Random(f"{width}x{height} {length} {seed}")
    length = min(length, width * height)
    found: dict[frozenset[Cell], tuple[Cell, ...]] = {}
    for _ in range(100 * tuples):
        cells = _walk(width, height, length, numbers)
        image = frozenset((width - 1 - column, row) for column, row in cells)
        if image not in found:
            found.setdefault(cells, tuple(sorted(cells)))
        if len(found) == tuples:
            break
    return Layout(width, height, tuple(found.values()))


def _walk(width: int, height: int, length: int, numbers: random.Random) -> frozenset[Cell]:
    # Only `random` itself is promised to give the same numbers in every version of Python.
    column, row = int(numbers.random() * width), int(numbers.random() * height)
    cells = {(column, row)}
    while len(cells) < length:
        aside, up = int(numbers.random() * 3) - 1, int(numbers.random() * 3) - 1
        if 0 <= column + aside < width and 0 <= row + up < height:
            column, row = column + aside, row + up
            cells.add((column, row))
    return frozenset(cells)


# What a column shows


def _by_column(cells: tuple[Cell, ...]) -> dict[int, tuple[int, ...]]:
    """Return the rows that a tuple has in each of its columns."""
    columns: dict[int, tuple[int, ...]] = {}
    for column, row in cells:
        columns[column] = (*columns.get(column, ()), row)
    return columns


@cache
def _patterns(rows: tuple[int, ...], height: int) -> dict[tuple[int, ...], int]:
    """Number what the cells of these rows can show."""
    found: dict[tuple[int, ...], int] = {}
    for state in range(1, 2 << height):
        found.setdefault(_pattern(state, rows), len(found))
    return found


@cache
def _numbers(rows: tuple[int, ...], height: int) -> Ints:
    """Return by state of a column the number of what the cells of these rows show; 0 for none."""
    patterns = _patterns(rows, height)
    shown = [patterns[_pattern(state, rows)] for state in range(1, 2 << height)]
    return np.array([0, *shown], np.int32)


def _pattern(state: int, rows: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(_cell_state(state, row) for row in rows)


def _cell_state(state: int, row: int) -> int:
    height = state.bit_length() - 1
    if row >= height:
        return REACHABLE if row == height else OUT_OF_REACH
    return FIRST if state >> row & 1 else SECOND


# Arrays for kernels


@cache
def _geometry(layout: Layout) -> Geometry:
    width, height = layout.width, layout.height
    mirrored = [
        tuple((width - 1 - column, row) for column, row in cells) for cells in layout.tuples
    ]
    tables = np.cumsum([0, *layout.sizes[:-1]])
    shares = np.zeros((width, 2 << height, 2 * len(tables)), np.int32)
    for number, cells in enumerate([*layout.tuples, *mirrored]):
        _add_shares(shares[:, :, number], cells, height)
    shares[0] += np.tile(tables, 2)
    return Geometry(shares[:, 1].sum(axis=0, dtype=np.int32), shares, *_changes(shares, height))


def _add_shares(shares: Ints, cells: tuple[Cell, ...], height: int) -> None:
    """Write what each column contributes to the index of one tuple."""
    base = 1
    for column, rows in _by_column(cells).items():
        shares[column] = base * _numbers(rows, height)
        base *= len(_patterns(rows, height))


def _changes(shares: Ints, height: int) -> tuple[Ints, Ints, Ints]:
    """List by column and state which indices a disc changes, and by how much for either player."""
    starts, tuples, steps = [0], [np.zeros(0, np.int32)], [np.zeros((2, 0), np.int32)]
    for column, state in product(range(shares.shape[0]), range(shares.shape[1])):
        top = 1 << max(0, state.bit_length() - 1)
        if 0 < state < 1 << height:
            after = shares[column, [state + 2 * top, state + top]] - shares[column, state]
            changed = np.flatnonzero(after.any(axis=0)).astype(np.int32)
            tuples.append(changed)
            steps.append(after[:, changed])
        starts.append(starts[-1] + (len(tuples[-1]) if 0 < state < 1 << height else 0))
    by_player = np.ascontiguousarray(np.concatenate(steps, axis=1))
    return np.array(starts, np.int32), np.concatenate(tuples), by_player
