"""Search trees over HTTP."""

import gzip

import pytest

from fourscore import trace
from fourscore.core.notation import read_moves
from fourscore.core.variants import SLIP, STANDARD
from fourscore.insight.trace.cuts import count_saved
from fourscore.insight.trace.file import nodes_dict
from fourscore.insight.trace.pseudocode import FORMS, pseudocode
from fourscore.insight.trace.steps import steps as search_steps
from tests.waiting import eventually
from tests.web.server import API, Served

LATE = "21366254327115"


@pytest.mark.parametrize(
    "agent",
    ["minimax:depth=3", "alphabeta:depth=4", "deepening:depth=3", "astar", "mcts:playouts=300",
     "expectiminimax:depth=2"],
)  # fmt: skip
def test_the_tree_shown_is_the_tree_searched(served: Served, agent: str) -> None:
    variant = SLIP if agent.startswith("expecti") else STANDARD
    body = {"agent": agent, "moves": LATE, "variant": variant.name}
    header = served.post("/traces", body).json()
    assert header["visited"] + header["left_out"] == header["report"]["nodes"]
    tree = served.get(f"/traces/{header['id']}/nodes").json()
    seen = trace(read_moves(LATE, variant=variant), header["agent"])
    expected = nodes_dict(seen)
    assert {name: tree["nodes"][name] for name in expected} == expected
    assert ("probability" in expected) == (tree["nodes"]["probability"] is not None)
    assert set(tree["steps"]["line"]) <= set(range(len(pseudocode(header["algorithm"]))))
    assert (tree["more"], len(tree["drawing"]["says"])) == ([], len(seen))
    below = served.get(f"/traces/{header['id']}/nodes/0/children").json()
    assert below["ids"] == seen.children(0)
    assert below["drawing"]["says"] == [tree["drawing"]["says"][each] for each in below["ids"]]


def test_the_discs_of_a_path_make_its_board(served: Served) -> None:
    """A page can draw every node's board without knowing the rules."""
    header = served.post("/traces", {"agent": "alphabeta:depth=4", "moves": LATE}).json()
    tree = served.get(f"/traces/{header['id']}/nodes").json()
    number = tree["steps"]["node"][-40]
    node = served.get(f"/traces/{header['id']}/nodes/{number}").json()
    board = [list(row) for row in header["position"]["board"]]
    for ply, each in enumerate(node["path"][1:]):
        row, column = tree["drawing"]["row"][each], tree["nodes"]["move"][each]
        board[len(board) - row][column - 1] = "XO"[ply % 2]
    assert ["".join(row) for row in board] == node["board"]


def test_cut_offs_and_minimax_add_up(served: Served) -> None:
    header = served.post("/traces", {"agent": "alphabeta:depth=4", "moves": LATE}).json()
    tree = served.get(f"/traces/{header['id']}/nodes").json()
    seen = trace(read_moves(LATE), "alphabeta:depth=4")
    everything = trace(read_moves(LATE), "minimax:depth=4")
    assert tree["cuts"]["counted"]
    assert len(seen) + sum(tree["cuts"]["saved"]) == len(everything)
    assert tree["cuts"]["saved"] == [
        saved.nodes for saved in count_saved(seen, tree["cuts"]["node"])
    ]


def test_a_large_trace_comes_in_parts(served: Served) -> None:
    body = {"agent": "alphabeta:depth=7", "moves": "4453", "cap": 100_000}
    header = served.post("/traces", body).json()
    tree = served.get(f"/traces/{header['id']}/nodes").json()
    count = len(tree["nodes"]["parent"])
    assert count == 20_000 < header["nodes"]
    assert max(tree["steps"]["node"]) == count - 1
    assert tree["more"][0] == 0
    found = set(range(count))
    for node in tree["more"]:
        below = served.get(f"/traces/{header['id']}/nodes/{node}/children").json()
        assert any(each >= count for each in below["ids"])
        found |= set(below["ids"])
    path = served.get(f"/traces/{header['id']}/nodes/{header['nodes'] - 1}").json()["path"]
    assert set(path) & (found - set(range(count)))
    assert max(found) < header["nodes"]


@pytest.mark.parametrize(
    "agent",
    [
        pytest.param("alphabeta:depth=7", marks=pytest.mark.slow),
        "mcts:playouts=30000",
        "deepening:depth=9",
    ],
)
def test_pages_hold_every_node_and_every_step_once(served: Served, agent: str) -> None:
    body = {"agent": agent, "moves": "4453", "cap": 100_000}
    header = served.post("/traces", body).json()
    address = f"/traces/{header['id']}/nodes"
    first = served.get(address).json()
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


def test_a_cut_is_told_in_the_form_that_is_asked_for(served: Served) -> None:
    header = served.post("/traces", {"agent": "alphabeta:depth=3", "moves": LATE}).json()
    seen = trace(read_moves(LATE), "alphabeta:depth=3")
    cut = next(node for node in range(len(seen)) if seen.pruned(node) and seen.depth[node] % 2 == 1)
    address = f"/traces/{header['id']}/nodes/{cut}"
    plain = served.get(address, params={"truth": "false"}).json()
    negamax = served.get(address, params={"truth": "false", "form": "negamax"}).json()
    value, beta = round(float(seen.value[cut])), round(float(seen.beta[cut]))
    says = negamax["cut"]["says"].replace("\N{MINUS SIGN}", "-")
    assert says in " ".join(negamax["says"]).replace("\N{MINUS SIGN}", "-")
    assert f"worth {value} point" in says
    assert f"beta is {beta} point" in says
    assert plain["cut"]["says"] != negamax["cut"]["says"]
    assert [header["code"], header["negamax"]] == [
        [{**line._asdict(), "text": _named(line.text)} for line in pseudocode("alphabeta", form)]
        for form in FORMS
    ]


def _named(text: str) -> str:
    return text.replace("who searches", "X").replace("the opponent", "O")


def test_a_tree_is_packed_and_kept(served: Served) -> None:
    header = served.post("/traces", {"agent": "minimax:depth=4", "moves": LATE}).json()
    address = f"{API}/traces/{header['id']}/nodes"
    request = served.client.build_request("GET", address, headers={"Accept-Encoding": "gzip"})
    answer = served.client.send(request, stream=True)
    raw = b"".join(answer.iter_raw())
    assert answer.headers["Content-Encoding"] == "gzip"
    plain = served.client.get(address, headers={"Accept-Encoding": "identity"})
    assert gzip.decompress(raw) == plain.content
    assert len(raw) < len(plain.content) / 4
    again = served.client.get(address, headers={"If-None-Match": answer.headers["ETag"]})
    assert again.status_code == 304


def test_a_client_that_leaves_stops_the_work(served: Served) -> None:
    # Solving the empty board of this size takes many minutes, and no book helps.
    large = {"agent": "minimax:depth=2", "moves": "-", "size": "8x6"}
    header = served.post("/traces", large).json()
    with served.asking(f"/traces/{header['id']}/truth"):
        eventually(lambda: served.state()["jobs_running"] == 1)
    eventually(lambda: served.state()["jobs_running"] == 0)


def test_truth_and_cuts_are_told(served: Served) -> None:
    header = served.post("/traces", {"agent": "alphabeta:depth=3", "moves": LATE}).json()
    truth = served.get(f"/traces/{header['id']}/truth", params={"count": 2000}).json()
    assert (len(truth["exact"]), sum(truth["misleading"])) == (144, 38)  # as trace.md has it
    reasons = served.get(f"/traces/{header['id']}/nodes").json()["nodes"]["reason"]
    number = reasons.index("cut")
    node = served.get(f"/traces/{header['id']}/nodes/{number}").json()
    assert node["exact"]["value"] == truth["exact"][number]
    quick = served.get(f"/traces/{header['id']}/nodes/{number}", params={"truth": "false"}).json()
    assert (quick["exact"], quick["misleading"], quick["cut"]) == (None, False, node["cut"])
    assert "need not be searched" in node["cut"]["says"]
    assert served.get(f"/traces/{header['id']}/nodes/144").status_code == 422


def test_what_is_no_trace_is_refused(served: Served) -> None:
    assert served.get("/traces/zzz").status_code == 404
    assert served.post("/traces", {"agent": "perfect", "moves": LATE}).status_code == 422
    assert served.post("/traces", {"agent": "minimax", "cap": 100_001}).status_code == 422
