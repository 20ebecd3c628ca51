"""What every agent promises, checked over the registry."""

import json
import re
from dataclasses import replace

import pytest
from hypothesis import given, settings

from fourscore.agents import agent, entries
from fourscore.agents.registry import split_spec
from fourscore.core.position import Position
from fourscore.core.variants import VARIANTS
from fourscore.errors import UnsupportedError
from fourscore.schemas.search import read_report, report_view
from fourscore.search.types import Limit
from tests.search.positions import Pair, pairs, play_out

SMALL = {
    "astar": "astar:nodes=2000",
    "minimax": "minimax:depth=3",
    "alphabeta": "alphabeta:depth=4",
    "deepening": "deepening:depth=4",
    "expectiminimax": "expectiminimax:depth=3",
    "mcts": "mcts:playouts=300",
    "zero": "zero:playouts=300",
    "perfect": "perfect:nodes=2000",
}
"""Specs with a small budget; an agent that is not named here plays as it is."""
LEVELS = ("level:1", "level:5", "level:9")
SURE_LEVELS = ("level:8", "level:9", "level:10")
"""Those that overlook nothing."""
TAKES_WINS = ("minimax", "alphabeta", "deepening", "expectiminimax", "mcts", "tuples", "zero",
              "perfect", *SURE_LEVELS)  # fmt: skip
BLOCKS = ("minimax", "alphabeta", "deepening", "mcts", "zero", "perfect", *SURE_LEVELS)
LEARNED = ("tuples", "zero")
"""Those that play what their network has learned: the usual game on the usual board."""
NAMES = [*(entry.name for entry in entries()), *LEVELS]
VARIANTS_OF = {name: split_spec(name)[0].variants for name in NAMES}


def small(name: str) -> str:
    return SMALL.get(name, name)


@pytest.mark.parametrize("name", NAMES)
@given(pair=pairs("standard", "fill", "slip"))
@settings(max_examples=40)
def test_the_column_is_legal_or_the_variant_refused(name: str, pair: Pair) -> None:
    position, _ = pair
    if name in LEARNED and position.size != "7x6":
        with pytest.raises(UnsupportedError):
            agent(small(name)).choose(position)
    elif position.variant.name in VARIANTS_OF[name]:
        report = agent(small(name)).choose(position)
        assert report.column in position.legal
        assert set(report.values) <= set(position.legal)
        assert report.nodes >= 1
    else:
        with pytest.raises(UnsupportedError, match=f"^{re.escape(split_spec(name)[0].label)} does"):
            agent(small(name)).choose(position)


@pytest.mark.parametrize("name", NAMES)
def test_the_same_spec_gives_the_same_report(name: str) -> None:
    for variant in VARIANTS_OF[name]:
        position, _ = play_out(3, 5, 7, 6, variant)
        first, second = (agent(small(name), seed=9).choose(position) for _ in range(2))
        assert replace(first, seconds=0) == replace(second, seconds=0)


@pytest.mark.parametrize("name", ["random", "mcts", "level:2", "level:5"])
def test_other_seeds_give_other_games(name: str) -> None:
    reports = [agent(small(name), seed=seed).choose(Position.empty()) for seed in range(12)]
    assert len({(report.column, str(report.values)) for report in reports}) > 1


@pytest.mark.parametrize("name", [name for name in NAMES if SMALL.get(name)])
def test_a_node_limit_is_kept(name: str) -> None:
    report = agent(name).choose(Position.empty(), Limit(nodes=50))
    assert report.nodes <= 50 + Position.empty().width


@pytest.mark.parametrize("name", TAKES_WINS)
def test_a_win_in_one_is_taken(name: str) -> None:
    positions = [play_out(seed, 20, 7, 6, "standard")[0] for seed in range(40)]
    winnable = [position for position in positions if position.winning_columns]
    assert len(winnable) > 10
    for position in winnable:
        assert agent(small(name)).choose(position).column in position.winning_columns


@pytest.mark.parametrize("name", BLOCKS)
def test_a_single_threat_is_blocked(name: str) -> None:
    positions = [play_out(seed, 18, 7, 6, "standard")[0] for seed in range(60)]
    threatened = 0
    for position in positions:
        safe = [each for each in position.legal if not position.play(each).winning_columns]
        if len(safe) == 1 and not position.winning_columns:
            threatened += 1
            choice = agent(small(name).replace("300", "5000")).choose(position)
            assert choice.column == safe[0]
    assert threatened > 5


@pytest.mark.parametrize("name", NAMES)
def test_whole_games_are_played_to_the_end(name: str) -> None:
    """A column that is not legal would raise an error."""
    for variant in VARIANTS_OF[name]:
        position = Position.empty(variant=VARIANTS[variant])
        player, filler = agent(small(name)), agent("random:seed=4")
        while position.outcome is None:
            mover = player if position.ply % 2 == 0 else filler
            position = position.play(mover.choose(position).column)


@pytest.mark.parametrize("name", NAMES)
def test_reports_become_json(name: str) -> None:
    report = agent(small(name)).choose(Position.empty())
    content = report_view(report).model_dump_json()
    assert json.loads(content)["column"] == report.column + 1
    assert read_report(content) == report


@pytest.mark.parametrize("name", [name for name in NAMES if name not in LEARNED])
def test_every_size_is_played(name: str) -> None:
    for width, height in ((4, 4), (1, 5), (9, 6), (7, 8), (12, 4), (31, 1)):
        position = Position.empty(width, height)
        assert agent(small(name)).choose(position).column in position.legal
