"""What the API shows of traces."""

import math

import numpy as np

from fourscore.core.game import Game
from fourscore.core.notation import write_column, write_moves
from fourscore.core.position import opponent
from fourscore.errors import InputError
from fourscore.insight.trace.cuts import Cut, explain_cut, savings
from fourscore.insight.trace.file import nodes_dict
from fourscore.insight.trace.own_tree import TreeTrace
from fourscore.insight.trace.pseudocode import Form, code_of, line_numbers, places
from fourscore.insight.trace.steps import Page, Step, pages, steps
from fourscore.insight.trace.trace import Trace
from fourscore.insight.trace.truth import has_exact_scores
from fourscore.insight.trees.values import describe_values, values_note, window_text
from fourscore.insight.trees.view import COUNTING_LIMIT, Card, make_view
from fourscore.insight.trees.words import explain_node
from fourscore.schemas.positions import position_view
from fourscore.schemas.search import report_view
from fourscore.schemas.truth import score_view
from fourscore.search.evaluation.base import WIN_VALUE, proven_result
from fourscore.search.trace_columns import Reason
from fourscore.solver import score_of
from fourscore.web.traces.schemas import (
    ANSWER_NODES,
    ChildrenView,
    CodeView,
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
        tree=trace.text if isinstance(trace, TreeTrace) else None,
        position=position_view(game),
        report=report_view(trace.report),
        nodes=len(trace),
        says=trace.say(
            f"{trace.position.turn} searches and plays column {column}. {values_note(trace)}"
        ),
        code=_code(trace, "maxmin"),
        negamax=_code(trace, "negamax"),
        truth=has_exact_scores(trace),
    )


def _code(trace: Trace, form: Form) -> list[CodeView]:
    """Return the pseudocode with the players by name."""
    names = {"who searches": trace.position.turn, "the opponent": opponent(trace.position.turn)}
    code = [line._asdict() for line in code_of(trace, form)]
    for line in code:
        for words, player in names.items():
            line["text"] = line["text"].replace(words, player)
    return [CodeView(**line) for line in code]


def tree_view(trace: Trace, number: int = 0) -> TreeView:
    """Show a page of the nodes and of the steps."""
    taken = list(steps(trace))
    divided = pages(trace, taken, ANSWER_NODES)
    if number >= len(divided):
        raise InputError(f"there is no page {number}; the trace has pages 0 to {len(divided) - 1}")
    page = divided[number]
    nodes = list(page.nodes)
    parents_beyond = np.unique(trace.parent[page.nodes.stop :]).tolist()
    return TreeView(
        page=number,
        pages=len(divided),
        nodes=_columns(trace, nodes),
        sizes=trace.sizes[page.nodes.start : page.nodes.stop],
        more=[node for node in parents_beyond if node in page.nodes],
        drawing=_drawing(trace, nodes),
        cuts=_cuts(trace, nodes),
        steps=_steps(trace, taken, page),
        playouts=_playouts(trace, page),
    )


def _playouts(trace: Trace, page: Page) -> PlayoutsView:
    if not trace.has_playouts:
        return PlayoutsView(leaf=[], points=[], games=[])
    some = slice(page.steps.start, page.steps.stop)
    width = trace.position.width
    games = (trace.playout_game(each) for each in page.steps) if len(trace.playout_games) else ()
    return PlayoutsView(
        leaf=trace.playout_leaf[some].tolist(),
        points=trace.playout_points[some].tolist(),
        games=[write_moves(game, width) for game in games],
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


def node_view(trace: Trace, node: int, form: Form = "maxmin") -> NodeView:
    """Show everything about one node, with values of the player who searches or of the mover."""
    card = make_view(trace, nodes=1, root=node).root
    exact = trace.exact_score(node)
    cut = _cut(trace, card)
    says = [_in_form(trace, node, each, cut, form) for each in explain_node(trace, card)]
    return NodeView(
        id=node,
        path=trace.path(node),
        moves=trace.moves(node),
        board=list(trace.rows(node)),
        player=card.mover,
        value=card.value.text,
        says=says,
        exact=None if exact is None else score_view(score_of(exact, trace.position_at(node))),
        misleading=card.is_misleading,
        cut=None if cut is None else _cut_view(cut, form),
    )


def _in_form(trace: Trace, node: int, sentence: str, cut: Cut | None, form: Form) -> str:
    """Return a sentence about a node; in negamax with the mover's values."""
    if form == "negamax" and cut is not None and sentence == str(cut):
        return cut.as_negamax
    turned = form == "negamax" and trace.player_at(node) != trace.position.turn
    if turned and sentence == f"Window on entry: {window_text(trace, node)}.":
        return f"Window on entry: ({_bound(trace.alpha[node])}, {_bound(trace.beta[node])})."
    return sentence


def _bound(number: float) -> str:
    """Write an end of a window."""
    result = None if math.isinf(number) else proven_result(number)
    if result is not None:
        return "win" if result > 0 else "loss"
    text = "\N{INFINITY}" if math.isinf(number) else f"{abs(number):,.0f}"
    return f"\N{MINUS SIGN}{text}" if number < 0 else text


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


def _steps(trace: Trace, taken: list[Step], page: Page) -> StepsView:
    some = taken[page.steps.start : page.steps.stop]
    # Whether a playout adds a node depends on those before it.
    start = 0 if trace.has_playouts else page.steps.start
    where = list(places(trace, taken[start : page.steps.stop]))[page.steps.start - start :]
    return StepsView(
        actions=list(ACTIONS),
        action=[ACTIONS.index(step.action) for step in some],
        node=[step.node for step in some],
        line=list(line_numbers(trace.algorithm, "maxmin", where)),
        negamax=list(line_numbers(trace.algorithm, "negamax", where)),
        first=page.steps.start,
        total=len(taken),
    )


def _cuts(trace: Trace, nodes: list[int]) -> CutsView:
    saved = savings(trace, nodes, COUNTING_LIMIT)
    return CutsView(
        node=sorted(saved),
        pruned=[list(trace.pruned(node)) for node in sorted(saved)],
        saved=[saved[node].nodes for node in sorted(saved)],
        counted=all(each.is_complete for each in saved.values()),
    )


def _cut(trace: Trace, card: Card) -> Cut | None:
    if card.reason != Reason.CUT or card.node in trace.unfinished:
        return None
    return explain_cut(trace, card.node, COUNTING_LIMIT, saved=card.saved, alone=False)


def _cut_view(cut: Cut, form: Form) -> CutView:
    return CutView(
        by=cut.setter,
        refutation=cut.refutation,
        pruned=list(cut.pruned),
        saved=cut.saved.nodes,
        counted=cut.saved.is_complete,
        says=str(cut) if form == "maxmin" else cut.as_negamax,
    )
