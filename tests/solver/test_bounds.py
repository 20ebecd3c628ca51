"""Each bound on its own, against exhaustive search."""

from functools import cache

import pytest

from fourscore.core.bitboard import has_four, landing_cells
from fourscore.core.notation import read_moves
from fourscore.core.position import Position
from fourscore.solver.board import make_board
from fourscore.solver.bounds import NONE, OPEN, State, follow_up, has_line, make_state, settle
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


@cache
def quiet(width: int, height: int) -> list[tuple[Position, int, State]]:
    """Return positions that go on, without a win in reach; with their scores and states."""
    found = []
    for position, truth in truths(width, height)[::EVERY]:
        rules = position.rules
        theirs = position.mine ^ position.filled
        if has_four(theirs, rules) or position.filled == rules.full:
            continue
        state = make_state(position.mine, position.filled, make_board(rules))
        if not state.own & landing_cells(position.filled, rules):
            found.append((position, truth, state))
    return found


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_forced_moves(width: int, height: int) -> None:
    scores = {(each.mine, each.filled): score for each, score in truths(width, height)}
    for position, truth, state in quiet(width, height):
        reached, side, moves, score = settle(state, 1, make_board(position.rules))
        assert reached == make_state(reached.mine, reached.filled, make_board(position.rules))
        if score == OPEN:
            assert moves.bit_count() > 1
            assert side * scores[reached.mine, reached.filled] == truth
        else:
            assert side * score == truth


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_no_line_left(width: int, height: int) -> None:
    seen = set()
    for position, truth, _ in quiet(width, height):
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
    for position, truth, state in quiet(width, height):
        if state.other & landing_cells(position.filled, position.rules):
            continue
        board = make_board(position.rules)
        for beta in (1, 0, -1, -2):
            bound = follow_up(state, beta, zugzwang, board)
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
    for position, truth, _ in quiet(width, height):
        dead = dead_discs(position.mine, position.filled, make_board(position.rules))
        assert dead & ~position.mine == 0
        dead_seen += dead != 0
        key = position.mine ^ dead, position.filled
        assert classes.setdefault(key, truth) == truth
    assert dead_seen > 100
