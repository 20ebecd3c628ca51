"""The routes of positions: what may be played, and what is known about it."""

import json
import random
from typing import Annotated

from fastapi import APIRouter, Query, Request
from starlette.responses import Response

from fourscore.arena.play import land
from fourscore.core.notation import empty_board
from fourscore.core.pasted import read_pasted
from fourscore.core.position import require_ongoing
from fourscore.schemas.positions import PositionView, played_views, position_view
from fourscore.schemas.review import LineView, ReviewView
from fourscore.schemas.truth import AnalysisView, ExplanationView, HintView
from fourscore.solver.solver import require_solvable
from fourscore.web.cache import CachedResponse
from fourscore.web.position_params import GameParam, game_of, request_of
from fourscore.web.positions import jobs
from fourscore.web.positions.analyses import get_analyses
from fourscore.web.positions.schemas import DropRequest, DropView, ImportRequest, ImportView
from fourscore.web.responses import (
    accepts_events,
    cache_and_send,
    cacheable,
    no_store,
    run_job,
    single_event,
)
from fourscore.web.routing import BODY, EVENT_STREAM, JOB, PREFIX, QUICK
from fourscore.web.service import get_service

__all__ = ["router", "truth"]

router = APIRouter(prefix=PREFIX, tags=["positions"], responses=QUICK)
truth = APIRouter(prefix=PREFIX, tags=["truth"], responses=JOB | EVENT_STREAM)


@router.get("/positions/{moves}", response_model=PositionView)
async def get_position(request: Request, game: GameParam) -> Response:
    """Return everything a page shows of a position, and the legal moves."""
    return cache_and_send(request, CachedResponse.of_model(position_view(game)))


@router.post("/positions", response_model=ImportView, responses=BODY)
async def import_position(body: ImportRequest) -> ImportView:
    """Read what people paste: moves in any notation, a drawn board, a link, a whole game."""
    found = read_pasted(body.text, empty_board(body.size, body.variant))
    first, second = (found.game.tags.get(tag) for tag in ("First", "Second"))
    return ImportView(
        **dict(position_view(found.game)), form=found.form, first=first, second=second
    )


@router.post("/drops", response_model=DropView, responses=BODY)
async def drop(body: DropRequest) -> DropView:
    """Play a person's move; in slip this draws where the disc lands."""
    game = game_of(body)
    seed = random.SystemRandom().getrandbits(32) if body.seed is None else body.seed
    game.play(body.column - 1, land(game.position, body.column - 1, seed))
    return DropView(played=played_views(game)[-1], position=position_view(game))


@truth.get("/positions/{moves}/analysis", response_model=AnalysisView)
async def get_analysis(request: Request, game: GameParam) -> Response:
    """Prove the exact score of every column. Standard rules only."""
    position, analyses = game.position, get_analyses(request)
    require_solvable(position)
    known = analyses.get(position)
    if known is not None:
        is_stream = accepts_events(request)
        return single_event(known.content) if is_stream else cache_and_send(request, known)

    def respond(request: Request, content: str) -> Response:
        if not json.loads(content)["complete"]:
            return no_store(request, content)
        response = CachedResponse.of(content.encode())
        analyses.put(position, response)
        return cache_and_send(request, response)

    return await run_job(request, jobs.analysis, request_of(game), respond)


@truth.get("/positions/{moves}/explain", response_model=ExplanationView)
async def get_explanation(
    request: Request,
    game: GameParam,
    column: Annotated[int | None, Query(ge=1, le=63, description="Explain this move.")] = None,
) -> Response:
    """Explain why the position is won, drawn or lost, or what a column does, in plain words."""
    if column is not None:
        game.position.play(column - 1)
    job_request = jobs.ExplainRequest(**dict(request_of(game)), column=column)
    return await run_job(request, jobs.explain, job_request, cacheable)


@truth.get("/positions/{moves}/review", response_model=ReviewView)
async def get_review(request: Request, game: GameParam) -> Response:
    """Compare a whole game with perfect play, move by move.

    Under other rules than the standard ones, and where a proof would take too long, moves are
    estimated: `estimation` says how.
    """
    seconds = get_service(request).settings.review_seconds
    return await run_job(request, jobs.review, request_of(game), cacheable, seconds)


@truth.get("/positions/{moves}/line", response_model=LineView)
async def get_line(
    request: Request,
    game: GameParam,
    column: Annotated[int, Query(ge=1, le=63, description="The move that the line begins with.")],
) -> Response:
    """Return what would follow a move with the best play of both sides."""
    game.position.play(column - 1)
    job_request = jobs.LineRequest(**dict(request_of(game)), column=column)
    seconds = get_service(request).settings.review_seconds
    return await run_job(request, jobs.line, job_request, cacheable, seconds)


@truth.get("/positions/{moves}/hint", response_model=HintView)
async def get_hint(request: Request, game: GameParam) -> Response:
    """Recommend a column, under any rules: the best if that is proved soon, else a guess."""
    require_ongoing(game.position)
    return await run_job(request, jobs.hint, request_of(game), no_store)
