"""The ASGI application of one server: the API, the pages, and what runs beside them."""

import asyncio
import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from typing import Any

from fastapi import FastAPI, Request
from starlette.responses import JSONResponse, Response
from starlette.types import ASGIApp, Receive, Scope, Send

from fourscore import __version__
from fourscore.book import default_book
from fourscore.insight.lessons.folder import built_in
from fourscore.schemas.positions import position_view
from fourscore.schemas.truth import known_analysis
from fourscore.web import api_docs, problems
from fourscore.web.access.audit import AuditLog, AuditMiddleware
from fourscore.web.access.guard import Guard
from fourscore.web.access.middleware import AccessMiddleware
from fourscore.web.access.routes import may_read
from fourscore.web.access.routes import router as access
from fourscore.web.agents.routes import router as agents
from fourscore.web.agents.schemas import agents_view
from fourscore.web.course.routes import router as course
from fourscore.web.exercises.routes import router as exercises
from fourscore.web.first_view import FirstViews
from fourscore.web.lessons.routes import router as lessons
from fourscore.web.logs import AccessLogMiddleware
from fourscore.web.metrics import MEDIA_TYPE as METRICS
from fourscore.web.metrics import Metrics
from fourscore.web.middleware import CacheMiddleware, MetricsMiddleware
from fourscore.web.openings.routes import router as openings
from fourscore.web.position_params import game_of
from fourscore.web.positions.analyses import AnalysisCache
from fourscore.web.positions.quick import QuickPositions
from fourscore.web.positions.routes import router as positions
from fourscore.web.positions.routes import truth
from fourscore.web.puzzles.routes import router as puzzles
from fourscore.web.races.routes import router as races
from fourscore.web.rate_limits import RateLimitMiddleware
from fourscore.web.readiness import why_not_ready
from fourscore.web.routing import PREFIX
from fourscore.web.schemas import PositionRequest, Problem
from fourscore.web.security import SecurityMiddleware
from fourscore.web.service import Service, get_service
from fourscore.web.settings import Settings
from fourscore.web.shared_metrics import SharedMetrics
from fourscore.web.static import serve_file
from fourscore.web.tournaments.routes import router as tournaments
from fourscore.web.tournaments.scheduler import TournamentScheduler
from fourscore.web.traces.routes import router as traces
from fourscore.web.training.routes import router as training
from fourscore.web.training.scheduler import TrainingScheduler

__all__ = ["WebApp"]

ABOUT = """Play Connect Four, ask agents for moves, and know the truth about every position.

Columns and rows count from 1. A position is its moves: `/positions/4453`; no moves are `-`.
Every answer follows from the request alone; only tournaments and trainings are stored on the
server. Answers that take long come as server-sent events if you accept `text/event-stream`; the
work stops when you disconnect."""


class WebApp:
    """An ASGI application with the workers, the tournaments and the trainings of one server."""

    def __init__(self, settings: Settings) -> None:
        self._service = Service(settings)
        metrics = self._service.metrics
        self._schedulers = (
            TournamentScheduler(settings, metrics),
            TrainingScheduler(settings, metrics),
        )
        if settings.processes > 1:
            for each in self._schedulers:
                each.share_slots()
        self._api = api = self._make_api()
        folder = settings.metrics_folder
        api.state.shared_metrics = None if folder is None else SharedMetrics(metrics, folder)
        api.state.service = self._service
        api.state.scheduler, api.state.trainings = self._schedulers
        api.state.analyses = analyses = AnalysisCache(settings, metrics)
        responses = self._service.responses
        cached = CacheMiddleware(QuickPositions(api, responses, analyses), responses)
        api.state.first_views = FirstViews(cached, closed=settings.closed)
        guarded = self._guard(cached, api)
        self._app: ASGIApp = MetricsMiddleware(SecurityMiddleware(guarded, settings), metrics)
        if settings.access_log:
            self._app = AccessLogMiddleware(self._app)

    def _guard(self, app: ASGIApp, api: FastAPI) -> ASGIApp:
        """Put what asks who may, writes it down and counts requests in front of an app."""
        settings, metrics = self._service.settings, self._service.metrics
        api.state.guard = None
        if settings.password is not None:
            api.state.guard = Guard(settings.password, settings.login_attempts, metrics)
            app = AccessMiddleware(app, api.state.guard, closed=settings.closed)
        app = AuditMiddleware(app, AuditLog(settings.data))
        return RateLimitMiddleware(app, settings.rate, metrics) if settings.rate else app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await self._app(scope, receive, send)

    @property
    def metrics(self) -> Metrics:
        return self._service.metrics

    async def why_not_ready(self) -> str | None:
        """Return why the server cannot do all it should, or None."""
        return await why_not_ready(self._service)

    async def close(self) -> None:
        """Stop what runs in the background and the workers; may be called more than once."""
        closing = [each.close() for each in self._schedulers]
        await asyncio.gather(*closing, self._service.pool.close())

    @asynccontextmanager
    async def _lifespan(self, _: FastAPI) -> AsyncIterator[None]:
        self._service.pool.start()
        for each in self._schedulers:
            each.start()
        shared = self._api.state.shared_metrics
        publishing = shared and asyncio.create_task(shared.publish_always())
        threading.Thread(target=_warm_up, args=(self._service.settings,), daemon=True).start()
        yield
        if publishing:
            publishing.cancel()
        await self.close()

    def _make_api(self) -> FastAPI:
        app = FastAPI(
            title="fourscore",
            version=__version__,
            description=ABOUT,
            openapi_url=f"{PREFIX}/openapi.json",
            docs_url=None,  # these would load scripts from other servers
            redoc_url=None,
            lifespan=self._lifespan,
            separate_input_output_schemas=False,
        )
        app.openapi = partial(_document, app)  # type: ignore[method-assign]
        problems.add_handlers(app)
        for router in (
            positions,
            truth,
            openings,
            course,
            agents,
            races,
            puzzles,
            traces,
            lessons,
            exercises,
            tournaments,
            training,
            access,
        ):
            app.include_router(router)
        app.get(f"{PREFIX}/docs", include_in_schema=False)(_docs)
        app.get(f"{PREFIX}/docs.css", include_in_schema=False)(_style)
        app.get("/healthz", include_in_schema=False)(_health)
        app.get("/readyz", include_in_schema=False)(_ready)
        app.get("/metrics", include_in_schema=False)(_metrics)
        app.router.default = _serve_page
        return app


def _document(app: FastAPI) -> dict[str, Any]:
    """Return the OpenAPI document, with problems, which no route returns by type."""
    if app.openapi_schema is None:
        document = FastAPI.openapi(app)
        schemas = document["components"]["schemas"]
        schemas["Problem"] = Problem.model_json_schema()
        # Every error is a problem; FastAPI's own models for them are never sent.
        for name in ("HTTPValidationError", "ValidationError"):
            schemas.pop(name, None)
    return app.openapi_schema or {}


def _warm_up(settings: Settings) -> None:
    """Load what the first requests would wait for."""
    game = game_of(PositionRequest(moves="4"))
    position_view(game)
    if (book := default_book()) is not None:
        known_analysis(game.position, book)
    agents_view(settings.caps, settings.local_agents)
    built_in()


async def _docs(request: Request) -> Response:
    return Response(api_docs.render(request.app.openapi()), media_type="text/html")


async def _style() -> Response:
    return Response(api_docs.STYLE, media_type="text/css")


async def _health(request: Request) -> Response:
    """Return that the server is alive, and the value of every gauge to those who may read."""
    if not await may_read(request):
        return JSONResponse({"status": "ok"})
    gauges = get_service(request).metrics.gauges()
    return JSONResponse({"status": "ok", "version": __version__, **gauges})


async def _ready(request: Request) -> Response:
    """Return that the server can do all it should, or why not."""
    why = await why_not_ready(get_service(request))
    if why is None:
        return JSONResponse({"status": "ready"})
    return problems.problem_response(503, why, {"Retry-After": "2"})


async def _metrics(request: Request) -> Response:
    shared: SharedMetrics | None = request.app.state.shared_metrics
    own = get_service(request).metrics
    content = own.render() if shared is None else await shared.render()
    return Response(content, media_type=METRICS)


async def _serve_page(scope: Scope, receive: Receive, send: Send) -> None:
    """Answer requests without a route: with a page, or with a problem."""
    if scope["type"] != "http":
        return
    request = Request(scope)
    path = scope["path"].lstrip("/")
    if scope["method"] in ("GET", "HEAD") and not path.startswith("api/"):
        settings, first_views = get_service(request).settings, request.app.state.first_views
        # With a password, a page says whether this browser has given it.
        control = "no-cache" if settings.password is None else "private, no-cache"
        response = await serve_file(request, settings.static, path, first_views.find, control)
    else:
        response = problems.problem_response(404, problems.NOT_FOUND)
    await response(scope, receive, send)
