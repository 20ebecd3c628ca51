"""Replaying a search: every node is entered and left once, children inside their parents."""

import pytest

from fourscore.core.position import Position
from fourscore.core.variants import SLIP
from fourscore.insight.trace.own_tree import trace_tree
from fourscore.insight.trace.pseudocode import FORMS, code_of, pseudocode, steps_with_lines
from fourscore.insight.trace.steps import steps
from fourscore.insight.trace.tracing import trace
from fourscore.search.trace_columns import NodeKind
from tests.search.positions import STATE_3

DEPTH_FIRST = {
    "minimax:depth=3": STATE_3,
    "alphabeta:depth=4": STATE_3,
    "deepening:depth=3": STATE_3,
    "expectiminimax:depth=2": Position.empty(4, 4, SLIP),
}


@pytest.mark.parametrize(("spec", "position"), DEPTH_FIRST.items())
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


@pytest.mark.parametrize("spec", [*DEPTH_FIRST, "astar", "mcts:playouts=50"])
def test_both_forms_of_the_code_run_the_branch_of_whose_turn_it_is(spec: str) -> None:
    seen = trace(DEPTH_FIRST.get(spec, STATE_3), spec)
    plain, negamax = (pseudocode(seen.algorithm, form) for form in FORMS)
    both = zip(steps_with_lines(seen), steps_with_lines(seen, "negamax"), strict=True)
    for (step, line), (_, other) in both:
        key, _, side = plain[line].key.partition(".")
        assert key == negamax[other].key
        if side:
            weighs = seen.depth[step.node]
            settled = key == "best" and seen.kind[step.node] != NodeKind.CHANCE
            assert side == ("max", "min")[(weighs - settled) % 2]


@pytest.mark.parametrize(
    ("tree", "spec"),
    [
        *(("textbook", spec) for spec in ("minimax", "alphabeta", "deepening", "mcts:playouts=9")),
        ("gamble", "expectiminimax"),
        ("path", "astar"),
    ],
)
def test_on_a_tree_of_ones_own_the_pseudocode_has_branches(tree: str, spec: str) -> None:
    seen = trace_tree(tree, spec)
    for form in FORMS:
        code, usual = code_of(seen, form), pseudocode(seen.algorithm, form)
        assert [line.key for line in code] == [line.key for line in usual]
        text = " ".join(line.text for line in code)
        assert not any(word in text for word in ("column", "disc", "centre", "game is over"))
