"""The line that is played, also where a trace's cap left it out.

A trace holds the first nodes that a search visited, and the answer may lie beyond them. A
picture must show it all the same, so `complete_line` adds its nodes, with what the report knows
of them.
"""

import math
from dataclasses import replace
from typing import Any

import numpy as np

from fourscore.insight.trace.trace import Trace
from fourscore.search.trace_columns import COLUMNS, NodeKind, Reason

__all__ = ["complete_line", "is_beyond_cap"]


def complete_line(trace: Trace) -> Trace:
    """Return the trace with the nodes of the line that its cap left out, as its last rows.

    >>> from fourscore.core.notation import read_moves
    >>> from fourscore.insight.trace.tracing import trace
    >>> seen = complete_line(trace(read_moves("4453"), "minimax:depth=4", cap=30))
    >>> len(seen), [int(seen.move[node]) for node in seen.line[1:]] == list(seen.report.line)
    (34, True)
    """
    missing = trace.report.line[len(trace.line) - 1 :] if trace.left_out else ()
    if trace.has_playouts or trace.position.rules.slips:
        # Only of the root's columns the report knows more than that they are played.
        missing = missing[: 1 if len(trace.line) == 1 else 0]
    parent, rows = trace.line[-1], list[dict[str, Any]]()
    for column in missing:
        rows.append({"parent": parent, "move": column, **_known(trace, parent, rows)})
        parent = len(trace) + len(rows) - 1
    return _with_rows(trace, rows) if rows else trace


def is_beyond_cap(trace: Trace, node: int) -> bool:
    """Return whether a node is one that `complete_line` added."""
    waiting = trace.reason[node] in (Reason.WAITING, Reason.HOPELESS)
    return bool(trace.order[node] < 0 and not waiting)


def _known(trace: Trace, parent: int, rows: list[dict[str, Any]]) -> dict[str, Any]:
    """Return what is known of the next node of the line."""
    depth = rows[-1]["depth"] + 1 if rows else int(trace.depth[parent]) + 1
    if trace.algorithm == "astar":
        is_last = depth == len(trace.report.line)
        reason = Reason.GOAL if is_last else Reason.DONE
        return {"depth": depth, "kind": NodeKind.FRONTIER, "reason": reason}
    value = trace.report.values.get(trace.report.column)
    number = math.nan if value is None else value.value
    if trace.position.rules.slips:
        known: dict[str, Any] = {"depth": depth - 1, "kind": NodeKind.CHANCE, "value": number}
    elif trace.has_playouts:
        known = {"depth": depth, "kind": NodeKind(depth % 2), "value": 1 - number}
    else:
        # Along the line, every value is the root's, seen by either side in turn.
        known = {"depth": depth, "kind": NodeKind(depth % 2), "value": (-1) ** depth * number}
    if trace.has_playouts:
        return {**known, "reason": Reason.OPEN, "visits": value.visits or 0 if value else 0}
    return {**known, "reason": Reason.DONE}


def _with_rows(trace: Trace, rows: list[dict[str, Any]]) -> Trace:
    columns: dict[str, Any] = {
        name: np.append(
            array, np.array([row.get(name, COLUMNS[name].blank) for row in rows], array.dtype)
        )
        for name, array in trace.columns.items()
    }
    return replace(trace, **columns)
