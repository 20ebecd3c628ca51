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
    assert str(explain_cut(seen, 9)) == (
        "X is sure of 13 points by playing column 4 at the root. Here O can play column 3, which "
        "leaves X 13 points or less. So X will avoid this position, and O's other columns need "
        "not be searched: 1 2 5 6 7. Minimax would visit 5 nodes there; alpha-beta without this "
        "cut-off would visit 5 nodes."
    )
    with pytest.raises(InputError, match="node 0 has no cut-off; it ended as done"):
        explain_cut(seen, 0)


def test_counting_stops_at_its_limit() -> None:
    seen = trace(Position.empty(), "alphabeta:depth=8")
    cuts = np.flatnonzero(seen.reason == Reason.CUT).tolist()
    highest, few = min(cuts, key=lambda node: seen.depth[node]), Limit(nodes=100)
    saved = explain_cut(seen, highest, few).saved
    assert (saved.nodes, str(saved)) == (100, "more than 100")
    assert not any(each.is_complete for each in count_saved(seen, [highest, cuts[-1]], few))


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
