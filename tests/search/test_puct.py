"""PUCT against the network it asks, its mirror image and its own trace."""

from dataclasses import replace

import numpy as np
import pytest

from fourscore.core.position import Position
from fourscore.errors import InputError
from fourscore.insight.trace.tracing import trace
from fourscore.search.control import as_struct, running
from fourscore.search.puct.guide import exponential
from fourscore.search.puct.search import PuctSearch
from fourscore.search.puct.tree import root_of, simulate
from fourscore.search.signature import made_up_network
from fourscore.search.types import NO_LIMIT, Limit
from tests.search.positions import play_out

EMPTY = Position.empty()
NETWORK = made_up_network()
POLICY = replace(NETWORK, preferences=np.ascontiguousarray(NETWORK.values[::-1]))
SMALL = Limit(playouts=500)


@pytest.mark.parametrize("network", [NETWORK, POLICY], ids=["values", "policy"])
def test_a_mirror_image_has_a_mirrored_tree(network: object) -> None:
    search = PuctSearch(network)  # type: ignore[arg-type]
    for seed in range(20):
        position, _ = play_out(seed, 3 + seed, 7, 6, "standard")
        mirrored = position.mirror()
        if mirrored == position:
            continue
        one, other = search(position, SMALL), search(mirrored, SMALL)
        assert (one.nodes, one.depth) == (other.nodes, other.depth)
        assert {6 - column: value for column, value in one.values.items()} == other.values


# What the network says


@pytest.mark.parametrize("network", [NETWORK, POLICY], ids=["values", "policy"])
def test_priors_sum_to_one_and_untried_moves_have_the_networks_value(network: object) -> None:
    search = PuctSearch(network)  # type: ignore[arg-type]
    for plies in (0, 5, 10):
        position, _ = play_out(plies, plies, 7, 6, "standard")
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


def test_a_temperature_is_positive() -> None:
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
