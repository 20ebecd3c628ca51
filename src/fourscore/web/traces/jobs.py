"""Jobs about traces. A trace follows from its request, so any worker can make it again."""

import json
from collections import OrderedDict
from dataclasses import replace
from typing import Any, NamedTuple

from fourscore.agents import agent
from fourscore.book.solving import shared_solver
from fourscore.errors import Cancelled, InputError
from fourscore.insight.trace import tracing
from fourscore.insight.trace.trace import Trace
from fourscore.insight.trace.truth import has_exact_scores, solve_nodes, wrong_nodes
from fourscore.insight.truth.judge import Judge
from fourscore.search.types import Limit
from fourscore.web.traces.schemas import ChildrenView, NodeView, TraceView, TreeView, TruthView
from fourscore.web.traces.views import children_view, node_view, trace_view, tree_view
from fourscore.web.workers.context import Desk, Job, read_game

__all__ = ["CAPS", "JOBS"]

CAPS = Limit(depth=42, nodes=2_000_000, playouts=200_000)
"""The most that a traced search may do, whatever the request."""
CACHED_TRACES, CACHED_NODES = 6, 200_000
"""The most traces and nodes that a worker caches; 100,000 nodes are about 30 MB."""


class _Entry(NamedTuple):
    trace: Trace
    judge: Judge
    """Has the scores of the trace's nodes, and is dropped with it."""


_cache: OrderedDict[str, _Entry] = OrderedDict()


def _budget(own: Limit, asked: dict[str, int], cap: int) -> Limit:
    """Bound a search by what is repeatable; one limited by time alone fills the trace.

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


def _find(ask: dict[str, Any], desk: Desk) -> _Entry:
    """Return a trace from the cache, or search again."""
    key = json.dumps(ask["question"], sort_keys=True)
    if key in _cache:
        _cache.move_to_end(key)
        desk.begin()
        return _cache[key]
    question = ask["question"]
    game = read_game(question)
    player = agent(question["agent"], seed=question["seed"], external=False)
    if player.is_recordable:
        player.prepare(recorded=True)
    desk.begin()
    cap = question["cap"]
    limit = _budget(player.limit, question["limit"], cap)
    trace = tracing.trace(player, game.position, limit, cap=cap, cancel=desk.cancel)
    if desk.cancel.cancelled:
        # A search that the clock ended is not repeatable, so it must not be cached.
        raise Cancelled("the search was not done in time")
    _cache[key] = _Entry(trace, Judge())
    while len(_cache) > CACHED_TRACES or _cached_nodes() > CACHED_NODES:
        _cache.popitem(last=False)
    return _cache[key]


def _cached_nodes() -> int:
    return sum(len(each.trace) for each in _cache.values())


def _check_node(trace: Trace, node: int) -> None:
    if node >= len(trace):
        raise InputError(f"there is no node {node}; the trace has nodes 0 to {len(trace) - 1}")


def header(ask: dict[str, Any], desk: Desk) -> TraceView:
    """Search, and show the decision without its nodes."""
    return trace_view(_find(ask, desk).trace, ask["id"], read_game(ask["question"]))


def tree(ask: dict[str, Any], desk: Desk) -> TreeView:
    """Show the nodes and the steps of the search."""
    return tree_view(_find(ask, desk).trace)


def children(ask: dict[str, Any], desk: Desk) -> ChildrenView:
    """Show the children of a node."""
    trace, node = _find(ask, desk).trace, ask["node"]
    _check_node(trace, node)
    return children_view(trace, node)


def node(ask: dict[str, Any], desk: Desk) -> NodeView:
    """Show a node, with its exact score if that is requested."""
    (trace, judge), number = _find(ask, desk), ask["node"]
    _check_node(trace, number)
    if ask["truth"] and has_exact_scores(trace):
        shared_solver().warm()
        trace = solve_nodes(trace, [number], judge=judge, cancel=desk.cancel)
    return node_view(trace, number)


def truth(ask: dict[str, Any], desk: Desk) -> TruthView:
    """Solve consecutive nodes."""
    trace, judge = _find(ask, desk)
    first = ask["first"]
    _check_node(trace, first)
    shared_solver().warm()
    nodes = list(range(first, min(len(trace), first + ask["count"])))
    solved = solve_nodes(trace, nodes, judge=judge, cancel=desk.cancel, on_progress=desk.count)
    assert solved.exact is not None
    return TruthView(
        first=first,
        exact=solved.exact[nodes].tolist(),
        wrong=wrong_nodes(solved)[nodes].tolist(),
    )


JOBS: dict[str, Job] = {
    "trace": header,
    "trace nodes": tree,
    "trace children": children,
    "trace node": node,
    "trace truth": truth,
}
