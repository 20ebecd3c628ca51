"""What a cut-off is, in words and numbers, and what it has saved.

The mover of a cut node has found a move that is worth beta or more. Some moves above, the
opponent has a move that holds the mover to beta, and will rather play that. So the rest of
this node's moves need no look. What that saves is counted by walking them:

- `saved`: what minimax would visit there, every line to the same depth. Alpha-beta's nodes
  and what all its cuts saved are together exactly minimax's nodes.
- `saved_alone`: what alpha-beta would visit there if this one cut were not made: the moves
  left out, searched in turn with the window that this node has by then, open above.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fourscore.core.bitboard import ONGOING, Rules, landing_cells, result
from fourscore.core.kernel import kernel
from fourscore.core.notation import write_column
from fourscore.core.position import centre_first, opponent
from fourscore.errors import InputError
from fourscore.insight.trace.tracing import Trace
from fourscore.insight.truth.judge import OnCount
from fourscore.search.alphabeta import INFINITY, search_below
from fourscore.search.control import NODES, STOP, Cancel, Counters, enter_node, running
from fourscore.search.evaluation.base import WIN_VALUE, proven_result
from fourscore.search.evaluation.registry import EVALUATIONS
from fourscore.search.recording import Reason
from fourscore.search.tree import ORDERS
from fourscore.search.types import NO_LIMIT, Limit

__all__ = ["Cut", "Saved", "count_saved", "explain_cut"]

CHUNK = 256


@dataclass(frozen=True, slots=True)
class Saved:
    """How many nodes were saved; `is_complete` is False if counting stopped at its limit."""

    nodes: int
    is_complete: bool = True

    def __str__(self) -> str:
        return f"{self.nodes:,}" if self.is_complete else f"more than {self.nodes:,}"


@dataclass(frozen=True, slots=True)
class Cut:
    """One cut-off, explained; values are those of the cut node's mover."""

    node: int
    mover: str
    searcher: str
    """Who searches at the root."""
    window: tuple[float, float]
    """On entry."""
    value: float
    """What the refuting move is worth, or more."""
    refutation: int
    """The child with which the mover reaches beta."""
    refuting_column: int
    ancestor: int
    """The node above where the opponent has something better than to come here."""
    setter: int
    """The ancestor's child whose value set the bound."""
    setting_column: int
    pruned: tuple[int, ...]
    """The columns that were left out, from left to right."""
    saved: Saved
    """What minimax would visit in them."""
    saved_alone: Saved | None
    """What alpha-beta would visit in them without this cut, if that was asked for."""

    ancestor_moves: tuple[int, ...]
    """The columns played from the root to the ancestor."""

    @property
    def opponent(self) -> str:
        return opponent(self.mover)

    def __str__(self) -> str:
        """Say it in a few sentences, with the values of the player who searches."""
        told = f"{self._known()} {self._here()} So {self.opponent} will not come here"
        if not self.pruned:
            return f"{told}. No column was left to leave out."
        left = " ".join(write_column(column) for column in self.pruned)
        return (
            f"{told}, and {self.mover}'s other columns need no look: {left}. "
            f"Minimax would visit {_nodes(self.saved)} there{self._alone()}."
        )

    def _known(self) -> str:
        """Return what bound holds already, and which move has set it."""
        way = " ".join(write_column(column) for column in self.ancestor_moves)
        where = f"after {way}" if way else "at the root"
        how = f"with column {write_column(self.setting_column)} {where}"
        beta = self.window[1]
        if self.mover == self.searcher:
            return f"{self.opponent} can hold {self.mover} to {_worth(beta)} {how}."
        return f"{self.opponent} is sure of {_worth(-beta)} {how}."

    def _here(self) -> str:
        """Return which move breaks it."""
        column = write_column(self.refuting_column)
        if self.mover == self.searcher:
            return f"Here {self.mover} has column {column}, worth {_worth(self.value)} or more."
        left = _worth(-self.value)
        return (
            f"Here {self.mover} has column {column}, which leaves {self.opponent} {left} or less."
        )

    def _alone(self) -> str:
        if self.saved_alone is None:
            return ""
        return f", alpha-beta without this cut {_nodes(self.saved_alone)}"


def _worth(value: float) -> str:
    result = proven_result(value)
    if result is None:
        return f"{value:,.0f} points".replace("-", "\N{MINUS SIGN}")
    return f"a {'win' if result > 0 else 'loss'} {WIN_VALUE - abs(value):.0f} discs from the root"


def _nodes(saved: Saved) -> str:
    return "1 node" if saved.nodes == 1 else f"{saved} nodes"


def explain_cut(
    trace: Trace,
    node: int,
    limit: Limit = NO_LIMIT,
    cancel: Cancel | None = None,
    *,
    saved: Saved | None = None,
    alone: bool = True,
) -> Cut:
    """Explain the cut-off at a node; `limit.nodes` ends the counting, not the explanation.

    What is `saved` need not be counted again by who knows it; ``alone=False`` leaves out what
    takes longer.
    """
    if trace.reason[node] != Reason.CUT:
        ended = Reason(trace.reason[node]).name.lower()
        raise InputError(f"node {node} has no cut-off; it ended as {ended}")
    if node in trace.unfinished:
        raise InputError(f"the moves of node {node} are not all in the trace; its cap is too low")
    refutation, setter = trace.children(node)[-1], int(trace.cut_by[node])
    if saved is None:
        (saved,) = count_saved(trace, [node], limit, cancel)
    return Cut(
        node=node,
        mover=trace.speaks_for(node),
        searcher=trace.position.turn,
        window=(float(trace.alpha[node]), float(trace.beta[node])),
        value=float(trace.value[node]),
        refutation=refutation,
        refuting_column=int(trace.move[refutation]),
        ancestor=int(trace.parent[setter]),
        setter=setter,
        setting_column=int(trace.move[setter]),
        ancestor_moves=tuple(trace.moves(int(trace.parent[setter]))),
        pruned=trace.pruned(node),
        saved=saved,
        saved_alone=_count_alone(trace, node, limit, cancel) if alone else None,
    )


def _count_alone(trace: Trace, node: int, limit: Limit, cancel: Cancel | None) -> Saved:
    """Search on where the cut was made, as if beta were not."""
    position, ply = trace.position_at(node), int(trace.depth[node])
    depth = trace.iteration(node).depth - ply
    order = trace.options["order"] if trace.options["order"] in ORDERS else "centre"
    evaluation = EVALUATIONS[trace.options["evaluation"]]
    alpha, pruned = int(trace.value[node]), set(trace.pruned(node))
    with running(limit, cancel) as counters:
        for column in _in_order(order, position.width):
            if column in pruned:
                value = -search_below(position.play(column), (-INFINITY, -alpha), depth - 1,
                                      ply + 1, counters, evaluation, order)  # fmt: skip
                alpha = max(alpha, value)
    return Saved(int(counters[NODES]), not counters[STOP])


def _in_order(order: str, width: int) -> Sequence[int]:
    return centre_first(width) if order == "centre" else range(width)


def count_saved(
    trace: Trace,
    nodes: Sequence[int] | None = None,
    limit: Limit = NO_LIMIT,
    cancel: Cancel | None = None,
    on_progress: OnCount | None = None,
) -> list[Saved]:
    """Count what each cut saved, against minimax; of all nodes, or of some.

    The limit is for all of them together. Nodes that were not cut have saved nothing.
    """
    chosen = list(range(len(trace)) if nodes is None else nodes)
    work = [(at, column) for at, node in enumerate(chosen) for column in trace.pruned(node)]
    saved, open_ = [0] * len(chosen), set[int]()
    with running(limit, cancel) as counters:
        for start in range(0, len(work), CHUNK):
            part = work[start : start + CHUNK]
            sizes = _sizes(trace, [(chosen[at], column) for at, column in part], counters)
            for (at, _), size in zip(part, sizes, strict=True):
                saved[at] += size
                if counters[STOP]:
                    open_.add(at)
            if counters[STOP]:
                open_ |= {at for at, _ in work[start:]}
                break
            if on_progress is not None:
                on_progress(min(start + CHUNK, len(work)), len(work))
    return [Saved(count, at not in open_) for at, count in enumerate(saved)]


def _sizes(trace: Trace, moves: list[tuple[int, int]], counters: Counters) -> list[int]:
    """Return the number of nodes below each move, down to the depth of its search."""
    mine, filled = trace.boards
    stride = trace.position.rules.stride
    depths = [trace.iteration(node).depth - int(trace.depth[node]) - 1 for node, _ in moves]
    after = [filled[node] | (filled[node] + (1 << (column * stride))) for node, column in moves]
    theirs = [mine[node] ^ filled[node] for node, _ in moves]
    sizes = np.zeros(len(moves), np.int64)
    _walk_all(np.array(theirs, np.int64), np.array(after, np.int64), np.array(depths, np.int64),
              trace.position.rules, counters, sizes)  # fmt: skip
    return [int(size) for size in sizes]


@kernel
def _walk_all(
    mine: Any, filled: Any, depths: Any, rules: Rules, counters: Counters, sizes: NDArray[np.int64]
) -> None:
    for at in range(len(sizes)):
        before = counters[NODES]
        _walk(mine[at], filled[at], depths[at], rules, counters)
        sizes[at] = counters[NODES] - before


@kernel
def _walk(mine: int, filled: int, depth: int, rules: Rules, counters: Counters) -> None:
    """Visit every line of play to a depth, as minimax does, and do nothing else."""
    if enter_node(counters) or depth == 0 or result(mine, filled, rules) != ONGOING:
        return
    cells = landing_cells(filled, rules)
    while cells:
        cell = cells & -cells
        cells ^= cell
        _walk(mine ^ filled, filled | cell, depth - 1, rules, counters)
