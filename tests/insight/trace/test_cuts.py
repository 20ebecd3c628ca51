"""What cut-offs save: counted, and compared with minimax and alpha-beta themselves."""

import numpy as np
import pytest
from hypothesis import given, settings

from fourscore.core.position import Position
from fourscore.errors import InputError
from fourscore.insight.trace.cuts import count_saved, explain_cut
from fourscore.insight.trace.tracing import trace
from fourscore.search.minimax import minimax
from fourscore.search.trace_columns import Reason
from fourscore.search.types import Limit
from tests.search.positions import Pair, pairs

SIZES = ((7, 6), (5, 4), (4, 4))
SPECS = ("alphabeta:depth=4", "alphabeta:depth=5,order=left,eval=centre", "deepening:depth=4")


@pytest.mark.parametrize("spec", SPECS)
@given(pair=pairs("standard", "fill", sizes=SIZES))
@settings(max_examples=15)
def test_what_was_visited_and_what_was_saved_is_minimax(spec: str, pair: Pair) -> None:
    """In each iteration of deepening, and in other searches as a whole."""
    position, _ = pair
    seen = trace(position, spec)
    saved = count_saved(seen)
    assert all(each.is_complete for each in saved)
    ends = [*seen.roots[1:], len(seen)]
    for (depth, first), end in zip(seen.iterations, ends, strict=True):
        total = end - first + sum(each.nodes for each in saved[first:end])
        assert total == minimax(position, Limit(depth=depth)).nodes


@given(pair=pairs("standard", "fill", sizes=SIZES))
@settings(max_examples=15)
def test_a_cut_is_explained_by_what_stands_in_the_tree(pair: Pair) -> None:
    position, _ = pair
    seen = trace(position, "alphabeta:depth=4")
    for node in np.flatnonzero(seen.reason == Reason.CUT)[:10].tolist():
        cut = explain_cut(seen, node)
        ancestor = int(seen.parent[cut.setter])
        assert seen.value[node] == -seen.value[cut.refutation] >= seen.beta[node]
        assert ancestor in seen.path(node)
        assert cut.mover == seen.position_at(node).turn
        assert cut.opponent == seen.position_at(ancestor).turn
        assert cut.saved_alone is not None
        assert cut.saved_alone.nodes <= cut.saved.nodes
        assert (cut.saved.nodes > 0) == (cut.saved_alone.nodes > 0) == bool(cut.pruned)
        assert f"Here {cut.mover} can play column {seen.move[cut.refutation] + 1}, " in str(cut)


def test_a_cut_in_words() -> None:
    seen = trace(Position.empty(), "alphabeta:depth=2")
    node = int(np.flatnonzero(seen.reason == Reason.CUT)[0])
    cut = explain_cut(seen, node)
    assert cut.mover == "O"
    sure, left = -int(seen.beta[node]), -int(seen.value[node])
    better, refuting = (seen.move[each] + 1 for each in (cut.setter, cut.refutation))
    assert str(cut).startswith(
        f"X is sure of {sure} points by playing column {better} at the root. "
        f"Here O can play column {refuting}, which leaves X {left} points or less. "
        f"So X will avoid this position, and O's other columns need not be searched: "
    )


def test_counting_stops_at_its_limit() -> None:
    seen = trace(Position.empty(), "alphabeta:depth=8")
    node = int(np.flatnonzero(seen.reason == Reason.CUT)[-1])
    deep = min(np.flatnonzero(seen.reason == Reason.CUT).tolist(), key=lambda n: seen.depth[n])
    cut = explain_cut(seen, deep, Limit(nodes=100))
    assert cut.saved.nodes == 100
    assert str(cut.saved) == "more than 100"
    first, last = count_saved(seen, [deep, node], Limit(nodes=100))
    assert not first.is_complete
    assert not last.is_complete


def test_a_node_without_a_cut_is_refused() -> None:
    with pytest.raises(InputError, match="node 0 has no cut-off; it ended as done"):
        explain_cut(trace(Position.empty(), "alphabeta:depth=2"), 0)


def test_a_cap_makes_no_cuts() -> None:
    """Moves that were visited and only left out of the trace do not pass for pruned."""
    position = Position.empty().play(3)
    whole = trace(position, "alphabeta:depth=4")
    for cap in range(1, len(whole), 23):
        short = trace(position, "alphabeta:depth=4", cap=cap)
        for node in range(cap):
            assert short.pruned(node) in ((), whole.pruned(node))
            if node in short.unfinished and short.reason[node] == Reason.CUT:
                with pytest.raises(InputError, match="its cap is too low"):
                    explain_cut(short, node)
            else:
                assert short.pruned(node) == whole.pruned(node)
