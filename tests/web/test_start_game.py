"""The game of the start page is what the solver says it is."""

import fourscore as fs
from scripts.start_game import MOVES, read, record


def test_the_recorded_scores_are_the_solvers() -> None:
    assert read() == record(), "stale: run python -m scripts.start_game"


def test_it_is_a_perfect_game() -> None:
    positions = [fs.Position(MOVES[:ply]) for ply in range(len(MOVES))]
    for ply, position in enumerate(positions):
        score = fs.solve(position)
        assert abs(score) == 1
        assert score.plies == len(MOVES) - ply
