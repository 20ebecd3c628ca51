"""Tracing: let an agent decide, and return the tree that its search visited as a `Trace`."""

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fourscore.agents.registry import AgentLike, agent
from fourscore.core.bitboard import ONGOING
from fourscore.core.position import Position, PositionLike
from fourscore.insight.trace.trace import Iteration, Trace, as_points
from fourscore.search.control import Cancel
from fourscore.search.recording import DEFAULT_CAP, Recorder, TreeRecording
from fourscore.search.trace_columns import COLUMNS, PLAYOUT, UNKNOWN, NodeKind, Reason
from fourscore.search.types import Limit, OnProgress, Report

__all__ = ["from_recorder", "trace"]


def trace(
    position: PositionLike,
    who: AgentLike,
    limit: Limit | None = None,
    *,
    cap: int = DEFAULT_CAP,
    cancel: Cancel | None = None,
    on_progress: OnProgress | None = None,
) -> Trace:
    """Let an agent decide, and return the tree that its search visited.

    The trace holds the first `cap` nodes. The search continues to its end beyond the cap,
    and the trace says how many nodes it left out.

    >>> seen = trace("", "mcts:playouts=50,seed=1", cap=20)
    >>> seen, int(seen.visits[0])
    (<Trace of mcts:playouts=50,seed=1: 20 nodes, 31 left out>, 50)
    """
    position = Position(position)
    chooser = agent(who)
    recorder = Recorder(cap)
    report = chooser.choose(
        position, limit, cancel=cancel, on_progress=on_progress, record=recorder
    )
    return from_recorder(chooser.spec, position, report, recorder)


def from_recorder(spec: str, position: Position, report: Report, recorder: Recorder) -> Trace:
    """Return what a recorder has recorded of a decision as a trace."""
    recording = recorder.recording
    assert recording is not None
    rows, playouts = recording.rows[: recording.tally["rows"]], np.empty(0, PLAYOUT)
    games = np.zeros((0, 0), np.uint8)
    columns: dict[str, Any] = {
        name: rows[name].copy()
        if column.is_recorded
        else np.full(len(rows), column.blank, column.dtype)
        for name, column in COLUMNS.items()
        if not column.is_optional
    }
    if isinstance(recording, TreeRecording):
        columns |= _tree_columns(rows, recorder.nodes)
        playouts = recording.playouts[: recording.tally["playouts"]]
        games = _without_margin(recording.games[: len(playouts)])
    return Trace(
        spec=spec,
        algorithm=recorder.algorithm,
        options=recorder.options,
        position=position,
        report=report,
        cap=recorder.cap,
        left_out=int(recording.tally["left_out"]),
        # An iteration whose root did not fit is not in the trace.
        iterations=tuple(Iteration(*each) for each in recorder.iterations if each[1] < len(rows)),
        playout_leaf=playouts["leaf"].copy(),
        playout_points=as_points(recorder.algorithm, playouts["points"]),
        playout_games=games,
        **columns,
    )


def _without_margin(games: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Return games without the room that none of them used; no rows if none was played."""
    used = games.any(axis=0)
    return games[:, : int(used.sum())].copy() if used.any() else np.zeros((0, 0), np.uint8)


def _tree_columns(rows: NDArray[np.void], nodes: NDArray[np.void]) -> dict[str, Any]:
    """Return what a tree that has grown knows at the end, from the mover's point of view."""
    own = nodes[rows["place"]]
    is_aim = rows["kind"] == NodeKind.CHANCE
    share = own["points"] / 2 / np.maximum(own["visits"], 1)
    share[own["visits"] == 0] = math.nan
    proof = own["proof"].astype(np.int8)
    is_open = proof == ONGOING
    is_over = ~is_open & ~is_aim & (own["plies"] == 0)
    reason = np.where(is_open, Reason.OPEN, np.where(is_over, Reason.TERMINAL, Reason.PROVEN))
    columns = {
        "value": np.where(is_aim, share, 1 - share),
        "visits": own["visits"],
        "proof": np.where(is_open, UNKNOWN, np.where(is_aim, proof, -proof)),
        "plies": own["plies"],
        "reason": reason,
        # A root may be certain before the first playout.
        "proven_at": np.where(~is_open & (rows["proven_at"] < 0), 0, rows["proven_at"]),
    }
    if "prior" in (own.dtype.names or ()):
        columns["prior"] = np.where(rows["parent"] < 0, math.nan, own["prior"].round(4))
    return {name: each.astype(COLUMNS[name].dtype) for name, each in columns.items()}
