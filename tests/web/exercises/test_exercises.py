"""Exercises and trees of one's own over HTTP."""

import pytest

from fourscore.insight.trace.file import nodes_dict
from fourscore.insight.trace.own_tree import trace_tree
from tests.web.server import Served

TEXTBOOK = "[[3,12,8],[2,4,6],[14,5,2]]"


def test_answers_are_marked(served: Served) -> None:
    made = served.get("/exercises", params={"kind": "mcts", "difficulty": 3, "seed": 2}).json()
    right = [
        next(at for at, choice in enumerate(step["choices"]) if choice["right"])
        for step in made["steps"]
    ]
    result = served.post(f"/exercises/{made['id']}/result", {"answers": right}).json()
    assert (result["answers"], result["right"], result["score"]) == (right, len(right), 100)
    assert result["nodes"] == made["visited"]


def test_a_tree_is_read(served: Served) -> None:
    shape = served.get("/trees", params={"tree": " [ [3, 12], (4, 6) ] "}).json()
    assert shape["text"] == "[[3,12],(4,6)]"
    assert [node["name"] for node in shape["nodes"]] == ["A", "B", "B1", "B2", "C", "C1", "C2"]
    assert shape["agents"] == ["expectiminimax", "mcts"]
    names = [each["name"] for each in served.get("/trees/examples").json()["examples"]]
    assert "textbook" in names


@pytest.mark.parametrize("agent", ["alphabeta", "mcts:playouts=40"])
def test_a_tree_of_ones_own_is_traced_like_any_other(served: Served, agent: str) -> None:
    header = served.post("/traces", {"agent": agent, "tree": TEXTBOOK}).json()
    seen = trace_tree(TEXTBOOK, agent)
    assert (header["tree"], header["truth"]) == (TEXTBOOK, False)
    tree = served.get(f"/traces/{header['id']}/nodes").json()
    expected = nodes_dict(seen)
    assert {name: tree["nodes"][name] for name in expected} == expected
    node = served.get(f"/traces/{header['id']}/nodes/1").json()
    assert node["board"] == []
    assert "column" not in " ".join(node["says"])
