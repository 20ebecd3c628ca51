"""The metrics of requests under the names that they had in 1.0, until the next major version."""

from collections import defaultdict
from collections.abc import Iterator

from prometheus_client import Counter, Histogram
from prometheus_client.metrics_core import Metric
from prometheus_client.registry import Collector

__all__ = ["OldNames"]

Labels = tuple[tuple[str, str], ...]


class OldNames(Collector):
    """Shows counters and times a second time; they are only counted once."""

    def __init__(self, requests: Counter, seconds: Histogram) -> None:
        self._requests, self._seconds = requests, seconds

    def describe(self) -> Iterator[Metric]:
        """Return nothing, so that nothing is collected while it is registered."""
        return iter(())

    def collect(self) -> Iterator[Metric]:
        """Yield what was counted so far."""
        old = ("fourscore_requests", "Deprecated since 1.1: use http_requests_total.", "counter")
        yield self._renamed(self._requests, *old)
        text = "Deprecated since 1.1: use http_request_duration_seconds."
        yield self._renamed(self._seconds, "fourscore_request_seconds", text, "histogram")

    def _renamed(self, source: Counter | Histogram, name: str, text: str, kind: str) -> Metric:
        old = Metric(name, text, kind)
        sums: defaultdict[tuple[str, Labels], float] = defaultdict(float)
        for metric in source.collect():
            for sample in metric.samples:
                labels = {**sample.labels, "route": sample.labels["handler"]}
                kept = ("method", "route", "status") if kind == "counter" else ("route", "le")
                key = tuple((each, labels[each]) for each in kept if each in labels)
                sums[sample.name.removeprefix(metric.name), key] += sample.value
        for (suffix, key), value in sums.items():
            if suffix != "_created":
                old.add_sample(name + suffix, dict(key), value)
        return old
