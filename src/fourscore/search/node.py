"""A node of a depth-limited search, as its kernels pass it down."""

from typing import NamedTuple

from fourscore.jit.kernel import kernel

__all__ = ["Node", "child_of"]


class Node(NamedTuple):
    """A position and its place in the tree."""

    mine: int
    filled: int
    depth: int
    """Plies still to be searched."""
    ply: int
    """Plies from the root."""


@kernel
def child_of(node: Node, cell: int) -> Node:
    """Return the node after a disc has landed on a cell."""
    return Node(node.mine ^ node.filled, node.filled | cell, node.depth - 1, node.ply + 1)
