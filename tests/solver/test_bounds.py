"""Each bound on its own, against exhaustive search."""

import random
from collections.abc import Iterator
from functools import cache

import pytest

from fourscore.core.bitboard import has_four, landing_cells, winning_cells
from fourscore.core.kernel import kernel, popcount
from fourscore.core.notation import read_moves
from fourscore.core.position import Position
from fourscore.solver.board import Board, make_board
from fourscore.solver.bounds import NONE, OPEN, follow_up, has_line, settle
from fourscore.solver.table import dead_discs
from tests.solver.exhaustive import Discs, positions_of

SIZES = [(4, 4), (5, 3), (5, 4), (4, 5)]
STARTS = {(5, 4): "331524", (4, 5): "221334"}
"""Larger boards are searched from a later position on."""
EVERY = 4
"""One position of so many is looked at; the rest are there to be reached."""


@cache
def truths(width: int, height: int) -> list[tuple[Position, int]]:
    start = read_moves(STARTS.get((width, height), ""), width=width, height=height)
    return positions_of(width, height, (start.mine, start.filled))


def quiet(width: int, height: int) -> Iterator[tuple[Position, int, int, int]]:
    """Yield positions that go on, without a win in reach; with both sides' winning cells."""
    for position, truth in truths(width, height)[::EVERY]:
        rules = position.rules
        theirs = position.mine ^ position.filled
        if has_four(theirs, rules) or position.filled == rules.full:
            continue
        own = winning_cells(position.mine, position.filled, rules)
        other = winning_cells(theirs, position.filled, rules)
        if not own & landing_cells(position.filled, rules):
            yield position, truth, own, other


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_forced_moves(width: int, height: int) -> None:
    scores = {(each.mine, each.filled): score for each, score in truths(width, height)}
    board = None
    for position, truth, own, other in quiet(width, height):
        board = board or make_board(position.rules)
        mine, filled, *_, discs, side, moves, score = settle(
            position.mine, position.filled, own, other, position.ply, 1, board
        )
        assert discs == filled.bit_count()
        if score == OPEN:
            assert moves.bit_count() > 1
            assert side * scores[mine, filled] == truth
        else:
            assert side * score == truth


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_no_line_left(width: int, height: int) -> None:
    seen = set()
    for position, truth, _, _ in quiet(width, height):
        board = make_board(position.rules)
        mine_open = has_line(position.mine ^ position.filled, board)
        theirs_open = has_line(position.mine, board)
        assert mine_open or truth <= 0
        assert theirs_open or truth >= 0
        seen.add((mine_open, theirs_open))
    assert len(seen) > 2


@pytest.mark.parametrize(("width", "height"), SIZES)
@pytest.mark.parametrize("zugzwang", [0, 1])
def test_follow_up(width: int, height: int, zugzwang: int) -> None:
    found = set()
    for position, truth, _, other in quiet(width, height):
        if other & landing_cells(position.filled, position.rules):
            continue
        board = make_board(position.rules)
        for beta in (1, 0, -1, -2):
            bound = follow_up(
                position.mine, position.filled, other, position.ply, beta, zugzwang, board
            )
            if bound != NONE:
                assert truth <= bound < beta, position
                found.add(bound)
    assert 0 in found
    assert zugzwang == 0 or min(found) < -1


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_dead_discs(width: int, height: int) -> None:
    """Positions that differ in dead discs only have the same score."""
    classes: dict[Discs, int] = {}
    dead_seen = 0
    for position, truth, _, _ in quiet(width, height):
        dead = dead_discs(position.mine, position.filled, make_board(position.rules))
        assert dead & ~position.mine == 0
        dead_seen += dead != 0
        key = position.mine ^ dead, position.filled
        assert classes.setdefault(key, truth) == truth
    assert dead_seen > 100


@kernel
def rate(mine: int, filled: int, board: Board) -> int:
    """Settle from compiled code, as the search does."""
    own = winning_cells(mine, filled, board.rules)
    other = winning_cells(mine ^ filled, filled, board.rules)
    return settle(mine, filled, own, other, popcount(filled), 1, board)[7]


def test_bounds_run_compiled_inside_other_kernels() -> None:
    rng = random.Random(1)
    positions = [each[0] for each in quiet(4, 4)]
    for position in rng.sample(positions, 50):
        own, other = (
            winning_cells(discs, position.filled, position.rules)
            for discs in (position.mine, position.mine ^ position.filled)
        )
        board = make_board(position.rules)
        plain = settle(position.mine, position.filled, own, other, position.ply, 1, board)[7]
        assert rate(position.mine, position.filled, board) == plain
