"""Monte Carlo in four phases: what a trace keeps of each playout is what the search did."""

import math
from collections import Counter, defaultdict
from itertools import pairwise

import pytest

from fourscore.core.position import Position
from fourscore.core.variants import FILL, SLIP, STANDARD, Variant
from fourscore.insight.trace.trace import Trace
from fourscore.insight.trace.tracing import trace
from tests.reference import Board
from tests.search.positions import STATE_3


@pytest.mark.parametrize("variant", [STANDARD, FILL, SLIP], ids=lambda each: each.name)
def test_random_games_lead_by_the_reference_rules_to_their_results(variant: Variant) -> None:
    start = Position.empty(5, 4, variant)
    seen = trace(start, "mcts:playouts=300,seed=4")
    played = 0
    for playout, (leaf, points) in enumerate(
        zip(seen.playout_leaf.tolist(), seen.playout_points.tolist(), strict=True)
    ):
        game = seen.playout_game(playout)
        if not game:
            continue
        board = Board(5, 4, variant.name)
        for column in (*seen.moves(leaf), *game):
            assert board.outcome is None
            board = board.drop(column)
        assert {"X": 2, "O": 0, "draw": 1}[board.outcome or ""] == points
        played += 1
    assert played > 150


def test_a_small_cap_keeps_the_playouts_that_began_below_it() -> None:
    whole, short = (
        trace(Position.empty(), "mcts:playouts=200,seed=1", cap=cap) for cap in (1000, 60)
    )
    assert short.visited == 60
    assert (short.parent == whole.parent[:60]).all()
    assert (short.visits == whole.visits[:60]).all()
    assert (short.visits_at(60) == whole.visits_at(60)[:60]).all()
    for seen in (short, whole.truncated(60)):
        for playout in range(60):
            game = seen.playout_game(playout)
            assert game == (whole.playout_game(playout) if whole.playout_leaf[playout] < 60 else ())
    assert trace(STATE_3, "zero:playouts=20").playout_game(0) == ()


def _check_choices(seen: Trace, bound: float) -> int:
    """Follow every playout; each choice among tried columns had the largest sum."""
    c, visits, points = float(seen.options["c"]), Counter[int](), defaultdict[int, float](float)
    checked = 0
    for playout, leaf in enumerate(seen.playout_leaf.tolist()):
        path = seen.path(leaf)
        for above, below in pairwise(path):
            tried = [each for each in seen.children(above) if visits[each]]
            proven = any(0 <= seen.proven_at[each] < playout for each in tried)
            if proven or visits[below] == 0 or len(tried) < 2:
                continue
            own = seen.depth[above] % 2 == 0

            def total(child: int, own: bool = own, above: int = above) -> float:
                share = points[child] / 2 / visits[child]
                mean = share if own else 1 - share
                if seen.prior is None:
                    return mean + c * math.sqrt(math.log(visits[above]) / visits[child])
                spread = seen.prior[child] * math.sqrt(visits[above] + 1) / (visits[child] + 1)
                return mean + c * float(spread)

            assert total(below) >= max(map(total, tried)) - bound
            checked += 1
        for node in path:
            visits[node] += 1
            points[node] += float(seen.playout_points[playout])
    return checked


def test_selection_follows_the_sums_that_are_shown() -> None:
    assert _check_choices(trace(STATE_3, "mcts:playouts=400,seed=2"), 1e-5) > 300
    # Priors are kept with four digits.
    assert _check_choices(trace(STATE_3, "zero:playouts=300"), 2e-3) > 300
