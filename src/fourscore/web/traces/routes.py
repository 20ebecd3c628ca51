"""The routes of traces: search trees, whole or opened node by node."""

from collections.abc import Callable
from typing import Annotated, Any, TypeVar

from fastapi import APIRouter, Path, Query, Request
from starlette.responses import Response

from fourscore.schemas.base import Schema
from fourscore.web import reading
from fourscore.web.answers import Kept, answer, passing
from fourscore.web.routing import LONG, POSTED, PREFIX, STREAM, keep, list_problems, read_body
from fourscore.web.service import service_of
from fourscore.web.traces.identity import LONGEST_ID, read_id, write_id
from fourscore.web.traces.schemas import (
    ChildrenView,
    NodeView,
    TraceRequest,
    TraceView,
    TreeView,
    TruthView,
)

__all__ = ["router"]

MOST_TRUTH = 2000
"""The most exact scores in one answer."""
router = APIRouter(prefix=PREFIX, tags=["traces"])
Route = TypeVar("Route", bound=Callable[..., Any])
FOUND = LONG | list_problems(404) | {200: STREAM}


def _part(path: str, shape: type[Schema]) -> Callable[[Route], Route]:
    """Return a decorator for a route to a part of a trace."""
    return router.get(f"/traces/{{id}}{path}", response_model=shape, responses=FOUND)


Id = Annotated[str, Path(max_length=LONGEST_ID)]
Number = Annotated[int, Path(ge=0, le=2**31, description="The node's number, from 0.")]


async def _submit(
    request: Request, job: str, body: TraceRequest, is_immutable: bool = True, **more: Any
) -> Response:
    question = {
        **reading.write(read_body(body)),
        "agent": body.agent,
        "limit": {} if body.limit is None else body.limit.model_dump(exclude_none=True),
        "seed": body.seed,
        "cap": body.cap,
    }
    ask = {"id": write_id(body), "question": question, **more}

    def done(content: str) -> Response:
        return keep(request, Kept.of(content)) if is_immutable else passing(content)

    return await answer(request, service_of(request).submit(request, job, ask), done)


@router.post("/traces", response_model=TraceView, responses=LONG | POSTED | {200: STREAM})
async def post_trace(request: Request, body: TraceRequest) -> Response:
    """Let an agent decide, and trace its search."""
    return await _submit(request, "trace", body, is_immutable=False)


@_part("", TraceView)
async def get_trace(request: Request, id: Id) -> Response:  # noqa: A002
    """Return a trace made before, here or on another server."""
    return await _submit(request, "trace", read_id(id))


@_part("/nodes", TreeView)
async def get_nodes(request: Request, id: Id) -> Response:  # noqa: A002
    """Return the tree as columns, with every step of the search."""
    return await _submit(request, "trace nodes", read_id(id))


@_part("/nodes/{node}", NodeView)
async def get_node(
    request: Request,
    id: Id,  # noqa: A002
    node: Number,
    truth: Annotated[bool, Query(description="Whether to solve it.")] = True,
) -> Response:
    """Return one node: its board, what the search found, why it ended there, and the truth."""
    return await _submit(request, "trace node", read_id(id), node=node, truth=truth)


@_part("/nodes/{node}/children", ChildrenView)
async def get_children(request: Request, id: Id, node: Number) -> Response:  # noqa: A002
    """Return the children of a node, for trees that are opened node by node."""
    return await _submit(request, "trace children", read_id(id), node=node)


@_part("/truth", TruthView)
async def get_truth(
    request: Request,
    id: Id,  # noqa: A002
    first: Annotated[int, Query(ge=0, le=2**31)] = 0,
    count: Annotated[int, Query(ge=1, le=MOST_TRUTH)] = 500,
) -> Response:
    """Return exact scores of nodes, and where the search is wrong. Standard rules only."""
    return await _submit(request, "trace truth", read_id(id), first=first, count=count)
