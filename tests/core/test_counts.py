"""Counts of games and positions against known numbers and the reference."""

import pytest

from fourscore.core import bitboard
from fourscore.core.bitboard import Rules
from fourscore.core.variants import FILL, SLIP, STANDARD, Variant, make_rules
from tests.reference import Board

PERFT = (1, 7, 49, 343, 2401, 16807, 117649, 823536, 5673234)
DISTINCT = (1, 7, 49, 238, 1120, 4263, 16422, 54859, 184275)


def test_move_sequences_from_the_empty_board() -> None:
    rules = make_rules()
    assert tuple(bitboard.perft(0, 0, depth, rules) for depth in range(9)) == PERFT


def next_layer(layer: set[tuple[int, int]], rules: Rules) -> set[tuple[int, int]]:
    """Return the positions, as (mine, filled), that one more move reaches."""
    reached = set()
    for mine, filled in layer:
        if bitboard.result(mine, filled, rules) == bitboard.ONGOING:
            cells = bitboard.landing_cells(filled, rules)
            while cells:
                cell = cells & -cells
                cells ^= cell
                reached.add((mine ^ filled, filled | cell))
    return reached


def test_distinct_positions_by_ply() -> None:
    rules = make_rules()
    layer = {(0, 0)}
    counts = [1]
    for _ in DISTINCT[1:]:
        layer = next_layer(layer, rules)
        counts.append(len(layer))
        assert len({bitboard.key(*each) for each in layer}) == len(layer)
    assert tuple(counts) == DISTINCT


def test_all_positions_of_the_4x4_board() -> None:
    """Count 161,029, as John Tromp did, each with a key of its own."""
    rules = make_rules(4, 4)
    keys: set[int] = set()
    layer, total = {(0, 0)}, 0
    while layer:
        keys.update(bitboard.key(*each) for each in layer)
        total += len(layer)
        layer = next_layer(layer, rules)
    assert total == len(keys) == 161_029


def plain_perft(board: Board, depth: int) -> int:
    if depth == 0:
        return 1
    return sum(plain_perft(board.drop(column), depth - 1) for column in board.legal)


@pytest.mark.parametrize("rules", [STANDARD, FILL, SLIP], ids=str)
@pytest.mark.parametrize(("width", "height", "depth"), [(1, 5, 5), (4, 2, 8), (2, 4, 8), (5, 1, 5)])
def test_move_sequences_agree_with_the_reference(
    rules: Variant, width: int, height: int, depth: int
) -> None:
    board = Board(width, height, rules.name)
    numbers = make_rules(width, height, rules)
    for plies in range(depth + 1):
        assert bitboard.perft(0, 0, plies, numbers) == plain_perft(board, plies)
