"""Replaying a search: every node is entered and left once, children inside their parents."""

import pytest

from fourscore.core.position import Position
from fourscore.core.variants import SLIP
from fourscore.insight.trace.own_tree import trace_tree
from fourscore.insight.trace.pseudocode import FORMS, code_of, pseudocode
from fourscore.insight.trace.steps import steps
from fourscore.insight.trace.tracing import trace
from tests.search.positions import STATE_3


@pytest.mark.parametrize(
    ("spec", "position"),
    [
        ("minimax:depth=3", STATE_3),
        ("alphabeta:depth=5", STATE_3),
        ("deepening:depth=4", STATE_3),
        ("expectiminimax:depth=2", Position.empty(variant=SLIP)),
    ],
)
def test_nodes_are_entered_and_left_inside_their_parents(spec: str, position: Position) -> None:
    seen = trace(position, spec)
    entered: list[int] = []
    stack: list[int] = []
    for action, node in steps(seen):
        if action == "enter":
            assert (stack[-1] if stack else -1) == seen.parent[node]
            stack.append(node)
            entered.append(node)
        else:
            assert (action, stack.pop()) == ("leave", node)
    assert not stack
    assert entered == list(range(len(seen)))


def test_a_star_and_monte_carlo() -> None:
    seen = trace(STATE_3, "astar:heuristic=zero,nodes=50")
    assert [int(seen.order[node]) for _, node in steps(seen)] == list(range(seen.visited))
    grown = trace(STATE_3, "mcts:playouts=40")
    assert len([*steps(grown)]) == grown.report.playouts


@pytest.mark.parametrize(
    ("tree", "spec"),
    [
        ("textbook", "minimax"),
        ("textbook", "alphabeta"),
        ("textbook", "deepening"),
        ("gamble", "expectiminimax"),
        ("textbook", "mcts:playouts=9"),
        ("path", "astar"),
    ],
)
def test_on_a_tree_of_ones_own_the_pseudocode_has_branches(tree: str, spec: str) -> None:
    seen = trace_tree(tree, spec)
    for form in FORMS:
        code = code_of(seen, form)
        assert [line.key for line in code] == [
            line.key for line in pseudocode(seen.algorithm, form)
        ]
        text = " ".join(line.text for line in code)
        assert not any(word in text for word in ("column", "disc", "centre", "game is over"))
