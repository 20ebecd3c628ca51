"""Where the time of a run goes: a plugin of pytest that `make test-profile` loads.

Fixtures are counted apart from what they serve. A test belongs to the browser if it has one, and
to the processes if it starts one; the others compute, in kernels or in Python.
"""

import sys
import time
from collections import defaultdict
from collections.abc import Iterator
from operator import itemgetter
from pathlib import PurePosixPath

import pytest

SLOWEST = 40
STARTS = {"subprocess.Popen", "os.fork", "os.posix_spawn"}
_started = 0


def _count(event: str, _: object) -> None:
    global _started
    _started += event in STARTS


sys.addaudithook(_count)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Iterator[None]:
    """Tell the process that reports of which kind the test is."""
    before = _started
    try:
        return (yield)
    finally:
        has_page = "browser" in getattr(item, "fixturenames", ())
        kind = "browser" if has_page else "processes" if _started > before else "kernels, Python"
        item.user_properties.append(("kind", kind))


def pytest_configure(config: pytest.Config) -> None:
    """Add everything up in the process that reports."""
    if not hasattr(config, "workerinput"):
        config.pluginmanager.register(_Profile(), "profile")


class _Profile:
    def __init__(self) -> None:
        self._begun, self._first = time.perf_counter(), 0.0
        self._kinds: dict[str, float] = defaultdict(float)
        self._folders: dict[str, float] = defaultdict(float)
        self._tests: dict[str, float] = defaultdict(float)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        called = report.when == "call"
        kind = dict(report.user_properties).get("kind") if called else "fixtures"
        if kind is None:  # a part of a test
            return
        self._first = self._first or time.perf_counter() - report.duration
        path, _, name = report.nodeid.partition("::")
        folder = "/".join(PurePosixPath(path).parts[: 3 if path.startswith("src") else 2])
        self._kinds[str(kind)] += report.duration
        self._folders[folder if "." not in folder else "other"] += report.duration
        self._tests[f"{path}::{name.partition('@')[0]}"] += report.duration

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        """Print the sums over all processes; they add up to more than the time that passed."""
        show = terminalreporter.write_line
        end = time.perf_counter()
        show(f"\n{end - self._begun:8.1f} s in all, {self._first - self._begun:.1f} to collect")
        for title, counts in (
            ("By kind", self._kinds),
            ("By folder", self._folders),
            (f"The {SLOWEST} slowest tests, with the fixtures that they made", self._tests),
        ):
            show(f"\n{title}")
            for name, seconds in sorted(counts.items(), key=itemgetter(1), reverse=True)[:SLOWEST]:
                show(f"{seconds:8.1f} s  {name}")
