"""The struct that a search shares with its caller: counters, bounds, and a stack of children.

The search writes `nodes`, `lower` and `upper` as it goes; whoever holds the workspace may read
them, and set `stop`, at any moment. Kernels see it as a struct at an address; Python, for which
structs are slow, as words. Whoever passes the address keeps the words alive.
"""

from collections.abc import Callable, MutableSequence, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from fourscore.core.bitboard import Rules
from fourscore.jit.kernel import intrinsic
from fourscore.jit.memory import WORD, Words, address_of, new_words
from fourscore.solver.bounds import NONE
from fourscore.solver.ordering import cell_values
from fourscore.solver.table import Table

if TYPE_CHECKING:
    import numpy as np

__all__ = [
    "CLAIMS",
    "LIMIT",
    "LOWER",
    "NODES",
    "REACHED",
    "SCORES",
    "STOP",
    "UNLIMITED",
    "UPPER",
    "WHOLE",
    "Shared",
    "Workspace",
    "clear",
    "new_workspace",
    "shared_at",
]

UNLIMITED = (1 << 63) - 1
WHOLE = (-NONE, NONE)
"""Bounds that every score is within."""
MOST_CHILDREN = 31 * 31
"""Cells times columns, at most."""


class Shared(Protocol):
    """A workspace as kernels see it."""

    nodes: int
    stop: int
    limit: int
    """Of nodes."""
    reached: int
    """1 if the limit has been reached."""
    lower: int
    upper: int
    """Proven so far, as the side to move at the root sees it."""
    table: int
    shift: int
    epoch: int
    """Where the table is that the search uses, and how it is keyed."""
    claims: int
    """Where threads claim what they search; 0 if there is only one."""
    large_table: int
    large_shift: int
    large_epoch: int
    """The table for most positions."""
    small_table: int
    small_shift: int
    small_epoch: int
    """The table for end games."""
    scores: MutableSequence[int]
    """By column: what `score_columns` has found."""
    values: Sequence[int]
    """The value of each cell, by bit."""
    children: Any
    """The stack of children still to be searched."""


WORDS = (
    *("nodes", "stop", "limit", "reached", "lower", "upper", "claims", "table", "shift", "epoch"),
    *("large_table", "large_shift", "large_epoch", "small_table", "small_shift", "small_epoch"),
)
NODES, STOP, LIMIT, REACHED, LOWER, UPPER, CLAIMS = range(7)
COLUMNS, CELLS = 32, 64
SCORES = len(WORDS)
VALUES = SCORES + COLUMNS
CHILDREN = VALUES + CELLS
CHILD = (
    "mine",
    "filled",
    "own",
    "other",
    "discs",
    "moves",
    "bucket",
    "tag",
    "side",  # 1 if the side to move there is the parent's, else -1
    "rating",  # how promising it is
)
SIZE = CHILDREN + MOST_CHILDREN * len(CHILD)


def _dtype() -> "np.dtype[np.void]":
    """Return the struct as Numba knows it; every field is made of words."""
    import numpy as np

    child = np.dtype([(name, np.int64) for name in CHILD])
    words = [(name, np.int64) for name in WORDS]
    arrays = [("scores", np.int64, COLUMNS), ("values", np.int64, CELLS)]
    return np.dtype([*words, *arrays, ("children", child, MOST_CHILDREN)])


def _signature() -> Any:
    from numba import from_dtype, types

    return from_dtype(_dtype())(types.int64)


def _struct_at(builder: Any, arguments: Any) -> Any:
    from llvmlite import ir

    struct = ir.ArrayType(ir.IntType(8), WORD * SIZE)
    return builder.inttoptr(arguments[0], struct.as_pointer())


shared_at: Callable[[int], Shared] = intrinsic(_signature, _struct_at)
"""Return the struct at an address."""


class Workspace(NamedTuple):
    """The memory as words, and where it lies."""

    words: Words
    address: int


def new_workspace(rules: Rules) -> Workspace:
    """Return a workspace for boards of one size."""
    words = new_words(SIZE)
    for cell, value in enumerate(cell_values(rules)):
        words[VALUES + cell] = value
    return Workspace(words, address_of(words))


def clear(workspace: Workspace, large: Table, small: Table) -> None:
    """Prepare for a new proof with two tables, one of them for end games."""
    tables = [
        word for each in (large, large, small) for word in (each.base, each.shift, each.epoch)
    ]
    for place, word in enumerate((0, 0, UNLIMITED, 0, *WHOLE, 0, *tables)):
        workspace.words[place] = word
