"""Truth on every node: what a search thought, held against exact scores.

A node's value makes a claim only as far as the search stands behind it:

    value               claims for its mover
    exact, above 0      better       (Monte Carlo: above one half)
    exact, below 0      worse
    at least v          better if v is above 0, else nothing
    at most v           worse if v is below 0, else nothing
    0, or none          nothing

A claim is wrong if it says better where the mover loses with perfect play, or worse where the
mover wins. A drawn position makes no claim wrong: an estimate above 0 does not promise a win.
"""

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from fourscore.core.position import Position
from fourscore.errors import UnsupportedError
from fourscore.insight.trace.tracing import UNKNOWN, Trace
from fourscore.insight.truth.judge import Judge, OnCount, shared_judge
from fourscore.search.control import Cancel
from fourscore.search.recording import Reason

__all__ = ["DepthTruth", "Truth", "claims", "sum_up", "tell_truth", "wrong_nodes"]


def tell_truth(
    trace: Trace,
    nodes: list[int] | None = None,
    *,
    judge: Judge | None = None,
    cancel: Cancel | None = None,
    on_progress: OnCount | None = None,
) -> Trace:
    """Return the trace with the exact score of every node, or of some, in `Trace.exact`.

    Each position is solved once, however many ways lead to it. Raises `Cancelled` if it was
    stopped, `UnsupportedError` where there is no exact score.

    >>> from fourscore.core.notation import read_moves
    >>> from fourscore.insight.trace.tracing import trace
    >>> seen = tell_truth(trace("minimax:depth=1", read_moves("44444455555526")))
    >>> seen.exact.tolist()
    [14, -14, -3, -2, -2, 0]
    """
    _refuse(trace)
    chosen = range(len(trace)) if nodes is None else nodes
    mine, filled = trace.boards
    unique = {(mine[node], filled[node]): node for node in chosen}
    positions = {board: Position(*board, trace.position.rules) for board in unique}
    knows = judge or shared_judge()
    knows.learn(positions.values(), cancel, on_progress)
    scores = {board: knows.score(position).value for board, position in positions.items()}
    exact = np.full(len(trace), UNKNOWN, np.int8) if trace.exact is None else trace.exact.copy()
    for node in chosen:
        exact[node] = scores[mine[node], filled[node]]
    return replace(trace, exact=exact)


def _refuse(trace: Trace) -> None:
    if trace.algorithm == "astar":
        raise UnsupportedError(
            "the states of astar have no exact score: in them the opponent never moves"
        )
    if trace.position.variant.name != "standard":
        raise UnsupportedError(
            f"exact scores are known for the standard rules only, not for {trace.position.variant}"
        )


def claims(trace: Trace) -> NDArray[np.int8]:
    """Return what each node's value claims for its mover: 1 better, -1 worse, 0 nothing."""
    value = trace.value - 0.5 if trace.algorithm == "mcts" else trace.value
    said = np.nan_to_num(np.sign(value)).astype(np.int8)
    if trace.algorithm == "mcts":
        return np.where(trace.proof == UNKNOWN, said, trace.proof).astype(np.int8)
    least = np.isin(trace.reason, (Reason.CUT, Reason.STOPPED))
    most = (trace.reason == Reason.DONE) & (trace.value <= trace.alpha)
    return np.where(least, said.clip(0, 1), np.where(most, said.clip(-1, 0), said)).astype(np.int8)


def wrong_nodes(trace: Trace) -> NDArray[np.bool_]:
    """Tell which nodes claim the opposite of their exact score; none before truth is told."""
    if trace.exact is None:
        return np.zeros(len(trace), np.bool_)
    known = trace.exact != UNKNOWN
    found: NDArray[np.bool_] = known & (claims(trace) * np.sign(trace.exact) < 0)
    return found


@dataclass(frozen=True, slots=True)
class DepthTruth:
    """How right a search was so many discs below the root."""

    depth: int
    solved: int
    """Nodes whose exact score is known."""
    decided: int
    """Those of them where somebody wins."""
    claimed: int
    """Those of the decided ones where the search claims something."""
    wrong: int
    """Those where it claims the opposite."""


@dataclass(frozen=True, slots=True)
class Truth:
    """How right a search was, in all and by depth."""

    solved: int
    decided: int
    claimed: int
    wrong: int
    depths: tuple[DepthTruth, ...]

    def __str__(self) -> str:
        if not self.solved:
            return "no node has been held against the truth"
        share = f" ({self.wrong / self.claimed:.0%})" if self.claimed else ""
        return (
            f"{self.solved:,} nodes solved, {self.decided:,} of them decided; the search takes "
            f"sides in {self.claimed:,} of these and is wrong in {self.wrong:,}{share}"
        )


def sum_up(trace: Trace) -> Truth:
    """Count where the search is wrong; `tell_truth` comes first."""
    exact = np.full(len(trace), UNKNOWN) if trace.exact is None else trace.exact
    solved = exact != UNKNOWN
    decided = solved & (exact != 0)
    claimed = decided & (claims(trace) != 0)
    marks = [solved, decided, claimed, wrong_nodes(trace)]
    depths = tuple(
        DepthTruth(depth, *(int((mark & (trace.depth == depth)).sum()) for mark in marks))
        for depth in sorted(set(trace.depth.tolist()))
    )
    solved_count, decided_count, claimed_count, wrong = (int(mark.sum()) for mark in marks)
    return Truth(solved_count, decided_count, claimed_count, wrong, depths)
