"""Swiss and knockout: who meets whom, and that an interruption makes no difference."""

from itertools import islice
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st

from fourscore.arena.export import game_of
from fourscore.arena.rounds import (
    EXTRA,
    Round,
    RoundPlan,
    count_rounds,
    rounds_of,
    survivors,
    swiss_points,
)
from fourscore.arena.summary import summarise
from fourscore.arena.tournament import Settings, open_ledger, run
from fourscore.book.solving import solve
from fourscore.errors import InputError, UnsupportedError
from fourscore.insight.reports.words import say_rounds
from fourscore.runtime.workers import SerialPool

AGENTS = ("random", "alphabeta:depth=1", "random:seed=3", "minimax:depth=2", "random:seed=5")


def play_all(planner: RoundPlan, draw: "st.DataObject") -> list[Round]:
    """Play rounds with drawn results. Return them."""
    points: dict[int, float | None] = {}
    for _ in range(100):
        complete, current = rounds_of(planner, points)
        if current is None:
            return list(complete)
        for number in range(current.start, current.start + current.games):
            points[number] = draw.draw(st.sampled_from((0.0, 0.5, 1.0)))
    raise AssertionError("it does not end")


@given(st.integers(2, 13), st.data())
@hypothesis_settings(max_examples=40)
def test_swiss_rounds_pair_everybody_once_without_rematches(
    agents: int, data: st.DataObject
) -> None:
    rounds = count_rounds(agents)
    played = play_all(RoundPlan("swiss", agents, 1, rounds), data)
    assert len(played) == rounds
    met = [frozenset(pairing) for each in played for pairing in each.pairings]
    assert len(met) == len(set(met))
    for each in played:
        players = [agent for pairing in each.pairings for agent in pairing]
        free = each.free
        assert sorted([*players, *([] if free is None else [free])]) == list(range(agents))
    idle = [each.free for each in played if each.free is not None]
    assert len(idle) == len(set(idle)) == (rounds if agents % 2 else 0)
    points = swiss_points(played, agents, 1)
    assert sum(points) == rounds * 2 * ((agents + 1) // 2)


@given(st.integers(2, 17), st.data())
@hypothesis_settings(max_examples=40)
def test_a_knockout_leaves_one(agents: int, data: st.DataObject) -> None:
    played = play_all(RoundPlan("knockout", agents, 1, count_rounds(agents)), data)
    assert len(survivors(played, agents)) == 1
    main = [each for each in played if "decider" not in each.name]
    assert len(main) == count_rounds(agents)
    assert sum(len(each.pairings) for each in main) == agents - 1
    for at, each in enumerate(main):
        out = set(range(agents)) - set(survivors(played[: played.index(each)], agents))
        assert not out & {agent for pairing in each.pairings for agent in pairing}
        assert each.name == "final" or at < len(main) - 1
    assert len(played) <= (EXTRA + 1) * len(main)


def finish(
    settings: Settings, path: Path | None = None, batches: int | None = None
) -> list[object]:
    """Play a tournament, or only so many batches of it; return its games without times."""
    with open_ledger(settings, path) as ledger:
        list(islice(run(settings, ledger, SerialPool()), batches))
        assert batches or all(line for line in say_rounds(ledger))
        return [(*row[:8], row.reason, row.plies) for row in ledger.games()]


@pytest.mark.parametrize("form", ["swiss", "knockout"])
def test_interruptions_make_no_difference(form: str, tmp_path: Path) -> None:
    settings = Settings(AGENTS, 2, form, "random:4", (6, 5), seed=2)
    whole = finish(settings)
    path = tmp_path / "games.ledger"
    for batches in (2, 3, 2, 4):
        finish(settings, path, batches)
    assert finish(settings, path) == whole
    assert len(whole) >= settings.total


def test_settings_are_checked() -> None:
    with pytest.raises(InputError, match="only a Swiss tournament has a number of rounds"):
        Settings(AGENTS, 2, "knockout", rounds=2)
    with pytest.raises(InputError, match="5 agents can play 1 to 5 rounds, not 6"):
        Settings(AGENTS, 2, "swiss", rounds=6)
    with pytest.raises(UnsupportedError):
        Settings(("random", "random"), 2, variant="fill", adjudicate=8)


def test_adjudicated_games_end_with_their_exact_result() -> None:
    settings = Settings(("random", "random:seed=2"), 40, openings="random:8", adjudicate=14)
    with open_ledger(settings) as ledger:
        list(run(settings, ledger, SerialPool()))
        ended = [row for row in ledger.games() if row.reason == "adjudicated"]
        assert ended
        assert summarise(ledger).adjudicated == len(ended)
        assert ledger.settings["adjudicate"] == 14
        for row in ended:
            position = game_of(ledger, row, ledger.moves(row.number)).position
            assert 42 - position.ply <= 14
            worth = solve(position).sign * (1 if position.turn == "X" else -1)
            assert row.result == (1 + worth) / 2
