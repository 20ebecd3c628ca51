"""Monte Carlo tree search and A* on explicit trees."""

import itertools
import math
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fourscore.insight.trace.file import load_trace, save_trace
from fourscore.insight.trace.own_tree import TreeTrace, trace_tree
from fourscore.insight.trace.steps import steps
from fourscore.search.explicit.monte_carlo import bound_of, scaled
from fourscore.search.explicit.notation import read_tree

TEXTBOOK = "[[3,12,8],[2,4,6],[14,5,2]]"


def test_counts_and_points_add_up() -> None:
    seen = trace_tree(TEXTBOOK, "mcts:playouts=80,seed=3")
    assert seen.visits[0] == len(seen.playout_leaf) == seen.report.playouts == 80
    for node in range(len(seen)):
        below = sum(int(seen.visits[child]) for child in seen.children(node))
        is_leaf = not seen.tree.children[seen.tree_node(node)]
        assert below == (0 if is_leaf else seen.visits[node] - int(node > 0))
    assert seen.value[0] == pytest.approx(seen.playout_points.sum() / 2 / 80)
    assert np.array_equal(seen.visits_at(80), seen.visits)


def test_every_descent_takes_the_largest_bound() -> None:
    seen = trace_tree(TEXTBOOK, "mcts:playouts=60,seed=1,c=1")
    for playout in range(1, 60):
        visits, points = seen.visits_at(playout), seen.points_at(playout)
        path = seen.path(int(seen.playout_leaf[playout]))
        for node, chosen in itertools.pairwise(path):
            children = seen.children(node)
            if len(children) < len(seen.tree.children[seen.tree_node(node)]):
                continue
            own = points if seen.depth[node] % 2 == 0 else 2 * visits - points
            bounds = [
                bound_of(own[child] / 2 / max(1, visits[child]), int(visits[child]),
                         max(1, int(visits[node])), 1)
                for child in children
            ]  # fmt: skip
            assert bounds[children.index(chosen)] == pytest.approx(max(bounds))


def test_many_playouts_find_the_best_move() -> None:
    assert trace_tree(TEXTBOOK, "mcts:playouts=5000").report.column == 0
    assert trace_tree("trap", "mcts:playouts=3000").report.column == 1
    assert trace_tree("gamble", "mcts:playouts=3000").report.column == 2


def test_values_are_scaled_to_points() -> None:
    tree = read_tree("[-5,0,15]")
    assert [scaled(tree, value) for value in (-5, 0, 15)] == [0, 0.5, 2]
    assert scaled(read_tree("[4,4]"), 4) == 1


def test_the_same_seed_gives_the_same_tree() -> None:
    first, again = (trace_tree("gamble", "mcts:playouts=50,seed=4") for _ in range(2))
    other = trace_tree("gamble", "mcts:playouts=50,seed=5")
    assert first.playout_leaf.tolist() == again.playout_leaf.tolist()
    assert first.playout_leaf.tolist() != other.playout_leaf.tolist()


# A*


def shortest(tree: TreeTrace) -> float:
    """Return the least depth of a goal, by looking at every node."""
    goals = [tree.tree.depth[node] for node in range(len(tree.tree)) if tree.tree.is_goal[node]]
    return min(goals, default=math.inf)


goal_trees = st.lists(
    st.recursive(
        st.sampled_from(["*", "-", "-"]),
        lambda below: st.lists(below, min_size=1, max_size=3).map(lambda b: f"[{','.join(b)}]"),
        max_leaves=14,
    ),
    min_size=1,
    max_size=3,
).map(lambda below: f"[{','.join(below)}]")


@given(goal_trees)
@settings(max_examples=100, deadline=None)
def test_astar_finds_the_shortest_way(text: str) -> None:
    seen = trace_tree(text, "astar")
    assert len(seen.report.line) == (0 if math.isinf(shortest(seen)) else shortest(seen))
    priorities = [seen.value[step.node] for step in steps(seen)]
    assert priorities == sorted(priorities)


def test_a_good_estimate_visits_less() -> None:
    plain = trace_tree("[[[-,-],-],[[-],[*,-]],[-]]", "astar")
    guided = trace_tree("path", "astar")
    assert guided.report.line == (1, 1, 0)
    assert guided.visited < plain.visited


@pytest.mark.parametrize("ending", [".json", ".npz"])
@pytest.mark.parametrize("agent", ["mcts:playouts=20", "expectiminimax"])
def test_a_trace_is_saved_with_its_tree(agent: str, ending: str, tmp_path: Path) -> None:
    seen = trace_tree("backgammon", agent)
    save_trace(seen, tmp_path / f"own{ending}")
    again = load_trace(tmp_path / f"own{ending}")
    assert isinstance(again, TreeTrace)
    assert again.tree == seen.tree
    assert again.playout_points.tolist() == seen.playout_points.tolist()
    for name, column in seen.columns.items():
        assert np.array_equal(column, again.columns[name], equal_nan=column.dtype.kind == "f")
