"""Agents over HTTP: who there is, what they play, and what is refused."""

from typing import Any

import pytest

from fourscore.agents.levels import level_table
from fourscore.agents.registry import entries
from tests.web.server import Served

PLAYERS = [entry.name for entry in entries()] + ["level:4"]
TINY = {"depth": 2, "nodes": 2000, "playouts": 200, "seconds": 0.3}


def test_everybody_is_listed_levels_first(served: Served) -> None:
    found = served.get("/agents").json()
    assert [each["spec"] for each in found["levels"]] == [f"level:{n}" for n in range(1, 11)]
    assert [each["name"] for each in found["agents"]] == [entry.name for entry in entries()]
    assert next(iter(found)) == "levels"
    assert all(entry.title for entry in entries(with_argument=True) if not entry.external)
    top = found["levels"][-1]
    assert (top["label"], top["elo"]) == ("Level 10", level_table()[-1].elo)
    assert top["low"] < top["elo"] < top["high"]
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


def test_the_same_seed_gives_the_same_move(served: Served) -> None:
    def ask(seed: int | None) -> Any:
        body = {"agent": "level:2", "variant": "slip", "moves": "4", "seed": seed}
        return served.post("/moves", body).json()

    first = ask(None)
    assert ask(first["seed"])["position"] == first["position"]


def test_thought_is_streamed(served: Served) -> None:
    body = {"agent": "deepening:depth=7", "moves": "44"}
    events = list(served.events("/moves", body))
    progress = [content for name, content in events[:-1] if name == "progress"]
    assert len(progress) == len(events) - 1 >= 1
    depths = [each["depth"] for each in progress]
    assert depths == sorted(depths)
    assert events[-1][0] == "result"
    assert events[-1][1]["report"]["depth"] == 7 >= depths[-1]
