"""Several processes on one address: they share the work, and a dead one is replaced."""

import os
import shutil
import signal
import sys
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from fourscore.web.processes import shares
from fourscore.web.settings import Settings
from tests.web.server import API, Served, children_of, is_running, serving, until

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="processes share no socket there")


def processes(served: Served) -> list[int]:
    return children_of(served.process.pid, "serve_one")


def test_shares() -> None:
    settings = Settings(processes=3, workers=4, queue=64, connections=2000)
    each = shares(settings)
    assert [one.workers for one in each] == [2, 1, 1]
    assert sum(one.queue for one in each) >= 64
    assert sum(one.connections for one in each) >= 2000
    assert all(one.workers == 1 for one in shares(Settings(processes=3, workers=1)))


@pytest.fixture(scope="module")
def served() -> Iterator[Served]:
    with serving("--processes", "2", "--workers", "2") as found:
        yield found


def test_a_dead_process_is_replaced_and_the_other_answers(served: Served) -> None:
    before = processes(served)
    assert len(before) == 2
    os.kill(before[0], signal.SIGKILL)
    until(lambda: len(set(processes(served)) - {before[0]}) == 2)
    (new,) = set(processes(served)) - set(before)
    for stopped in (new, before[1]):
        # While one is stopped, the other must answer.
        os.kill(stopped, signal.SIGSTOP)
        try:
            for _ in range(10):
                answer = httpx.get(f"{served.url}{API}/positions/4453", timeout=60)
                assert answer.status_code == 200
        finally:
            os.kill(stopped, signal.SIGCONT)


@pytest.fixture
def program(tmp_path: Path) -> Path:
    """Another name for this Python, which may be taken away."""
    prefix = tmp_path / "python"
    (prefix / "bin").mkdir(parents=True)
    shutil.copy(Path(sys.prefix, "pyvenv.cfg"), prefix)
    (prefix / "lib").symlink_to(Path(sys.prefix, "lib"))
    name = prefix / "bin" / "python"
    name.symlink_to(Path(sys.executable).resolve())
    return name


@pytest.mark.slow
@pytest.mark.skipif(sys.prefix == sys.base_prefix, reason="needs a virtual environment")
def test_a_process_that_cannot_be_started_is_tried_again(program: Path) -> None:
    command = (str(program), "-m", "fourscore")
    with serving("--processes", "2", "--workers", "2", program=command) as served:
        one, other = processes(served)
        away = program.rename(program.with_name("away"))
        os.kill(one, signal.SIGKILL)
        served.process.send_signal(signal.SIGUSR2)  # a successor cannot be started either
        until(lambda: processes(served) == [other])
        for _ in range(5):
            time.sleep(0.2)
            assert httpx.get(f"{served.url}{API}/positions/4453", timeout=60).status_code == 200
        assert processes(served) == [other]
        away.rename(program)
        until(lambda: len(processes(served)) == 2)
        assert served.process.poll() is None


@pytest.mark.slow
def test_a_tournament_is_played_once_and_shown_by_all(served: Served) -> None:
    """Two at once take turns, whichever process was asked for them."""
    names = []
    for seed in (1, 2):
        setup = {"agents": ["random", "level:1"], "games": 20, "seed": seed}
        # Without keep-alive, so that different processes may answer.
        created = httpx.post(f"{served.url}{API}/tournaments", json=setup, timeout=60)
        names.append(created.json()["id"])

    def states() -> Counter[str]:
        found = Counter[str]()
        for name in names:
            answer = httpx.get(f"{served.url}{API}/tournaments/{name}", timeout=60)
            if answer.status_code == 503:
                continue  # its ledger cannot be read at this moment
            found[answer.json()["state"]] += 1
            assert answer.json()["done"] <= 20
        return found

    def runners() -> set[int]:
        name = "fourscore.web.tournaments.runner"
        return {runner for pid in processes(served) for runner in children_of(pid, name)}

    most = 0

    def over() -> bool:
        nonlocal most
        # A list takes a while; those in two of them ran at the same time.
        most = max(most, len(runners() & runners()))
        return states()["finished"] == 2

    until(over)
    assert most == 1


@pytest.mark.slow
def test_all_stop_with_the_parent_however_it_stops(tmp_path: Path) -> None:
    for number in (signal.SIGTERM, signal.SIGKILL):
        with serving("--processes", "2", "--workers", "2", "--data", str(tmp_path)) as served:
            below = processes(served)
            served.process.send_signal(number)
            served.process.wait(60)
            until(lambda: not any(map(is_running, below)))  # noqa: B023
            with pytest.raises(httpx.TransportError):
                served.state()


def test_metrics_are_those_of_all_processes(served: Served) -> None:
    """Whichever process is asked."""
    # No other test asks for this.
    name = 'fourscore_requests_total{method="GET",route="/api/v1/session",status="200"}'
    for _ in range(20):
        # Without keep-alive, so that different processes may answer.
        assert httpx.get(f"{served.url}{API}/session", timeout=60).status_code == 200
    until(lambda: served.metric(name) == 20)
    # A process that took the place of a dead one starts its worker after it listens.
    until(lambda: served.metric("fourscore_workers") == 2)
