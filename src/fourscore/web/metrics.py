"""Counts, gauges and times for Prometheus."""

from collections.abc import Callable
from functools import cache

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.exposition import CONTENT_TYPE_LATEST as MEDIA_TYPE

__all__ = ["MEDIA_TYPE", "Metrics"]

BUCKETS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0)
"""Upper bounds of the histogram's buckets, in seconds."""


class Metrics:
    """The metrics of one server, in their own registry."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self._gauges: dict[str, Callable[[], float]] = {}
        requests = self.counter("requests", "Requests answered.", "method", "route", "status")
        seconds = Histogram(
            "fourscore_request_seconds",
            "Time to answer a request.",
            ["route"],
            buckets=BUCKETS,
            registry=self.registry,
        )

        @cache  # looking labels up takes longer than counting
        def series(method: str, route: str, status: int) -> tuple[Counter, Histogram]:
            return requests.labels(method, route, status), seconds.labels(route)

        self._series = series

    def counter(self, name: str, about: str, *labels: str) -> Counter:
        """Add a counter; Prometheus shows it as ``fourscore_NAME_total``."""
        return Counter(f"fourscore_{name}", about, labels, registry=self.registry)

    def gauge(self, name: str, about: str, read: Callable[[], float]) -> None:
        """Add a gauge, which is read whenever it is shown."""
        Gauge(f"fourscore_{name}", about, registry=self.registry).set_function(read)
        self._gauges[name] = read

    def count_request(self, method: str, route: str, status: int, seconds: float) -> None:
        """Count an answered request."""
        requests, times = self._series(method, route, status)
        requests.inc()
        times.observe(seconds)

    def gauges(self) -> dict[str, float]:
        """Return the present value of every gauge."""
        return {name: read() for name, read in self._gauges.items()}

    def render(self) -> bytes:
        """Return everything in Prometheus' text format."""
        return generate_latest(self.registry)
