"""The solver's scores are right: against exhaustive search, against a peer, by known outcomes."""

import random

import pytest

from fourscore.core.position import Position
from fourscore.solver import Solver
from fourscore.solver.signature import random_position
from tests.peers import Bitbully, random_game
from tests.solver.exhaustive import positions_of

# Width, height, score of the empty board; the last disc is published with the outcome.
QUICK = [(4, 4, 0), (5, 4, 0), (6, 4, -1), (4, 5, 0), (5, 5, 0), (4, 6, 0), (4, 7, 0), (7, 4, 0)]
QUICK += [(3, 3, 0)]
SLOW = [(8, 4, -1), (6, 5, 0), (7, 5, 0), (5, 6, 0), (6, 6, -1), (7, 6, 1), (5, 7, 0), (4, 8, 0)]
SLOW += [(8, 5, 1), (6, 7, 1), (5, 8, 0)]


@pytest.mark.parametrize(
    ("width", "height"), [(4, 4), (5, 3), pytest.param(3, 6, marks=pytest.mark.slow)]
)
def test_every_position_of_a_small_board(width: int, height: int) -> None:
    assert_exact(positions_of(width, height))


def assert_exact(positions: list[tuple[Position, int]]) -> None:
    found = Solver(megabytes=1).solve_many([position for position, _ in positions])
    wrong = [
        (position, truth, result)
        for (position, truth), result in zip(positions, found, strict=True)
        if (result.lower, result.upper) != (truth, truth)
    ]
    assert not wrong


def test_5x4_after_some_plies() -> None:
    rng = random.Random(54)
    for _ in range(4):
        start = random_position(rng, 7, 5, 4)
        assert_exact(positions_of(5, 4, (start.mine, start.filled)))


@pytest.mark.parametrize("threads", [1, 2])
def test_weak_mode_knows_the_winner(threads: int) -> None:
    positions = positions_of(4, 4)[::7]
    solver = Solver(megabytes=1, threads=threads)
    for (_, truth), result in zip(
        positions, solver.solve_many([each for each, _ in positions], weak=True), strict=True
    ):
        assert result.sign == (truth > 0) - (truth < 0)
        assert result.lower <= truth <= result.upper


def compare_with_bitbully(least: int, most: int, count: int, seed: int) -> None:
    peer, rng = Bitbully(), random.Random(seed)
    games = [random_game(rng, rng.randint(least, most)) for _ in range(count)]
    found = Solver(megabytes=16).solve_many([position for _, position in games])
    for (columns, position), result in zip(games, found, strict=True):
        assert result.lower == result.upper == peer.score(columns), position


def test_equal_to_bitbully() -> None:
    compare_with_bitbully(20, 41, 980, seed=7)
    compare_with_bitbully(12, 19, 20, seed=6)


@pytest.mark.slow
def test_equal_to_bitbully_in_the_opening() -> None:
    compare_with_bitbully(5, 17, 300, seed=8)


@pytest.mark.parametrize(("width", "height", "score"), QUICK)
def test_known_outcomes(width: int, height: int, score: int) -> None:
    assert Solver(megabytes=16, threads=1).solve(Position.empty(width, height)).value == score


@pytest.mark.slow
@pytest.mark.parametrize(("width", "height", "score"), SLOW)
def test_known_outcomes_of_larger_boards(width: int, height: int, score: int) -> None:
    assert Solver(megabytes=256).solve(Position.empty(width, height)).value == score


def test_the_same_score_however_it_is_found() -> None:
    rng = random.Random(3)
    positions = [random_position(rng, discs) for discs in (12, 13, 14, 16, 18, 20, 24)]
    truth = [each.lower for each in Solver(megabytes=16, threads=1).solve_many(positions)]
    for solver in (
        Solver(megabytes=0.25, threads=1),
        Solver(megabytes=4, threads=2),
        Solver(megabytes=64, threads=2),
    ):
        for _ in ("cold", "warm"):
            assert [solver.solve(each).value for each in positions] == truth
        solver.reset()
        assert [each.lower for each in solver.solve_many(positions)] == truth
