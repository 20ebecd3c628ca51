"""End games that are given as move strings, which the solver reads by itself."""

import random

import pytest

from fourscore.core.position import Position
from fourscore.errors import InputError
from fourscore.solver import Solver


def test_moves_are_scored_as_the_position_they_lead_to() -> None:
    solver, rng = Solver(megabytes=1, threads=1), random.Random(3)
    solver.warm()  # for the standard board
    seen = set()
    for _ in range(60):
        position, moves = Position.empty(), ""
        while position.legal:
            going_on = [each for each in position.legal if not position.play(each).is_over]
            column = rng.choice(going_on or position.legal)
            position, moves = position.play(column), f"{moves}{column + 1}"
            if len(moves) >= 26:
                assert solver.solve(moves) == solver.solve(position)
                seen.add(len(moves))
    assert seen == set(range(26, 43))


@pytest.mark.parametrize(
    "moves", ["1" * 28, "4" * 6 + "8" * 22, "x" * 30, "\ud800" * 30, "1234567" * 7]
)
def test_what_is_no_game_is_refused(moves: str) -> None:
    solver = Solver(megabytes=1, threads=1)
    solver.warm()
    with pytest.raises(InputError):
        solver.solve(moves)


def test_other_forms_of_many_letters_are_read() -> None:
    solver = Solver(megabytes=1, threads=1)
    moves = "2252576253462244111563365343671351441"
    assert solver.solve(" ".join(moves)) == solver.solve(moves) == -1
