"""Races over a suite: the figures of the command line, and results that a link brings back."""

import json
import shlex
from typing import Any

import pytest

from fourscore.insight.suites.positions import draw_positions
from tests.web.server import Event, Served

AGENTS = ["astar", "alphabeta:depth=4", "mcts:playouts=100", "random"]
BODY: dict[str, Any] = {"agents": AGENTS, "suite": "all", "count": 22, "seed": 3}


@pytest.fixture(scope="module")
def raced(served: Served) -> list[Event]:
    """Return the events of a race."""
    return list(served.events("/races/suites", BODY))


def test_everybody_answers_every_position(raced: list[Event]) -> None:
    word, view = raced[-1]
    assert (word, view["now"], view["suite"]["complete"]) == ("result", None, True)
    labelled = draw_positions("all", 22, 3)
    assert len(set(labelled.classes)) == 11
    assert [each["agent"] for each in view["racers"]] == AGENTS
    for racer in view["racers"]:
        wrong = {each["position"]: each for each in racer["mistakes"]}
        for place, mark in enumerate(racer["answers"]):
            column = int(mark) - 1
            best = labelled.scores[place].max()
            assert (place in wrong) == (labelled.scores[place, column] < best)
            if place in wrong:
                assert wrong[place]["column"] == column + 1
                assert wrong[place]["verdict"]["score"]["value"] == labelled.scores[place, column]
        spoils = [each["spoils"] for each in racer["mistakes"]]
        assert spoils == sorted(spoils, reverse=True)


def test_progress_has_the_same_shape(raced: list[Event]) -> None:
    *progress, (_, last) = raced
    assert {word for word, _ in progress} == {"progress"}
    done = [view["now"]["done"] for _, view in progress]
    assert done == sorted(done)
    for _, view in progress:
        assert view.keys() == last.keys()
        answered = sum(mark != "." for each in view["racers"] for mark in each["answers"])
        assert answered == view["now"]["done"]


def test_the_command_line_prints_the_same(raced: list[Event], run: Any) -> None:
    view = raced[-1][1]
    program, *words = shlex.split(view["command"])
    assert program == "fourscore"
    result = run(*words, "--workers", "1", "--json")
    assert result.code == 0, result.err
    here, there = json.loads(result.out), view["suite"]
    for agent in (*here["agents"], *there["agents"]):
        agent.pop("seconds")
    assert here == there


def test_a_link_brings_the_results_back(served: Served, raced: list[Event]) -> None:
    view = raced[-1][1]
    nodes = {each["agent"]: each["nodes"] for each in view["suite"]["agents"]}
    results = [
        {
            "answers": each["answers"],
            "nodes": {
                name: max(0, nodes[each["agent"]][name]) for name in ("value", "low", "high")
            },
        }
        for each in view["racers"]
    ]
    body = {**BODY, "results": results}
    again = served.post("/races/suites/results", body).json()
    assert again["racers"] == view["racers"]
    for one, other in zip(again["suite"]["agents"], view["suite"]["agents"], strict=True):
        for name in ("result_kept", "best", "points_lost", "classes", "plies"):
            assert one.get(name) == other.get(name)
        assert one["nodes"]["value"] == other["nodes"]["value"]
        assert one["seconds"] is None
    # One that was stopped comes back as it was.
    body["results"] = [{"answers": "." * 22}] * 3 + [{"answers": "x" + "." * 21}]
    stopped = served.post("/races/suites/results", body).json()
    assert [each["agent"] for each in stopped["suite"]["agents"]] == ["random"]
    assert (stopped["suite"]["complete"], stopped["suite"]["agents"][0]["faults"]) == (False, 1)


def test_suites_are_listed_all_of_them_first(served: Served) -> None:
    found = served.get("/suites").json()["suites"]
    assert found[0]["name"] == "all"
    assert len(found) == 13
