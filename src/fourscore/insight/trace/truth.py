"""Truth on every node: a search's values compared with exact scores.

An estimate claims no result, so none is called wrong, and what a search has proven never is. But
an estimate favours a side, and it misleads if that is the side that loses with perfect play:

    value               favours
    exact, above 0      its mover       (Monte Carlo: above one half)
    exact, below 0      the opponent
    at least v          its mover if v is above 0, else nobody
    at most v           the opponent if v is below 0, else nobody
    0, or none          nobody

In a drawn position no value misleads: points above 0 do not promise a win.
"""

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from fourscore.errors import UnsupportedError
from fourscore.insight.trace.trace import Trace
from fourscore.insight.truth.judge import Judge, OnCount, shared_judge
from fourscore.search.control import Cancel
from fourscore.search.trace_columns import UNKNOWN, Reason

__all__ = [
    "Truth",
    "favours",
    "has_exact_scores",
    "misleading_nodes",
    "solve_nodes",
    "summarize",
]


def solve_nodes(
    trace: Trace,
    nodes: list[int] | None = None,
    *,
    judge: Judge | None = None,
    cancel: Cancel | None = None,
    on_progress: OnCount | None = None,
) -> Trace:
    """Return the trace with the exact score of every node, or of some, in `Trace.exact`.

    Each position is solved once, however many paths lead to it. Raises `Cancelled` if it is
    cancelled, and `UnsupportedError` where there are no exact scores.

    >>> from fourscore.core.notation import read_moves
    >>> from fourscore.insight.trace.tracing import trace
    >>> seen = solve_nodes(trace(read_moves("44444455555526"), "minimax:depth=1"))
    >>> seen.exact.tolist()
    [14, -14, -3, -2, -2, 0]
    """
    if trace.algorithm == "astar":
        raise UnsupportedError(
            "the states of astar have no exact score: in them the opponent never moves"
        )
    if not trace.has_boards:
        raise UnsupportedError("there are no exact scores for a tree of one's own")
    chosen = range(len(trace)) if nodes is None else nodes
    mine, filled = trace.boards
    positions = {(mine[node], filled[node]): trace.position_at(node) for node in chosen}
    judge = judge or shared_judge()
    judge.learn(positions.values(), cancel, on_progress)
    scores = {board: judge.score(position).value for board, position in positions.items()}
    exact = np.full(len(trace), UNKNOWN, np.int8) if trace.exact is None else trace.exact.copy()
    for node in chosen:
        exact[node] = scores[mine[node], filled[node]]
    return replace(trace, exact=exact)


def has_exact_scores(trace: Trace) -> bool:
    """Return whether the nodes of a trace have exact scores at all."""
    is_game = trace.has_boards and trace.algorithm != "astar"
    return is_game and trace.position.variant.name == "standard"


def favours(trace: Trace) -> NDArray[np.int8]:
    """Return whom each node's value favours: 1 its mover, -1 the opponent, 0 nobody."""
    value = trace.value - 0.5 if trace.has_playouts else trace.value
    sign = np.nan_to_num(np.sign(value)).astype(np.int8)
    if trace.has_playouts:
        return np.where(trace.proof == UNKNOWN, sign, trace.proof).astype(np.int8)
    is_lower = np.isin(trace.reason, (Reason.CUT, Reason.STOPPED))
    is_upper = (trace.reason == Reason.DONE) & (trace.value <= trace.alpha)
    bounded = np.where(is_upper, sign.clip(-1, 0), sign)
    return np.where(is_lower, sign.clip(0, 1), bounded).astype(np.int8)


def misleading_nodes(trace: Trace) -> NDArray[np.bool_]:
    """Return the nodes whose value favours the side that loses; none if they are not solved."""
    if trace.exact is None:
        return np.zeros(len(trace), np.bool_)
    known = trace.exact != UNKNOWN
    found: NDArray[np.bool_] = known & (favours(trace) * np.sign(trace.exact) < 0)
    return found


@dataclass(frozen=True, slots=True)
class Truth:
    """How far a search's values lead to the truth, overall or at one depth."""

    solved: int
    """Nodes whose exact score is known."""
    decided: int
    """Solved nodes where one side wins."""
    favoured: int
    """Decided nodes whose value favours a side."""
    misleading: int
    """Nodes whose value favours the side that loses."""

    def __str__(self) -> str:
        if not self.solved:
            return "no node has been solved"
        share = f" ({self.misleading / self.favoured:.0%})" if self.favoured else ""
        return (
            f"{self.solved:,} nodes solved, {self.decided:,} of them decided; the search favours a "
            f"side in {self.favoured:,} of these, the one that loses in {self.misleading:,}{share}"
        )


def summarize(trace: Trace, depth: int | None = None) -> Truth:
    """Count the values that mislead, in all or at one depth; `solve_nodes` comes first."""
    exact = np.full(len(trace), UNKNOWN) if trace.exact is None else trace.exact
    solved = exact != UNKNOWN if depth is None else (exact != UNKNOWN) & (trace.depth == depth)
    decided = solved & (exact != 0)
    favoured = decided & (favours(trace) != 0)
    marks = (solved, decided, favoured, solved & misleading_nodes(trace))
    return Truth(*(int(mark.sum()) for mark in marks))
