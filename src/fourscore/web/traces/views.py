"""What the API shows of traces."""

import numpy as np

from fourscore.core.game import Game
from fourscore.core.notation import write_column
from fourscore.insight.trace.cuts import explain_cut, savings
from fourscore.insight.trace.file import nodes_dict
from fourscore.insight.trace.pseudocode import pseudocode, steps_with_lines
from fourscore.insight.trace.trace import Trace
from fourscore.insight.trace.truth import has_exact_scores
from fourscore.insight.trees.values import describe_values, values_note
from fourscore.insight.trees.view import COUNTING_LIMIT, Card, make_view
from fourscore.insight.trees.words import explain_node
from fourscore.schemas.positions import position_view
from fourscore.schemas.search import report_view
from fourscore.schemas.truth import score_view
from fourscore.search.evaluation.base import WIN_VALUE
from fourscore.search.trace_columns import Reason
from fourscore.solver import score_of
from fourscore.web.traces.schemas import (
    ANSWER_NODES,
    ChildrenView,
    ColumnsView,
    CutsView,
    CutView,
    DrawingView,
    NodeView,
    PlayoutsView,
    StepsView,
    TraceView,
    TreeView,
)

__all__ = ["children_view", "node_view", "trace_view", "tree_view"]

ACTIONS = ("enter", "leave", "take", "playout")


def trace_view(trace: Trace, trace_id: str, game: Game) -> TraceView:
    """Show a traced decision without its nodes."""
    column = write_column(trace.report.column)
    return TraceView.of(
        trace,
        id=trace_id,
        agent=trace.spec,
        position=position_view(game),
        report=report_view(trace.report),
        nodes=len(trace),
        says=f"{trace.position.turn} searches and plays column {column}. {values_note(trace)}",
        code=pseudocode(trace.algorithm),
        truth=has_exact_scores(trace),
    )


def tree_view(whole: Trace) -> TreeView:
    """Show every node and every step, as far as they fit in one answer."""
    trace = whole.truncated(ANSWER_NODES)
    nodes = list(range(len(trace)))
    parents_beyond = np.unique(whole.parent[len(trace) :]).tolist()
    return TreeView(
        nodes=_columns(trace, nodes),
        sizes=whole.sizes[: len(trace)],
        more=[node for node in parents_beyond if 0 <= node < len(trace)],
        drawing=_drawing(trace, nodes),
        cuts=_cuts(trace, nodes),
        steps=_steps(trace),
        playouts=PlayoutsView(
            leaf=trace.playout_leaf.tolist(), points=trace.playout_points.tolist()
        ),
    )


def children_view(trace: Trace, node: int) -> ChildrenView:
    """Show the nodes right below one."""
    ids = trace.children(node)
    return ChildrenView(
        ids=ids,
        nodes=_columns(trace, ids),
        sizes=[trace.sizes[each] for each in ids],
        drawing=_drawing(trace, ids),
        cuts=_cuts(trace, [node, *ids]),
        pruned=list(trace.pruned(node)),
    )


def node_view(trace: Trace, node: int) -> NodeView:
    """Show everything about one node."""
    card = make_view(trace, nodes=1, root=node).root
    exact = trace.exact_score(node)
    return NodeView(
        id=node,
        path=trace.path(node),
        moves=trace.moves(node),
        board=list(trace.rows(node)),
        player=card.mover,
        value=card.value.text,
        says=list(explain_node(trace, card)),
        exact=None if exact is None else score_view(score_of(exact, trace.position_at(node))),
        misleading=card.is_misleading,
        cut=_cut(trace, card),
    )


def _columns(trace: Trace, nodes: list[int]) -> ColumnsView:
    return ColumnsView.model_validate(nodes_dict(trace, nodes))


def _drawing(trace: Trace, nodes: list[int]) -> DrawingView:
    values = describe_values(trace, nodes)
    return DrawingView(
        certain=WIN_VALUE // 2,
        row=[trace.landing_row(node) for node in nodes],
        says=[each.text for each in values],
        tone=[each.tone for each in values],
        proven=[each.is_proven for each in values],
    )


def _steps(trace: Trace) -> StepsView:
    steps = list(steps_with_lines(trace))
    return StepsView(
        actions=list(ACTIONS),
        action=[ACTIONS.index(step.action) for step, _ in steps],
        node=[step.node for step, _ in steps],
        line=[line for _, line in steps],
    )


def _cuts(trace: Trace, nodes: list[int]) -> CutsView:
    saved = savings(trace, nodes, COUNTING_LIMIT)
    return CutsView(
        node=sorted(saved),
        pruned=[list(trace.pruned(node)) for node in sorted(saved)],
        saved=[saved[node].nodes for node in sorted(saved)],
        counted=all(each.is_complete for each in saved.values()),
    )


def _cut(trace: Trace, card: Card) -> CutView | None:
    if card.reason != Reason.CUT or card.node in trace.unfinished:
        return None
    cut = explain_cut(trace, card.node, COUNTING_LIMIT, saved=card.saved, alone=False)
    return CutView(
        by=cut.setter,
        refutation=cut.refutation,
        pruned=list(cut.pruned),
        saved=cut.saved.nodes,
        counted=cut.saved.is_complete,
        says=str(cut),
    )
