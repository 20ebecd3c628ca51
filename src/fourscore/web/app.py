"""The app: API, pages, and what keeps watch over them."""

import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from typing import Any

from fastapi import FastAPI, Request
from starlette.responses import JSONResponse, Response
from starlette.types import Receive, Scope, Send

from fourscore import __version__
from fourscore.book import default_book
from fourscore.schemas.positions import position_view
from fourscore.schemas.truth import known_analysis
from fourscore.web import problems, reading, reference
from fourscore.web.agents.schemas import agents_view
from fourscore.web.metrics import MEDIA_TYPE as METRICS
from fourscore.web.positions.routes import router
from fourscore.web.puzzles.routes import router as puzzles
from fourscore.web.races.routes import router as races
from fourscore.web.routing import PREFIX
from fourscore.web.schemas import Problem
from fourscore.web.security import Guard
from fourscore.web.service import Service, service_of
from fourscore.web.settings import Settings
from fourscore.web.static import serve_file
from fourscore.web.tournaments.routes import router as tournaments
from fourscore.web.traces.routes import router as traces

__all__ = ["make_app"]

ABOUT = """Play Connect Four, ask agents for moves, and know the truth about every position.

Columns and rows count from 1. A position is its moves: `/positions/4453`; no moves are `-`.
Every answer follows from the question alone; only tournaments are kept on the server. Answers that
take long come as server-sent events if you accept `text/event-stream`, and are given up when you
leave."""


def make_app(settings: Settings) -> Guard:
    """Make the app of one server; its workers start with it."""
    service = Service(settings)

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        service.start()
        threading.Thread(target=_warm, args=(settings,), daemon=True).start()
        yield
        await service.close()

    app = FastAPI(
        title="fourscore",
        version=__version__,
        description=ABOUT,
        openapi_url=f"{PREFIX}/openapi.json",
        docs_url=None,  # it would load scripts from elsewhere
        redoc_url=None,
        lifespan=lifespan,
        separate_input_output_schemas=False,
    )
    app.state.service = service
    app.openapi = partial(_document, app)  # type: ignore[method-assign]
    problems.install(app)
    for each in (router, races, puzzles, traces, tournaments):
        app.include_router(each)
    app.get(f"{PREFIX}/docs", include_in_schema=False)(_reference)
    app.get(f"{PREFIX}/docs.css", include_in_schema=False)(_style)
    app.get("/healthz", include_in_schema=False)(_health)
    app.get("/metrics", include_in_schema=False)(_metrics)
    app.router.default = _elsewhere
    return Guard(app, service)


def _document(app: FastAPI) -> dict[str, Any]:
    """Describe the API, problems included, which no route returns by type."""
    if app.openapi_schema is None:
        document = FastAPI.openapi(app)
        schemas = document["components"]["schemas"]
        schemas["Problem"] = Problem.model_json_schema()
        # Every refusal is a problem; FastAPI's own shapes for them are never sent.
        for name in ("HTTPValidationError", "ValidationError"):
            schemas.pop(name, None)
    return app.openapi_schema or {}


def _warm(settings: Settings) -> None:
    """Load what the first request would wait for."""
    game = reading.read("4", None, "7x6", "standard")
    position_view(game)
    if (book := default_book()) is not None:
        known_analysis(game.position, book)
    agents_view(settings.caps)


async def _reference(request: Request) -> Response:
    return Response(reference.render(request.app.openapi()), media_type="text/html")


async def _style() -> Response:
    return Response(reference.STYLE, media_type="text/css")


async def _health(request: Request) -> Response:
    """Say that the server is alive, and how many workers can work."""
    service = service_of(request)
    state = {"status": "ok", "version": __version__, **service.metrics.gauges()}
    return JSONResponse(state, headers={"Cache-Control": "no-store"})


async def _metrics(request: Request) -> Response:
    text = service_of(request).metrics.render()
    return Response(text, media_type=METRICS, headers={"Cache-Control": "no-store"})


async def _elsewhere(scope: Scope, receive: Receive, send: Send) -> None:
    """Answer what no route does: with a page, or with a problem."""
    if scope["type"] != "http":
        return
    request = Request(scope)
    path = scope["path"].lstrip("/")
    if scope["method"] in ("GET", "HEAD") and not path.startswith("api/"):
        response = serve_file(request, service_of(request).settings.static, path)
    else:
        response = problems.problem(404, "there is nothing at this address")
    await response(scope, receive, send)
