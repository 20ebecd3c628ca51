"""The solver's node-count signature: a number that changes if, and only if, the search does."""

import random

from fourscore.core.position import Position
from fourscore.solver.negamax import ALL_IDEAS, Ideas
from fourscore.solver.solver import Solver

__all__ = ["random_position", "signature", "signature_positions"]


def random_position(rng: random.Random, discs: int, width: int = 7, height: int = 6) -> Position:
    """Play random moves to a position with so many discs that is not over."""
    while True:
        position = Position.empty(width, height)
        while position.ply < discs and (legal := position.legal):
            position = position.play(rng.choice(legal))
        if position.ply == discs and not position.is_over:
            return position


def signature_positions() -> list[Position]:
    """Return the positions of the signature, from the end game to the opening."""
    rng = random.Random(4)
    return [random_position(rng, discs) for discs in (*range(32, 10, -1), 10, 9, 9, 8, 8, 8)]


def signature(ideas: Ideas = ALL_IDEAS) -> int:
    """Count the nodes of fixed positions, on one thread, each with a cold table."""
    solver = Solver(megabytes=16, threads=1, ideas=ideas)
    total = 0
    for position in signature_positions():
        solver.reset()
        total += solver.prove(position).nodes
    return total
