"""What the depth-limited searches share: the context of a search, its root, the best line."""

from collections.abc import Callable, Sequence
from functools import cache
from typing import NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from fourscore.core.bitboard import Rules
from fourscore.core.kernel import kernel
from fourscore.core.position import Position, centre_first
from fourscore.search.control import NODES, STOP, Counters, Stopwatch, as_struct
from fourscore.search.evaluation.base import UNSETTLED, WIN_VALUE, Evaluation, proven_result
from fourscore.search.node import Node
from fourscore.search.recording import Recorder, Recording
from fourscore.search.types import Bound, Report, Value

__all__ = [
    "ORDERS",
    "Arrays",
    "Context",
    "Memory",
    "Root",
    "clear_line",
    "extend_line",
]

ORDERS: dict[str, Callable[[int], Sequence[int]]] = {"centre": cache(centre_first), "left": range}
"""The orders in which columns can be tried, by name: from a board's width to its columns."""
Memory = NDArray[np.int64]
"""The best moves of an earlier search: a key and a column in each slot."""


MOST_COLUMNS = 31
MOST_PLIES = 64
"""Room for the longest path, 62 discs, and the ends of its lines."""


class Arrays(Protocol):
    """The arrays of a search, as a struct."""

    order: NDArray[np.int64]
    """The columns in the order in which they are tried."""
    values: NDArray[np.float64]
    """By column: its value at the root."""
    bounds: NDArray[np.int8]
    """By column: 1 if its value at the root is an upper bound."""
    lines: NDArray[np.int8]
    """By ply: the best line from there on."""


ARRAYS = np.dtype(
    [
        ("order", np.int64, MOST_COLUMNS),
        ("values", np.float64, MOST_COLUMNS),
        ("bounds", np.int8, MOST_COLUMNS),
        ("lines", np.int8, (MOST_PLIES, MOST_PLIES)),
    ],
    align=True,
)
BLANK = np.zeros(1, ARRAYS)
BLANK["values"], BLANK["lines"] = UNSETTLED, -1
"""The arrays before a search, but for the order."""


class Context(NamedTuple):
    """What every node of a search shares."""

    rules: Rules
    weights: NamedTuple
    """Of the evaluation; their type selects its kernel."""
    arrays: Arrays
    counters: Counters
    memory: Memory | None
    recording: Recording | None
    """Where the search is recorded, if it is."""


class Root:
    """What a depth-limited search starts from, and the arrays that hold its results."""

    def __init__(
        self,
        position: Position,
        depth: int,
        evaluation: Evaluation,
        order: str | Sequence[int] = "centre",
    ) -> None:
        self.watch = Stopwatch()
        self.weights = evaluation.weights(position.rules)
        cells = position.width * position.height - position.ply
        self.depth = min(depth, cells)
        width = position.width
        self._memory = BLANK.copy()
        self._order = self._memory["order"][0, :width]
        self._order[:] = ORDERS[order](width) if isinstance(order, str) else order
        self._lines = self._memory["lines"][0]
        self._position = position
        self._legal = position.legal
        self._options = {
            "evaluation": evaluation.name,
            "order": order if isinstance(order, str) else "best first",
        }

    @property
    def node(self) -> Node:
        """The root as kernels take it."""
        return Node(self._position.mine, self._position.filled, self.depth, 0)

    def context(
        self,
        counters: Counters,
        record: Recorder | None = None,
        algorithm: str = "",
        memory: Memory | None = None,
    ) -> Context:
        """Return the context of a search from here, which is recorded if there is a recorder."""
        recording = None
        if record is not None:
            recording = record.start(algorithm, self._position, self.depth, **self._options)
        return Context(
            self._position.rules,
            self.weights,
            self._memory[0],
            as_struct(counters),
            memory,
            recording,
        )

    @property
    def line(self) -> tuple[int, ...]:
        """The principal variation."""
        found = self._lines[0].tolist()
        return tuple(found[: found.index(-1)])

    @property
    def column(self) -> int:
        """The best column; the first in order before any has a value."""
        best = int(self._lines[0, 0])
        if best >= 0:
            return best
        order: list[int] = self._order.tolist()
        return next(column for column in order if column in self._legal)

    def column_values(self) -> dict[int, Value]:
        """Return the values of the columns that were searched."""
        values, bounds = (self._memory[name][0].tolist() for name in ("values", "bounds"))
        return {
            column: _column_value(values[column], bool(bounds[column]))
            for column in self._legal
            if values[column] != UNSETTLED
        }

    def report(self, counters: Counters) -> Report:
        """Report what was found."""
        return Report(
            column=self.column,
            values=self.column_values(),
            nodes=int(counters[NODES]),
            depth=self.depth,
            seconds=self.watch.seconds,
            line=self.line,
            complete=not counters[STOP],
        )


def _column_value(value: float, upper: bool) -> Value:
    result = proven_result(value)
    plies = None if result is None else round(WIN_VALUE - abs(value))
    points = int(value) if value.is_integer() else value
    return Value(points, Bound.UPPER if upper else Bound.EXACT, result, plies)


@kernel
def clear_line(arrays: Arrays, ply: int) -> None:
    """Forget the line from this ply on."""
    arrays.lines[ply, ply] = -1


@kernel
def extend_line(arrays: Arrays, ply: int, column: int) -> None:
    """Make `column` and the child's line the line from this ply on."""
    lines = arrays.lines
    lines[ply, ply] = column
    at = ply + 1
    while lines[ply + 1, at] >= 0:
        lines[ply, at] = lines[ply + 1, at]
        at += 1
    lines[ply, at] = -1
