"""The routes of traces: search trees, whole or opened node by node."""

from typing import Annotated

from fastapi import APIRouter, Depends, Path, Query, Request
from starlette.responses import Response

from fourscore.insight.trace.pseudocode import Form
from fourscore.search.explicit.examples import find_tree
from fourscore.web.position_params import game_of
from fourscore.web.responses import cacheable, no_store, run_job
from fourscore.web.routing import BODY, EVENT_STREAM, JOB, PREFIX, problems
from fourscore.web.traces import jobs
from fourscore.web.traces.identity import LONGEST_ID, read_id
from fourscore.web.traces.schemas import (
    ChildrenView,
    NodeView,
    TraceRequest,
    TraceView,
    TreeView,
    TruthView,
)

__all__ = ["router"]

router = APIRouter(prefix=PREFIX, tags=["traces"], responses=JOB | EVENT_STREAM)
FOUND = problems(404)


async def _trace(id: Annotated[str, Path(max_length=LONGEST_ID)]) -> TraceRequest:
    trace = read_id(id)
    game_of(trace)  # raises if there is no such position
    return trace


TraceParam = Annotated[TraceRequest, Depends(_trace)]
"""The trace that a request names."""
Node = Annotated[int, Path(ge=0, le=2**31, description="The node's number, from 0.")]


@router.post("/traces", response_model=TraceView, responses=BODY)
async def post_trace(request: Request, body: TraceRequest) -> Response:
    """Let an agent decide, and trace its search."""
    game_of(body)  # raises if there is no such position
    if body.tree is not None:
        find_tree(body.tree)
    return await run_job(request, jobs.header, body, no_store)


@router.get("/traces/{id}", response_model=TraceView, responses=FOUND)
async def get_trace(request: Request, trace: TraceParam) -> Response:
    """Return a trace made before, here or on another server."""
    return await run_job(request, jobs.header, trace, cacheable)


@router.get("/traces/{id}/nodes", response_model=TreeView, responses=FOUND)
async def get_nodes(
    request: Request,
    trace: TraceParam,
    page: Annotated[int, Query(ge=0, le=1000, description="Pages count from 0.")] = 0,
) -> Response:
    """Return the tree as columns, with the steps of the search, in pages of 20,000 nodes."""
    return await run_job(request, jobs.tree, jobs.PageRequest(trace=trace, page=page), cacheable)


@router.get("/traces/{id}/nodes/{node}", response_model=NodeView, responses=FOUND)
async def get_node(
    request: Request,
    trace: TraceParam,
    node: Node,
    truth: Annotated[bool, Query(description="Whether to solve it.")] = True,
    form: Annotated[
        Form, Query(description="`maxmin`: values of who searches; `negamax`: of the mover.")
    ] = "maxmin",
) -> Response:
    """Return one node: its board, what the search found, why it ended there, and the truth."""
    job_request = jobs.NodeRequest(trace=trace, node=node, truth=truth, form=form)
    return await run_job(request, jobs.node, job_request, cacheable)


@router.get("/traces/{id}/nodes/{node}/children", response_model=ChildrenView, responses=FOUND)
async def get_children(request: Request, trace: TraceParam, node: Node) -> Response:
    """Return the children of a node, for trees that are opened node by node."""
    return await run_job(
        request, jobs.children, jobs.NodeRequest(trace=trace, node=node), cacheable
    )


@router.get("/traces/{id}/truth", response_model=TruthView, responses=FOUND)
async def get_truth(
    request: Request, trace: TraceParam, nodes: Annotated[jobs.NodesRequest, Query()]
) -> Response:
    """Return exact scores of nodes, and which values mislead. Standard rules only."""
    job_request = jobs.TruthRequest(trace=trace, **dict(nodes))
    return await run_job(request, jobs.truth, job_request, cacheable)
