"""Jobs about traces. A trace follows from its request, so any worker can make it again."""

from dataclasses import replace
from typing import Annotated, Any, NamedTuple

from pydantic import BaseModel, Field

from fourscore.agents import agent
from fourscore.book.solving import shared_solver
from fourscore.core.game import Game
from fourscore.errors import Cancelled, InputError
from fourscore.insight.trace import tracing
from fourscore.insight.trace.own_tree import trace_tree
from fourscore.insight.trace.pseudocode import Form
from fourscore.insight.trace.trace import Trace
from fourscore.insight.trace.truth import has_exact_scores, misleading_nodes, solve_nodes
from fourscore.insight.truth.judge import Judge
from fourscore.search.types import Limit
from fourscore.web.cache import LruCache
from fourscore.web.position_params import game_of
from fourscore.web.schemas import given_limits
from fourscore.web.traces.identity import write_id
from fourscore.web.traces.schemas import (
    ChildrenView,
    NodeView,
    TraceRequest,
    TraceView,
    TreeView,
    TruthView,
)
from fourscore.web.traces.views import children_view, node_view, trace_view, tree_view
from fourscore.web.workers.job import JobContext, job

__all__ = [
    "CAPS",
    "JOBS",
    "NodeRequest",
    "NodesRequest",
    "PageRequest",
    "TruthRequest",
    "children",
    "header",
    "node",
    "tree",
    "truth",
]

CAPS = Limit(depth=42, nodes=2_000_000, playouts=200_000)
"""The budget that caps every traced search."""
CACHED_TRACES, CACHED_NODES = 6, 200_000
"""The most traces and nodes that a worker caches; 100,000 nodes are about 30 MB."""


class NodeRequest(BaseModel):
    """A node of a trace."""

    trace: TraceRequest
    node: int
    truth: bool = False
    form: Form = "maxmin"


class PageRequest(BaseModel):
    """A page of a trace."""

    trace: TraceRequest
    page: int


class NodesRequest(BaseModel):
    """Consecutive nodes."""

    first: Annotated[int, Field(ge=0, le=2**31)] = 0
    count: Annotated[int, Field(ge=1, le=2000)] = 500


class TruthRequest(NodesRequest):
    """Consecutive nodes of a trace."""

    trace: TraceRequest


class _Entry(NamedTuple):
    trace: Trace
    judge: Judge
    """Has the scores of the trace's nodes, and is dropped with it."""


_cache = LruCache[TraceRequest, _Entry](CACHED_NODES)


def _budget(own: Limit, requested: dict[str, Any], cap: int) -> Limit:
    """Bound a search by what is repeatable; one limited by time alone fills the trace.

    >>> _budget(Limit(seconds=1.0), {}, 500)
    Limit(depth=None, nodes=500, playouts=None, seconds=None)
    """
    given = replace(own, **requested, seconds=None)
    return given.or_else(Limit(nodes=CAPS.nodes if given else cap)).capped_at(CAPS)


def _find(request: TraceRequest, context: JobContext) -> _Entry:
    """Return a trace from the cache, or search again."""
    entry = _cache.get(request)
    if entry is not None:
        context.start()
        return entry
    if request.tree is not None:
        return _search_tree(request, request.tree, context)
    game = game_of(request)
    player = agent(request.agent, seed=request.seed, external=False)
    if player.is_recordable:
        player.prepare(recorded=True)
    context.start()
    limit = _budget(player.limit, given_limits(request.limit), request.cap)
    trace = tracing.trace(game.position, player, limit, cap=request.cap, cancel=context.cancel)
    if context.cancel.cancelled:
        # A search that the clock ended is not repeatable, so it must not be cached.
        raise Cancelled("the search did not finish in time")
    entry = _Entry(trace, Judge())
    _cache.put(request, entry, max(len(trace), CACHED_NODES // CACHED_TRACES))
    return entry


def _search_tree(request: TraceRequest, text: str, context: JobContext) -> _Entry:
    """Search a tree that someone wrote."""
    context.start()
    limit = Limit(**given_limits(request.limit))
    trace = trace_tree(
        text, request.agent, limit, cap=request.cap, seed=request.seed, cancel=context.cancel
    )
    if context.cancel.cancelled:
        raise Cancelled("the search did not finish in time")
    entry = _Entry(trace, Judge())
    _cache.put(request, entry, max(len(trace), CACHED_NODES // CACHED_TRACES))
    return entry


def _find_node(request: NodeRequest, context: JobContext) -> _Entry:
    entry = _find(request.trace, context)
    _check_node(entry.trace, request.node)
    return entry


def _check_node(trace: Trace, node: int) -> None:
    if node >= len(trace):
        raise InputError(f"there is no node {node}; the trace has nodes 0 to {len(trace) - 1}")


@job("trace")
def header(request: TraceRequest, context: JobContext) -> TraceView:
    """Search, and show the decision without its nodes."""
    trace = _find(request, context).trace
    game = game_of(request) if trace.has_boards else Game(trace.position)
    return trace_view(trace, write_id(request), game)


@job("trace nodes")
def tree(request: PageRequest, context: JobContext) -> TreeView:
    """Show a page of the nodes and the steps of the search."""
    return tree_view(_find(request.trace, context).trace, request.page)


@job("trace children")
def children(request: NodeRequest, context: JobContext) -> ChildrenView:
    """Show the children of a node."""
    return children_view(_find_node(request, context).trace, request.node)


@job("trace node")
def node(request: NodeRequest, context: JobContext) -> NodeView:
    """Show a node, with its exact score if that is requested."""
    trace, judge = _find_node(request, context)
    if request.truth and has_exact_scores(trace):
        shared_solver().warm()
        trace = solve_nodes(trace, [request.node], judge=judge, cancel=context.cancel)
    return node_view(trace, request.node, request.form)


@job("trace truth")
def truth(request: TruthRequest, context: JobContext) -> TruthView:
    """Solve consecutive nodes."""
    trace, judge = _find(request.trace, context)
    first, report = request.first, context.report_count
    _check_node(trace, first)
    shared_solver().warm()
    nodes = list(range(first, min(len(trace), first + request.count)))
    solved = solve_nodes(trace, nodes, judge=judge, cancel=context.cancel, on_progress=report)
    assert solved.exact is not None
    return TruthView(
        first=first,
        exact=solved.exact[nodes].tolist(),
        misleading=misleading_nodes(solved)[nodes].tolist(),
    )


JOBS = (header, tree, children, node, truth)
