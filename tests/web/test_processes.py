"""Several processes on one address: they share the work, and a dead one is replaced."""

import os
import signal
import sys
from collections.abc import Iterator

import httpx
import pytest

from tests.processes import children_of, is_running
from tests.waiting import PATIENCE, eventually
from tests.web.server import API, Served, serving

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="processes share no socket there")
TWO = ("--processes", "2", "--workers", "2")


def processes(several: Served) -> list[int]:
    return children_of(several.process.pid, "serve_one")


def ask(several: Served, path: str) -> httpx.Response:
    """Ask without keep-alive, so that different processes may answer."""
    return httpx.get(f"{several.url}{API}{path}", timeout=PATIENCE)


@pytest.fixture(scope="module")
def several() -> Iterator[Served]:
    with serving(*TWO) as found:
        yield found


def test_a_dead_process_is_replaced_and_what_it_has_counted_stays(several: Served) -> None:
    """Metrics are those of all processes, whichever is asked."""
    name = 'http_requests_total{handler="/api/v1/session",method="GET",status="200"}'
    for _ in range(20):
        assert ask(several, "/session").status_code == 200
    eventually(lambda: several.metric(name) == 20)
    before = processes(several)
    assert len(before) == 2
    os.kill(before[0], signal.SIGKILL)
    eventually(lambda: len(set(processes(several)) - {before[0]}) == 2)
    (new,) = set(processes(several)) - set(before)
    for stopped in (new, before[1]):
        # While one is stopped, the other must answer.
        os.kill(stopped, signal.SIGSTOP)
        try:
            for _ in range(10):
                assert ask(several, "/positions/4453").status_code == 200
        finally:
            os.kill(stopped, signal.SIGCONT)
    # The connection that was kept may have been to the dead one.
    with httpx.Client(base_url=several.url, timeout=PATIENCE) as client:
        asked = Served(several.url, several.process, client)
        assert asked.metric(name) == 20
        eventually(lambda: asked.metric("fourscore_workers") == 2)


@pytest.mark.slow
def test_a_tournament_is_played_once_and_shown_by_all(several: Served) -> None:
    """Two at once take turns, whichever process was asked for them."""
    names = []
    for seed in (1, 2):
        setup = {"agents": ["random", "level:1"], "games": 20, "seed": seed}
        created = httpx.post(f"{several.url}{API}/tournaments", json=setup, timeout=PATIENCE)
        names.append(created.json()["id"])

    def runners() -> set[int]:
        name = "fourscore.web.tournaments.runner"
        return {runner for pid in processes(several) for runner in children_of(pid, name)}

    most = 0

    def over() -> bool:
        nonlocal most
        # A list takes a while; those in two of them ran at the same time.
        most = max(most, len(runners() & runners()))
        answers = [ask(several, f"/tournaments/{name}") for name in names]
        # A ledger cannot be read at every moment.
        return all(each.is_success and each.json()["state"] == "finished" for each in answers)

    eventually(over)
    assert most == 1
    assert [ask(several, f"/tournaments/{name}").json()["done"] for name in names] == [20, 20]


@pytest.mark.slow
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGKILL])
def test_all_stop_with_the_parent_however_it_stops(number: signal.Signals) -> None:
    with serving(*TWO) as several:
        below = processes(several)
        several.process.send_signal(number)
        several.process.wait()
        eventually(lambda: not any(map(is_running, below)))
        with pytest.raises(httpx.TransportError):
            several.state()
