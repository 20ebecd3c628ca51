"""Searches and evaluations written the slow way on the reference board, to compare with."""

from collections.abc import Callable
from fractions import Fraction

from fourscore.search.evaluation.base import WIN_VALUE
from tests.reference import Board, windows

Evaluate = Callable[[Board, str], int]


def other(player: str) -> str:
    return "O" if player == "X" else "X"


def evaluate_windows(board: Board, player: str) -> int:
    """Report A: 1, 10, 50, 512 for each open window, 16 for the move."""
    points = 16 if board.turn() == player else -16
    for line in windows(board.width, board.height):
        marks = [board.at(place) for place in line]
        own, enemy = marks.count(player), marks.count(other(player))
        if own and not enemy:
            points += {1: 1, 2: 10, 3: 50, 4: 512}[own]
        elif enemy and not own:
            points -= {1: 1, 2: 10, 3: 50, 4: 512}[enemy]
    return points


def evaluate_centre(board: Board, player: str) -> int:
    """Report C: fours, threes and twos with gaps, enemy threes, the centre column."""
    points = 3 * sum(row[board.width // 2] == player for row in board.cells)
    for line in windows(board.width, board.height):
        marks = [board.at(place) for place in line]
        own, enemy, gaps = marks.count(player), marks.count(other(player)), marks.count("-")
        if own == 4:
            points += 100
        elif own == 3 and gaps == 1:
            points += 5
        elif own == 2 and gaps == 2:
            points += 2
        if enemy == 3 and gaps == 1:
            points -= 4
    return points


def expectation(
    board: Board, depth: int, evaluate: Evaluate, me: str, ply: int = 0
) -> tuple[Fraction, dict[int, Fraction]]:
    """Value a board for `me` with max, min and chance nodes apart; and each aim at the root."""
    outcome = board.outcome()
    if outcome is not None:
        won = WIN_VALUE - ply
        return Fraction({me: won, other(me): -won, "draw": 0}[outcome]), {}
    if depth == 0:
        return Fraction(evaluate(board, me)), {}
    values = {
        aim: sum(
            (
                chance * expectation(board.drop(column), depth - 1, evaluate, me, ply + 1)[0]
                for column, chance in board.landings(aim).items()
            ),
            Fraction(0),
        )
        for aim in board.open_columns()
    }
    choose = max if board.turn() == me else min
    return choose(values.values()), values
