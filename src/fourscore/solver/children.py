"""The stack of children still to be searched; a child is known by its place on it."""

from typing import NamedTuple

from fourscore.jit.kernel import inlined
from fourscore.solver import table
from fourscore.solver.bounds import OPEN, State
from fourscore.solver.table import Slot
from fourscore.solver.workspace import Shared

__all__ = ["DONE", "Node", "ask_table", "defer", "most_promising", "node_at", "push"]

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
def push(workspace: Shared, top: int, node: Node, side: int, rating: int) -> int:
    """Put a child on the stack and return the new top; `side` is 1 if the same side moves there."""
    child = workspace.children[top]
    child.mine = node.state.mine
    child.filled = node.state.filled
    child.own = node.state.own
    child.other = node.state.other
    child.discs = node.state.discs
    child.moves = node.moves
    child.bucket = node.slot.bucket
    child.tag = node.slot.tag
    child.side = side
    child.rating = rating
    return top + 1


@inlined
def node_at(workspace: Shared, place: int) -> Node:
    """Return a child's node."""
    child = workspace.children[place]
    state = State(child.mine, child.filled, child.own, child.other, child.discs)
    return Node(state, child.moves, Slot(child.bucket, child.tag))


@inlined
def most_promising(workspace: Shared, bottom: int, top: int) -> int:
    """Return the child with the highest rating, or `top` if all are done."""
    best, chosen = DONE, top
    for place in range(bottom, top):
        rating = workspace.children[place].rating
        if rating > best:
            best, chosen = rating, place
    return chosen


@inlined
def defer(workspace: Shared, place: int) -> bool:
    """Leave a child for last; return False if that has been done before."""
    child = workspace.children[place]
    if child.rating <= -DEFERRED // 2:
        return False
    child.rating -= DEFERRED
    return True


@inlined
def ask_table(workspace: Shared, bottom: int, top: int, best: int, beta: int) -> int:
    """Return the best bound that the table has for a child; children it answers are done."""
    for place in range(bottom, top):
        if best >= beta:
            break
        child = workspace.children[place]
        score = table.answer(Slot(child.bucket, child.tag), child.side, beta)
        if score != OPEN:
            best = max(best, score)
            child.rating = DONE
    return best
