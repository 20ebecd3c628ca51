"""The block of words that a search shares with its caller.

    0 nodes   1 stop   2 node limit   3 limit reached
    4 lower   5 upper                 proven so far, as the side to move at the root sees it
    6 table   7 shift   8 epoch       where the table is and how it is keyed
    9 claims                          where threads claim what they search; 0 if there is one
    16 ...    the value of each cell, by bit
    80 ...    the stack of children still to be searched (`children.py`)

The search writes `nodes`, `lower` and `upper` as it goes; whoever holds the workspace may read
them, and set `stop`, at any moment.
"""

from typing import NamedTuple

from fourscore.core.bitboard import Rules
from fourscore.core.kernel import inlined, trailing_zeros
from fourscore.solver.bounds import NONE
from fourscore.solver.memory import WORD, Words, address_of, load, new_words, store
from fourscore.solver.ordering import cell_values
from fourscore.solver.table import Access, Table

__all__ = [
    "CLAIMS",
    "EPOCH",
    "LIMIT",
    "LOWER",
    "NODES",
    "REACHED",
    "SHIFT",
    "STACK",
    "STOP",
    "TABLE",
    "UNLIMITED",
    "UPPER",
    "WHOLE",
    "Workspace",
    "clear",
    "is_stopped",
    "new_workspace",
    "read",
    "table_access",
    "value_of",
    "write",
]

NODES, STOP, LIMIT, REACHED, LOWER, UPPER, TABLE, SHIFT, EPOCH, CLAIMS = range(10)
VALUES, STACK = 16, 80
UNLIMITED = (1 << 63) - 1
WHOLE = (-NONE, NONE)
"""Bounds that every score is within."""
RECORD_WORDS = 10


class Workspace(NamedTuple):
    """The words, and where they lie; kernels get the address, so their owner keeps them alive."""

    words: Words
    address: int


def new_workspace(rules: Rules) -> Workspace:
    """Return a workspace for boards of one size."""
    depth = rules.width * rules.height
    words = new_words(STACK + depth * rules.width * RECORD_WORDS)
    for bit, value in enumerate(cell_values(rules)):
        words[VALUES + bit] = value
    return Workspace(words, address_of(words))


def clear(workspace: Workspace, table: Table) -> None:
    """Prepare for a new proof with a table."""
    access = (table.base, table.shift, table.epoch)
    workspace.words[:VALUES] = (0, 0, UNLIMITED, 0, *WHOLE, *access, *[0] * (VALUES - 9))


@inlined
def read(workspace: int, index: int) -> int:
    """Read a word of a workspace."""
    return load(workspace + index * WORD)


@inlined
def write(workspace: int, index: int, word: int) -> None:
    """Write a word of a workspace."""
    store(workspace + index * WORD, word)


@inlined
def is_stopped(workspace: int) -> bool:
    """Return whether the search must end, by order or by its limit."""
    return (read(workspace, STOP) | read(workspace, REACHED)) != 0


@inlined
def table_access(workspace: int) -> Access:
    """Return where the table is and how it is keyed."""
    return Access(read(workspace, TABLE), read(workspace, SHIFT), read(workspace, EPOCH))


@inlined
def value_of(workspace: int, move: int) -> int:
    """Return the value of a move's cell."""
    return read(workspace, VALUES + trailing_zeros(move))
