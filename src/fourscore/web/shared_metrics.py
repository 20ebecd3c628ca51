"""The metrics of several server processes as one: each writes its own down, any adds them up."""

import asyncio
import logging
import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from prometheus_client import CollectorRegistry, generate_latest
from prometheus_client.core import Metric
from prometheus_client.parser import text_string_to_metric_families
from prometheus_client.registry import Collector

from fourscore.runtime.files import write_atomically
from fourscore.runtime.system import FileLock
from fourscore.web.metrics import Metrics

__all__ = ["SharedMetrics", "add_up", "retire"]

PUBLISH_SECONDS = 2.0
"""Seconds after which the other processes know of a change."""
OF_ALL = (
    "fourscore_tournaments",
    "fourscore_tournaments_waiting",
    "fourscore_trainings",
    "fourscore_trainings_waiting",
)
"""Gauges of what all processes see: the largest counts, and not the sum."""
GONE = "gone.prom"
"""The file with the counts of processes that have exited."""
COUNTED = ("counter", "histogram")
"""The types of metrics that outlive their process."""
log = logging.getLogger("fourscore.web")

Values = dict[tuple[str, frozenset[tuple[str, str]]], float]
"""The value of each series, by its name and labels."""


class SharedMetrics:
    """The metrics of one process in a folder that all processes of a server share."""

    def __init__(self, metrics: Metrics, folder: Path) -> None:
        self._metrics, self._folder = metrics, folder

    async def publish_always(self) -> None:
        """Write this process's metrics down, again and again."""
        while True:
            try:
                await self._publish()
            except OSError as error:
                log.warning("cannot share the metrics: %s", error)
            await asyncio.sleep(PUBLISH_SECONDS)

    async def render(self) -> bytes:
        """Return the metrics of all processes, added up, in Prometheus' text format."""
        await self._publish()
        return await asyncio.to_thread(self._add_up)

    def _add_up(self) -> bytes:
        with _locked(self._folder):
            files = sorted(self._folder.glob("*.prom"))
            texts = [path.read_text(encoding="utf-8") for path in files]
        return add_up(texts)

    async def _publish(self) -> None:
        # Collected here, on the loop that counts; written elsewhere.
        text = self._metrics.render().decode()
        await asyncio.to_thread(write_atomically, self._folder / f"{os.getpid()}.prom", text)


def retire(folder: Path, pid: int) -> None:
    """Keep the counts of a process that has exited, so that no sum ever falls."""
    path, gone = folder / f"{pid}.prom", folder / GONE
    with _locked(folder):
        if not path.exists():
            return
        texts = [each.read_text(encoding="utf-8") for each in (gone, path) if each.exists()]
        write_atomically(gone, add_up(texts, COUNTED))
        path.unlink()


@contextmanager
def _locked(folder: Path) -> Iterator[None]:
    """Keep others from reading the files while they are rearranged."""
    with FileLock(folder / ".metrics.lock"):
        yield


def add_up(texts: Iterable[str], types: tuple[str, ...] = ()) -> bytes:
    """Add up metrics in Prometheus' text format, label by label; only those of some types if given.

    >>> one = "# HELP a_total A.\\n# TYPE a_total counter\\na_total 2.0\\n"
    >>> print(add_up([one, one]).decode().splitlines()[-1])
    a_total 4.0
    """
    families: dict[str, Metric] = {}
    values: dict[str, Values] = {}
    for text in texts:
        for family in text_string_to_metric_families(text):
            if types and family.type not in types:
                continue
            families.setdefault(family.name, family)
            known = values.setdefault(family.name, {})
            for name, labels, value, *_ in family.samples:
                key, combine = (name, frozenset(labels.items())), _combine(name)
                known[key] = combine((known[key], value)) if key in known else value
    registry = CollectorRegistry(auto_describe=False)
    registry.register(_Sums(families, values))
    return generate_latest(registry)


def _combine(name: str) -> Callable[[tuple[float, float]], float]:
    if name in OF_ALL or name.endswith("_info"):
        return max
    return min if name.endswith(("_created", "_start_time_seconds")) else sum


class _Sums(Collector):
    def __init__(self, families: dict[str, Metric], values: dict[str, Values]) -> None:
        self._families, self._values = families, values

    def collect(self) -> Iterable[Metric]:
        for name, family in self._families.items():
            total = Metric(name, family.documentation, family.type)
            for (sample, labels), value in self._values[name].items():
                total.add_sample(sample, dict(labels), value)
            yield total
