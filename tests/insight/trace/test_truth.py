"""Truth on the nodes of a trace: exact scores, and whom a search favours against them."""

import numpy as np
import pytest
from hypothesis import given, settings

from fourscore.core.position import Position
from fourscore.core.variants import FILL
from fourscore.errors import UnsupportedError
from fourscore.insight.trace.tracing import trace
from fourscore.insight.trace.truth import misleading_nodes, solve_nodes, summarize
from fourscore.search.trace_columns import UNKNOWN
from fourscore.search.types import Bound
from fourscore.solver import Solver
from tests.search.positions import Pair, pairs, play_out

SPECS = ("minimax:depth=2", "alphabeta:depth=4", "deepening:depth=3", "mcts:playouts=150")


@pytest.mark.parametrize("spec", SPECS)
@given(pair=pairs("standard", sizes=((4, 4), (5, 4), (6, 3))))
@settings(max_examples=10)
def test_proofs_of_a_search_are_true_and_estimates_may_mislead(spec: str, pair: Pair) -> None:
    position, _ = pair
    seen = solve_nodes(trace(position, spec))
    assert seen.exact is not None
    solver = Solver(megabytes=1, threads=1)
    misleading = misleading_nodes(seen)
    for node in range(len(seen)):
        score = solver.solve(seen.position_at(node))
        assert seen.exact[node] == score.value
        value = seen.value_at(node)
        if value is not None and value.result is not None:
            assert not misleading[node]
            if value.bound is Bound.EXACT:
                assert value.result == score.sign
                if value.visits is None:
                    assert value.plies == score.plies
        if value is None or score.sign == 0:
            assert not misleading[node]
            continue
        middle = 0.5 if value.visits is not None else 0
        better = value.value > middle and value.bound is not Bound.UPPER
        worse = value.value < middle and value.bound is not Bound.LOWER
        assert misleading[node] == ((better and score.sign < 0) or (worse and score.sign > 0))


def test_counts_add_up() -> None:
    position, _ = play_out(3, 18, 7, 6, "standard")
    seen = solve_nodes(trace(position, "alphabeta:depth=4"))
    truth = summarize(seen)
    assert truth.solved == len(seen)
    assert truth.misleading == misleading_nodes(seen).sum() > 0
    by_depth = [summarize(seen, depth) for depth in range(5)]
    assert truth.misleading <= truth.favoured <= truth.decided <= truth.solved
    for name in ("solved", "decided", "favoured", "misleading"):
        assert sum(getattr(each, name) for each in by_depth) == getattr(truth, name)
    assert f"the one that loses in {truth.misleading:,}" in str(truth)


def test_some_nodes_only() -> None:
    position, _ = play_out(11, 26, 7, 6, "standard")
    seen = solve_nodes(trace(position, "minimax:depth=2"), [0, 2])
    assert seen.exact is not None
    assert np.flatnonzero(seen.exact != UNKNOWN).tolist() == [0, 2]
    more = solve_nodes(seen, [1])
    assert more.exact is not None
    assert (more.exact[[0, 2]] == seen.exact[[0, 2]]).all()
    assert more.exact_score(1) is not None
    assert more.exact_score(3) is None
    assert summarize(more).solved == 3


def test_where_there_is_no_truth() -> None:
    with pytest.raises(UnsupportedError, match="the opponent never moves"):
        solve_nodes(trace(Position.empty(), "astar"))
    with pytest.raises(UnsupportedError, match="standard rules only, not the variant fill"):
        solve_nodes(trace(Position.empty(variant=FILL), "minimax:depth=1"))
