"""Positions for the tests of searches, each with its reference board."""

import random

from hypothesis import strategies as st

from fourscore.core.notation import read_board
from fourscore.core.position import Position
from fourscore.core.variants import VARIANTS
from tests.reference import Board

Pair = tuple[Position, Board]

STATE_1 = Position.empty()
STATE_2 = read_board("-------\n-------\n-------\n-------\n-------\nXXX--OO")
STATE_3 = read_board("-------\n-------\n-------\nO-XX---\nOXOX---\nXXOOXO-")


def play_out(seed: int, plies: int, width: int, height: int, variant: str) -> Pair:
    """Play random moves; stop before the end of the game."""
    draw = random.Random(seed)
    position = Position.empty(width, height, VARIANTS[variant])
    board = Board(width, height, variant)
    for _ in range(plies):
        column = draw.choice(position.legal)
        if position.play(column).is_over:
            break
        position, board = position.play(column), board.drop(column)
    return position, board


def pairs(
    *variants: str, sizes: tuple[tuple[int, int], ...] = ((7, 6), (4, 4), (5, 4), (6, 3), (9, 6))
) -> st.SearchStrategy[Pair]:
    """Draw positions in which the game goes on."""
    return st.builds(
        lambda seed, plies, size, variant: play_out(seed, plies, size[0], size[1], variant),
        st.integers(0, 2**32),
        st.integers(0, 40),
        st.sampled_from(sizes),
        st.sampled_from(variants),
    )
