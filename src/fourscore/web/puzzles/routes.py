"""The addresses of puzzles. They are made when they are asked for; a seed or an id says which."""

import json
from collections.abc import Callable
from typing import Annotated, Any, Literal, TypeVar

from fastapi import APIRouter, Path, Query, Request
from starlette.responses import Response

from fourscore.errors import InputError
from fourscore.schemas.base import Schema
from fourscore.schemas.puzzles import AnswerView, AttemptView, PuzzlesView, PuzzleView
from fourscore.web.answers import Kept, answer, passing
from fourscore.web.routing import LONG, PREFIX, STREAM, keep
from fourscore.web.service import service_of

__all__ = ["router"]

MOST = 20
"""Puzzles that one request may ask for."""
LEVELS = 10
router = APIRouter(prefix=PREFIX, tags=["puzzles"])
Route = TypeVar("Route", bound=Callable[..., Any])


def _made(path: str, shape: type[Schema]) -> Callable[[Route], Route]:
    """Make a route whose answer a worker finds."""
    return router.get(path, response_model=shape, responses=LONG | {200: STREAM})


Id = Annotated[str, Path(max_length=20, examples=["9a6808g00"])]
Level = Annotated[int, Query(ge=1, le=LEVELS)]


@_made("/puzzles", PuzzlesView)
async def get_puzzles(
    request: Request,
    count: Annotated[int, Query(ge=1, le=MOST, description="How many.")] = 3,
    seed: Annotated[int, Query(ge=0, le=2**62, description="The same seed, the same ones.")] = 0,
    kind: Annotated[
        Literal["win", "save"] | None, Query(description="Left out, both kinds.")
    ] = None,
    easiest: Level = 1,
    hardest: Level = LEVELS,
) -> Response:
    """Positions in which exactly one column wins, or exactly one saves the draw."""
    if easiest > hardest:
        raise InputError(f"level {easiest} is harder than level {hardest}")
    levels = [] if hardest - easiest + 1 == LEVELS else list(range(easiest, hardest + 1))
    ask = {"count": count, "seed": seed, "kind": kind, "levels": levels}

    def remember(content: str) -> Response:
        complete = json.loads(content)["complete"]
        return keep(request, Kept.of(content)) if complete else passing(content)

    return await answer(request, service_of(request).submit(request, "puzzles", ask), remember)


async def _ask(request: Request, job: str, ask: dict[str, Any]) -> Response:
    submitted = service_of(request).submit(request, job, ask)
    return await answer(request, submitted, lambda content: keep(request, Kept.of(content)))


@_made("/puzzles/{id}", PuzzleView)
async def get_puzzle(request: Request, id: Id) -> Response:  # noqa: A002
    """One puzzle, brought back by its id."""
    return await _ask(request, "puzzle", {"id": id})


@_made("/puzzles/{id}/tries/{column}", AttemptView)
async def try_column(
    request: Request,
    id: Id,  # noqa: A002
    column: Annotated[int, Path(ge=1, le=63)],
) -> Response:
    """Whether a column is the answer, and if not what is wrong with it."""
    return await _ask(request, "puzzle attempt", {"id": id, "column": column})


@_made("/puzzles/{id}/answer", AnswerView)
async def get_answer(request: Request, id: Id) -> Response:  # noqa: A002
    """The column, the line and the explanation."""
    return await _ask(request, "puzzle answer", {"id": id})
