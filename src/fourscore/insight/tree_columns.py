"""What a picture needs of every node at once, as columns: where its disc lies, what is said of it.

`make_view` tells the same of a few nodes, with more to each; this is for whoever draws them all.
"""

from typing import NamedTuple

from fourscore.insight.prune import Saved, count_saved
from fourscore.insight.trace import Trace
from fourscore.insight.tree_view import COUNTED, is_proven, say_value
from fourscore.search.recording import Kind, Reason

__all__ = ["CutOff", "Said", "cut_offs", "landing_rows", "said_values"]


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


def landing_rows(trace: Trace) -> list[int | None]:
    """Give the row, from 0, in which the disc that led to each node lies; none for aims.

    >>> from fourscore.core.position import Position
    >>> from fourscore.insight.trace import trace
    >>> landing_rows(trace("minimax:depth=2", Position.empty(2, 2)))
    [None, 0, 1, 0, 0, 0, 1]
    """
    stride, filled = trace.position.rules.stride, trace.boards[1]
    rows: list[int | None] = []
    for node, (above, kind) in enumerate(
        zip(trace.parent.tolist(), trace.kind.tolist(), strict=True)
    ):
        disc = 0 if above < 0 or kind == Kind.CHANCE else filled[node] ^ filled[above]
        rows.append((disc.bit_length() - 1) % stride if disc else None)
    return rows


def said_values(trace: Trace) -> list[Said]:
    """Say every node's value; nodes that think the same are told once."""
    columns = (trace.value, trace.alpha, trace.reason, trace.depth, trace.proof, trace.plies)
    known: dict[tuple[float, ...], Said] = {}
    said: list[Said] = []
    for node, key in enumerate(zip(*(each.tolist() for each in columns), strict=True)):
        # Of alpha it matters only whether the value has reached it.
        short = (key[0], key[0] <= key[1], *key[2:])
        if short not in known:
            value = trace.opinion(node)
            known[short] = Said(*say_value(trace, node, value), is_proven(value))
        said.append(known[short])
    return said


def cut_offs(trace: Trace) -> list[CutOff]:
    """Give every cut-off that left something out, with what that saved, deepest counted first."""
    found = [node for node in range(len(trace)) if trace.reason[node] == Reason.CUT]
    found.sort(key=lambda node: -int(trace.depth[node]))
    pruned = {node: trace.pruned(node) for node in found}
    nodes = [node for node in found if pruned[node]]
    counted = count_saved(trace, nodes, COUNTED)
    cuts = [CutOff(node, pruned[node], saved) for node, saved in zip(nodes, counted, strict=True)]
    return sorted(cuts)
