"""The metrics of several processes as one: sums never fall, and what is not a sum is none."""

import re
from pathlib import Path

import pytest

from fourscore.web.metrics import Metrics
from fourscore.web.shared_metrics import add_up, retire


def value(text: bytes, name: str) -> float:
    found = re.search(rf"(?m)^{re.escape(name)} (.+)$", text.decode())
    assert found is not None
    return float(found[1])


@pytest.fixture
def texts() -> list[str]:
    """The metrics of two processes with three requests each."""
    processes = [Metrics(), Metrics()]
    for metrics in processes:
        metrics.gauge("workers", "Workers.", lambda: 2)
        for _ in range(3):
            metrics.count_request("GET", "/healthz", 200, 0.01)
    return [metrics.render().decode() for metrics in processes]


REQUESTS = 'http_requests_total{handler="/healthz",method="GET",status="200"}'


def test_counts_add_up_and_outlive_their_process(texts: list[str], tmp_path: Path) -> None:
    for pid, text in enumerate(texts, start=1):
        (tmp_path / f"{pid}.prom").write_text(text)
    for gone, gauges in ((1, 2), (2, 0), (3, 0)):
        retire(tmp_path, gone)
        left = [path.read_text() for path in sorted(tmp_path.glob("*.prom"))]
        assert value(add_up(left), REQUESTS) == 6
        assert ("fourscore_workers" in "".join(left)) == bool(gauges)
