"""Traces: the search itself wrote them, and they hold what it did."""

import math
import operator

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fourscore.agents import agent, entries
from fourscore.core.position import Position
from fourscore.errors import UnsupportedError
from fourscore.insight.trace.trace import Trace
from fourscore.insight.trace.tracing import trace
from fourscore.search.control import Cancel
from fourscore.search.trace_columns import UNKNOWN, NodeKind, Reason
from fourscore.search.types import Bound, Limit
from tests.search.positions import STATE_3, Pair, pairs, play_out

DEPTH_FIRST = (
    "minimax:depth=3",
    "minimax:depth=2,eval=centre,order=left",
    "alphabeta:depth=4",
    "alphabeta:depth=3,eval=centre,order=left",
    "deepening:depth=4",
    "expectiminimax:depth=2",
)
OTHERS = (
    "astar:nodes=300",
    "astar:nodes=300,heuristic=zero",
    "astar:heuristic=gravity",
    "mcts:playouts=200,seed=3",
    "mcts:playouts=200,expand=heuristic,c=0.5",
)
PLAYED = {entry.name: entry.variants for entry in entries()}
SIZES = ((7, 6), (5, 4), (4, 4))


def positions_for(spec: str) -> st.SearchStrategy[Pair]:
    variants = PLAYED[spec.partition(":")[0]]
    return pairs(*(each for each in ("standard", "fill", "slip") if each in variants), sizes=SIZES)


@pytest.mark.parametrize("spec", [*DEPTH_FIRST, *OTHERS])
@given(data=st.data(), cap=st.sampled_from([1, 2, 50, 100_000]))
@settings(max_examples=20)
def test_the_traced_search_is_the_real_search(spec: str, data: st.DataObject, cap: int) -> None:
    position, _ = data.draw(positions_for(spec))
    plain = agent(spec).choose(position)
    seen = trace(position, spec, cap=cap)
    report = seen.report
    assert (report.column, report.values, report.line) == (plain.column, plain.values, plain.line)
    assert (report.nodes, report.playouts) == (plain.nodes, plain.playouts)
    assert seen.visited + seen.left_out == report.nodes
    assert len(seen) <= cap
    assert len(seen) == seen.visited or seen.algorithm == "astar"
    assert seen.is_complete == (seen.visited == report.nodes)


@pytest.mark.parametrize("spec", [*DEPTH_FIRST, *OTHERS])
@given(data=st.data())
@settings(max_examples=10)
def test_rows_form_a_tree_of_the_game(spec: str, data: st.DataObject) -> None:
    position, _ = data.draw(positions_for(spec))
    seen = trace(position, spec)
    assert [node for node in range(len(seen)) if seen.parent[node] < 0] == list(seen.roots)
    for node in range(len(seen)):
        if seen.parent[node] < 0:
            continue
        above = int(seen.parent[node])
        assert above < node
        assert node in seen.children(above)
        lands = seen.kind[node] != NodeKind.CHANCE
        assert seen.depth[node] == seen.depth[above] + lands
        if seen.algorithm != "astar":
            replayed = position
            for column in seen.moves(node):
                replayed = replayed.play(column)
            assert seen.position_at(node) == replayed
            assert (seen.reason[node] == Reason.TERMINAL) == (lands and replayed.is_over)
    assert sum(seen.sizes[root] for root in seen.roots) == len(seen)
    line = tuple(int(seen.move[node]) for node in seen.line[1:])
    assert line == seen.report.line[: len(line)]
    if spec in DEPTH_FIRST:
        check_values(seen)


def check_values(seen: Trace) -> None:
    """Check that values, windows and cuts follow from the children."""
    for node in range(len(seen)):
        children = seen.children(node)
        assert seen.alpha[node] < seen.beta[node]
        if seen.reason[node] in (Reason.LEAF, Reason.TERMINAL):
            assert not children
            continue
        assert seen.value[node] == pytest.approx(expected(seen, node, children))
        if seen.kind[node] == NodeKind.CHANCE:
            assert sum(seen.probability(child) for child in children) == pytest.approx(1)
            continue
        cut = seen.reason[node] == Reason.CUT
        assert cut == bool(seen.value[node] >= seen.beta[node])
        assert cut == bool(seen.cut_by[node] >= 0)
        legal, tried = seen.position_at(node).legal, {int(seen.move[child]) for child in children}
        assert cut or tried == set(legal)
        assert set(seen.pruned(node)) == set(legal) - tried
        for child in children:
            if seen.kind[child] != NodeKind.CHANCE:
                assert seen.beta[child] == -seen.alpha[node]
                assert seen.alpha[child] >= -seen.beta[node]
                break


def expected(seen: Trace, node: int, children: list[int]) -> float:
    if seen.kind[node] == NodeKind.CHANCE:
        return sum(seen.probability(child) * -float(seen.value[child]) for child in children)
    return max(
        float(seen.value[child]) * (1 if seen.kind[child] == NodeKind.CHANCE else -1)
        for child in children
    )


@pytest.mark.parametrize("spec", ["alphabeta:depth=5", "deepening:depth=5"])
@given(pair=pairs("standard", "fill", sizes=SIZES))
@settings(max_examples=25)
def test_a_cut_names_the_ancestor_whose_move_set_the_bound(spec: str, pair: Pair) -> None:
    position, _ = pair
    seen = trace(position, spec)
    for node in np.flatnonzero(seen.reason == Reason.CUT).tolist():
        setter = int(seen.cut_by[node])
        ancestor = int(seen.parent[setter])
        way = seen.path(node)
        assert ancestor in way[:-1]
        assert setter not in way
        assert (seen.depth[node] - seen.depth[ancestor]) % 2 == 1
        assert seen.value[setter] == seen.beta[node]
        # It was known when the ancestor's later child was entered, not before.
        below = way[way.index(ancestor) + 1]
        assert setter < below
        # No ancestor between them has a better bound: each passes this one on.
        assert seen.beta[below] == seen.value[setter]


@given(pair=pairs("standard", "fill", sizes=SIZES))
@settings(max_examples=12)
def test_bounds_hold_against_minimax(pair: Pair) -> None:
    position, _ = pair
    cut, full = trace(position, "alphabeta:depth=4"), trace(position, "minimax:depth=4")
    true = {tuple(full.moves(node)): full.value[node] for node in range(len(full))}
    holds = {Bound.EXACT: operator.eq, Bound.LOWER: operator.le, Bound.UPPER: operator.ge}
    for node in range(len(cut)):
        assert holds[cut.bound(node)](cut.value[node], true[tuple(cut.moves(node))])


def test_deepening_marks_its_iterations_and_what_it_remembers() -> None:
    seen = trace(Position.empty().play(3).play(2), "deepening:depth=6")
    assert [each.depth for each in seen.iterations] == list(range(1, 7))
    assert seen.root == seen.iterations[-1].first
    for node in range(len(seen)):
        column = int(seen.remembered[node])
        children = seen.children(node)
        if column >= 0 and children:
            assert seen.move[children[0]] == column
        assert seen.depth[node] <= seen.iteration(node).depth
    remembered = seen.remembered[seen.iterations[-1].first :]
    assert (remembered >= 0).sum() > 20
    assert (trace(Position.empty(), "alphabeta:depth=5").remembered < 0).all()


def test_a_star_takes_the_least_from_the_frontier() -> None:
    """The frontier is replayed: each state taken had the least f, the newest of equals."""
    seen = trace(STATE_3, "astar:heuristic=zero,nodes=2000")
    taken = sorted(np.flatnonzero(seen.order >= 0).tolist(), key=lambda node: int(seen.order[node]))
    waiting = {0}
    for node in taken:
        assert node == min(waiting, key=lambda each: (seen.value[each], -each))
        waiting.remove(node)
        waiting |= {c for c in seen.children(node) if seen.reason[c] != Reason.HOPELESS}
    assert all(seen.reason[node] == Reason.WAITING for node in waiting)
    assert seen.reason[seen.line[-1]] == Reason.GOAL
    assert seen.rows(0) == STATE_3.rows()
    assert seen.rows(seen.line[-1]) != STATE_3.rows()


@pytest.mark.parametrize(
    "position",
    [STATE_3, play_out(2, 35, 7, 6, "fill")[0], play_out(2, 20, 7, 6, "slip")[0]],
    ids=["standard", "fill", "slip"],
)
def test_playouts_replay_to_the_tree_as_it_was_left(position: Position) -> None:
    seen = trace(position, "mcts:playouts=3000,seed=5")
    made = seen.report.playouts
    assert len(seen.playout_leaf) == made
    assert (seen.visits_at(made) == seen.visits).all()
    assert (np.diff([seen.visits_at(count) for count in (0, 10, 500, made)], axis=0) >= 0).all()
    share = seen.points_at(made) / 2 / np.maximum(seen.visits, 1)
    turned = np.array([seen.player_at(node) != position.turn for node in range(len(seen))])
    assert np.allclose(np.where(turned, 1 - share, share), seen.value)
    for column, value in seen.report.values.items():
        child = next(c for c in seen.children(0) if seen.move[c] == column)
        assert value.visits == seen.visits[child]
    proven = seen.proof != UNKNOWN
    assert ((seen.proven_at >= 0) == proven).all()
    assert proven.any()


def test_a_stopped_search_leaves_its_way_open() -> None:
    for spec in ("minimax:depth=8,nodes=1000", "alphabeta:depth=12,nodes=1000"):
        seen = trace(Position.empty(), spec)
        assert seen.visited == 1000
        stopped = np.flatnonzero(seen.reason == Reason.STOPPED)
        assert stopped.tolist() == seen.path(int(stopped[-1]))
    seen = trace(Position.empty(), "deepening:depth=30,nodes=3000")
    assert seen.visited == 3000
    assert int(seen.move[seen.line[1]]) == seen.report.column
    cancel = Cancel()
    cancel.cancel()
    assert trace(Position.empty(), "deepening:depth=5", cancel=cancel).visited == 0


def test_what_has_no_tree_is_refused() -> None:
    for spec in ("random", "perfect", "level:3"):
        with pytest.raises(UnsupportedError, match="cannot be traced"):
            trace(Position.empty(), spec)


def test_a_traced_decision_starts_from_an_empty_tree() -> None:
    player = agent("mcts:playouts=300,seed=2")
    position = Position.empty()
    player.choose(position)
    later = position.play(3)
    seen = trace(later, player)
    assert seen.visited == seen.report.nodes == 301
    assert not any(math.isnan(value) for value in seen.value)


def test_a_limit_replaces_the_agents_own() -> None:
    seen = trace(Position.empty(), "minimax", Limit(depth=2))
    assert seen.visited == 1 + 7 + 49
