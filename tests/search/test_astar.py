"""A*: the shortest plan, against breadth-first search on the reference board."""

import pytest
from hypothesis import given, settings

from fourscore.core.bitboard import has_four
from fourscore.core.position import Position
from fourscore.search.astar import HEURISTICS, astar
from fourscore.search.types import Limit
from tests.reference import Board
from tests.search.positions import STATE_2, STATE_3, Pair, pairs


def drop_own(board: Board, player: str, column: int) -> Board:
    after = Board(board.width, board.height)
    after.cells = [list(row) for row in board.cells]
    lowest = next(row for row in range(board.height) if board.cells[row][column] == "-")
    after.cells[lowest][column] = player
    return after


def shortest(board: Board, player: str) -> int | None:
    """Count the fewest discs to a four by breadth-first search."""
    layer, reached, cost = {board.rows(): board}, set[tuple[str, ...]](), 0
    while layer:
        if any(each.fours(player) for each in layer.values()):
            return cost
        reached |= layer.keys()
        nexts = (drop_own(each, player, c) for each in layer.values() for c in each.open_columns())
        layer = {each.rows(): each for each in nexts if each.rows() not in reached}
        cost += 1
    return None


@pytest.mark.parametrize("heuristic", HEURISTICS)
@given(pair=pairs("standard", sizes=((4, 4), (5, 4), (6, 3))))
@settings(max_examples=25)
def test_the_plan_is_the_shortest(heuristic: str, pair: Pair) -> None:
    position, board = pair
    report = astar(position, Limit(), heuristic=heuristic)
    fewest = shortest(board, position.turn)
    assert len(report.line) == (fewest or 0)
    assert report.column in position.legal


@given(pair=pairs("standard"))
@settings(max_examples=50)
def test_better_heuristics_open_no_more_states(pair: Pair) -> None:
    """The plan is as long with each, it makes a four, and a better guess never costs more."""
    position, _ = pair
    zero, gap, gravity = (astar(position, Limit(), heuristic=name) for name in HEURISTICS)
    assert len(gap.line) == len(gravity.line) == len(zero.line)
    assert gravity.nodes <= len(gravity.line) + 1
    own, filled = position.mine, position.filled
    for column in gap.line:
        cell = (filled + (1 << (column * position.rules.stride))) & ~filled
        own, filled = own | cell, filled | cell
    assert bool(gap.line) == has_four(own, position.rules)


@pytest.mark.parametrize("state", [STATE_2, STATE_3])
def test_it_does_not_block(state: Position) -> None:
    assert astar(state, Limit()).column != 3


def test_an_enemy_wall_leaves_no_plan() -> None:
    position = Position.empty(3, 3)
    report = astar(position, Limit())
    assert report.line == ()
    assert report.column == 1
