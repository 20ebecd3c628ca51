"""Search trees over HTTP."""

import gzip
from typing import Any

import pytest

from fourscore import trace
from fourscore.core.notation import read_moves
from fourscore.core.variants import SLIP, STANDARD
from fourscore.insight.trace.cuts import count_saved
from fourscore.insight.trace.file import nodes_dict
from fourscore.insight.trace.pseudocode import FORMS, pseudocode
from fourscore.insight.trace.steps import steps as search_steps
from tests.web.server import API, Served

LATE = "21366254327115"
Found = dict[str, Any]


def search(served: Served, agent: str, moves: str = LATE, **more: Any) -> tuple[Found, str, Found]:
    """Return the header of a trace, the address of its nodes, and the first page of them."""
    answer = served.post("/traces", {"agent": agent, "moves": moves, **more})
    assert answer.status_code == 200, answer.text
    address = f"/traces/{answer.json()['id']}/nodes"
    return answer.json(), address, served.get(address).json()


@pytest.mark.parametrize(
    "agent",
    ["minimax:depth=3", "alphabeta:depth=4", "deepening:depth=3", "astar", "mcts:playouts=300",
     "expectiminimax:depth=2"],
)  # fmt: skip
def test_the_tree_shown_is_the_tree_searched(served: Served, agent: str) -> None:
    variant = SLIP if agent.startswith("expecti") else STANDARD
    header, address, tree = search(served, agent, variant=variant.name)
    assert header["visited"] + header["left_out"] == header["report"]["nodes"]
    seen = trace(read_moves(LATE, variant=variant), header["agent"])
    expected = nodes_dict(seen)
    assert {name: tree["nodes"][name] for name in expected} == expected
    assert ("probability" in expected) == (tree["nodes"]["probability"] is not None)
    assert set(tree["steps"]["line"]) <= set(range(len(pseudocode(header["algorithm"]))))
    assert (tree["more"], len(tree["drawing"]["says"])) == ([], len(seen))
    below = served.get(f"{address}/0/children").json()
    assert below["ids"] == seen.children(0)
    assert below["drawing"]["says"] == [tree["drawing"]["says"][each] for each in below["ids"]]


def test_boards_and_cut_offs(served: Served) -> None:
    """A page can draw every node's board without knowing the rules."""
    header, address, tree = search(served, "alphabeta:depth=4")
    node = served.get(f"{address}/{tree['steps']['node'][-40]}").json()
    board = [list(row) for row in header["position"]["board"]]
    for ply, each in enumerate(node["path"][1:]):
        row, column = tree["drawing"]["row"][each], tree["nodes"]["move"][each]
        board[len(board) - row][column - 1] = "XO"[ply % 2]
    assert ["".join(row) for row in board] == node["board"]
    seen = trace(read_moves(LATE), "alphabeta:depth=4")
    assert tree["cuts"]["counted"]
    assert tree["cuts"]["saved"] == [each.nodes for each in count_saved(seen, tree["cuts"]["node"])]


@pytest.mark.parametrize("agent", ["alphabeta:depth=7", "mcts:playouts=30000"])
def test_a_large_trace_comes_in_pages_with_every_node_and_every_step_once(
    served: Served, agent: str
) -> None:
    header, address, first = search(served, agent, "4453", cap=100_000)
    pages = [first] + [
        served.get(address, params={"page": each}).json() for each in range(1, first["pages"])
    ]
    assert len(pages) > 1
    assert sum(len(page["nodes"]["parent"]) for page in pages) == header["nodes"]
    known, taken = 0, 0
    for page in pages:
        known += len(page["nodes"]["parent"])
        assert page["steps"]["first"] == taken
        taken += len(page["steps"]["node"])
        assert max(page["steps"]["node"]) < known  # no step needs a node of a later page
    assert taken == first["steps"]["total"]
    seen = trace(read_moves("4453"), agent)
    steps = [
        (page["steps"]["actions"][action], node)
        for page in pages
        for action, node in zip(page["steps"]["action"], page["steps"]["node"], strict=True)
    ]
    assert steps == [tuple(step) for step in search_steps(seen)]
    beyond = served.get(address, params={"page": first["pages"]})
    assert (beyond.status_code, "pages 0 to" in beyond.text) == (422, True)
    # The children that the first page leaves out are found below their parents.
    count = len(first["nodes"]["parent"])
    assert first["more"]
    for node in first["more"][:5]:
        below = served.get(f"{address}/{node}/children").json()["ids"]
        assert any(each >= count for each in below)
        assert max(below) < header["nodes"]


def test_a_cut_is_told_in_the_form_that_is_asked_for(served: Served) -> None:
    header, address, _ = search(served, "alphabeta:depth=3")
    seen = trace(read_moves(LATE), "alphabeta:depth=3")
    cut = next(node for node in range(len(seen)) if seen.pruned(node) and seen.depth[node] % 2 == 1)
    query = {"truth": "false"}
    plain = served.get(f"{address}/{cut}", params=query).json()["cut"]["says"]
    negamax = served.get(f"{address}/{cut}", params={**query, "form": "negamax"}).json()
    assert negamax["cut"]["says"] != plain
    assert negamax["cut"]["says"] in " ".join(negamax["says"])
    assert [[line["text"] for line in header[name]] for name in ("code", "negamax")] == [
        [line.text.replace("who searches", "X").replace("the opponent", "O") for line in lines]
        for lines in (pseudocode("alphabeta", form) for form in FORMS)
    ]


def test_a_tree_is_packed_and_kept(served: Served) -> None:
    address = API + search(served, "minimax:depth=4")[1]
    with served.client.stream("GET", address, headers={"Accept-Encoding": "gzip"}) as answer:
        raw = b"".join(answer.iter_raw())
    assert answer.headers["Content-Encoding"] == "gzip"
    plain = served.client.get(address, headers={"Accept-Encoding": "identity"})
    assert gzip.decompress(raw) == plain.content
    assert len(raw) < len(plain.content) / 4
    again = served.client.get(address, headers={"If-None-Match": answer.headers["ETag"]})
    assert again.status_code == 304


def test_truth_and_cuts_are_told(served: Served) -> None:
    header, address, tree = search(served, "alphabeta:depth=3")
    truth = served.get(f"/traces/{header['id']}/truth", params={"count": 2000}).json()
    assert (len(truth["exact"]), sum(truth["misleading"])) == (144, 38)  # as trace.md has it
    number = tree["nodes"]["reason"].index("cut")
    node = served.get(f"{address}/{number}").json()
    assert node["exact"]["value"] == truth["exact"][number]
    quick = served.get(f"{address}/{number}", params={"truth": "false"}).json()
    assert (quick["exact"], quick["misleading"], quick["cut"]) == (None, False, node["cut"])
    assert "need not be searched" in node["cut"]["says"]
    assert served.get(f"{address}/144").status_code == 422
