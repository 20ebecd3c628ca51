"""The columns of a trace: the one table that rows, files, slices, the API and its types follow.

`TraceColumns` declares them, so that a trace has typed attributes; `COLUMNS` is the same table
as data. Files and the API spell enumerations as words, count board columns from 1 and write
null for "none".
"""

# ruff: noqa: RUF009 - a column is a dataclass field

import math
from dataclasses import MISSING, dataclass, field, fields
from enum import IntEnum
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

__all__ = ["COLUMNS", "PLAYOUT", "UNKNOWN", "Column", "NodeKind", "Reason", "TraceColumns"]

UNKNOWN = 127
"""Stands in `TraceColumns.proof` and `TraceColumns.exact` for "not known"."""
Ints = NDArray[np.integer[Any]]
Floats = NDArray[np.float64]


class NodeKind(IntEnum):
    """Who decides at a node."""

    MAX = 0
    """The player who searches."""
    MIN = 1
    """The opponent."""
    CHANCE = 2
    """A disc is aimed; chance decides where it lands."""
    FRONTIER = 3
    """A state of A*, where only one player moves."""


class Reason(IntEnum):
    """Why a search went no further at a node; `meaning` says it in a sentence."""

    meaning: str
    """The reason in a sentence."""

    def __new__(cls, number: int, meaning: str = "") -> "Reason":
        self = int.__new__(cls, number)
        self._value_ = number
        self.meaning = meaning
        return self

    STOPPED = 0, "The search was stopped here."
    LEAF = 1, "The depth limit is reached, so the value is the evaluation's."
    TERMINAL = 2, "The game is over."
    CUT = 3, "A move reached beta, so the others need not be searched."
    DONE = 4, "Every move has been searched."
    GOAL = 5, "The plan ends here with four in a row."
    WAITING = 6, "It was still on the frontier when the search ended."
    HOPELESS = 7, "No line is left to complete, so it was never put on the frontier."
    OPEN = 8, "More playouts would continue from here."
    PROVEN = 9, "The result is certain, so no more playouts come here."


class Column(NamedTuple):
    """How a column is stored, and what it means."""

    dtype: type[np.generic]
    meaning: str
    none: float | None = None
    """The stored number that stands for "none"; None if every node has a value."""
    words: type[IntEnum] | None = None
    """The enumeration whose names are written instead of numbers."""
    first: int = 0
    """What 0 is written as: 1 for columns of the board."""
    is_recorded: bool = True
    """Whether the search writes it while it runs; else it is filled in afterwards."""
    is_optional: bool = False
    """Whether a trace may lack it."""

    @property
    def blank(self) -> float:
        """The stored number for a node of which nothing is known."""
        return 0 if self.none is None else self.none


def _column(dtype: type[np.generic], meaning: str, none: float | None = None, **more: Any) -> Any:
    """Declare a field for a column; an optional one is None in a trace that lacks it."""
    column = Column(dtype, meaning, none, **more)
    return field(default=None if column.is_optional else MISSING, metadata={"column": column})


@dataclass(frozen=True, eq=False, kw_only=True)
class TraceColumns:
    """The columns of a trace: an array each, with one entry for each node.

    Values belong to the mover, at a chance node to the player who aims.
    """

    parent: Ints = _column(np.int32, "The parent's row; none for a root.", -1)
    move: Ints = _column(
        np.int8, "The column played, aimed at (chance node) or landed in (below it).", -1, first=1
    )
    order: Ints = _column(np.int32, "Visit order from 0; none if never visited (A*).", -1)
    depth: Ints = _column(np.int8, "Discs dropped since the root.")
    kind: Ints = _column(
        np.int8, "Who decides: `max` (who searches), `min`, `chance`, `frontier` (A*).",
        words=NodeKind,
    )  # fmt: skip
    reason: Ints = _column(np.int8, "Why the search went no further.", words=Reason)
    alpha: Floats = _column(np.float64, "The window's lower end on entry; none if open.", -math.inf)
    beta: Floats = _column(np.float64, "The window's upper end on entry; none if open.", math.inf)
    value: Floats = _column(
        np.float64, "Points; MCTS, PUCT: share of the points; A*: f, its priority; none if open.",
        math.nan,
    )  # fmt: skip
    cut_by: Ints = _column(
        np.int32, "The node whose value set the bound that cut; its parent has the better move.", -1
    )
    remembered: Ints = _column(
        np.int8, "The column that deepening's move memory put first.", -1, first=1
    )
    visits: Ints = _column(np.int32, "MCTS, PUCT: playouts through the node.", is_recorded=False)
    proof: Ints = _column(
        np.int8, "MCTS, PUCT: the certain result for the mover (1, 0, -1); none if open.", UNKNOWN,
        is_recorded=False,
    )  # fmt: skip
    plies: Ints = _column(np.int8, "MCTS, PUCT: discs until the certain result.", is_recorded=False)
    proven_at: Ints = _column(np.int32, "MCTS, PUCT: the playout that made the result certain.", -1)
    prior: Floats | None = _column(
        np.float64, "PUCT: the network's share for the move among its siblings; none at a root.",
        math.nan, is_recorded=False, is_optional=True,
    )  # fmt: skip
    exact: Ints | None = _column(
        np.int8, "The exact score for the mover; only in a trace whose nodes were solved.", UNKNOWN,
        is_recorded=False, is_optional=True,
    )  # fmt: skip

    @property
    def columns(self) -> dict[str, NDArray[Any]]:
        """The columns by name, without those that are missing."""
        named = ((name, getattr(self, name)) for name in COLUMNS)
        return {name: array for name, array in named if array is not None}


COLUMNS: dict[str, Column] = {each.name: each.metadata["column"] for each in fields(TraceColumns)}
"""Every column by its name, in the order of files."""
PLAYOUT = np.dtype([("leaf", np.int32), ("points", np.float64)], align=True)
"""MCTS and PUCT, by playout: the node where it left the tree, and the points of the player who
searches: 2 for a win, 0 for a loss."""
