"""What is learned: tiny boards to perfection, and the rules of fill."""

import numpy as np
import pytest

from fourscore.core.position import Position
from fourscore.learn.learner import UNIT
from fourscore.learn.settings import TrainingSettings
from fourscore.learn.trainer import make_trainer
from fourscore.search.tuples.network import Network
from fourscore.solver import Solver

STOP = np.zeros(2, np.int64)


def learn(games: int, **settings: object) -> Network:
    trainer = make_trainer(TrainingSettings(**settings))  # type: ignore[arg-type]
    trainer.advance(games, STOP)
    return trainer.network()


def choice(network: Network, position: Position) -> int:
    found = network.column_values(position)
    return max(position.legal_from_centre(), key=found.__getitem__)


def count_spoiled(network: Network) -> tuple[int, int]:
    """Let it play both sides against every reply; count the moves that change the result."""
    solver, spoiled, moves = Solver(megabytes=16, threads=1), 0, 0
    for side in (0, 1):
        left, seen = [Position(size=(4, 4))], set[int]()
        while left:
            position = left.pop()
            if position.is_over or position.key in seen:
                continue
            seen.add(position.key)
            columns = position.legal
            if position.ply % 2 == side:
                column, scores = choice(network, position), solver.columns(position)
                moves += 1
                spoiled += scores[column].sign != max(scores.values()).sign
                columns = (column,)
            left += [position.play(each) for each in columns]
    return spoiled, moves


EVERYTHING = {"trace": 0, "step": 1, "opening": 8, "explore": 0.3, "hold_out": 0}
"""Options with which a tuple of all cells settles on the values of perfect play."""


def test_4x4_is_learned_to_perfection() -> None:
    network = learn(500_000, seed=1, size=(4, 4), tuples=1, length=16, options=EVERYTHING)
    spoiled, moves = count_spoiled(network)
    assert spoiled == 0
    assert moves > 2000


def test_learning_beats_not_learning_at_fill() -> None:
    """On a small board that is played to the end, by games between the two."""
    settings = {"seed": 1, "size": (4, 4), "variant": "fill", "tuples": 20, "length": 8}
    young, grown = learn(1, **settings), learn(20_000, **settings)
    points = 0.0
    for game in range(100):
        position = Position(size=(4, 4), variant="fill")
        position = position.play(game % 4).play(game // 4 % 4)
        players = (grown, young) if game < 50 else (young, grown)
        while not position.is_over:
            position = position.play(choice(players[position.ply % 2], position))
        assert position.outcome is not None
        winner = position.outcome.winner
        points += 0.5 if winner is None else (winner == "X") == (game < 50)
    assert points > 60


@pytest.mark.slow
def test_truth_is_learned() -> None:
    settings = {"method": "truth", "seed": 1, "size": (4, 4), "tuples": 30, "length": 10}
    before, moves = count_spoiled(learn(0, **settings))
    assert before > 0.1 * moves
    after, moves = count_spoiled(learn(12_000, **settings))
    assert after < 0.03 * moves


def test_networks_round_what_was_learned() -> None:
    trainer = make_trainer(TrainingSettings(seed=1, size=(4, 4), tuples=10, length=6))
    trainer.advance(500, STOP)
    weights = trainer.heads[0].weights
    assert np.abs(trainer.network().values / 512 - weights / UNIT).max() <= 1 / 512
