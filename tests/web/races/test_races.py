"""Races over HTTP: the events report what happened, and nothing is left behind."""

import json
import os
import signal
from typing import Any

import pytest

from fourscore.agents import agent
from fourscore.core.notation import read_moves
from fourscore.insight.truth.judge import Judge
from tests.processes import children_of, is_running
from tests.waiting import eventually
from tests.web.server import API, EVENTS, Served, events_of

LATE = "21366254327115"
ALL = ["random", "astar", "minimax:depth=3", "alphabeta:depth=4", "deepening",
       "expectiminimax:depth=2", "mcts", "perfect", "level:4"]  # fmt: skip


def body(*agents: str, **more: Any) -> dict[str, Any]:
    return {"moves": LATE, "agents": agents, "runs": 1, **more}


@pytest.fixture(scope="module")
def raced(served: Served) -> list[tuple[str, dict[str, Any]]]:
    """Return the events of a race of all algorithms."""
    payload = body(*ALL, limit={"seconds": 0.3})
    with served.client.stream("POST", f"{API}/races", json=payload, headers=EVENTS) as response:
        assert response.headers["content-type"].startswith("text/event-stream")
        return [(word, json.loads(content)) for word, content in events_of(response)]


def test_everybody_runs_and_is_judged(raced: list[tuple[str, dict[str, Any]]]) -> None:
    word, found = raced[-1]
    assert (word, found["complete"], found["now"]) == ("result", True, None)
    assert [each["agent"] for each in found["agents"]] == ALL
    judge, position = Judge(), read_moves(LATE)
    scores = {column + 1: score.value for column, score in judge.columns(position).items()}
    best = max(scores.values())
    assert found["best"]["value"] == best
    assert found["best_columns"] == [c for c, value in scores.items() if value == best]
    for each in found["agents"]:
        [run] = each["runs"]
        assert run["column"] == each["column"] == each["columns"][0]["column"]
        assert each["seconds"]["median"] == run["seconds"] > 0
        assert each["verdict"]["score"]["value"] == scores[run["column"]]
        assert each["points_lost"] == best - scores[run["column"]]
        assert each["trouble"] is None


def test_what_is_measured_is_what_the_agents_do(
    raced: list[tuple[str, dict[str, Any]]],
) -> None:
    found = {each["agent"]: each for each in raced[-1][1]["agents"]}
    for spec in ("minimax:depth=3", "alphabeta:depth=4", "astar"):
        report = agent(spec).choose(read_moves(LATE))
        [run] = found[spec]["runs"]
        assert (run["column"], run["nodes"]) == (report.column + 1, report.nodes)
    assert found["minimax:depth=3"]["note"] == "stops after looking 3 plies ahead"
    assert found["random"]["note"] == "cannot use a time limit and plays as usual"
    assert found["mcts"]["note"] is None
    assert found["mcts"]["playouts"]["median"] > 0


def test_progress_tells_each_decision_as_it_is_made(
    raced: list[tuple[str, dict[str, Any]]],
) -> None:
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


def test_the_budget_is_each_ones_that_can_use_it(served: Served) -> None:
    payload = body("mcts:playouts=99", "alphabeta:depth=9", "deepening", limit={"nodes": 500})
    found = served.post("/races", payload).json()
    mcts, alphabeta, deepening = (each["runs"][0] for each in found["agents"])
    assert 99 < mcts["nodes"] <= 500
    assert alphabeta["nodes"] <= 500 < agent("alphabeta:depth=9").choose(read_moves(LATE)).nodes
    assert deepening["nodes"] <= 500
    assert found["limit"] == {"depth": None, "nodes": 500, "playouts": None, "seconds": None}


def test_other_rules_have_no_verdict(served: Served) -> None:
    found = served.post("/races", body("expectiminimax:depth=2", variant="slip")).json()
    assert (found["complete"], found["best"], found["best_columns"]) == (True, None, [])
    assert found["agents"][0]["verdict"] is None
    assert found["agents"][0]["points_lost"] is None


def test_who_takes_too_long_is_given_up_and_the_others_go_on(served: Served) -> None:
    large = {"moves": "-", "size": "9x6", "variant": "fill", "limit": {"seconds": 0.2}}
    found = served.post("/races", body("minimax:depth=40,seconds=600", "random", **large))
    slow, quick = found.json()["agents"]
    assert slow["runs"][0]["complete"] is False
    assert quick["column"] is not None


@pytest.mark.parametrize(
    ("payload", "says"),
    [
        (body(), "agents: there must be at least 1 of them"),
        (body(*["random"] * 13), "agents: there may be at most 12 of them"),
        (body("random", runs=21), "runs: this must be at most 20"),
        (body("random", moves="1122334"), "the game is over"),
        (body("alphabeto"), "did you mean 'alphabeta'"),
        (body("random", "random:seed=0", "random"), "agents: name each agent only once"),
        (body("exec:true"), "runs other people's code"),
        (body("minimax", variant="slip"), "Minimax does not play the variant slip"),
        (body("mcts", "perfect", runs=20, limit={"seconds": 100}), "limit.seconds: 20 runs of 2"),
    ],
)
def test_bad_questions_get_a_sentence(served: Served, payload: dict[str, Any], says: str) -> None:
    answer = served.post("/races", payload)
    assert answer.status_code == 422
    assert answer.headers["content-type"] == "application/problem+json"
    assert says in answer.json()["detail"]


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
