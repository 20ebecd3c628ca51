"""Analyses that need no worker: those in the book, and those that were proved before."""

from fastapi import Request

from fourscore.book import default_book
from fourscore.core.position import Position
from fourscore.schemas.truth import known_analysis
from fourscore.web.cache import CachedResponse, LruCache
from fourscore.web.metrics import Metrics
from fourscore.web.settings import Settings

__all__ = ["AnalysisCache", "get_analyses"]


class AnalysisCache:
    """Complete analyses by position, regardless of the moves that lead to it."""

    def __init__(self, settings: Settings, metrics: Metrics) -> None:
        self._analyses = LruCache[Position, CachedResponse](settings.cache_bytes // 2)
        self._lookups = metrics.counter(
            "analysis_cache", "Analyses by where they came from.", "outcome"
        )
        metrics.gauge("analyses_cached", "Analyses in memory.", lambda: len(self._analyses))

    def get(self, position: Position) -> CachedResponse | None:
        found, outcome = self._analyses.get(position), "hit"
        if found is None and (book := default_book()) is not None:
            view, outcome = known_analysis(position, book), "book"
            found = None if view is None else CachedResponse.of_model(view)
        self._lookups.labels("miss" if found is None else outcome).inc()
        return found

    def put(self, position: Position, response: CachedResponse) -> None:
        self._analyses.put(position, response, response.weight)


def get_analyses(request: Request) -> AnalysisCache:
    """Return the analyses of the server that has received a request."""
    analyses: AnalysisCache = request.app.state.analyses
    return analyses
