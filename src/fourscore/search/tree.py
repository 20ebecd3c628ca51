"""What the depth-limited searches share: the context of a search, its root, the best line."""

from collections.abc import Callable, Mapping, Sequence
from ctypes import addressof, c_char
from functools import cache
from typing import Any, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from fourscore.core.bitboard import Rules
from fourscore.core.position import Position, centre_first
from fourscore.jit.arguments import flatten
from fourscore.jit.kernel import kernel
from fourscore.runtime.time_source import SYSTEM_TIME, TimeSource
from fourscore.search.control import (
    Cancel,
    Counters,
    Stopwatch,
    as_struct,
    running,
)
from fourscore.search.evaluation.base import UNSETTLED, Evaluation
from fourscore.search.node import Node
from fourscore.search.recording import Recorder, Recording
from fourscore.search.types import Limit, Report, Value
from fourscore.search.values import ColumnValues

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


class _Call:
    """A kernel with all its arguments but the node, ready to be called again and again.

    Looking at the arguments takes longer than a shallow search, and most stay the same from move
    to move: the rules, the weights and the arrays, which are cleared for each search.
    """

    __slots__ = ("_blank", "_flat", "_kept", "_kernel", "_memory", "arrays")

    def __init__(
        self,
        kernel: Any,
        node: Node,
        window: tuple[int, ...],
        context: Context,
        evaluation: Evaluation,
    ) -> None:
        # Arrays are passed by address, and the evaluation is known by its own.
        self._kept = context.weights, evaluation
        self.arrays = context.arrays
        base: NDArray[np.void] = context.arrays.base  # type: ignore[attr-defined]
        self._memory = base.view(np.uint8).data
        self._blank = self._memory.tobytes()
        self._kernel = kernel.build(node, *window, context)
        # The last three are the counters, the memory and the recording.
        self._flat = flatten((*window, context))[:-3]

    def run(self, node: Node, counters: Counters) -> None:
        self._memory[:] = self._blank
        # `counters.ctypes.data` is the same, and takes five times as long.
        self._kernel(*node, *self._flat, addressof(c_char.from_buffer(counters.data)), 0, 0)


class _Found(NamedTuple):
    """What a search found, in Python's own types."""

    values: list[float]
    bounds: list[int]
    line: tuple[int, ...]


_calls: dict[Any, _Call] = {}
"""Calls that no search is using, by kernel, rules, evaluation, order and window."""
MOST_CALLS = 32


class Root:
    """What a depth-limited search starts from, and the arrays that hold its results."""

    def __init__(
        self,
        position: Position,
        depth: int,
        evaluation: Evaluation,
        order: str | Sequence[int] = "centre",
        clock: TimeSource = SYSTEM_TIME,
    ) -> None:
        self.watch = Stopwatch(clock)
        rules = position.rules
        self.depth = min(depth, rules.width * rules.height - position.ply)
        self._evaluation, self._order = evaluation, order
        self._position = position
        self.node = Node(position.mine, position.filled, self.depth, 0)
        """The root as kernels take it."""
        self._arrays: Any = None
        self._found: _Found | None = None

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
            order = self._order if isinstance(self._order, str) else "best first"
            options = {"evaluation": self._evaluation.name, "order": order}
            recording = record.start(algorithm, self._position, self.depth, **options)
        blank = BLANK.copy()
        blank["order"][0, : self._position.width] = self._columns
        self._arrays = blank[0]
        return Context(
            self._position.rules,
            self._evaluation.weights(self._position.rules),
            self._arrays,
            as_struct(counters),
            memory,
            recording,
        )

    def search(
        self,
        kernel: Callable[..., Any],
        limit: Limit,
        cancel: Cancel | None = None,
        record: Recorder | None = None,
        algorithm: str = "",
        window: tuple[int, ...] = (),
    ) -> Report:
        """Run a kernel, which takes a node, the window if there is one, and a context."""
        with running(limit, cancel, self.watch.clock) as counters:
            if record is not None:
                kernel(self.node, *window, self.context(counters, record, algorithm))
            else:
                self._run(kernel, window, counters)
        return self.report(counters)

    def _run(self, kernel: Callable[..., Any], window: tuple[int, ...], counters: Counters) -> None:
        """Run a kernel with the arrays of an earlier search, if there are any."""
        key = kernel, self._position.rules, id(self._evaluation), self._order, window
        call = _calls.pop(key, None)
        if call is None:
            call = _Call(kernel, self.node, window, self.context(counters), self._evaluation)
        call.run(self.node, counters)
        self._arrays = call.arrays
        if len(_calls) >= MOST_CALLS:
            _calls.clear()
        # From here on another search may use the arrays, so what was found is read first.
        self._found = self._read()
        _calls[key] = call

    @property
    def _columns(self) -> Sequence[int]:
        """The columns in the order in which they are tried."""
        order = self._order
        return ORDERS[order](self._position.width) if isinstance(order, str) else order

    def _read(self) -> "_Found":
        """Return what the arrays hold."""
        arrays, width = self._arrays, self._position.width
        line = arrays["lines"][0, : self.depth + 1].tolist()
        return _Found(
            arrays["values"][:width].tolist(),
            arrays["bounds"][:width].tolist(),
            tuple(line[: line.index(-1)]),
        )

    @property
    def found(self) -> "_Found":
        """What the search has found."""
        return self._found or self._read()

    @property
    def line(self) -> tuple[int, ...]:
        """The principal variation."""
        return self.found.line

    @property
    def column(self) -> int:
        """The best column; the first in order before any has a value."""
        line, legal = self.line, self._position.legal
        return line[0] if line else next(each for each in self._columns if each in legal)

    def column_values(self) -> Mapping[int, Value]:
        """Return the values of the columns that were searched."""
        found = self.found
        return ColumnValues(self._position.legal, found.values, found.bounds)

    def report(self, counters: Counters) -> Report:
        """Report what was found."""
        nodes, stopped, _ = counters.tolist()
        return Report(
            column=self.column,
            values=self.column_values(),
            nodes=nodes,
            depth=self.depth,
            seconds=self.watch.seconds,
            line=self.line,
            complete=not stopped,
        )


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
