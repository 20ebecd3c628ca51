"""PUCT against exhaustive search, the network it asks, its mirror image and its own trace."""

import random
from dataclasses import replace

import numpy as np
import pytest

from fourscore.core.position import Position
from fourscore.core.variants import FILL, SLIP, STANDARD, Variant
from fourscore.errors import InputError, UnsupportedError
from fourscore.insight.trace.tracing import trace
from fourscore.search.control import as_struct, running
from fourscore.search.mcts import growth
from fourscore.search.puct.guide import exponential
from fourscore.search.puct.search import PuctSearch
from fourscore.search.puct.tree import root_of, simulate
from fourscore.search.signature import made_up_network
from fourscore.search.types import NO_LIMIT, Limit, Report
from fourscore.solver import Solver

EMPTY = Position.empty()
NETWORK = made_up_network()
POLICY = replace(NETWORK, preferences=np.ascontiguousarray(NETWORK.values[::-1]))
SMALL = Limit(playouts=500)


def timeless(report: Report) -> Report:
    return replace(report, seconds=0.0)


def random_position(rng: random.Random, start: Position, plies: int) -> Position:
    """Play random columns; begin again if the game ends on the way."""
    while True:
        position = start
        while position.ply < plies and not position.is_over:
            position = position.play(rng.choice(position.legal))
        if not position.is_over:
            return position


def exhaustive(position: Position) -> int:
    """Return the result for the side to move with perfect play: 1, 0 or -1."""
    outcome = position.outcome
    if outcome is not None:
        return 0 if outcome.winner is None else 1 if outcome.winner == position.turn else -1
    return max(-exhaustive(position.play(column)) for column in position.legal)


# Decisions


def test_the_same_question_has_the_same_answer() -> None:
    search = PuctSearch(NETWORK)
    first = timeless(search(EMPTY, SMALL))
    assert timeless(search(EMPTY, SMALL)) == first
    assert timeless(PuctSearch(NETWORK)(EMPTY, SMALL)) == first


def test_chunks_do_not_show(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = timeless(PuctSearch(NETWORK)(EMPTY, SMALL))
    monkeypatch.setattr(growth, "FIRST_CHUNK", 7)
    monkeypatch.setattr(growth, "PACE", 1e-9)
    assert timeless(PuctSearch(NETWORK)(EMPTY, SMALL)) == whole


@pytest.mark.parametrize("limit", [Limit(playouts=300), Limit(nodes=300), Limit(seconds=0.05)])
def test_respects_limits(limit: Limit) -> None:
    report = PuctSearch(NETWORK)(EMPTY, limit)
    assert report.playouts <= (limit.playouts or report.playouts)
    assert report.nodes <= (limit.nodes or report.nodes)
    assert report.seconds < 120
    assert sum(value.visits or 0 for value in report.values.values()) == report.playouts


def test_a_full_tree_keeps_its_leaves(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(growth, "MAX_NODES", 100)
    report = PuctSearch(NETWORK)(EMPTY, Limit(playouts=2000))
    assert report.playouts == sum(value.visits or 0 for value in report.values.values()) == 2000
    assert report.nodes <= 100


def test_takes_wins_and_blocks_threats() -> None:
    rng, search, seen = random.Random(2), PuctSearch(NETWORK), {"win": 0, "block": 0}
    while min(seen.values()) < 15:
        position = random_position(rng, EMPTY, rng.randrange(8, 30))
        blocks = [each for each in position.legal if not position.play(each).winning_columns]
        report = search(position, Limit(playouts=200))
        if position.winning_columns:
            seen["win"] += 1
            assert report.column in position.winning_columns
            assert (report.values[report.column].plies, report.playouts) == (1, 0)
        elif 0 < len(blocks) < len(position.legal):
            seen["block"] += 1
            assert report.column in blocks
            losing = set(position.legal) - set(blocks)
            assert all(report.values[column].result == -1 for column in losing)


@pytest.mark.parametrize("network", [NETWORK, POLICY], ids=["values", "policy"])
def test_a_mirror_image_has_a_mirrored_tree(network: object) -> None:
    rng, search = random.Random(4), PuctSearch(network)  # type: ignore[arg-type]
    for _ in range(20):
        position = random_position(rng, EMPTY, rng.randrange(3, 20))
        mirrored = position.mirror()
        if mirrored == position:
            continue
        one, other = search(position, SMALL), search(mirrored, SMALL)
        assert (one.nodes, one.depth) == (other.nodes, other.depth)
        assert {6 - column: value for column, value in one.values.items()} == other.values


def test_a_tree_is_reused() -> None:
    search = PuctSearch(NETWORK)
    first = search(EMPTY, SMALL)
    position = EMPTY.play(first.column)
    second = search(position, SMALL)
    visits = sum(value.visits or 0 for value in second.values.values())
    assert visits > second.playouts == 500
    assert (
        sum(
            v.visits or 0 for v in PuctSearch(NETWORK, reuse=False)(position, SMALL).values.values()
        )
        == 500
    )


# Proofs


@pytest.mark.parametrize("variant", [STANDARD, FILL], ids=str)
def test_proofs_agree_with_exhaustive_search(variant: Variant) -> None:
    rng, proven = random.Random(3), 0
    network = made_up_network(4, 4, variant)
    search = PuctSearch(network)
    for _ in range(40):
        position = random_position(rng, Position.empty(4, 4, variant), rng.randrange(8, 14))
        report = search(position, Limit(playouts=20_000))
        truth = {column: -exhaustive(position.play(column)) for column in position.legal}
        for column, value in report.values.items():
            assert value.result in (None, truth[column])
        if report.playouts < 20_000:
            proven += 1
            assert truth[report.column] == max(truth.values())
    assert proven > 20


def test_proven_results_agree_with_the_solver() -> None:
    rng, search = random.Random(5), PuctSearch(NETWORK)
    solver = Solver(megabytes=16, threads=1)
    for _ in range(10):
        position = random_position(rng, EMPTY, 24)
        scores = solver.analyse(position).scores
        report = search(position, Limit(playouts=3000))
        proven = {each: found.result for each, found in report.values.items()}
        assert all(each is None or each == scores[column].sign for column, each in proven.items())


# What the network says


@pytest.mark.parametrize("network", [NETWORK, POLICY], ids=["values", "policy"])
def test_priors_sum_to_one_and_untried_moves_have_the_networks_value(network: object) -> None:
    search = PuctSearch(network)  # type: ignore[arg-type]
    rng = random.Random(6)
    for plies in (0, 5, 10):
        position = random_position(rng, EMPTY, plies)
        tree = search._plant(64)
        with running(NO_LIMIT) as counters:
            root = root_of(position.mine, position.filled, position.rules)
            simulate(tree, root, 0, as_struct(counters), None)
        children = tree.nodes[1 : 1 + tree.nodes[0]["count"]]
        children = children[children["spread"] > 0]
        assert children["prior"].sum() == pytest.approx(1)
        told = search.network.column_values(position)
        for child in children:
            assert 2 * child["mean"] - 1 == pytest.approx(told[int(child["column"])], abs=1e-6)


def test_the_exponential_is_near_the_true_one() -> None:
    numbers = np.linspace(-8, 0, 50)
    assert [exponential(each) for each in numbers] == pytest.approx(np.exp(numbers), rel=0.04)
    assert exponential(-1e9) > 0


def test_refuses_boards_it_has_not_learned() -> None:
    search = PuctSearch(NETWORK)
    with pytest.raises(UnsupportedError, match="7x6"):
        search(Position.empty(5, 4))
    with pytest.raises(UnsupportedError):
        search(Position.empty(variant=SLIP))
    with pytest.raises(InputError, match="temperature"):
        PuctSearch(NETWORK, temperature=0)


# Traces


def test_a_trace_agrees_with_the_report() -> None:
    seen = trace("4453", "zero:playouts=300")
    assert seen.algorithm == "zero"
    assert len(seen) == seen.report.nodes
    assert seen.visits[0] == seen.report.playouts == len(seen.playout_leaf) == 300
    assert (seen.visits_at(300) == seen.visits).all()
    assert seen.prior is not None
    assert np.isnan(seen.prior[0])
    for child in seen.children(0):
        value = seen.report.values[int(seen.move[child])]
        assert value.visits == seen.visits[child]
        assert value.value == pytest.approx(1 - seen.value[child])
        share = seen.points_at(300)[child] / 2 / seen.visits[child]
        assert share == pytest.approx(value.value, abs=1e-3)
        assert 0 <= seen.prior[child] <= 1
