"""Levels: what their table promises, and how skills play."""

import re
from collections import Counter
from itertools import pairwise
from math import exp, sqrt
from statistics import mean, stdev

import pytest

from fourscore.agents import agent
from fourscore.agents.levels import (
    LevelPlayer,
    Skill,
    find_level,
    level_table,
    placed_agents,
    provenance,
)
from fourscore.arena.tournament import Pair, Settings
from fourscore.core.position import Position
from fourscore.core.variants import VARIANTS
from fourscore.errors import SpecError
from fourscore.search.evaluation.registry import EVALUATIONS
from fourscore.search.minimax import minimax
from fourscore.search.types import Limit
from fourscore.solver import Solver
from scripts.levels import blunders
from tests.arena.helpers import play
from tests.search.positions import play_out

TABLE = level_table()
PROMISES = {"standard": (130, 170, 0.65), "fill": (130, 180, 0.645), "slip": (45, 70, 0.56)}
"""By variant: the least and the greatest step in Elo, and the least share against the one below."""
GAMES = 4000
"""Games between two levels, at least."""
HALF = 15
"""Half of the 95 % interval of a step in Elo, at most."""
FRESH = {"standard": 0.6, "fill": 0.6, "slip": 0.51}
"""The least share of fresh games: four standard errors below what was measured, or more."""
POSITIONS = [play_out(seed, 5 + seed % 25, 7, 6, "standard")[0] for seed in range(60)]


def choose(skill: Skill, position: Position, seed: int = 0) -> int:
    return LevelPlayer(skill, seed=seed)(position, Limit()).column


# The table


@pytest.mark.parametrize("variant", VARIANTS)
def test_levels_overlook_less_and_see_farther_from_one_to_the_next(variant: str) -> None:
    table = level_table(variant)
    assert [level.number for level in table] == list(range(1, 11))
    for lower, upper in pairwise(table):
        assert upper.skill.depth >= lower.skill.depth
        assert upper.skill.overlook <= lower.skill.overlook
        assert upper.skill.warmth <= lower.skill.warmth
        assert upper.skill.endgame >= lower.skill.endgame
        assert upper.skill != lower.skill
    assert table[-1].skill.overlook == 0
    assert variant != "standard" or (table[-1].skill.book and table[-1].skill.endgame >= 42)


@pytest.mark.parametrize("variant", VARIANTS)
def test_the_shipped_figures_keep_the_promise(variant: str) -> None:
    """They say: even steps, measured in thousands of games; where chance decides, smaller ones."""
    table, source = level_table(variant), provenance(variant)
    least, most, share = PROMISES[variant]
    for level in table[1:]:
        assert level.share_below is not None
        assert level.share_below >= share, level
        assert least <= level.step <= most, level
        assert level.step_low < level.step < level.step_high
        assert level.step_high - level.step_low <= 2 * HALF, level
        assert level.games_below >= GAMES
    assert table[0].elo == 0
    assert source["command"].startswith(f"fourscore study levels --variant {variant} ")
    assert source["games"] >= 9 * GAMES
    assert re.fullmatch("[0-9a-f]{40}", source["commit"])


def test_learned_players_are_on_the_scale() -> None:
    placed = placed_agents()
    assert {agent(each.spec).name for each in placed} >= {"tuples", "zero", "alphabeta"}
    for each in placed:
        assert each.low < each.elo < each.high
        assert each.games >= 100


def test_the_words_for_players_describe_these_skills() -> None:
    """The words say how far each looks and what it misses: read them again when this fails."""
    skills = [(each.skill.depth, round(100 * each.skill.overlook)) for each in TABLE[:6]]
    assert skills == [(1, 90), (2, 66), (2, 37), (2, 18), (2, 4), (4, 4)]
    upper = [(each.skill.depth, each.skill.overlook, each.skill.endgame) for each in TABLE[6:]]
    assert upper == [(6, 0, 15), (6, 0, 27), (6, 0, 33), (9, 0, 63)]
    assert TABLE[8].plain == (
        "An expert: it looks six discs ahead, and plays the last 33 perfectly. "
        "Scores about 7 out of 10 against level 8."
    )
    assert "Scores" not in TABLE[0].plain
    assert len({each.plain for each in TABLE}) == len(TABLE)


def test_a_stronger_level_misses_fewer_wins_and_blocks() -> None:
    """Counted in many positions; two in a hundred may be chance."""
    missed = blunders(50, seed=1)
    for lower, upper in pairwise(missed.values()):
        assert upper["win missed"] <= lower["win missed"] + 0.02
        assert upper["block missed"] <= lower["block missed"] + 0.02
    assert missed[1]["win missed"] > 0.5
    for number in (8, 9, 10):
        assert missed[number] == {"win missed": 0, "block missed": 0}


@pytest.mark.parametrize("text", ["0", "11", "x", "5.0", "-1", "01"])
def test_no_other_level_is_there(text: str) -> None:
    with pytest.raises(SpecError) as caught:
        agent(f"level:{text}")
    assert str(caught.value) == (
        f"there is no level {text!r}; levels go from 1, near-random, to 10, perfect, as in level:5"
    )


# How skills play


def test_every_column_gets_the_value_that_minimax_gives_it() -> None:
    for position in POSITIONS:
        ours = LevelPlayer(Skill(depth=3))(position, Limit())
        full = minimax(position, Limit(depth=3), evaluation=EVALUATIONS["lines"])
        assert dict(ours.values) == dict(full.values)
        assert ours.values[ours.column].value == full.values[full.column].value


def test_who_overlooks_nothing_hands_no_win_away() -> None:
    """At depth 2: win if possible, else leave the enemy no win if that is possible."""
    seen = Counter[str]()
    for position in POSITIONS:
        column = choose(Skill(depth=2, warmth=50), position)
        safe = [each for each in position.legal if not position.play(each).winning_columns]
        if position.winning_columns:
            seen["wins"] += 1
            assert column in position.winning_columns
        elif safe:
            seen["safe"] += len(safe) < len(position.legal)
            assert column in safe
    assert min(seen["wins"], seen["safe"]) > 5


def test_columns_are_overlooked_as_often_as_said() -> None:
    """With one winning column of seven, it is missed when it is overlooked, or shared by chance.

    Whoever overlooks everything plays anything.
    """
    position, skill = Position("112233"), Skill(depth=1, overlook=0.4)
    missed = sum(choose(skill, position, seed) != 3 for seed in range(2000))
    assert 0.30 < missed / 2000 <= 0.45
    blind = Skill(depth=2, overlook=1.0)
    assert {choose(blind, position, seed) for seed in range(200)} == set(range(7))


def test_warmth_plays_near_best_columns_in_proportion() -> None:
    position = Position()
    report = LevelPlayer(Skill(depth=1))(position, Limit())
    values = {column: value.value for column, value in report.values.items()}
    best, second = sorted(values.values())[-1], sorted(set(values.values()))[-2]
    warmth = (best - second) / 0.7
    skill, alike = Skill(depth=1, warmth=warmth), Counter(values.values())
    counts = Counter(values[choose(skill, position, seed)] for seed in range(3000))
    ratio = (counts[best] / alike[best]) / (counts[second] / alike[second])
    assert ratio == pytest.approx(exp(0.7), rel=0.15)


def test_the_highest_level_is_perfect() -> None:
    solver = Solver(16, threads=1)
    for seed in range(25):
        position = play_out(seed, 18, 7, 6, "standard")[0]
        if position.ply < 14:
            continue
        choices = {agent("level:10", seed=each).choose(position).column for each in range(3)}
        assert choices <= set(solver.analyse(position).best)


def test_a_small_limit_still_gives_a_move() -> None:
    for number in (1, 9, 10):
        report = agent(f"level:{number}").choose(Position.empty(), Limit(nodes=1))
        assert report.column in range(7)
        assert report.nodes < 500


@pytest.mark.slow
@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("number", range(2, 11))
def test_each_level_is_stronger_than_the_one_below(number: int, variant: str) -> None:
    """In games by which no level was tuned or measured, the share is what the table says.

    It lies within four standard errors of the measured one, and reaches what a step must have.
    """
    specs = (f"level:{number}", f"level:{number - 1}")
    settings = Settings(specs, 600, openings="random:4", seed=987, variant=variant)
    games = sorted(game for event in play(settings) for game in event.games)
    pairs = [Pair(*both) for both in zip(games[::2], games[1::2], strict=True)]
    points = [found / 2 for pair in pairs if (found := pair.points(specs[0])) is not None]
    assert len(points) == 300
    error, told = stdev(points) / sqrt(len(points)), find_level(str(number), variant).share_below
    assert told is not None
    assert mean(points) > FRESH[variant]
    assert mean(points) == pytest.approx(told, abs=4 * error)
    assert mean(points) - 1.96 * error > 0.5 or variant == "slip"
