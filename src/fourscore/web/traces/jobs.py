"""Jobs about traces. A trace follows from its question, so whichever worker is asked has it."""

import json
from collections import OrderedDict
from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np

from fourscore.agents import agent
from fourscore.book.solving import shared_solver
from fourscore.errors import Cancelled, InputError
from fourscore.insight.trace.cuts import explain_cut
from fourscore.insight.trace.file import nodes_dict
from fourscore.insight.trace.pseudocode import lit_steps, pseudocode
from fourscore.insight.trace.tracing import Trace, trace
from fourscore.insight.trace.truth import tell_truth, wrong_nodes
from fourscore.insight.trees.columns import cut_offs, first_nodes, landing_rows, said_values
from fourscore.insight.trees.view import COUNTED, Card, make_view, values_are
from fourscore.insight.trees.words import explain_node
from fourscore.insight.truth.judge import Judge
from fourscore.schemas.positions import position_view
from fourscore.schemas.search import report_view
from fourscore.schemas.truth import score_view
from fourscore.search.evaluation.base import WIN_VALUE
from fourscore.search.recording import Reason
from fourscore.search.types import Limit
from fourscore.solver import Score
from fourscore.web.traces.schemas import (
    AT_ONCE,
    ChildrenView,
    CodeView,
    ColumnsView,
    CutsView,
    CutView,
    DrawingView,
    IterationView,
    NodeView,
    PlayoutsView,
    StepsView,
    TraceView,
    TreeView,
    TruthView,
)
from fourscore.web.workers.context import Desk, Job, read_game

__all__ = ["CAPS", "JOBS"]

CAPS = Limit(depth=42, nodes=2_000_000, playouts=200_000)
"""The most that a traced search may do, whatever is asked."""
KEPT, KEPT_ROWS = 6, 200_000
"""Traces that a worker remembers, and their nodes in all; 100,000 nodes are about 30 MB."""
ACTIONS = ("enter", "leave", "take", "playout")


class _Kept(NamedTuple):
    trace: Trace
    judge: Judge
    """With the scores of its nodes; they go when it goes."""


_kept: OrderedDict[str, _Kept] = OrderedDict()


def _budget(own: Limit, asked: dict[str, int], cap: int) -> Limit:
    """Bound a search by what can be repeated; one with nothing but a clock fills the trace.

    >>> _budget(Limit(seconds=1.0), {}, 500)
    Limit(depth=None, nodes=500, playouts=None, seconds=None)
    """
    given = replace(own, **asked, seconds=None)
    nodes = given.nodes or (CAPS.nodes if given else cap)
    capped = {"depth": given.depth, "nodes": nodes, "playouts": given.playouts}
    return Limit(
        **{
            name: None if amount is None else min(amount, getattr(CAPS, name))
            for name, amount in capped.items()
        }
    )


def _have(ask: dict[str, Any], desk: Desk) -> _Kept:
    """Return a trace, searched again unless this worker has it."""
    key = json.dumps(ask["question"], sort_keys=True)
    if key in _kept:
        _kept.move_to_end(key)
        desk.begin()
        return _kept[key]
    question = ask["question"]
    game = read_game(question)
    player = agent(question["agent"], seed=question["seed"], external=False)
    if player.is_recordable:
        player.prepare(recorded=True)
    desk.begin()
    cap = question["cap"]
    limit = _budget(player.limit, question["limit"], cap)
    found = trace(player, game.position, limit, cap=cap, cancel=desk.cancel)
    if desk.cancel.cancelled:
        # What the clock has ended cannot be had again, so it is nobody's trace.
        raise Cancelled("the search was not done in time")
    _kept[key] = _Kept(found, Judge())
    while len(_kept) > KEPT or _rows_kept() > KEPT_ROWS:
        _kept.popitem(last=False)
    return _kept[key]


def _rows_kept() -> int:
    return sum(len(each.trace) for each in _kept.values())


def _check(seen: Trace, node: int) -> None:
    if node >= len(seen):
        raise InputError(f"there is no node {node}; the trace has nodes 0 to {len(seen) - 1}")


def header(ask: dict[str, Any], desk: Desk) -> TraceView:
    """Search, and say what came of it."""
    seen = _have(ask, desk).trace
    plays = f"{seen.position.turn} searches and plays column {seen.report.column + 1}."
    return TraceView(
        id=ask["id"],
        agent=seen.spec,
        algorithm=seen.algorithm,
        options=seen.options,
        position=position_view(read_game(ask["question"])),
        report=report_view(seen.report),
        nodes=len(seen),
        visited=seen.visited,
        left_out=seen.left_out,
        cap=seen.cap,
        iterations=[IterationView(**each._asdict()) for each in seen.iterations],
        root=seen.root,
        line=list(seen.line),
        says=f"{plays} {values_are(seen)}",
        code=[CodeView(**each._asdict()) for each in pseudocode(seen.algorithm)],
        truth=_has_truth(seen),
    )


def _has_truth(seen: Trace) -> bool:
    return seen.algorithm != "astar" and seen.position.variant.name == "standard"


def tree(ask: dict[str, Any], desk: Desk) -> TreeView:
    """Return every node and every step, as far as there is room in one answer."""
    whole = _have(ask, desk).trace
    seen = first_nodes(whole, AT_ONCE)
    nodes = list(range(len(seen)))
    lit = list(lit_steps(seen))
    return TreeView(
        nodes=_columns(seen),
        sizes=whole.sizes[: len(seen)],
        more=_parents_beyond(whole, len(seen)),
        drawing=_drawing(seen, nodes),
        cuts=_cuts(seen, nodes),
        steps=StepsView(
            actions=list(ACTIONS),
            action=[ACTIONS.index(step.action) for step, _ in lit],
            node=[step.node for step, _ in lit],
            line=[line for _, line in lit],
        ),
        playouts=PlayoutsView(leaf=seen.playout_leaf.tolist(), points=seen.playout_points.tolist()),
    )


def _parents_beyond(seen: Trace, count: int) -> list[int]:
    """Return those of the first nodes that have children among the others."""
    return [int(node) for node in np.unique(seen.parent[count:]) if 0 <= node < count]


def _drawing(seen: Trace, nodes: list[int]) -> DrawingView:
    rows, said = landing_rows(seen, nodes), said_values(seen, nodes)
    return DrawingView(
        certain=WIN_VALUE // 2,
        row=[None if row is None else row + 1 for row in rows],
        says=[each.text for each in said],
        tone=[each.tone for each in said],
        proven=[each.proven for each in said],
    )


def _cuts(seen: Trace, nodes: list[int]) -> CutsView:
    cuts = cut_offs(seen, nodes)
    return CutsView(
        node=[cut.node for cut in cuts],
        pruned=[[column + 1 for column in cut.pruned] for cut in cuts],
        saved=[cut.saved.nodes for cut in cuts],
        counted=all(cut.saved.is_complete for cut in cuts),
    )


def _columns(seen: Trace, nodes: list[int] | None = None) -> ColumnsView:
    return ColumnsView(**nodes_dict(seen, nodes))


def children(ask: dict[str, Any], desk: Desk) -> ChildrenView:
    """Return what lies right below a node."""
    seen, node = _have(ask, desk).trace, ask["node"]
    _check(seen, node)
    ids = seen.children(node)
    return ChildrenView(
        ids=ids,
        nodes=_columns(seen, ids),
        sizes=[seen.sizes[each] for each in ids],
        drawing=_drawing(seen, ids),
        cuts=_cuts(seen, [node, *ids]),
        pruned=[column + 1 for column in seen.pruned(node)],
    )


def node(ask: dict[str, Any], desk: Desk) -> NodeView:
    """Tell all about a node, with its exact score if that is asked for."""
    (seen, judge), number = _have(ask, desk), ask["node"]
    _check(seen, number)
    if ask["truth"] and _has_truth(seen):
        shared_solver().warm()
        seen = tell_truth(seen, [number], judge=judge, cancel=desk.cancel)
    card = make_view(seen, nodes=1, root=number).root
    exact = seen.exact_score(number)
    score = None if exact is None else score_view(Score(exact, seen.position_at(number)))
    return NodeView(
        id=number,
        path=seen.path(number),
        moves=[column + 1 for column in seen.moves(number)],
        board=list(seen.rows(number)),
        player=seen.speaks_for(number),
        value=card.said,
        says=list(explain_node(seen, card, card.saved)),
        exact=score,
        wrong=card.is_wrong,
        cut=_cut(seen, card),
    )


def _cut(seen: Trace, card: Card) -> CutView | None:
    if card.reason != Reason.CUT or card.node in seen.unfinished:
        return None
    cut = explain_cut(seen, card.node, COUNTED, saved=card.saved, alone=False)
    return CutView(
        by=cut.setter,
        refutation=cut.refutation,
        pruned=[column + 1 for column in cut.pruned],
        saved=cut.saved.nodes,
        counted=cut.saved.is_complete,
        says=str(cut),
    )


def truth(ask: dict[str, Any], desk: Desk) -> TruthView:
    """Solve some nodes."""
    seen, judge = _have(ask, desk)
    first = ask["first"]
    _check(seen, first)
    shared_solver().warm()
    wanted = list(range(first, min(len(seen), first + ask["count"])))
    told = tell_truth(seen, wanted, judge=judge, cancel=desk.cancel, on_progress=desk.count)
    assert told.exact is not None
    return TruthView(
        first=first,
        exact=told.exact[wanted].tolist(),
        wrong=wrong_nodes(told)[wanted].tolist(),
    )


JOBS: dict[str, Job] = {
    "trace": header,
    "trace nodes": tree,
    "trace children": children,
    "trace node": node,
    "trace truth": truth,
}
