"""The play loop and matches: every variant, reproducible, in turn."""

from collections import Counter
from itertools import islice

import pytest

from fourscore.agents.registry import agent
from fourscore.arena.match import play_match
from fourscore.arena.play import AgentPlayer, Finish, Turn, land, play
from fourscore.core.game import Game, write_game
from fourscore.core.position import Position
from fourscore.core.reader import read_game
from fourscore.core.variants import VARIANTS
from fourscore.search.types import Report


class Scripted:
    """A player who follows a list; "undo" takes back a move of each side."""

    def __init__(self, *words: int | str) -> None:
        self._words = list(words)

    def choose(self, game: Game) -> Report | None:
        word = self._words.pop(0)
        if isinstance(word, int):
            return Report(word)
        game.undo()
        game.undo()
        return None


def turns(game: Game, first: Scripted, second: Scripted, seed: int = 0) -> list[Turn]:
    *events, finish = play(game, {"X": first, "O": second}, seed)
    assert isinstance(finish, Finish)
    assert not finish.forfeit
    assert game.outcome is not None
    assert finish.winner == game.outcome.winner
    return [turn for turn in events if isinstance(turn, Turn)]


def test_turns_are_told_as_they_happen() -> None:
    game = Game()
    events = turns(game, Scripted(0, 1, 2, 3), Scripted(0, 1, 2))
    assert [turn.player for turn in events] == ["X", "O", "X", "O", "X", "O", "X"]
    assert [turn.move.aim for turn in events] == [0, 0, 1, 1, 2, 2, 3]
    assert [turn.position for turn in events] == list(game.positions[1:])
    assert game.result == "1-0"


def test_a_player_may_take_moves_back() -> None:
    game = Game()
    events = turns(game, Scripted(6, "undo", 0, 1, 2, 3), Scripted(6, 0, 1, 2))
    assert [turn.move.aim for turn in events[:4]] == [6, 6, 0, 0]
    assert game.columns == (0, 0, 1, 1, 2, 2, 3)


@pytest.mark.parametrize("name", VARIANTS)
@pytest.mark.parametrize("size", [(7, 6), (4, 4), (9, 6)])
def test_every_variant_is_played_to_its_end(name: str, size: tuple[int, int]) -> None:
    for seed in range(5):
        game = Game(Position.empty(*size, VARIANTS[name]))
        players = {mark: AgentPlayer(agent("random", seed=seed + ord(mark))) for mark in "XO"}
        count = sum(isinstance(event, Turn) for event in play(game, players, seed))
        assert game.outcome is not None
        assert count == len(game.moves) == game.position.ply
        assert read_game(write_game(game)) == game
        if name == "fill":
            assert game.position.ply == size[0] * size[1]
        if name != "slip":
            assert all(move.aim == move.landing for move in game.moves)


# Discs that slip


def test_landings_come_as_often_as_the_rules_say() -> None:
    start = Position(variant="slip")
    for aim, expected in ((3, {2: 0.2, 3: 0.6, 4: 0.2}), (0, {0: 0.6, 1: 0.4})):
        found = Counter(land(start, aim, seed) for seed in range(3000))
        assert set(found) == set(expected)
        for column, probability in expected.items():
            # Five standard deviations of 3000 draws are below 0.05.
            assert abs(found[column] / 3000 - probability) < 0.05


def test_landings_follow_the_seed_and_the_ply() -> None:
    def game(seed: int) -> tuple[int, ...]:
        played = Game(Position(variant="slip"))
        players = {"X": Scripted(*[3] * 3), "O": Scripted(*[3] * 3)}
        list(islice(play(played, players, seed), 6))
        return played.columns

    assert game(1) == game(1)
    assert len({game(seed) for seed in range(20)}) > 10


# Matches


def columns(specs: tuple[str, str], seed: int, games: int = 4) -> list[tuple[int, ...]]:
    return [result.game.columns for result in play_match(specs, games, seed=seed)]


@pytest.mark.parametrize("specs", [("random", "random"), ("mcts:playouts=50", "random")])
def test_a_seed_makes_a_match_again(specs: tuple[str, str]) -> None:
    assert columns(specs, 1) == columns(specs, 1)
    assert columns(specs, 1) != columns(specs, 2)
    assert len(set(columns(specs, 1))) == 4


def test_the_winner_is_the_agent_and_not_the_colour() -> None:
    results = list(play_match(("alphabeta:depth=4", "random"), 6))
    assert [result.first for result in results] == [0, 1] * 3
    assert [result.finish.winner for result in results] == ["X", "O"] * 3
    assert [result.winner for result in results] == [0] * 6


def test_a_drawn_game_has_no_winner() -> None:
    results = list(play_match(("random", "random"), 2, openings=[Position.empty(2, 2)]))
    assert [result.winner for result in results] == [None, None]
