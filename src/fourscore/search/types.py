"""What goes into a search and what comes out: `Limit`, `Report`, and the value of a column."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Protocol

from fourscore.core.position import Position
from fourscore.search.limits import NO_LIMIT, Limit

__all__ = [
    "NO_LIMIT",
    "Bound",
    "Limit",
    "OnProgress",
    "Report",
    "Search",
    "Value",
]


class Bound(StrEnum):
    """How a value relates to the true value of the search that found it."""

    EXACT = "exact"
    """The true value is this."""
    LOWER = "lower"
    """The true value is this or more."""
    UPPER = "upper"
    """The true value is this or less."""


@dataclass(frozen=True, slots=True)
class Value:
    """What a search thinks of one column, as the side to move sees it.

    A bound that leaves the result open has none: what is at most a win may be a loss.

    >>> at_most = Value(999_995, Bound.UPPER, result=1, plies=5)
    >>> at_most.result, at_most.plies
    (None, None)
    """

    value: float
    """Points of the evaluation, or for MCTS the expected result between 0 and 1."""
    bound: Bound = Bound.EXACT
    """Whether the value is exact, or only a bound of it."""
    result: int | None = None
    """1, 0 or -1 if the search has proven a win, draw or loss under its own rules: with a bound
    a win of this or more, or a loss of this or less."""
    plies: int | None = None
    """How far the proven end is, where the search knows; at most so far if there is a bound."""
    visits: int | None = None
    """Playouts through this column, for Monte Carlo tree search."""
    wins: float | None = None
    """Won playouts, a draw counting half."""

    def __post_init__(self) -> None:
        if self.bound is Bound.EXACT:
            return
        if self.result != (1 if self.bound is Bound.LOWER else -1):
            object.__setattr__(self, "result", None)
            object.__setattr__(self, "plies", None)


@dataclass(frozen=True, slots=True)
class Report:
    """The result of one decision."""

    column: int
    """The column chosen, 0-based."""
    values: Mapping[int, Value] = field(default_factory=dict)
    """By column, where the search has values."""
    nodes: int = 0
    """Positions visited, the root included."""
    depth: int = 0
    """Plies searched to the full, or the deepest ply reached for a tree that grows unevenly."""
    seconds: float = 0.0
    """Time that the decision took."""
    line: tuple[int, ...] = ()
    """The principal variation: the line that both sides would play."""
    playouts: int = 0
    """Games played to the end, for Monte Carlo tree search."""
    complete: bool = True
    """False if a limit or a cancel ended the search early."""

    def _repr_html_(self) -> str:
        from fourscore.search.notebook import report_html

        return report_html(self)


OnProgress = Callable[[Report], None]


class Search(Protocol):
    """One algorithm with its options set: a position and a budget in, a decision out."""

    def __call__(
        self,
        position: Position,
        limit: Limit,
        *,
        cancel: Any = None,
        on_progress: OnProgress | None = None,
    ) -> Report: ...
