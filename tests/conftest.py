"""Settings that all tests share."""

import os
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

# The first call of a kernel compiles it, so that no example may be judged by its time.
settings.register_profile("default", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("ci", settings.get_profile("default"), derandomize=True)
settings.load_profile("ci" if os.environ.get("CI") else "default")

# What is started in the background, by `nohup` or by some CI runners, ignores these signals, and so
# would every process that a test starts. One that is handled is handed on as the default.
for each in (signal.SIGINT, signal.SIGHUP):
    if signal.getsignal(each) is signal.SIG_IGN:
        signal.signal(each, lambda *_: None)


@pytest.hookimpl(optionalhook=True)  # where xdist is not installed
def pytest_xdist_auto_num_workers() -> int:
    """Run four more tests than there are cores: many wait for a server, a browser or a clock."""
    return (os.cpu_count() or 1) + 4


LONGEST = ("browser", "packaging", "tui", "web")
"""The folders whose tests take longest."""


@pytest.hookimpl(trylast=True)  # when only those are left that will run
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Let each process begin with some of the tests that take longest.

    xdist gives every process an equal part, one after the other.
    """
    here, processes = Path(__file__).parent, int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", 1))
    folders = [here / name for name in LONGEST]
    halves: tuple[list[pytest.Item], list[pytest.Item]] = ([], [])
    for item in items:
        halves[not any(item.path.is_relative_to(each) for each in folders)].append(item)
    items[:] = [
        item
        for process in range(processes)
        for half in halves
        for item in half[len(half) * process // processes : len(half) * (process + 1) // processes]
    ]


@pytest.fixture(scope="session", autouse=True)
def state(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Keep what is kept apart from what this machine's user has; processes inherit it."""
    with pytest.MonkeyPatch.context() as patch:
        folder = tmp_path_factory.mktemp("state")
        patch.setenv("FOURSCORE_STATE", str(folder))
        yield folder
