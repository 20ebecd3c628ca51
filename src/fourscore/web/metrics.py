"""Counts and times for Prometheus, in its text format."""

from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping

__all__ = ["MEDIA_TYPE", "Metrics"]

MEDIA_TYPE = "text/plain; version=0.0.4; charset=utf-8"
BUCKETS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0)
"""Upper ends of the histogram's buckets, in seconds."""

Labels = tuple[tuple[str, str], ...]


class Metrics:
    """What has happened since the start."""

    def __init__(self) -> None:
        self.requests: Counter[tuple[str, str, int]] = Counter()
        self._buckets: defaultdict[str, list[int]] = defaultdict(lambda: [0] * (len(BUCKETS) + 1))
        self._seconds: Counter[str] = Counter()
        self.cache: Counter[str] = Counter()
        """Analyses that were remembered, in the book, or neither."""

    def count(self, method: str, route: str, status: int, seconds: float) -> None:
        """Note a request that was answered."""
        self.requests[method, route, status] += 1
        self._buckets[route][bisect_left(BUCKETS, seconds)] += 1
        self._seconds[route] += seconds  # type: ignore[assignment]

    def write(
        self,
        gauges: Mapping[str, float],
        jobs: Mapping[tuple[str, str], int],
        deaths: int,
        counts: Mapping[str, int],
    ) -> str:
        """Write everything in Prometheus' text format."""
        lines = [
            *_family("requests_total", "counter", "Requests answered.", self._requests()),
            *_family("request_seconds", "histogram", "Time to answer.", self._times()),
            *_family("analysis_cache_total", "counter", "Analyses asked for.", self._cached()),
            *_family("jobs_total", "counter", "Jobs by how they ended.", _jobs(jobs)),
            *_family("worker_deaths_total", "counter", "Workers that died.", [("", (), deaths)]),
        ]
        for name, count in counts.items():
            lines += _family(f"{name}_total", "counter", "Since the start.", [("", (), count)])
        for name, amount in gauges.items():
            lines += _family(name, "gauge", "Right now.", [("", (), amount)])
        return "\n".join(lines) + "\n"

    def _requests(self) -> Iterator[tuple[str, Labels, float]]:
        for (method, route, status), amount in sorted(self.requests.items()):
            yield "", (("method", method), ("route", route), ("status", str(status))), amount

    def _times(self) -> Iterator[tuple[str, Labels, float]]:
        for route, counts in sorted(self._buckets.items()):
            total = 0
            for end, amount in zip((*map(str, BUCKETS), "+Inf"), counts, strict=True):
                total += amount
                yield "_bucket", (("route", route), ("le", end)), total
            yield "_sum", (("route", route),), round(self._seconds[route], 6)
            yield "_count", (("route", route),), total

    def _cached(self) -> Iterator[tuple[str, Labels, float]]:
        for outcome in ("hit", "book", "miss"):
            yield "", (("outcome", outcome),), self.cache[outcome]


def _jobs(jobs: Mapping[tuple[str, str], int]) -> Iterator[tuple[str, Labels, float]]:
    for (kind, outcome), amount in sorted(jobs.items()):
        yield "", (("job", kind), ("outcome", outcome)), amount


def _family(
    name: str,
    kind: str,
    text: str,
    samples: Iterator[tuple[str, Labels, float]] | list[tuple[str, Labels, float]],
) -> Iterator[str]:
    yield f"# HELP fourscore_{name} {text}"
    yield f"# TYPE fourscore_{name} {kind}"
    for suffix, labels, amount in samples:
        inside = ",".join(f'{key}="{_escape(value)}"' for key, value in labels)
        yield f"fourscore_{name}{suffix}{f'{{{inside}}}' if inside else ''} {amount}"


def _escape(value: str) -> str:
    return value.replace("\\", r"\\").replace('"', r"\"").replace("\n", r"\n")
