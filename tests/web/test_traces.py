"""Search trees over HTTP."""

import pytest

from fourscore import trace
from fourscore.core.notation import read_moves
from fourscore.insight.pseudocode import pseudocode
from fourscore.insight.trace_file import nodes_dict
from tests.web.server import Served

LATE = "21366254327115"


@pytest.mark.parametrize(
    "agent",
    ["minimax:depth=3", "alphabeta:depth=4", "deepening:depth=3", "astar", "mcts:playouts=300"],
)
def test_the_tree_shown_is_the_tree_searched(served: Served, agent: str) -> None:
    told = served.post("/traces", {"agent": agent, "moves": LATE}).json()
    assert told["visited"] + told["left_out"] == told["report"]["nodes"]
    tree = served.get(f"/traces/{told['id']}/nodes").json()
    seen = trace(told["agent"], read_moves(LATE))
    expected = nodes_dict(seen)
    assert {name: tree["nodes"][name] for name in expected} == expected
    assert set(tree["steps"]["line"]) <= set(range(len(pseudocode(told["algorithm"]))))
    below = served.get(f"/traces/{told['id']}/nodes/0/children").json()
    assert below["ids"] == seen.children(0)


def test_truth_and_cuts_are_told(served: Served) -> None:
    told = served.post("/traces", {"agent": "alphabeta:depth=3", "moves": LATE}).json()
    truth = served.get(f"/traces/{told['id']}/truth", params={"count": 2000}).json()
    assert (len(truth["exact"]), sum(truth["wrong"])) == (144, 38)  # as docs/trace.md has it
    reasons = served.get(f"/traces/{told['id']}/nodes").json()["nodes"]["reason"]
    number = reasons.index("cut")
    node = served.get(f"/traces/{told['id']}/nodes/{number}").json()
    assert node["exact"]["value"] == truth["exact"][number]
    assert "need no look" in node["cut"]["says"]
    assert served.get(f"/traces/{told['id']}/nodes/144").status_code == 422


def test_what_is_no_trace_is_refused(served: Served) -> None:
    assert served.get("/traces/zzz").status_code == 404
    assert served.post("/traces", {"agent": "perfect", "moves": LATE}).status_code == 422
    assert served.post("/traces", {"agent": "minimax", "cap": 20_001}).status_code == 422
