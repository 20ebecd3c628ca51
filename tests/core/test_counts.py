"""Counts of games and positions against known numbers."""

from collections.abc import Iterator
from itertools import islice

from fourscore.core import bitboard
from fourscore.core.bitboard import Rules
from fourscore.core.variants import make_rules

PERFT = (1, 7, 49, 343, 2401, 16807, 117649, 823536, 5673234)
DISTINCT = (1, 7, 49, 238, 1120, 4263, 16422, 54859, 184275)


def test_move_sequences_from_the_empty_board() -> None:
    rules = make_rules()
    assert tuple(bitboard.perft(0, 0, depth, rules) for depth in range(9)) == PERFT


def layers(rules: Rules) -> Iterator[set[tuple[int, int]]]:
    """Yield the positions, as (mine, filled), after each ply; each must have a key of its own."""
    layer = {(0, 0)}
    while layer:
        assert len({bitboard.key(*each) for each in layer}) == len(layer)
        yield layer
        layer = {
            (mine ^ filled, filled | cell)
            for mine, filled in layer
            if bitboard.result(mine, filled, rules) == bitboard.ONGOING
            for column in range(rules.width)
            if (cell := bitboard.landing_cell(filled, column, rules))
        }


def test_distinct_positions_by_ply() -> None:
    counts = map(len, islice(layers(make_rules()), len(DISTINCT)))
    assert tuple(counts) == DISTINCT


def test_all_positions_of_the_4x4_board() -> None:
    """John Tromp counted as many."""
    positions = [each for layer in layers(make_rules(4, 4)) for each in layer]
    assert len(positions) == len({bitboard.key(*each) for each in positions}) == 161_029
