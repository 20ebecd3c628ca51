"""Races over HTTP: the events report what happened, and nothing is left behind."""

import os
import signal

import pytest

from fourscore.core.notation import read_moves
from fourscore.insight.truth.judge import Judge
from tests.processes import children_of, is_running
from tests.waiting import eventually
from tests.web.server import API, EVENTS, Event, Served, events_of

LATE = "21366254327115"
ALL = ["random", "minimax:depth=3", "mcts", "perfect"]


@pytest.fixture(scope="module")
def raced(served: Served) -> list[Event]:
    """Return the events of a race."""
    payload = {"moves": LATE, "agents": ALL, "runs": 1, "limit": {"seconds": 0.3}}
    return list(served.events("/races", payload))


def test_everybody_runs_and_is_judged(raced: list[Event]) -> None:
    word, found = raced[-1]
    assert (word, found["complete"], found["now"]) == ("result", True, None)
    assert [each["agent"] for each in found["agents"]] == ALL
    judged = Judge().columns(read_moves(LATE))
    scores = {column + 1: score.value for column, score in judged.items()}
    best = max(scores.values())
    assert found["best"]["value"] == best
    assert found["best_columns"] == [c for c, value in scores.items() if value == best]
    for each in found["agents"]:
        [run] = each["runs"]
        assert run["column"] == each["column"] == each["columns"][0]["column"]
        assert each["verdict"]["score"]["value"] == scores[run["column"]]
        assert (each["points_lost"], each["trouble"]) == (best - scores[run["column"]], None)
    assert found["agents"][0]["note"] == "cannot use a time limit and plays as usual"
    assert found["limit"] == {"depth": None, "nodes": None, "playouts": None, "seconds": 0.3}


def test_progress_tells_each_decision_as_it_is_made(raced: list[Event]) -> None:
    *progress, _ = raced
    assert {word for word, _ in progress} == {"progress"}
    done = [view["now"]["done"] for _, view in progress]
    assert done == sorted(done)
    assert done[0] == 0
    warm = [view["now"]["agent"] for _, view in progress if view["now"]["what"] == "warm"]
    assert warm == ALL
    # When the next one is being loaded, those before it have run already.
    for _, view in progress:
        if view["now"]["what"] == "warm":
            ready = [each["agent"] for each in view["agents"] if each["runs"]]
            assert ready == ALL[: ALL.index(view["now"]["agent"])]


def meters(served: Served) -> list[int]:
    """Return the processes in which agents are measured, and their forks."""
    measured = [child for worker in served.workers() for child in children_of(worker)]
    return measured + [fork for each in measured for fork in children_of(each)]


def measuring(served: Served) -> list[int]:
    """Wait for a process that measures and its fork, and return them."""
    return eventually(lambda: found if len(found := meters(served)) == 2 else [])


LONG = {"moves": "-", "size": "9x6", "variant": "fill", "agents": ["minimax:depth=40"],
        "runs": 20}  # fmt: skip


def test_leaving_ends_the_processes_and_frees_the_worker(served: Served) -> None:
    with served.client.stream("POST", f"{API}/races", json=LONG, headers=EVENTS) as response:
        events = events_of(response)
        assert "warm" in next(content for _, content in events)
        at_work = measuring(served)
    eventually(lambda: not any(is_running(pid) for pid in at_work))
    eventually(lambda: served.state()["jobs_running"] == 0)
    assert served.post("/moves", {"agent": "random"}).status_code == 200


def test_a_killed_worker_leaves_no_process_behind(served: Served) -> None:
    with served.client.stream("POST", f"{API}/races", json=LONG, headers=EVENTS):
        measured, fork = measuring(served)
        [worker] = [pid for pid in served.workers() if measured in children_of(pid)]
        os.kill(worker, signal.SIGKILL)
        eventually(lambda: not is_running(measured) and not is_running(fork))
    eventually(lambda: served.state()["workers_ready"] == 2 and not meters(served))
