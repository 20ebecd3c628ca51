"""The addresses of traces: search trees, whole or as they are opened."""

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
"""Nodes whose exact scores one request may ask for."""
router = APIRouter(prefix=PREFIX, tags=["traces"])
Route = TypeVar("Route", bound=Callable[..., Any])
FOUND = LONG | list_problems(404) | {200: STREAM}


def _part(path: str, shape: type[Schema]) -> Callable[[Route], Route]:
    """Make a route to a part of a trace."""
    return router.get(f"/traces/{{id}}{path}", response_model=shape, responses=FOUND)


Id = Annotated[str, Path(max_length=LONGEST_ID)]
Number = Annotated[int, Path(ge=0, le=2**31, description="The node's number, from 0.")]


async def _ask(
    request: Request, job: str, body: TraceRequest, lasts: bool = True, **more: Any
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
        return keep(request, Kept.of(content)) if lasts else passing(content)

    return await answer(request, service_of(request).submit(request, job, ask), done)


@router.post("/traces", response_model=TraceView, responses=LONG | POSTED | {200: STREAM})
async def post_trace(request: Request, body: TraceRequest) -> Response:
    """Let an agent decide, and have the tree that its search visited."""
    return await _ask(request, "trace", body, lasts=False)


@_part("", TraceView)
async def get_trace(request: Request, id: Id) -> Response:  # noqa: A002
    """A trace that was made before, here or elsewhere."""
    return await _ask(request, "trace", read_id(id))


@_part("/nodes", TreeView)
async def get_nodes(request: Request, id: Id) -> Response:  # noqa: A002
    """The whole tree as columns, with every step of the search."""
    return await _ask(request, "trace nodes", read_id(id))


@_part("/nodes/{node}", NodeView)
async def get_node(
    request: Request,
    id: Id,  # noqa: A002
    node: Number,
    truth: Annotated[bool, Query(description="Whether to solve it, too.")] = True,
) -> Response:
    """One node: its board, what the search thought, why it ended, and the truth."""
    return await _ask(request, "trace node", read_id(id), node=node, truth=truth)


@_part("/nodes/{node}/children", ChildrenView)
async def get_children(request: Request, id: Id, node: Number) -> Response:  # noqa: A002
    """The nodes right below one, for trees that are opened step by step."""
    return await _ask(request, "trace children", read_id(id), node=node)


@_part("/truth", TruthView)
async def get_truth(
    request: Request,
    id: Id,  # noqa: A002
    first: Annotated[int, Query(ge=0, le=2**31)] = 0,
    count: Annotated[int, Query(ge=1, le=MOST_TRUTH)] = 500,
) -> Response:
    """Exact scores of some nodes, and where the search is wrong. Standard rules only."""
    return await _ask(request, "trace truth", read_id(id), first=first, count=count)
