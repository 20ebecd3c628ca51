"""Agents over HTTP: who there is, what they play, and what is refused."""

import json
from typing import Any

import pytest

from fourscore.agents import agent
from fourscore.agents.levels import level_table
from fourscore.agents.registry import entries
from fourscore.core.notation import read_moves
from fourscore.search.types import Limit
from fourscore.web.settings import Caps
from tests.web.server import EVENTS, Served, events_of

PLAYERS = [entry.name for entry in entries()] + ["level:4"]
TINY = {"depth": 2, "nodes": 2000, "playouts": 200, "seconds": 0.3}


def test_everybody_is_listed_levels_first(served: Served) -> None:
    found = served.get("/agents").json()
    assert [each["spec"] for each in found["levels"]] == [f"level:{n}" for n in range(1, 11)]
    assert [each["name"] for each in found["agents"]] == [entry.name for entry in entries()]
    assert next(iter(found)) == "levels"
    labels = {each["name"]: each["label"] for each in found["agents"]}
    assert labels["mcts"] == "Monte Carlo tree search (MCTS)"
    assert labels["astar"] == "A*"
    assert all(entry.title for entry in entries(with_argument=True) if not entry.external)
    top = found["levels"][-1]
    assert (top["label"], top["elo"]) == ("Level 10", level_table()[-1].elo)
    assert top["low"] < top["elo"] < top["high"]
    assert top["plain"].startswith("Perfect: it never gives away a win or a draw.")
    depth = next(each for each in found["agents"] if each["name"] == "alphabeta")["options"][0]
    assert (depth["name"], depth["default"], depth["limit"]) == ("depth", 8, True)


@pytest.mark.parametrize("spec", PLAYERS)
def test_everybody_moves_under_their_rules(served: Served, spec: str) -> None:
    name = spec.partition(":")[0]
    plays = next(each for each in entries(with_argument=True) if each.name == name).variants
    for variant in ("standard", "fill", "slip"):
        body = {"agent": spec, "moves": "44", "variant": variant, "limit": TINY, "seed": 1}
        answer = served.post("/moves", body)
        if variant not in plays:
            assert answer.status_code == 422
            assert f"does not play the variant {variant}" in answer.json()["detail"]
            continue
        assert answer.status_code == 200
        found = answer.json()
        assert found["position"]["ply"] == 3
        assert found["position"]["played"][-1] == found["played"]
        assert found["report"]["column"] == found["played"]["aim"]
        assert (found["agent"], found["seed"]) == (spec, 1)


def test_the_answer_is_the_agents_own(served: Served) -> None:
    spec = "mcts:playouts=500,seed=3"
    found = served.post("/moves", {"agent": spec, "moves": "4453"}).json()
    report = agent(spec).choose(read_moves("4453"))
    assert found["report"]["column"] == report.column + 1
    assert found["report"]["nodes"] == report.nodes
    assert {each["column"]: each["visits"] for each in found["report"]["values"]} == {
        column + 1: value.visits for column, value in report.values.items()
    }


def test_the_same_seed_gives_the_same_move(served: Served) -> None:
    def ask(seed: int | None) -> Any:
        body = {"agent": "level:2", "variant": "slip", "moves": "4", "seed": seed}
        return served.post("/moves", body).json()

    first = ask(None)
    assert ask(first["seed"])["position"] == first["position"]


def test_thought_is_streamed(served: Served) -> None:
    body = {"agent": "deepening:depth=7", "moves": "44"}
    with served.client.stream("POST", "/api/v1/moves", json=body, headers=EVENTS) as answer:
        events = [(name, json.loads(content)) for name, content in events_of(answer)]
    progress = [content for name, content in events[:-1] if name == "progress"]
    assert len(progress) == len(events) - 1 >= 1
    depths = [each["depth"] for each in progress]
    assert depths == sorted(depths)
    assert events[-1][0] == "result"
    assert events[-1][1]["report"]["depth"] == 7 >= depths[-1]


def test_no_limit_goes_beyond_the_caps() -> None:
    caps = Caps(depth=10, nodes=1000, playouts=500, seconds=2).limit
    greedy = Limit(depth=60, nodes=10**9, playouts=10**9, seconds=10**4)
    assert greedy.capped_at(caps) == caps == Limit(10, 1000, 500, 2)
    assert Limit().capped_at(caps) == Limit(seconds=2)
    # A search that stores all it visits stays bounded, whatever the request.
    assert Limit(seconds=1).capped_at(caps, Limit(nodes=400)) == Limit(nodes=400, seconds=1)


def test_a_request_for_hours_takes_as_long_as_its_limit(served: Served) -> None:
    assert served.get("/agents").json()["caps"]["seconds"] == 600
    body = {"agent": "alphabeta:depth=30,seconds=3600", "moves": "44", "limit": {"seconds": 0.2}}
    found = served.post("/moves", body).json()
    assert not found["report"]["complete"]
