"""Tournaments in this process: the same games however they are played, resumed or stopped."""

import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from fourscore.agents import agent
from fourscore.arena.clock import TimeControl
from fourscore.arena.export import games_with_moves
from fourscore.arena.ledger import Ledger
from fourscore.arena.play import AgentPlayer, Finish, Turn
from fourscore.arena.play import play as play_game
from fourscore.arena.tournament import Pair, Settings, open_ledger, run
from fourscore.core.game import Game
from fourscore.core.position import Position
from fourscore.errors import InputError
from fourscore.runtime.workers import SerialPool
from fourscore.search.types import Limit
from tests.arena.helpers import content, play

QUICK = ("alphabeta:depth=2", "mcts:playouts=20", "random")
SETTINGS = Settings(QUICK, games=4, openings="random:4", seed=1)


def test_a_tournament_tells_what_happens(tmp_path: Path) -> None:
    events = play(SETTINGS, tmp_path / "x")
    assert (events[0].games, events[0].done) == ((), 0)
    assert [event.total for event in events] == [12] * len(events)
    yielded = [game for event in events for game in event.games]
    assert sorted(game.number for game in yielded) == list(range(12))
    assert events[-1].done == 12
    assert not events[-1].stopped
    with Ledger.open(tmp_path / "x") as ledger:
        assert list(ledger.games()) == sorted(yielded)


def test_games_are_as_the_ledger_says(tmp_path: Path) -> None:
    """Every game can be made again from its seeds alone."""
    play(SETTINGS, tmp_path / "x")
    with Ledger.open(tmp_path / "x") as ledger:
        for row in ledger.games():
            first = agent(ledger.agents[row.first], seed=row.seed_first)
            second = agent(ledger.agents[row.second], seed=row.seed_second)
            players = {"X": AgentPlayer(first), "O": AgentPlayer(second)}
            *turns, finish = play_game(Game(Position(row.opening)), players, row.seed_slip)
            assert isinstance(finish, Finish)
            assert row.result == {"X": 1, "O": 0, None: 0.5}[finish.winner]
            moves = [(*turn.move, turn.report.nodes) for turn in turns if isinstance(turn, Turn)]
            assert moves == [
                (move.aim, move.landing, move.nodes) for move in ledger.moves(row.number)
            ]


def test_a_longer_tournament_goes_on_from_a_shorter_one(tmp_path: Path) -> None:
    play(replace(SETTINGS, games=2), tmp_path / "x")
    events = play(SETTINGS, tmp_path / "x")
    assert (events[0].done, events[-1].done) == (6, 12)
    play(SETTINGS, tmp_path / "y")
    assert content(tmp_path / "x") == content(tmp_path / "y")
    shorter = play(replace(SETTINGS, games=2), tmp_path / "x")
    assert [(event.done, event.total) for event in shorter] == [(12, 12)]


def test_other_settings_under_the_same_file_are_refused(tmp_path: Path) -> None:
    play(SETTINGS, tmp_path / "x")
    before = content(tmp_path / "x")
    for change, words in (
        (
            {"seed": 2, "limit": Limit(nodes=9)},
            f"^the ledger '{tmp_path}/x' belongs to another tournament: "
            "limit is not set there and 9 nodes here; seed is 1 there and 2 here$",
        ),
        ({"openings": "random:3"}, "openings is random:4 there and random:3 here"),
        ({"control": TimeControl(bank=9)}, "bank is not set there and 9 here"),
        ({"agents": ("random", "mcts:playouts=20")}, "the agents are alphabeta:depth=2, mcts"),
        ({"form": "gauntlet"}, "format is round-robin there and gauntlet here"),
        ({"size": (6, 6)}, "size is 7x6 there and 6x6 here"),
        ({"variant": "fill", "agents": ("random", "mcts:playouts=20")}, "variant is standard"),
    ):
        with pytest.raises(InputError, match=words):
            play(replace(SETTINGS, **change), tmp_path / "x")
    assert content(tmp_path / "x") == before


def test_a_changed_file_of_openings_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "openings.txt"
    settings = replace(SETTINGS, openings=str(file))
    file.write_text("44\n45\n")
    play(settings, tmp_path / "x")
    file.write_text("44\n46\n")
    with pytest.raises(InputError, match="as opening 2, not"):
        play(settings, tmp_path / "x")
    file.write_text("44\n45\n46\n")
    play(replace(settings, games=6), tmp_path / "x")
    assert len(content(tmp_path / "x")["openings"]) == 3


# Stopping


def test_a_stop_condition_sees_pairs_in_order_and_ends_the_run(tmp_path: Path) -> None:
    seen: list[Pair] = []

    def stop(pair: Pair) -> bool:
        seen.append(pair)
        return len(seen) == 3

    settings = Settings(("random", "alphabeta:depth=2"), games=100, openings="random:2")
    *_, last = play(settings, tmp_path / "x", stop=stop)
    assert last.stopped
    assert [(pair.one.number, pair.other.number) for pair in seen] == [(0, 1), (2, 3), (4, 5)]
    assert 6 <= last.done < 100
    assert len(content(tmp_path / "x")["games"]) == last.done
    for pair in seen:
        points = pair.points("random")
        assert points is not None
        assert points + (pair.points("alphabeta:depth=2") or 0) == 2
    assert Pair(seen[0].one._replace(result=None), seen[0].other).points("random") is None
    # Asked again, it sees the same and plays nothing.
    seen.clear()
    (only,) = play(settings, tmp_path / "x", stop=stop)
    assert (only.stopped, only.done) == (True, last.done)


# Settings


@pytest.mark.parametrize(
    ("change", "error"),
    [
        ({"games": 3}, "so there cannot be 3 for each pairing; 4 would do"),
        ({"variant": "chess"}, "no variant 'chess'"),
        ({"size": (20, 20)}, "the maximum is 63"),
        ({"agents": ("random", "randum")}, "did you mean 'random'"),
        ({"agents": ("random", "astar"), "variant": "fill"}, "A* does not play the variant fill"),
    ],
)
def test_settings_that_cannot_be_are_refused(change: dict[str, Any], error: str) -> None:
    with pytest.raises(InputError, match=re.escape(error)):
        replace(SETTINGS, **change)


def test_specs_are_named_as_the_registry_writes_them() -> None:
    settings = Settings(("alphabeta: depth=3 ,eval=centre", "alphabeta:eval=centre,depth=3"))
    assert settings.names == ("alphabeta:depth=3,eval=centre", "alphabeta:depth=3,eval=centre #2")


def test_no_budget_exceeds_the_most_that_is_set() -> None:
    """Neither an agent's own nor the one for all; what that leaves out stays the agent's own."""
    specs = ("alphabeta:depth=7", "mcts:playouts=5000", "astar:nodes=50")
    most = Limit(depth=2, playouts=30, nodes=40)
    for limit in (None, Limit(depth=9, playouts=900)):
        settings = Settings(specs, limit=limit, most=most, size=(4, 4))
        with open_ledger(settings) as ledger:
            list(run(settings, ledger, SerialPool()))
            assert ledger.settings["most"] == "2 depth, 40 nodes, 30 playouts"
            moves = [
                (game.second if move.ply % 2 else game.first, move)
                for game, moves in games_with_moves(ledger)
                for move in moves
            ]
        assert max(move.depth for name, move in moves if name == specs[0]) == 2
        assert max(move.playouts for name, move in moves if name == specs[1]) == 30
        assert max(move.nodes for name, move in moves if name == specs[2]) <= 40
