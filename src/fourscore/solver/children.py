"""The stack of children still to be searched: a record of words for each, by address."""

from typing import NamedTuple

from fourscore.core.kernel import inlined
from fourscore.solver import table
from fourscore.solver.bounds import OPEN, State
from fourscore.solver.memory import WORD
from fourscore.solver.table import Slot
from fourscore.solver.workspace import RECORD_WORDS, read, write

__all__ = [
    "DONE",
    "Node",
    "ask_table",
    "defer",
    "most_promising",
    "node_at",
    "push",
    "rate",
    "side_at",
]

# A record, in words.
MINE, FILLED, OWN, OTHER, DISCS, MOVES, BUCKET, TAG, SIDE, RATING = range(RECORD_WORDS)
RECORD = RECORD_WORDS * WORD
DONE = -1_000_000
"""The rating of a child that needs no more search."""
DEFERRED = 100_000
"""Taken off the rating of a child that another thread is searching."""


class Node(NamedTuple):
    """A position to be searched."""

    state: State
    moves: int
    """The moves that do not lose at once, two or more."""
    slot: Slot


@inlined
def push(top: int, child: Node, side: int, rating: int) -> int:
    """Put a child on the stack and return the new top; `side` is 1 if the same side moves there."""
    state = child.state
    write(top, MINE, state.mine)
    write(top, FILLED, state.filled)
    write(top, OWN, state.own)
    write(top, OTHER, state.other)
    write(top, DISCS, state.discs)
    write(top, MOVES, child.moves)
    write(top, BUCKET, child.slot.bucket)
    write(top, TAG, child.slot.tag)
    write(top, SIDE, side)
    write(top, RATING, rating)
    return top + RECORD


@inlined
def node_at(record: int) -> Node:
    """Return the node of a record."""
    state = State(
        read(record, MINE),
        read(record, FILLED),
        read(record, OWN),
        read(record, OTHER),
        read(record, DISCS),
    )
    return Node(state, read(record, MOVES), slot_at(record))


@inlined
def slot_at(record: int) -> Slot:
    """Return the table's slot of a record."""
    return Slot(read(record, BUCKET), read(record, TAG))


@inlined
def side_at(record: int) -> int:
    """Return 1 if the side to move at the record's node is its parent's, else -1."""
    return read(record, SIDE)


@inlined
def rate(record: int, rating: int) -> None:
    """Change how promising a record is."""
    write(record, RATING, rating)


@inlined
def defer(record: int) -> bool:
    """Leave a record for last; return False if that has been done before."""
    rating = read(record, RATING)
    if rating <= -DEFERRED // 2:
        return False
    rate(record, rating - DEFERRED)
    return True


@inlined
def most_promising(bottom: int, top: int) -> int:
    """Return the record with the highest rating, or `top` if all are done."""
    best, chosen = DONE, top
    record = bottom
    while record < top:
        rating = read(record, RATING)
        if rating > best:
            best, chosen = rating, record
        record += RECORD
    return chosen


@inlined
def ask_table(bottom: int, top: int, best: int, beta: int) -> int:
    """Return the best bound that the table has for a child; children it answers are done."""
    record = bottom
    while record < top and best < beta:
        score = table.answer(slot_at(record), side_at(record), beta)
        if score != OPEN:
            best = max(best, score)
            rate(record, DONE)
        record += RECORD
    return best
