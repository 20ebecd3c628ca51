"""Analyses that need no worker: those in the book, and those that were proved before."""

from fastapi import Request

from fourscore.book import default_book
from fourscore.core.position import Position
from fourscore.schemas.quick import known_analysis_json
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
        """Return an analysis that is known, and count whether it is."""
        found = self.find(position)
        if found is None:
            self._lookups.labels("miss").inc()
        return found

    def find(self, position: Position) -> CachedResponse | None:
        """Return an analysis that is known, and count it if it is."""
        found, outcome = self._analyses.get(position), "hit"
        if found is None and (book := default_book()) is not None:
            content, outcome = known_analysis_json(position, book), "book"
            found = None if content is None else CachedResponse.of(content)
        if found is not None:
            self._lookups.labels(outcome).inc()
        return found

    def put(self, position: Position, response: CachedResponse) -> None:
        self._analyses.put(position, response, response.weight)


def get_analyses(request: Request) -> AnalysisCache:
    """Return the analyses of the server that has received a request."""
    analyses: AnalysisCache = request.app.state.analyses
    return analyses
