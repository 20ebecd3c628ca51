"""Monte Carlo tree search against exhaustive search, exact expectation and plain playouts."""

import random
from collections import Counter
from fractions import Fraction
from typing import Any

import pytest

from fourscore.core.notation import read_board, read_moves
from fourscore.core.position import Position
from fourscore.core.variants import SLIP, VARIANTS, Variant
from fourscore.errors import InputError
from fourscore.jit.kernel import kernel
from fourscore.search.mcts.playout import playout, slip
from fourscore.search.mcts.search import MonteCarlo
from fourscore.search.randomness import Randomness, seeded
from fourscore.search.types import Limit
from tests.reference import Board
from tests.search.positions import play_out
from tests.search.reference import points_of

EMPTY = Position.empty()
EXPANDS = ["random", "heuristic"]


# The budget


@pytest.mark.parametrize("variant", VARIANTS.values(), ids=str)
@pytest.mark.parametrize("expand", EXPANDS)
def test_playouts_are_spent_and_counted(variant: Variant, expand: str) -> None:
    position = Position.empty(variant=variant).play(2)
    report = MonteCarlo(expand=expand)(position, Limit(playouts=3000))
    assert report.playouts == sum(value.visits or 0 for value in report.values.values()) == 3000
    assert report.column == report.line[0]
    assert report.depth > 1
    assert 2000 < report.nodes <= 3001
    for value in report.values.values():
        assert value.visits is not None
        assert value.wins is not None
        assert 0 <= value.value <= 1
        assert value.result is not None or value.value == value.wins / value.visits


def test_bad_options_are_refused() -> None:
    with pytest.raises(InputError, match="heuristic"):
        MonteCarlo(expand="best")
    with pytest.raises(InputError, match="c is"):
        MonteCarlo(c=-1)


# Good moves


@pytest.mark.parametrize("expand", EXPANDS)
def test_the_centre_is_found_in_a_hundred_thousand_playouts_by_default(expand: str) -> None:
    report = MonteCarlo(expand=expand)(EMPTY, Limit(depth=3))
    assert (report.column, report.playouts) == (3, 100_000)


# Proofs


def test_proven_line_is_played_to_its_end() -> None:
    # Three in the open on the ground: both ends win.
    position = read_moves("4455")
    report = MonteCarlo()(position)
    chosen = report.values[report.column]
    assert (chosen.result, chosen.plies) == (1, len(report.line))
    for column in report.line:
        position = position.play(column)
    outcome = position.outcome
    assert outcome is not None
    assert outcome.winner == "X"


@pytest.mark.parametrize("expand", EXPANDS)
def test_slip_converges_to_the_expectation(expand: str) -> None:
    start = Position.empty(4, 2, SLIP)
    for moves in ([], [1], [0, 1, 2]):
        position = start
        for column in moves:
            position = position.play(column)
        report = MonteCarlo(expand=expand)(position, Limit(playouts=100_000))
        exact = {column: float(points_of(position, column)) for column in position.legal}
        assert exact[report.column] == pytest.approx(max(exact.values()), abs=0.01)
        assert report.values[report.column].value == pytest.approx(max(exact.values()), abs=0.02)
        assert report.line == (report.column,)


def test_slip_proves_only_what_is_certain() -> None:
    # One cell each is left in the two right columns of 4x2, and no four is possible.
    position = read_board("XO--/OXOX", width=4, height=2, variant=SLIP)
    report = MonteCarlo()(position, Limit(playouts=1000))
    assert {value.result for value in report.values.values()} == {0}
    # Only one column is open, so the aim cannot miss.
    position = read_board("OOO-/XXX-", width=4, height=2, variant=SLIP)
    assert MonteCarlo()(position, Limit(playouts=1000)).values[3].result == 1
    # Now it can: a landing that wins proves nothing for the aim.
    position = read_board("OO---/XXX-O", width=5, height=2, variant=SLIP)
    report = MonteCarlo()(position, Limit(playouts=1000))
    assert report.column == 3
    assert {report.values[column].result for column in (3, 4)} == {None}
    for seed in range(20):
        position, _ = play_out(seed, 5 + seed % 4, 5, 2, "slip")
        for column, value in MonteCarlo()(position, Limit(playouts=5000)).values.items():
            if value.result is not None:
                assert points_of(position, column) == Fraction(1 + value.result, 2)


# Playouts


@kernel
def many(times: int, mine: int, filled: int, rules: Any, state: Randomness) -> tuple[int, int]:
    wins, draws = 0, 0
    for _ in range(times):
        result = playout(mine, filled, rules, state, None)
        wins += result == 1
        draws += result == 0
    return wins, draws


def random_game(draw: random.Random, variant: str) -> str | None:
    """Play a random game by the second rulebook."""
    board = Board(5, 4, variant)
    while board.outcome is None:
        chances = board.landings(draw.choice(board.open_columns()))
        board = board.drop(
            draw.choices(list(chances), [float(each) for each in chances.values()])[0]
        )
    return board.outcome


@pytest.mark.parametrize("variant", VARIANTS)
def test_playouts_are_fair(variant: str) -> None:
    draw, games = random.Random(1), 600
    ends = Counter(random_game(draw, variant) for _ in range(games))
    start = Position(size=(5, 4), variant=variant)
    counts = many(200_000, start.mine, start.filled, start.rules, seeded(1))
    for end, count in zip(("X", "draw"), counts, strict=True):
        assert ends[end] / games == pytest.approx(count / 200_000, abs=4 * 0.5 / games**0.5)


def test_slips_have_the_stated_odds() -> None:
    position = read_board("-O--/-X--/XO-X/OX-O", width=4, height=4, variant=SLIP)
    state = seeded(2)
    for aim in position.legal:
        counts = Counter(slip(position.filled, aim, position.rules, state) for _ in range(20_000))
        for landing in position.landings(aim):
            share = counts.pop(landing.column) / 20_000
            assert share == pytest.approx(float(landing.probability), abs=0.015)
        assert not counts
