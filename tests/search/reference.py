"""Searches and evaluations written the slow way on the reference board, to compare with."""

from collections.abc import Callable
from fractions import Fraction
from functools import cache
from importlib.resources import files

import numpy as np

from fourscore.core.position import Position
from fourscore.search.evaluation.base import WIN_VALUE
from tests.reference import DIRECTIONS, Board, windows

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


@cache
def shipped_table() -> list[int]:
    with files("fourscore.data").joinpath("lines.npy").open("rb") as file:
        table: list[int] = np.load(file).tolist()
    return table


def evaluate_lines(board: Board, player: str) -> int:
    """Sum the shipped weights of all whole lines, and of the move, which are X's."""
    table = shipped_table()
    points = table[-1] if board.turn() == "X" else -table[-1]
    points += sum(table[index] for index in patterns(board))
    return points if player == "X" else -points


def patterns(board: Board) -> list[int]:
    """Return the table's index of each line of four cells and more."""
    found = []
    for right, up in DIRECTIONS:
        for column in range(board.width):
            for row in range(board.height):
                inside = 0 <= column - right < board.width and 0 <= row - up < board.height
                cells = []
                at = column, row
                while 0 <= at[0] < board.width and 0 <= at[1] < board.height and not inside:
                    cells.append(board.at(at))
                    at = at[0] + right, at[1] + up
                if len(cells) >= 4:
                    number = sum("-XO".index(mark) * 3**i for i, mark in enumerate(cells))
                    found.append(number + sum(3**less for less in range(4, len(cells))))
    return found


EVALUATIONS: dict[str, Evaluate] = {
    "windows": evaluate_windows,
    "centre": evaluate_centre,
    "lines": evaluate_lines,
}


def expectation(
    board: Board, depth: int, evaluate: Evaluate, me: str, ply: int = 0
) -> tuple[Fraction, dict[int, Fraction]]:
    """Value a board for `me` with max, min and chance nodes apart; and each aim at the root."""
    outcome = board.outcome
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


@cache
def perfect_points(position: Position) -> Fraction:
    """Return the mover's expected points, 0 to 1, if both sides play perfectly to the end."""
    outcome = position.outcome
    if outcome is not None:
        drawn = outcome.winner is None
        return Fraction(1, 2) if drawn else Fraction(outcome.winner == position.turn)
    return max(points_of(position, column) for column in position.legal)


def points_of(position: Position, column: int) -> Fraction:
    """Return the mover's expected points after it aims at a column."""
    return sum(
        (
            landing.probability * (1 - perfect_points(position.play(landing.column)))
            for landing in position.landings(column)
        ),
        Fraction(0),
    )


def result_of(position: Position, column: int) -> int:
    """Return 1, 0 or -1: what a column leads to where nothing is left to chance."""
    return int(2 * points_of(position, column) - 1)
