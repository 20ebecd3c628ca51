"""Cut-offs explained in words and numbers, and what they save.

The mover of a cut node has found a move worth beta or more. Further up, the opponent has a
move that holds the mover to beta, and prefers it. So the node's other moves need not be
searched. What that saves is counted by searching them:

- `saved`: what minimax would visit there, every line to the same depth. Alpha-beta's nodes
  plus everything its cut-offs save are exactly minimax's nodes.
- `saved_alone`: what alpha-beta would visit there without this one cut-off: the moves left
  out, searched in turn with the window that the node has by then, open above.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from fourscore.core.bitboard import ONGOING, Rules, landing_cell, landing_cells, result
from fourscore.core.notation import plural, write_column, write_columns
from fourscore.core.position import centre_first, opponent
from fourscore.errors import InputError
from fourscore.insight.trace.own_tree import TreeTrace
from fourscore.insight.trace.trace import Trace
from fourscore.insight.truth.judge import OnCount
from fourscore.jit.kernel import kernel
from fourscore.search.alphabeta import INFINITY, search_below
from fourscore.search.control import NODES, STOP, Cancel, Counters, enter_node, running
from fourscore.search.evaluation.base import WIN_VALUE, proven_result
from fourscore.search.evaluation.registry import find_evaluation
from fourscore.search.trace_columns import Reason
from fourscore.search.tree import ORDERS
from fourscore.search.types import NO_LIMIT, Limit

__all__ = ["Cut", "Saved", "count_saved", "explain_cut", "savings"]

CHUNK = 256


@dataclass(frozen=True, slots=True)
class Saved:
    """A number of nodes saved; `is_complete` is False if the count stopped at its limit."""

    nodes: int
    is_complete: bool = True

    def __str__(self) -> str:
        return f"{self.nodes:,}" if self.is_complete else f"more than {self.nodes:,}"


@dataclass(frozen=True, slots=True)
class Cut:
    """One cut-off, explained."""

    trace: Trace
    node: int
    saved: Saved
    """What minimax would visit in the columns left out."""
    saved_alone: Saved | None
    """What alpha-beta would visit in them without this cut-off, if counted."""

    @property
    def mover(self) -> str:
        return self.trace.player_at(self.node)

    @property
    def opponent(self) -> str:
        return opponent(self.mover)

    @property
    def refutation(self) -> int:
        """The child that reaches beta."""
        return self.trace.children(self.node)[-1]

    @property
    def setter(self) -> int:
        """The node whose value set the bound: the opponent's better move further up."""
        return int(self.trace.cut_by[self.node])

    @property
    def pruned(self) -> tuple[int, ...]:
        """The columns left out, from left to right."""
        return self.trace.pruned(self.node)

    def __str__(self) -> str:
        """Explain the cut-off in a few sentences, with values of the player who searches."""
        why = f"{self._bound_sentence()} {self._refutation_sentence()}"
        return self.trace.say(self._explain(why))

    @property
    def as_negamax(self) -> str:
        """The same, with values of the mover, as the window has them."""
        beta, value = (float(each[self.node]) for each in (self.trace.beta, self.trace.value))
        play = f"{self.mover} can play column {self._column(self.refutation)}"
        why = (
            f"{self.opponent} is sure of {_worth(-beta)} {self._how()}, so beta is "
            f"{_worth(beta)} for {self.mover} here. {play}, worth {_worth(value)} or more to "
            f"{self.mover}: alpha reaches beta."
        )
        return self.trace.say(self._explain(why))

    def _explain(self, why: str) -> str:
        so = f"So {self.opponent} will avoid this position"
        if not self.pruned:
            return f"{why} {so}. There were no other columns to leave out."
        alone = ""
        if self.saved_alone is not None:
            alone = f"; alpha-beta without this cut-off would visit {_nodes(self.saved_alone)}"
        return (
            f"{why} {so}, and {self.mover}'s other columns need not be searched: "
            f"{write_columns(self.pruned)}. Minimax would visit {_nodes(self.saved)} there{alone}."
        )

    def _how(self) -> str:
        moves = write_columns(self.trace.moves(int(self.trace.parent[self.setter])))
        where = f"after {moves}" if moves else "at the root"
        return f"by playing column {self._column(self.setter)} {where}"

    def _bound_sentence(self) -> str:
        how = self._how()
        beta = float(self.trace.beta[self.node])
        if self.mover == self.trace.position.turn:
            return f"{self.opponent} can hold {self.mover} to {_worth(beta)} {how}."
        return f"{self.opponent} is sure of {_worth(-beta)} {how}."

    def _refutation_sentence(self) -> str:
        play = f"Here {self.mover} can play column {self._column(self.refutation)}"
        value = float(self.trace.value[self.node])
        if self.mover == self.trace.position.turn:
            return f"{play}, worth {_worth(value)} or more."
        return f"{play}, which leaves {self.opponent} {_worth(-value)} or less."

    def _column(self, node: int) -> str:
        return write_column(int(self.trace.move[node]))


def _worth(value: float) -> str:
    result = proven_result(value)
    if result is None:
        return plural(round(value), "point").replace("-", "\N{MINUS SIGN}")
    discs = plural(round(WIN_VALUE - abs(value)), "disc")
    return f"a {'win' if result > 0 else 'loss'} {discs} from the root"


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
    """Explain the cut-off at a node; the limit ends the counting, not the explanation.

    Pass `saved` if it is known already; ``alone=False`` skips the count that takes longer.
    """
    if trace.reason[node] != Reason.CUT:
        ended = Reason(trace.reason[node]).name.lower()
        raise InputError(f"node {node} has no cut-off; it ended as {ended}")
    if node in trace.unfinished:
        raise InputError(f"the moves of node {node} are not all in the trace; its cap is too low")
    if saved is None:
        (saved,) = count_saved(trace, [node], limit, cancel)
    alone = alone and trace.has_boards
    saved_alone = _count_alone(trace, node, limit, cancel) if alone else None
    return Cut(trace, node, saved, saved_alone)


def _count_alone(trace: Trace, node: int, limit: Limit, cancel: Cancel | None) -> Saved:
    """Continue the search where it was cut, as if there were no beta."""
    position, ply = trace.position_at(node), int(trace.depth[node])
    depth = trace.iteration(node).depth - ply
    order = trace.options["order"] if trace.options["order"] in ORDERS else "centre"
    evaluation = find_evaluation(trace.options["evaluation"])
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
    """Count what each cut-off saved compared with minimax, at all nodes or at some.

    The limit is for all of them together. Nodes that were not cut saved nothing.
    """
    chosen = list(range(len(trace)) if nodes is None else nodes)
    work = [(at, column) for at, node in enumerate(chosen) for column in trace.pruned(node)]
    saved, uncounted = [0] * len(chosen), set[int]()
    with running(limit, cancel) as counters:
        for start in range(0, len(work), CHUNK):
            part = work[start : start + CHUNK]
            sizes = _sizes(trace, [(chosen[at], column) for at, column in part], counters)
            for (at, _), size in zip(part, sizes, strict=True):
                saved[at] += size
            if counters[STOP]:
                uncounted = {at for at, _ in work[start:]}
                break
            if on_progress is not None:
                on_progress(min(start + CHUNK, len(work)), len(work))
    return [Saved(count, at not in uncounted) for at, count in enumerate(saved)]


def savings(trace: Trace, nodes: Iterable[int], limit: Limit) -> dict[int, Saved]:
    """Return what the cut-offs among some nodes saved, the deepest and cheapest counted first."""
    cut = sorted((node for node in nodes if trace.pruned(node)), key=lambda n: -trace.depth[n])
    return dict(zip(cut, count_saved(trace, cut, limit), strict=True))


def _sizes(trace: Trace, moves: list[tuple[int, int]], counters: Counters) -> list[int]:
    """Return the number of nodes below each move, down to the depth of its search."""
    if isinstance(trace, TreeTrace):
        depths = [trace.iteration(node).depth - int(trace.depth[node]) for node, _ in moves]
        return [trace.size_below(*move, depth) for move, depth in zip(moves, depths, strict=True)]
    mine, filled = trace.boards
    jobs = np.array(
        [
            (mine[node], filled[node], column, trace.iteration(node).depth - trace.depth[node])
            for node, column in moves
        ],
        np.int64,
    )
    sizes = np.zeros(len(moves), np.int64)
    _walk_all(jobs, trace.position.rules, counters, sizes)
    return [int(size) for size in sizes]


@kernel
def _walk_all(
    jobs: NDArray[np.int64], rules: Rules, counters: Counters, sizes: NDArray[np.int64]
) -> None:
    for at in range(len(sizes)):
        mine, filled, column, depth = jobs[at]
        before = counters[NODES]
        cell = landing_cell(filled, column, rules)
        _walk(mine ^ filled, filled | cell, depth - 1, rules, counters)
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
