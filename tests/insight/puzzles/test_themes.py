"""Themes: each claim is checked on shipped puzzles with the second rulebook."""

import random

import pytest

from fourscore.insight.puzzles import Aim, Puzzle, Theme
from fourscore.insight.puzzles.shipped import entries
from tests.insight.explain.claims import board_of, landing, reach
from tests.reference import Board


def sample(theme: Theme) -> list[Puzzle]:
    fitting = [entry for entry in entries().values() if theme in entry.themes]
    return [entry.puzzle() for entry in random.Random(str(theme)).sample(fitting, 25)]


def boards_of(puzzle: Puzzle) -> list[Board]:
    """Return the boards of the line, the puzzle's own first."""
    boards = [board_of(puzzle.position)]
    for column in puzzle.solution.line:
        boards.append(boards[-1].drop(column))
    return boards


def is_double(board: Board, player: str) -> bool:
    """Return whether a player who has just moved makes a four whatever the other side plays."""
    other = board.turn()
    wins = reach(board, player)
    if board.outcome is not None or other == player or reach(board, other):
        return False
    above = {(column, row + 1) for column, row in wins}
    return len(wins) > 1 or bool(above & board.threats(player))


def fewest_threats(board: Board, most: int) -> int:
    """Return how many threats in a row win for the side to move, or more than `most`."""
    player = board.turn()
    if most == 0 or reach(board, player):
        return most + 1
    fewest = most + 1
    for column in board.open_columns():
        after = board.drop(column)
        wins = reach(after, player)
        if not wins or reach(after, after.turn()):
            continue
        if is_double(after, player):
            return 1
        blocked = after.drop(next(iter(wins))[0])
        fewest = min(fewest, 1 + fewest_threats(blocked, fewest - 2))
    return fewest


def test_a_double_threat_can_be_made_in_the_line() -> None:
    for puzzle in sample(Theme.DOUBLE):
        player = puzzle.position.turn
        boards = boards_of(puzzle)[:-1:2]
        doubles = [
            (at, column)
            for at, board in enumerate(boards)
            for column in board.open_columns()
            if is_double(board.drop(column), player)
        ]
        assert doubles
        assert doubles[0][0] or doubles[0][1] == puzzle.column


def test_in_zugzwang_every_move_lets_the_other_side_win_on_top() -> None:
    for puzzle in sample(Theme.ZUGZWANG):
        board = boards_of(puzzle)[-3]
        winner, loser = puzzle.position.turn, board.turn()
        assert loser != winner
        assert not reach(board, winner)
        assert not reach(board, loser)
        for column in board.legal:
            _, row = landing(board, column)
            assert (column, row + 1) in reach(board.drop(column), winner)


def test_a_forced_chain_takes_two_threats_or_more() -> None:
    for puzzle in sample(Theme.CHAIN):
        boards = boards_of(puzzle)[:-1:2]
        counts = [fewest_threats(board, 8) for board in boards]
        assert any(2 <= count <= 8 for count in counts)


@pytest.mark.parametrize(
    ("theme", "player", "remainder"), [(Theme.ODD, "X", 1), (Theme.EVEN, "O", 0)]
)
def test_a_threat_of_the_right_parity_decides(theme: Theme, player: str, remainder: int) -> None:
    for puzzle in sample(theme):
        boards = boards_of(puzzle)
        column, row = landing(boards[-2], puzzle.solution.line[-1])
        assert puzzle.position.turn == boards[-2].turn() == player
        assert (row + 1) % 2 == remainder
        standing = [(column, row) in each.threats(player) for each in boards[:2]]
        reached = [(column, row) in reach(each, player) for each in boards[:2]]
        assert any(there and not now for there, now in zip(standing, reached, strict=True))


def test_an_only_move_draws_and_a_win_has_a_way_to_win() -> None:
    ways = {Theme.DOUBLE, Theme.ZUGZWANG, Theme.CHAIN}
    for entry in entries().values():
        if entry.aim == Aim.SAVE:
            assert entry.themes == [Theme.ONLY]
        else:
            assert len(ways & set(entry.themes)) == 1
            assert Theme.ONLY not in entry.themes


def test_the_line_ends_as_the_puzzle_asks() -> None:
    for theme in Theme:
        for puzzle in sample(theme)[:5]:
            outcome = boards_of(puzzle)[-1].outcome
            assert outcome == (puzzle.position.turn if puzzle.aim is Aim.WIN else "draw")
