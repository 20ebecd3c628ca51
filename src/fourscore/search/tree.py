"""What the depth-limited searches share: the order of moves, root values, the best line."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fourscore.core.kernel import kernel
from fourscore.core.position import Position, centre_first
from fourscore.search.control import NODES, STOP, Counters, Stopwatch
from fourscore.search.evaluation.base import UNSETTLED, WIN_VALUE, Evaluation, proven_result
from fourscore.search.recording import Marks, Recorder
from fourscore.search.types import Bound, Report, Value

__all__ = ["ORDERS", "Root", "begin_line", "extend_line"]

ORDERS = ("centre", "left")
"""The orders in which columns can be tried."""
Lines = NDArray[np.int8]


class Root:
    """What a search of fixed depth starts from, and the arrays in which it leaves its findings."""

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
        named = {"centre": centre_first(width), "left": tuple(range(width))}
        self.order = np.array(named[order] if isinstance(order, str) else order, dtype=np.int64)
        self.values = np.full(width, UNSETTLED, dtype=np.float64)
        self.bounds = np.zeros(width, dtype=np.int8)
        self.lines: Lines = np.full((self.depth + 2, self.depth + 2), -1, dtype=np.int8)
        self._position = position
        self._legal = position.legal()
        self._evaluation = evaluation
        self._order = order if isinstance(order, str) else "best first"

    def begin(self, record: Recorder | None, algorithm: str) -> Marks | None:
        """Return the arrays in which the search is to be written down, if it is."""
        if record is None:
            return None
        return record.begin(
            algorithm,
            self._position,
            self.depth,
            evaluation=self._evaluation.name,
            order=self._order,
        )

    @property
    def line(self) -> tuple[int, ...]:
        """The principal variation."""
        found = self.lines[0].tolist()
        return tuple(found[: found.index(-1)])

    @property
    def column(self) -> int:
        """The best column; the first in order before any has a value."""
        tried = (column for column in self.order.tolist() if column in self._legal)
        return self.line[0] if self.line else next(tried)

    def column_values(self) -> dict[int, Value]:
        """Return the values of the columns that were searched."""
        return {
            column: _column_value(float(self.values[column]), bool(self.bounds[column]))
            for column in self._legal
            if self.values[column] != UNSETTLED
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
    return Value(
        int(value) if value.is_integer() else value,
        Bound.UPPER if upper else Bound.EXACT,
        result,
        None if result is None else round(WIN_VALUE - abs(value)),
    )


@kernel
def begin_line(lines: Any, ply: int) -> None:
    """Forget the line from this ply on."""
    lines[ply, ply] = -1


@kernel
def extend_line(lines: Any, ply: int, column: int) -> None:
    """Make `column` and the child's line the line of this ply."""
    lines[ply, ply] = column
    at = ply + 1
    while lines[ply + 1, at] >= 0:
        lines[ply, at] = lines[ply + 1, at]
        at += 1
    lines[ply, at] = -1
