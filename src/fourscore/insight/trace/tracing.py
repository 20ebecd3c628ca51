"""Tracing: let an agent decide, and have the tree that its search visited.

A `Trace` is what comes of it; `fourscore.insight.trace.trace` says what it holds.
"""

import math
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fourscore.agents.base import Agent
from fourscore.agents.registry import agent
from fourscore.core.bitboard import ONGOING
from fourscore.core.position import Position
from fourscore.insight.trace.trace import UNKNOWN, Iteration, Node, Trace
from fourscore.search.control import Cancel
from fourscore.search.recording import LEFT_OUT, USED, Growth, Kind, Marks, Reason, Recorder
from fourscore.search.types import Limit, OnProgress, Report

__all__ = ["DEFAULT_CAP", "UNKNOWN", "Iteration", "Node", "Trace", "trace"]

DEFAULT_CAP = 100_000


def trace(
    who: str | Agent,
    position: Position,
    limit: Limit | None = None,
    *,
    cap: int = DEFAULT_CAP,
    cancel: Cancel | None = None,
    on_progress: OnProgress | None = None,
) -> Trace:
    """Let an agent decide, and give the tree that its search visited.

    The first `cap` nodes are kept; the search goes on to its end whatever the cap, and the
    trace says how many it left out.

    >>> seen = trace("mcts:playouts=50,seed=1", Position.empty(), cap=20)
    >>> seen, int(seen.visits[0])
    (<Trace of mcts:playouts=50,seed=1: 20 nodes, 31 left out>, 50)
    """
    chooser = agent(who) if isinstance(who, str) else who
    recorder = Recorder(cap)
    report = chooser.choose(
        position, limit, cancel=cancel, on_progress=on_progress, record=recorder
    )
    return _from_recorder(chooser.spec, position, report, recorder)


def _from_recorder(spec: str, position: Position, report: Report, recorder: Recorder) -> Trace:
    written = recorder.growth or recorder.marks
    assert written is not None
    rows = written.rows[: written.tally[USED]]
    names = ("parent", "move", "order", "depth", "kind", "reason", "alpha", "beta", "value",
             "cut_by", "remembered", "proven_at")  # fmt: skip
    columns: dict[str, Any] = {name: rows[name].copy() for name in names}
    blank = _blank_statistics(len(rows))
    made = Trace(
        spec=spec,
        algorithm=recorder.algorithm,
        options=recorder.options,
        position=position,
        report=report,
        cap=recorder.cap,
        left_out=int(written.tally[LEFT_OUT]),
        iterations=tuple(Iteration(*each) for each in _seen(recorder, len(rows))),
        **columns,
        **blank,
    )
    return _with_statistics(made, written, recorder.nodes) if recorder.growth else made


def _seen(recorder: Recorder, rows: int) -> Iterator[tuple[int, int]]:
    """Yield the iterations of which at least the root found room."""
    for depth, first in recorder.iterations:
        if first < rows:
            yield depth, first


def _blank_statistics(count: int) -> dict[str, Any]:
    return {
        "visits": np.zeros(count, np.int32),
        "proof": np.full(count, UNKNOWN, np.int8),
        "plies": np.zeros(count, np.int8),
        "playout_leaf": np.zeros(0, np.int32),
        "playout_points": np.zeros(0, np.int8),
    }


def _with_statistics(made: Trace, growth: Growth | Marks, nodes: NDArray[np.void]) -> Trace:
    """Take over what the tree knows at the end, turned to the mover's view."""
    assert isinstance(growth, Growth)
    own = nodes[growth.rows["place"][: len(made)]]
    aims = made.kind == Kind.CHANCE
    share = own["points"] / 2 / np.maximum(own["visits"], 1)
    share[own["visits"] == 0] = math.nan
    proof = own["proof"].astype(np.int8)
    open_ = proof == ONGOING
    over = ~open_ & ~aims & (own["plies"] == 0)
    reason = np.where(open_, Reason.OPEN, np.where(over, Reason.TERMINAL, Reason.PROVEN))
    kept = min(int(growth.made[0]), len(growth.playouts))
    return replace(
        made,
        value=np.where(aims, share, 1 - share),
        visits=own["visits"].astype(np.int32),
        proof=np.where(open_, UNKNOWN, np.where(aims, proof, -proof)).astype(np.int8),
        plies=own["plies"].astype(np.int8),
        reason=reason.astype(np.int8),
        # A root may be certain before the first playout.
        proven_at=np.where(~open_ & (made.proven_at < 0), 0, made.proven_at),
        playout_leaf=growth.playouts["leaf"][:kept].copy(),
        playout_points=growth.playouts["points"][:kept].copy(),
    )
