"""Counts, gauges and times for Prometheus."""

from collections.abc import Callable
from functools import cache

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    GCCollector,
    Histogram,
    Info,
    PlatformCollector,
    ProcessCollector,
    generate_latest,
)
from prometheus_client.exposition import CONTENT_TYPE_LATEST as MEDIA_TYPE

from fourscore import __version__
from fourscore.web.old_metrics import OldNames

__all__ = ["MEDIA_TYPE", "Metrics"]

BUCKETS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0)
"""Upper bounds of the histogram's buckets, in seconds."""


class Metrics:
    """The metrics of one server, in their own registry."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self._gauges: dict[str, Callable[[], float]] = {}
        requests = Counter(
            "http_requests",
            "Requests answered.",
            ["method", "handler", "status"],
            registry=self.registry,
        )
        seconds = Histogram(
            "http_request_duration_seconds",
            "Time to answer a request.",
            ["method", "handler"],
            buckets=BUCKETS,
            registry=self.registry,
        )
        self.in_progress = 0
        """Requests that are being answered; the event loop alone counts them."""
        in_progress = Gauge(
            "http_requests_inprogress", "Requests being answered.", registry=self.registry
        )
        in_progress.set_function(lambda: self.in_progress)
        self.registry.register(OldNames(requests, seconds))
        build = Info("fourscore_build", "The version.", registry=self.registry)
        build.info({"version": __version__})
        for collector in (ProcessCollector, PlatformCollector, GCCollector):
            collector(registry=self.registry)

        @cache  # looking labels up takes longer than counting
        def series(method: str, handler: str, status: int) -> tuple[Counter, Histogram]:
            return requests.labels(method, handler, status), seconds.labels(method, handler)

        self._series = series

    def counter(self, name: str, about: str, *labels: str) -> Counter:
        """Add a counter; Prometheus shows it as ``fourscore_NAME_total``."""
        return Counter(f"fourscore_{name}", about, labels, registry=self.registry)

    def gauge(self, name: str, about: str, read: Callable[[], float]) -> None:
        """Add a gauge, which is read whenever it is shown."""
        Gauge(f"fourscore_{name}", about, registry=self.registry).set_function(read)
        self._gauges[name] = read

    def count_request(self, method: str, handler: str, status: int, seconds: float) -> None:
        """Count an answered request."""
        requests, times = self._series(method, handler, status)
        requests.inc()
        times.observe(seconds)

    def gauges(self) -> dict[str, float]:
        """Return the present value of every gauge."""
        return {name: read() for name, read in self._gauges.items()}

    def render(self) -> bytes:
        """Return everything in Prometheus' text format."""
        return generate_latest(self.registry)
