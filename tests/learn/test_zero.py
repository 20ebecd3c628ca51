"""Policy iteration: what it learns on a tiny board, held against exhaustive search."""

import numpy as np
import pytest

from fourscore.core.position import Position
from fourscore.learn.learner import UNIT
from fourscore.learn.settings import TrainingSettings
from fourscore.learn.zero import ZeroTrainer
from fourscore.search.tuples.network import Network
from tests.search.reference import perfect_points, points_of

SETTINGS = TrainingSettings("zero", seed=1, size=(4, 4), tuples=20, length=8,
                            options={"opening": 6, "explore": 0.3})  # fmt: skip


def positions() -> list[Position]:
    """Return positions in which some moves keep the result and others do not."""
    found = {Position.random(4 + seed % 6, seed, size=(4, 4)) for seed in range(300)}
    return sorted(
        (each for each in found if len({points_of(each, move) for move in each.legal}) > 1),
        key=str,
    )


def share_kept(network: Network, chosen: list[Position]) -> float:
    """Return the share of positions in which the move of the highest value keeps the result."""
    kept = 0
    for position in chosen:
        values = network.column_values(position)
        column = max(values, key=values.__getitem__)
        kept += points_of(position, column) == perfect_points(position)
    return kept / len(chosen)


@pytest.mark.slow
def test_a_tiny_board_is_learned() -> None:
    trainer, chosen = ZeroTrainer(SETTINGS), positions()
    assert len(chosen) > 50
    before = share_kept(trainer.network(), chosen)
    trainer.advance(8000, np.zeros(2, np.int64))
    network = trainer.network()
    assert trainer.games == 8000
    assert share_kept(network, chosen) > 0.9 > 0.6 > before
    # Preferences as values, which speak for the first player.
    assert network.preferences is not None
    policy = Network(network.layout, network.preferences * np.array([[1], [-1]], np.int16))
    # Moves that lose at once never get a prior, so the policy head alone does not know them.
    assert share_kept(policy, chosen) > 0.65
    outcome = Position.empty(4, 4)
    for column in trainer.last_game:
        outcome = outcome.play(column)
    assert outcome.is_over


def test_a_policy_learns_as_much_as_it_forgets() -> None:
    """The errors of all moves of a position cancel out, so no preference runs away."""
    trainer = ZeroTrainer(SETTINGS)
    trainer.advance(200, np.zeros(2, np.int64))
    assert np.abs(trainer.heads[1].weights).max() < 8 * UNIT
    learned = trainer.network().preferences
    assert learned is not None
    assert (learned != 0).any()


@pytest.mark.parametrize("option", ["playouts", "explore"])
def test_options_change_what_is_learned(option: str) -> None:
    usual, other = (
        ZeroTrainer(TrainingSettings("zero", size=(4, 4), tuples=5, length=6, options=options))
        for options in ({}, {option: 0.5 if option == "explore" else 8})
    )
    for trainer in (usual, other):
        trainer.advance(20, np.zeros(2, np.int64))
    assert (usual.heads[0].weights != other.heads[0].weights).any()
