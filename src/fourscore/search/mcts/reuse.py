"""Reusing a tree: what was found below a move is kept when the game gets there."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from fourscore.core.position import Position
from fourscore.search.mcts.node import Nodes
from fourscore.search.mcts.reading import children_of, column_at
from fourscore.search.mcts.tree import compact

__all__ = ["MAX_NODES", "LastTree", "subtree"]

MAX_NODES = 1 << 24
"""Where a tree stops growing, at 400 to 500 MB; simulations then end at the leaves there are. Room
is reserved for all the playouts of a decision, but memory is used only as far as the tree grows."""
REUSED_PLIES = 2
"""How many plies the game may have moved on for the tree to be reused."""


@dataclass(frozen=True, slots=True)
class LastTree:
    """The tree of the last decision."""

    position: Position
    tree: Any


def subtree(last: LastTree, position: Position, room: int) -> Any:
    """Return the part of the last tree below a position, or None if it was never visited."""
    tree, plies = last.tree, position.ply - last.position.ply
    if last.position.rules != position.rules or not 0 < plies <= REUSED_PLIES:
        return None
    found = list(_paths(tree.nodes, 0, last.position, position))
    node = max(found, key=lambda each: int(tree.nodes[each]["visits"]), default=0)
    if not tree.nodes[node]["visits"] or node == 0:
        return None
    nodes = np.empty(min(MAX_NODES, room + int(tree.growing["used"])), tree.nodes.dtype)
    tree.growing["playouts"] = 0
    compact(tree.nodes, node, nodes, tree.growing)
    return tree._replace(nodes=nodes)


def _paths(nodes: Nodes, node: int, start: Position, end: Position) -> Iterator[int]:
    """Yield the nodes of a position: more than one path may lead there, by order or by chance."""
    if start == end:
        yield node
    if start.ply >= end.ply:
        return
    moves: Iterable[int] = children_of(nodes, node)
    if start.rules.slips:
        moves = [landing for aim in moves for landing in children_of(nodes, aim)]
    for move in moves:
        after = start.play(column_at(nodes[move]))
        if (after.filled ^ start.filled) & end.discs(start.turn):
            yield from _paths(nodes, move, after, end)
