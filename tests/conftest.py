"""What all tests share: settings, how a run is divided, and that it leaves no process behind."""

import os
import signal
import sys
import uuid
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from tests.processes import RUN, end_left_over

# The first call of a kernel compiles it, so that no example may be judged by its time.
settings.register_profile("default", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("ci", settings.get_profile("default"), derandomize=True)
settings.load_profile("ci" if os.environ.get("CI") else "default")

# What is started in the background, by `nohup` or by some CI runners, ignores these signals, and so
# would every process that a test starts. One that is handled is handed on as the default.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
if os.name == "posix" and signal.getsignal(signal.SIGHUP) is signal.SIG_IGN:
    signal.signal(signal.SIGHUP, lambda *_: None)


# Dividing a run among processes

ROOT = Path(__file__).parent
LONGEST = [ROOT / name for name in ("packaging", "tui", "web", "arena", "agents")]
"""The folders whose tests take longest, and so come first."""
SLOWEST = 3600
"""Seconds that a slow test may take on a busy machine before it is said to hang."""
CHEAP = {"state"}
"""Fixtures that each process makes for itself."""


@pytest.hookimpl(optionalhook=True)  # where xdist is not installed
def pytest_xdist_auto_num_workers() -> int:
    """Run two more tests than there are cores: many wait for a server, a browser or a process."""
    return (os.cpu_count() or 1) + 2


@pytest.hookimpl(tryfirst=True)  # before xdist reads the groups
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Keep tests together that share a fixture, so that a run has one server and one browser.

    Whoever runs such a group makes the fixture; all other tests go to whichever process is free.
    """
    items.sort(key=lambda item: not any(item.path.is_relative_to(each) for each in LONGEST))
    for item in items:
        if item.get_closest_marker("slow"):
            item.add_marker(pytest.mark.timeout(SLOWEST))
        if (group := _group(item)) is not None:
            item.add_marker(pytest.mark.xdist_group(group))


def _group(item: pytest.Item) -> str | None:
    """Return the folder or file whose tests share a fixture with this one."""
    info = getattr(item, "_fixtureinfo", None)
    if info is None:
        return None
    shared = {
        definitions[-1].scope: definitions[-1].baseid
        for name, definitions in info.name2fixturedefs.items()
        if name not in CHEAP and definitions[-1].baseid
    }
    return next(
        (shared[scope] for scope in ("session", "package", "module") if scope in shared), None
    )


# What a run must not leave behind


def pytest_configure(config: pytest.Config) -> None:
    """Name the run, for every process that it starts."""
    if not hasattr(config, "workerinput"):
        os.environ[RUN] = uuid.uuid4().hex


@pytest.hookimpl(trylast=True)  # when xdist has ended its processes
def pytest_sessionfinish(session: pytest.Session) -> None:
    """End the processes that tests have left behind, and fail for them."""
    if hasattr(session.config, "workerinput"):
        return
    if left := end_left_over(os.environ[RUN]):
        session.exitstatus = pytest.ExitCode.TESTS_FAILED
        sys.stderr.write("\n".join(("", "Processes were left behind:", *left, "")))


@pytest.fixture(scope="session", autouse=True)
def state(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Keep what is kept apart from what this machine's user has; processes inherit it."""
    with pytest.MonkeyPatch.context() as patch:
        folder = tmp_path_factory.mktemp("state")
        patch.setenv("FOURSCORE_STATE", str(folder))
        yield folder
