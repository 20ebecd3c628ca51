"""Limits and cancelling, with real clocks and threads."""

import threading
import time
from typing import Any

import pytest

from fourscore.agents import agent
from fourscore.core.position import Position
from fourscore.errors import InputError
from fourscore.search.control import Cancel
from fourscore.search.types import Limit

THINKERS = (
    "minimax:depth=40",
    "alphabeta:depth=40",
    "deepening",
    "expectiminimax:depth=40",
    "mcts",
)


@pytest.mark.parametrize("spec", THINKERS)
@pytest.mark.parametrize("seconds", [0.05, 0.3])
def test_a_time_limit_holds(spec: str, seconds: float) -> None:
    """Within 30 ms on an idle core; it is tried for long, since a test's core may be busy."""
    thinker = agent(spec)
    over = [float("inf")]
    end = time.monotonic() + 120
    while over[-1] >= 0.03 and time.monotonic() < end:
        start = time.perf_counter()
        report = thinker.choose(Position.empty(), Limit(seconds=seconds))
        over.append(time.perf_counter() - start - seconds)
        assert report.column in Position.empty().legal
    assert -0.01 < over[-1] < 0.03, over


@pytest.mark.parametrize("spec", THINKERS)
def test_another_thread_can_cancel(spec: str) -> None:
    thinker, cancel = agent(spec), Cancel()
    thinker.choose(Position.empty(), Limit(depth=1, nodes=10, playouts=1))
    timer = threading.Timer(0.1, cancel.cancel)
    timer.start()
    report = thinker.choose(Position.empty(), Limit(depth=40, seconds=60), cancel=cancel)
    timer.join()
    assert not report.complete
    assert report.seconds < 30
    assert report.column in Position.empty().legal


def test_a_cancel_before_the_start_counts() -> None:
    cancel = Cancel()
    cancel.cancel()
    report = agent("alphabeta:depth=40").choose(Position.empty(), cancel=cancel)
    assert report.nodes == 0
    assert report.column == 3


def test_searches_run_beside_each_other() -> None:
    """Kernels hold no lock: two threads think at once, each with its own counters."""
    reports = {}

    def think(name: str, depth: int) -> None:
        reports[name] = agent(f"minimax:depth={depth}").choose(Position.empty())

    threads = [threading.Thread(target=think, args=(f"d{depth}", depth)) for depth in (6, 7)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert reports["d6"].nodes == sum(7**ply for ply in range(7))
    assert reports["d7"].depth == 7


@pytest.mark.parametrize(
    ("name", "amount"), [("nodes", 1.5), ("depth", "3"), ("seconds", float("inf"))]
)
def test_limits_of_a_wrong_kind_are_refused(name: str, amount: Any) -> None:
    with pytest.raises(InputError, match=f"number of {name}, not "):
        Limit(**{name: amount})
