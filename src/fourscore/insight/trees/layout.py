"""Where the nodes of a tree picture go: layer by layer, the first child straight down.

A tidy tree (after Reingold and Tilford), with one difference: a parent is placed over its first
child, not over the middle of its children. So the best line, which comes first, runs straight
down on the left. Subtrees have the same shape wherever they are, never overlap, and are pushed
together as far as their outlines allow. `templates/tree.js` does the same in the browser.
"""

from collections.abc import Sequence
from typing import NamedTuple

__all__ = ["Place", "lay_out"]


class Place(NamedTuple):
    """The place of a node: the middle of its card, and its layer."""

    x: float
    level: int


def lay_out(
    children: Sequence[Sequence[int]], widths: Sequence[float], gap: float = 12
) -> list[Place]:
    """Place the nodes of a tree whose root is 0 and whose parents come before their children.

    >>> lay_out([[1, 2], [], [3], []], [10, 10, 10, 10], gap=2)
    [Place(x=5.0, level=0), Place(x=5.0, level=1), Place(x=17.0, level=1), Place(x=17.0, level=2)]
    """
    shifts = [0.0] * len(children)
    outlines: list[list[tuple[float, float]]] = [[] for _ in children]
    for node in reversed(range(len(children))):
        outlines[node] = _join(node, children, widths, gap, shifts, outlines)
    places = [Place(-min((left for left, _ in outlines[0]), default=0.0), 0)] * len(children)
    for node, below in enumerate(children):
        for child in below:
            x, level = places[node]
            places[child] = Place(x + shifts[child], level + 1)
    return places


def _join(
    node: int,
    children: Sequence[Sequence[int]],
    widths: Sequence[float],
    gap: float,
    shifts: list[float],
    outlines: list[list[tuple[float, float]]],
) -> list[tuple[float, float]]:
    """Place the children of a node side by side; return the outline of its subtree.

    An outline has the left and right edge of each layer, relative to the node's middle.
    """
    joined: list[tuple[float, float]] = []
    for child in children[node]:
        own, outlines[child] = outlines[child], []
        shift = max(
            (right - left + gap for (_, right), (left, _) in zip(joined, own, strict=False)),
            default=0.0,
        )
        shifts[child] = shift
        for layer, (left, right) in enumerate(own):
            edges = (left + shift, right + shift)
            if layer < len(joined):
                joined[layer] = (joined[layer][0], edges[1])
            else:
                joined.append(edges)
    return [(-widths[node] / 2, widths[node] / 2), *joined]
