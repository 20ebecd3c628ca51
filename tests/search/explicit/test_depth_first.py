"""Searches on explicit trees: against plain recursion, and against the kernels, row by row."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fourscore.core.position import Position
from fourscore.insight.trace.own_tree import TreeTrace, trace_tree, tree_of
from fourscore.insight.trace.trace import Trace
from fourscore.insight.trace.tracing import trace
from fourscore.search.explicit.game_tree import GameTree
from fourscore.search.explicit.notation import read_tree
from fourscore.search.trace_columns import COLUMNS, Reason

Nested = list["Nested"] | int

leaves = st.integers(-9, 9)
nested = st.lists(
    st.recursive(leaves, lambda below: st.lists(below, min_size=1, max_size=4), max_leaves=24),
    min_size=1,
    max_size=4,
)
"""Uneven trees as nested lists; Python writes them as people do."""


def plain(tree: Nested, is_max: bool = True) -> int:
    """Minimax as in any textbook, with nothing of fourscore in it."""
    if isinstance(tree, int):
        return tree
    return (max if is_max else min)(plain(below, not is_max) for below in tree)


def textbook(tree: Nested, visited: list[int], low: float, high: float, is_max: bool) -> float:
    """Alpha-beta as in any textbook, max and min apart; collects the leaves it visits."""
    if isinstance(tree, int):
        visited.append(tree)
        return tree
    best = -math.inf if is_max else math.inf
    for below in tree:
        value = textbook(below, visited, low, high, not is_max)
        if is_max:
            best, low = max(best, value), max(low, value)
        else:
            best, high = min(best, value), min(high, value)
        if low >= high:
            break
    return best


def leaves_visited(seen: TreeTrace) -> list[float | None]:
    nodes = [seen.tree_node(node) for node in range(len(seen))]
    return [seen.tree.value[node] for node in nodes if not seen.tree.children[node]]


@given(nested)
@settings(max_examples=150, deadline=None)
def test_minimax_is_plain_recursion(tree: Nested) -> None:
    seen = trace_tree(str(tree), "minimax")
    assert seen.value[0] == plain(tree)
    assert len(seen) == seen.report.nodes == len(seen.tree)
    best = tree[seen.report.column]  # type: ignore[index]
    assert plain(best, is_max=False) == plain(tree)


@given(nested)
@settings(max_examples=150, deadline=None)
def test_alphabeta_visits_the_leaves_of_the_textbook(tree: Nested) -> None:
    seen = trace_tree(str(tree), "alphabeta")
    visited: list[int] = []
    assert seen.value[0] == textbook(tree, visited, -math.inf, math.inf, True) == plain(tree)
    assert leaves_visited(seen) == visited
    saved = sum(
        seen.size_below(node, move, 99) for node in range(len(seen)) for move in seen.pruned(node)
    )
    assert len(seen) + saved == len(seen.tree)


@given(nested)
@settings(max_examples=100, deadline=None)
def test_deepening_ends_at_the_value_of_minimax(tree: Nested) -> None:
    seen = trace_tree(str(tree), "deepening")
    assert seen.value[seen.root] == plain(tree)
    assert len(seen) == seen.report.nodes
    assert [each.depth for each in seen.iterations] == list(range(1, len(seen.iterations) + 1))


answers = st.lists(leaves, min_size=1, max_size=3)
chances = st.lists(st.tuples(st.integers(1, 9), answers), min_size=1, max_size=3)


@given(st.lists(chances, min_size=1, max_size=3))
@settings(max_examples=100, deadline=None)
def test_expectiminimax_is_the_mean_below_chance(moves: list[list[tuple[int, list[int]]]]) -> None:
    def outcomes(below: list[tuple[int, list[int]]]) -> str:
        total = sum(weight for weight, _ in below)
        return ",".join(f"{weight}/{total}: {answers}" for weight, answers in below)

    seen = trace_tree(f"[{','.join(f'({outcomes(each)})' for each in moves)}]", "expectiminimax")
    means = [
        sum(weight * min(answers) for weight, answers in below) / sum(w for w, _ in below)
        for below in moves
    ]
    assert seen.value[0] == pytest.approx(max(means))
    assert means[seen.report.column] == pytest.approx(max(means))
    assert len(seen) == len(seen.tree)


# Against the kernels


def assert_same_rows(kernel: Trace, explicit: Trace) -> None:
    """Compare what the kernel and the search on its tree have recorded, column by column."""
    assert len(kernel) == len(explicit)
    for name in COLUMNS:
        left, right = getattr(kernel, name), getattr(explicit, name)
        if left is None:
            continue
        if name == "reason":
            # A tree does not know which of its leaves end the game.
            left = np.where(left == Reason.TERMINAL, Reason.LEAF, left)
        assert np.array_equal(left, right, equal_nan=name == "value"), name
    assert kernel.iterations == explicit.iterations
    left, right = (
        (
            each.line,
            each.column,
            each.nodes,
            {c: (v.value, v.bound) for c, v in each.values.items()},
        )
        for each in (kernel.report, explicit.report)
    )
    assert left == right


def full_tree(position: Position, depth: int, name: str = "minimax") -> GameTree:
    return tree_of(trace(position, f"{name}:depth={depth}"))


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("name", ["minimax", "alphabeta"])
def test_a_search_on_the_tree_of_a_position_is_the_kernel(name: str, seed: int) -> None:
    position, depth = Position.random(plies=4 + 2 * seed, seed=seed), 3
    explicit = trace_tree(full_tree(position, depth), f"{name}:depth={depth}")
    kernel = trace(position, f"{name}:depth={depth}")
    assert_same_rows(kernel, explicit)
    for node in np.flatnonzero(explicit.reason == Reason.CUT).tolist():
        assert set(explicit.pruned(node)) == set(kernel.pruned(node))


@pytest.mark.parametrize("seed", range(4))
def test_expectiminimax_on_the_tree_of_a_position_is_the_kernel(seed: int) -> None:
    position = Position.random(plies=6, seed=seed, variant="slip", size="5x4")
    kernel = trace(position, "expectiminimax:depth=2")
    explicit = trace_tree(tree_of(kernel), "expectiminimax:depth=2")
    assert np.allclose(kernel.value, explicit.value)
    for name in ("parent", "move", "order", "depth", "kind"):
        assert np.array_equal(getattr(kernel, name), getattr(explicit, name)), name


def test_a_cap_leaves_out_and_counts() -> None:
    whole = trace_tree("[[3,12,8],[2,4,6],[14,5,2]]", "alphabeta")
    short = trace_tree("[[3,12,8],[2,4,6],[14,5,2]]", "alphabeta", cap=6)
    assert (len(short), short.left_out, short.nodes) == (6, 5, len(whole))
    assert short.parent.tolist() == whole.parent[:6].tolist()


def test_a_depth_limit_takes_the_estimates() -> None:
    seen = trace_tree("[[3,12]~5,[2,4]~9]", "alphabeta:depth=1")
    assert (seen.report.column, seen.value[0]) == (1, 9)
    assert "estimate" in seen.meaning(1)
    assert read_tree("[[3,12],[2,4]]").estimate[1] == 7.5
