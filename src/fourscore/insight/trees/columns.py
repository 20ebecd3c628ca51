"""What a picture needs of every node at once, as columns: where its disc lies, what is said of it.

`make_view` tells the same of a few nodes, with more to each; this is for whoever draws them all.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from fourscore.insight.trace.cuts import Saved, count_saved
from fourscore.insight.trace.trace import Trace
from fourscore.insight.trees.view import COUNTED, is_proven, say_value
from fourscore.search.trace_columns import NodeKind, Reason

__all__ = ["CutOff", "Said", "cut_offs", "first_nodes", "landing_rows", "said_values"]


_COLUMNS = ("parent", "move", "order", "depth", "kind", "reason", "alpha", "beta", "value",
            "cut_by", "remembered", "visits", "proof", "plies", "proven_at")  # fmt: skip


class Said(NamedTuple):
    """What the search thinks of a node, for the player who searches."""

    text: str
    tone: str
    """"wins", "draws", "loses", or "" for an even estimate or none."""
    proven: bool


class CutOff(NamedTuple):
    """A node whose other columns needed no look."""

    node: int
    pruned: tuple[int, ...]
    saved: Saved


def first_nodes(trace: Trace, count: int) -> Trace:
    """Return the first nodes alone, as a trace with that cap would have them.

    Playouts that went further end at the last of these on their way.

    >>> from fourscore.core.position import Position
    >>> from fourscore.insight.trace.tracing import trace
    >>> first_nodes(trace("minimax:depth=2", Position.empty()), 20)
    <Trace of minimax:depth=2: 20 nodes, 37 left out>
    """
    if count >= len(trace):
        return trace
    leaves, parents = trace.playout_leaf[:count].copy(), trace.parent
    while (beyond := leaves >= count).any():
        leaves[beyond] = parents[leaves[beyond]]
    columns = {name: getattr(trace, name)[:count] for name in _COLUMNS}
    left_out = trace.left_out + int((trace.order[count:] >= 0).sum())
    iterations = tuple(each for each in trace.iterations if each.first < count)
    return replace(
        trace,
        cap=count,
        left_out=left_out,
        iterations=iterations,
        exact=None,
        playout_leaf=leaves,
        playout_points=trace.playout_points[:count],
        **columns,
    )


def landing_rows(trace: Trace, nodes: Sequence[int] | None = None) -> list[int | None]:
    """Return the row, from 0, in which the disc that led to each node lies; none for aims.

    Of all nodes, or of some.

    >>> from fourscore.core.position import Position
    >>> from fourscore.insight.trace.tracing import trace
    >>> landing_rows(trace("minimax:depth=2", Position.empty(2, 2)))
    [None, 0, 1, 0, 0, 0, 1]
    """
    stride, filled = trace.position.rules.stride, trace.boards[1]

    def row(node: int) -> int | None:
        above = int(trace.parent[node])
        if above < 0 or trace.kind[node] == NodeKind.CHANCE:
            return None
        return ((filled[node] ^ filled[above]).bit_length() - 1) % stride

    return [row(node) for node in _chosen(trace, nodes)]


def _chosen(trace: Trace, nodes: Sequence[int] | None) -> Sequence[int]:
    return range(len(trace)) if nodes is None else nodes


def said_values(trace: Trace, nodes: Sequence[int] | None = None) -> list[Said]:
    """Say the value of every node, or of some; nodes that think the same are told once."""
    chosen = _chosen(trace, nodes)
    columns = (trace.value, trace.alpha, trace.reason, trace.depth, trace.proof, trace.plies)
    keys = zip(*(each[list(chosen)].tolist() for each in columns), strict=True)
    known: dict[tuple[float, ...], Said] = {}
    said: list[Said] = []
    for node, key in zip(chosen, keys, strict=True):
        # Of alpha it matters only whether the value has reached it.
        short = (key[0], key[0] <= key[1], *key[2:])
        if short not in known:
            value = trace.value_at(node)
            known[short] = Said(*say_value(trace, node, value), is_proven(value))
        said.append(known[short])
    return said


def cut_offs(trace: Trace, nodes: Sequence[int] | None = None) -> list[CutOff]:
    """Return every cut-off that left something out, with what that saved, deepest counted first.

    Of all nodes, or of some.
    """
    found = [node for node in _chosen(trace, nodes) if trace.reason[node] == Reason.CUT]
    found.sort(key=lambda node: -int(trace.depth[node]))
    pruned = {node: trace.pruned(node) for node in found}
    cut = [node for node in found if pruned[node]]
    counted = count_saved(trace, cut, COUNTED)
    cuts = [CutOff(node, pruned[node], saved) for node, saved in zip(cut, counted, strict=True)]
    return sorted(cuts, key=lambda each: each.node)
