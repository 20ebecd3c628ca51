"""Nodes, moments and facts on real traces, against what the trace itself says."""

from collections.abc import Callable

import pytest

import fourscore as fs
from fourscore.insight.lessons.expressions import (
    FACTS,
    ExpressionError,
    parse_comparison,
    parse_moment,
    parse_node,
    parse_sum,
)
from fourscore.insight.lessons.facts import _GLOBAL_FACTS, _NODE_FACTS, Facts

NARROW = "7525513535133775773376666212"


@pytest.fixture(scope="module")
def pruned() -> Facts:
    return Facts(fs.trace(NARROW, "alphabeta:depth=2,eval=centre"))


def test_every_fact_has_a_meaning_and_a_function() -> None:
    assert FACTS.keys() == _NODE_FACTS.keys() | _GLOBAL_FACTS.keys()
    assert all(FACTS.values())


NODES = {
    "root": [], "node 0": [], "after 4 1": [3, 0], "parent of after 4 1": [3],
    "first child of root": [3], "child 2 of root": [1], "last child of root": [0],
    "best child of root": [1], "best child of first child of root": [3, 1],
    "first cut": [5], "cut 2": [0], "last cut": [0], "latest cut": [0],
}  # fmt: skip
MOMENTS = {
    "start": 0, "entering root": 1, "entering first child of root": 2, "3 steps after start": 3,
    "1 step before end": 31, "end": 32, "iteration 1": 1, "step 5": 5,
}  # fmt: skip


def test_nodes_and_moments(pruned: Facts) -> None:
    found = {text: pruned.trace.moves(pruned.node(parse_node(text))) for text in NODES}
    assert found == NODES
    assert {text: pruned.moment(parse_moment(text)) for text in MOMENTS} == MOMENTS


def test_the_window_narrows(pruned: Facts) -> None:
    root, time = pruned.trace.root, pruned.time
    first, second = pruned.trace.children(root)[:2]
    assert pruned.of_node("alpha", root, 0).text == "\N{MINUS SIGN}∞"
    assert pruned.of_node("alpha", root, int(time.left[first])).number == -2
    assert pruned.of_node("alpha", root, int(time.left[second])).number == 6
    assert pruned.of_node("beta", pruned.node(parse_node("first cut")), time.end).number == 5


def test_astar_adds_up() -> None:
    facts = Facts(fs.trace("4453", "astar"))
    assert facts.time.entered[0] == 0
    for node in range(len(facts.trace)):
        f, g, h = (facts.of_node(name, node, 0).number for name in "fgh")
        assert f == g + h
    with pytest.raises(ExpressionError, match="astar has no 'alpha'"):
        facts.of_node("alpha", 0, 0)


@pytest.mark.parametrize("spec", ["mcts:playouts=120,seed=3", "zero:playouts=60"])
def test_playouts_are_counted_as_the_trace_counts_them(spec: str) -> None:
    seen = fs.trace("4453", spec)
    facts = Facts(seen)
    end = facts.time.end
    assert facts.of_node("visits", 0, end).number == end
    for child in seen.children(0):
        assert facts.of_node("visits", child, end).number == seen.visits[child]
        share = facts.of_node("share", child, end).number
        assert share == pytest.approx(1 - float(seen.value[child]), abs=1e-3)
    upcoming = seen.path(int(seen.playout_leaf[30]))[1]
    assert facts.of_search("next column", 30).number == seen.move[upcoming] + 1
    assert facts.of_search("leader", end).number == seen.report.column + 1


@pytest.mark.parametrize("parse", [parse_sum, parse_comparison])
def test_nonsense_is_refused_in_one_sentence(parse: Callable[[str], object]) -> None:
    for text in ("", "value of", "value root", "nodes +", "1 2", "value of node x", "a < b"):
        with pytest.raises(ExpressionError, match=r"^[^\n]*$"):
            parse(text)
