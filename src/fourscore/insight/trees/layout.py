"""Where the nodes of a tree picture go, and where edges leave a card.

A tidy tree (after Reingold and Tilford): layer by layer, a parent over the middle of its children,
and the root over the middle of the whole drawing. Subtrees have the same shape wherever they are,
never overlap, and are pushed together as far as their outlines allow.

The edges of a card leave it side by side, in the order of its children, and run straight to them
between two layers. So edges never cross, and meet neither cards nor numbers.
`templates/tree.js` does the same in the browser.
"""

from collections.abc import Sequence
from typing import NamedTuple

__all__ = ["Place", "lay_out", "ports", "tops_of"]

PORT = 11.0
"""The distance between two edges where they leave a card."""


class Place(NamedTuple):
    """The place of a node: the middle of its card, and its layer."""

    x: float
    level: int


def lay_out(
    children: Sequence[Sequence[int]], widths: Sequence[float], gap: float = 12
) -> list[Place]:
    """Place the nodes of a tree whose root is 0 and whose parents come before their children.

    >>> lay_out([[1, 2], [], [3], []], [10, 10, 10, 10], gap=2)
    [Place(x=11.0, level=0), Place(x=5.0, level=1), Place(x=17.0, level=1), Place(x=17.0, level=2)]
    """
    shifts = [0.0] * len(children)
    outlines: list[list[tuple[float, float]]] = [[] for _ in children]
    for node in reversed(range(len(children))):
        outlines[node] = _join(node, children, widths, gap, shifts, outlines)
    drawing = outlines[0][1:] or [(0.0, 0.0)]
    lefts, rights = zip(*drawing, strict=True)
    middle = (min(lefts) + max(rights)) / 2
    least = min(min(lefts), middle - widths[0] / 2)
    places = [Place(-least, 0)] * len(children)
    for node, below in enumerate(children):
        for child in below:
            x, level = places[node]
            places[child] = Place(x + shifts[child], level + 1)
    places[0] = Place(middle - least, 0)
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
    ends = (shifts[children[node][0]], shifts[children[node][-1]]) if joined else (0.0, 0.0)
    middle = sum(ends) / 2
    for child in children[node]:
        shifts[child] -= middle
    below = [(left - middle, right - middle) for left, right in joined]
    return [(-widths[node] / 2, widths[node] / 2), *below]


def ports(count: int, width: float) -> list[float]:
    """Return where the edges of a card leave it, relative to its middle.

    >>> ports(3, 100), ports(1, 100)
    ([-11.0, 0.0, 11.0], [0.0])
    """
    step = min(PORT, width / max(1, count - 1))
    return [(place - (count - 1) / 2) * step for place in range(count)]


def tops_of(places: Sequence[Place], heights: Sequence[float], between: float) -> list[float]:
    """Return where each layer begins, and where the next one after the last would.

    >>> tops_of([Place(5, 0), Place(0, 1), Place(10, 1)], [20, 10, 30], 50)
    [0.0, 70.0, 150.0]
    """
    tallest = [0.0] * (1 + max(place.level for place in places))
    for place, height in zip(places, heights, strict=True):
        tallest[place.level] = max(tallest[place.level], height)
    tops = [0.0]
    for height in tallest:
        tops.append(tops[-1] + height + between)
    return tops
