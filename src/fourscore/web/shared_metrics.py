"""The metrics of several server processes as one: each writes its own down, any adds them up."""

import asyncio
import os
from collections.abc import Callable, Iterable
from pathlib import Path

from prometheus_client import CollectorRegistry, generate_latest
from prometheus_client.core import Metric
from prometheus_client.parser import text_string_to_metric_families
from prometheus_client.registry import Collector

from fourscore.runtime.files import write_atomically
from fourscore.web.metrics import Metrics

__all__ = ["SharedMetrics", "add_up"]

PUBLISH_SECONDS = 2.0
"""Seconds after which the other processes know of a change."""
OF_ALL = (
    "fourscore_tournaments",
    "fourscore_tournaments_waiting",
    "fourscore_trainings",
    "fourscore_trainings_waiting",
)
"""Gauges of what all processes see: the largest counts, and not the sum."""

Values = dict[tuple[str, frozenset[tuple[str, str]]], float]
"""The value of each series, by its name and labels."""


class SharedMetrics:
    """The metrics of one process in a folder that all processes of a server share."""

    def __init__(self, metrics: Metrics, folder: Path) -> None:
        self._metrics, self._folder = metrics, folder

    async def publish_always(self) -> None:
        """Write this process's metrics down, again and again."""
        while True:
            self._publish()
            await asyncio.sleep(PUBLISH_SECONDS)

    def render(self) -> bytes:
        """Return the metrics of all processes, added up, in Prometheus' text format."""
        self._publish()
        files = sorted(self._folder.glob("*.prom"))
        return add_up(path.read_text(encoding="utf-8") for path in files)

    def _publish(self) -> None:
        path = self._folder / f"{os.getpid()}.prom"
        write_atomically(path, self._metrics.render().decode())


def add_up(texts: Iterable[str]) -> bytes:
    """Add up metrics in Prometheus' text format, label by label.

    >>> one = "# HELP a_total A.\\n# TYPE a_total counter\\na_total 2.0\\n"
    >>> print(add_up([one, one]).decode().splitlines()[-1])
    a_total 4.0
    """
    families: dict[str, Metric] = {}
    values: dict[str, Values] = {}
    for text in texts:
        for family in text_string_to_metric_families(text):
            families.setdefault(family.name, family)
            known = values.setdefault(family.name, {})
            for name, labels, value, *_ in family.samples:
                key, combine = (name, frozenset(labels.items())), _combine(name)
                known[key] = combine((known[key], value)) if key in known else value
    registry = CollectorRegistry(auto_describe=False)
    registry.register(_Sums(families, values))
    return generate_latest(registry)


def _combine(name: str) -> Callable[[tuple[float, float]], float]:
    if name in OF_ALL:
        return max
    return min if name.endswith("_created") else sum


class _Sums(Collector):
    def __init__(self, families: dict[str, Metric], values: dict[str, Values]) -> None:
        self._families, self._values = families, values

    def collect(self) -> Iterable[Metric]:
        for name, family in self._families.items():
            total = Metric(name, family.documentation, family.type)
            for (sample, labels), value in self._values[name].items():
                total.add_sample(sample, dict(labels), value)
            yield total
