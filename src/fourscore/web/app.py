"""The app: API, pages, and what keeps watch over them."""

import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from fastapi import FastAPI, Request
from starlette.responses import JSONResponse, Response
from starlette.types import ASGIApp

from fourscore import __version__
from fourscore.web import problems, reading
from fourscore.web.catalogue import agents_view
from fourscore.web.guard import Guard
from fourscore.web.metrics import MEDIA_TYPE as METRICS
from fourscore.web.routes import PREFIX, router
from fourscore.web.service import Service, service_of
from fourscore.web.settings import Settings
from fourscore.web.static import serve_file
from fourscore.web.views import position_view

__all__ = ["make_app"]

ABOUT = """Play Connect Four, ask agents for moves, and know the truth about every position.

Columns and rows count from 1. A position is its moves: `/positions/4453`; no moves are `-`.
Nothing is kept on the server: every answer follows from the question alone. Answers that take
long come as server-sent events if you accept `text/event-stream`, and are given up when you
leave."""


def make_app(settings: Settings) -> ASGIApp:
    """Make the app of one server; its workers start with it."""
    service = Service(settings)

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        service.pool.start()
        threading.Thread(target=_warm, args=(settings,), daemon=True).start()
        yield
        await service.pool.close(settings.shutdown_seconds)

    app = FastAPI(
        title="fourscore",
        version=__version__,
        description=ABOUT,
        openapi_url=f"{PREFIX}/openapi.json",
        docs_url=None,  # it would load scripts from elsewhere
        redoc_url=None,
        lifespan=lifespan,
    )
    app.state.service = service
    problems.install(app)
    app.include_router(router)
    app.get("/healthz", include_in_schema=False)(_health)
    app.get("/metrics", include_in_schema=False)(_metrics)
    app.get("/{path:path}", include_in_schema=False)(_page)
    return Guard(app, settings, service.metrics)


def _warm(settings: Settings) -> None:
    """Load what the first request would wait for."""
    position_view(reading.read("4", None, "7x6", "standard"))
    agents_view(settings.caps)


async def _health(request: Request) -> Response:
    """Say that the server is alive, and how many workers can work."""
    service = service_of(request)
    state = {"status": "ok", "version": __version__, **service.gauges()}
    return JSONResponse(state, headers={"Cache-Control": "no-store"})


async def _metrics(request: Request) -> Response:
    service = service_of(request)
    pool = service.pool
    text = service.metrics.write(service.gauges(), pool.ended, pool.deaths)
    return Response(text, media_type=METRICS, headers={"Cache-Control": "no-store"})


async def _page(request: Request, path: str) -> Response:
    if path.startswith("api/"):
        return problems.problem(404, "there is nothing at this address")
    return serve_file(request, service_of(request).settings.static, path)
