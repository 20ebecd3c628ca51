"""Monte Carlo tree search against exhaustive search, exact expectation and plain playouts."""

import random
import threading
import time
from collections import Counter
from dataclasses import replace
from fractions import Fraction
from functools import cache
from typing import Any

import pytest

from fourscore.core.kernel import kernel
from fourscore.core.notation import read_board, read_moves
from fourscore.core.position import Position
from fourscore.core.variants import FILL, SLIP, STANDARD, VARIANTS, Variant
from fourscore.errors import InputError
from fourscore.search.control import Cancel
from fourscore.search.mcts import growth
from fourscore.search.mcts.playout import playout, slip
from fourscore.search.mcts.search import MonteCarlo
from fourscore.search.randomness import Randomness, seeded
from fourscore.search.types import Limit, Report

EMPTY = Position.empty()
EXPANDS = ["random", "heuristic"]
BLOCKS = [
    read_board("-------/-------/-------/-------/-------/XXX--OO"),
    read_board("-------/-------/-------/O-XX---/OXOX---/XXOOXO-"),
]


def timeless(report: Report) -> Report:
    return replace(report, seconds=0.0)


def total_visits(report: Report) -> int:
    return sum(value.visits or 0 for value in report.values.values())


def random_position(rng: random.Random, start: Position, plies: int) -> Position:
    """Play random columns; begin again if the game ends on the way."""
    while True:
        position = start
        while position.ply < plies and not position.is_over:
            position = position.play(rng.choice(position.legal))
        if not position.is_over:
            return position


@cache
def expectation(position: Position) -> Fraction:
    """Return the exact expected result, 0 to 1, for the side to move; plain recursion."""
    outcome = position.outcome
    if outcome is not None:
        return (
            Fraction(1, 2) if outcome.winner is None else Fraction(outcome.winner == position.turn)
        )
    return max(aimed(position, column) for column in position.legal)


def aimed(position: Position, column: int) -> Fraction:
    return sum(
        (
            landing.probability * (1 - expectation(position.play(landing.column)))
            for landing in position.landings(column)
        ),
        Fraction(0),
    )


# The budget


@pytest.mark.parametrize("variant", VARIANTS.values(), ids=str)
@pytest.mark.parametrize("expand", EXPANDS)
def test_playouts_are_spent_and_counted(variant: Variant, expand: str) -> None:
    position = Position.empty(variant=variant).play(2)
    report = MonteCarlo(expand=expand)(position, Limit(playouts=3000))
    assert report.playouts == total_visits(report) == 3000
    assert report.complete
    assert report.column == report.line[0]
    assert report.depth > 1
    assert 2000 < report.nodes <= 3001
    for value in report.values.values():
        assert value.visits is not None
        assert value.wins is not None
        assert 0 <= value.value <= 1
        assert value.result is not None or value.value == value.wins / value.visits


def test_nodes_limit_the_tree() -> None:
    report = MonteCarlo()(EMPTY, Limit(nodes=500))
    assert report.nodes == 500


def test_default_is_a_hundred_thousand_playouts() -> None:
    assert MonteCarlo()(EMPTY, Limit(depth=3)).playouts == 100_000


@pytest.mark.parametrize("seconds", [0.05, 0.3])
def test_seconds_hold(seconds: float) -> None:
    search = MonteCarlo()
    search(EMPTY, Limit(playouts=1))
    start = time.perf_counter()
    report = search(EMPTY, Limit(seconds=seconds))
    spent = time.perf_counter() - start
    assert seconds - 0.01 < spent < seconds + 20
    assert report.playouts > 100


def test_cancel_from_another_thread() -> None:
    cancel = Cancel()
    threading.Timer(0.1, cancel.cancel).start()
    start = time.perf_counter()
    report = MonteCarlo()(EMPTY, Limit(playouts=10**9), cancel=cancel)
    assert time.perf_counter() - start < 30
    assert report.column in EMPTY.legal
    assert not report.complete


def test_cancelled_before_it_begins() -> None:
    cancel = Cancel()
    cancel.cancel()
    report = MonteCarlo()(read_moves("333333"), cancel=cancel)
    assert report.playouts == 0
    assert report.column == 3


def test_progress_is_reported() -> None:
    reports: list[Report] = []
    cancel = Cancel()

    def note(report: Report) -> None:
        reports.append(report)
        if len(reports) == 3:
            cancel.cancel()

    last = MonteCarlo()(EMPTY, Limit(seconds=120), cancel=cancel, on_progress=note)
    playouts = [report.playouts for report in [*reports, last]]
    assert len(reports) >= 3
    assert playouts == sorted(playouts)


def test_bad_options_and_finished_games_are_refused() -> None:
    with pytest.raises(InputError, match="heuristic"):
        MonteCarlo(expand="best")
    with pytest.raises(InputError, match="c is"):
        MonteCarlo(c=-1)
    with pytest.raises(InputError, match="over"):
        MonteCarlo()(read_moves("1212121"))


# The same again


@pytest.mark.parametrize("variant", VARIANTS.values(), ids=str)
def test_same_seed_same_report(variant: Variant) -> None:
    position = Position.empty(variant=variant)
    limit = Limit(playouts=2000)
    search = MonteCarlo(seed=5)
    first = timeless(search(position, limit))
    assert timeless(search(position, limit)) == first
    assert timeless(MonteCarlo(seed=5)(position, limit)) == first
    assert timeless(MonteCarlo(seed=6)(position, limit)) != first


def test_chunks_do_not_show(monkeypatch: pytest.MonkeyPatch) -> None:
    limit = Limit(playouts=20_000)
    whole = timeless(MonteCarlo(seed=1)(EMPTY, limit))
    monkeypatch.setattr(growth, "FIRST_CHUNK", 7)
    monkeypatch.setattr(growth, "PACE", 1e-9)
    assert timeless(MonteCarlo(seed=1)(EMPTY, limit)) == whole


def test_a_full_tree_goes_on_playing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(growth, "MAX_NODES", 100)
    report = MonteCarlo()(EMPTY, Limit(playouts=5000))
    assert report.playouts == total_visits(report) == 5000
    assert report.nodes <= 100
    assert MonteCarlo()(EMPTY, Limit(nodes=5000)).nodes <= 100


# Good moves


@pytest.mark.parametrize("expand", EXPANDS)
def test_centre_first(expand: str) -> None:
    assert MonteCarlo(expand=expand)(EMPTY).column == 3


@pytest.mark.parametrize("position", BLOCKS)
@pytest.mark.parametrize("expand", EXPANDS)
def test_blocks_the_fourth_column(position: Position, expand: str) -> None:
    report = MonteCarlo(expand=expand)(position)
    assert report.column == 3
    others = [value for column, value in report.values.items() if column != 3]
    assert {(value.result, value.plies, value.wins) for value in others} == {(-1, 2, 0)}


@pytest.mark.parametrize("expand", EXPANDS)
def test_takes_wins_and_blocks_threats_in_one(expand: str) -> None:
    rng = random.Random(2)
    search = MonteCarlo(expand=expand)
    seen = Counter[str]()
    while min(seen["win"], seen["block"]) < 15:
        position = random_position(rng, EMPTY, rng.randrange(8, 30))
        threats = [cell.column for cell in position.threats("XO"[1 - position.ply % 2])]
        wins = position.winning_columns
        blocks = [column for column in position.legal if _stops(position, column)]
        if wins:
            seen["win"] += 1
            report = search(position, Limit(playouts=1000))
            assert report.column in wins
            assert (report.values[report.column].plies, report.playouts) == (1, 0)
        elif threats and 0 < len(blocks) < len(position.legal):
            seen["block"] += 1
            assert search(position, Limit(playouts=1000)).column in blocks


def _stops(position: Position, column: int) -> bool:
    after = position.play(column)
    return not after.winning_columns


# Proofs


@pytest.mark.parametrize("variant", [STANDARD, FILL], ids=str)
@pytest.mark.parametrize("expand", EXPANDS)
def test_proofs_agree_with_exhaustive_search(variant: Variant, expand: str) -> None:
    rng = random.Random(3)
    search = MonteCarlo(expand=expand)
    results = Counter[int]()
    for _ in range(30):
        position = random_position(rng, Position.empty(4, 4, variant), rng.randrange(7, 14))
        report = search(position, Limit(playouts=100_000))
        truth = {column: int(2 * aimed(position, column) - 1) for column in position.legal}
        assert truth[report.column] == max(truth.values())
        for column, value in report.values.items():
            assert value.result in (None, truth[column])
        if report.playouts < 100_000:
            chosen = report.values[report.column]
            assert chosen.result == truth[report.column]
            results[chosen.result] += 1
            if chosen.result == 0 or variant is FILL:
                assert chosen.plies == 16 - position.ply
    # With a draw in hand it need not refute the rest, but most roots are proven.
    assert results.total() > 20
    assert len(results) > 1


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
        exact = {column: float(aimed(position, column)) for column in position.legal}
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
    rng = random.Random(5)
    for _ in range(20):
        position = random_position(rng, Position.empty(5, 2, SLIP), rng.randrange(5, 9))
        for column, value in MonteCarlo()(position, Limit(playouts=5000)).values.items():
            if value.result is not None:
                assert aimed(position, column) == Fraction(1 + value.result, 2)


# Keeping the tree


@pytest.mark.parametrize("variant", VARIANTS.values(), ids=str)
def test_the_tree_moves_on_with_the_game(variant: Variant) -> None:
    position = Position.empty(variant=variant)
    search = MonteCarlo(seed=1)
    first = search(position, Limit(playouts=20_000))
    position = position.play(first.column)
    second = search(position, Limit(playouts=100))
    assert second.playouts == 100
    assert total_visits(second) > 3000
    assert second.nodes <= 101
    assert second.depth + 1 >= first.depth - 1
    third = search(position.play(3).play(3), Limit(playouts=100))
    assert total_visits(third) > 100


def test_kept_visits_are_those_of_the_subtree() -> None:
    search = MonteCarlo(seed=1)
    first = search(EMPTY, Limit(playouts=10_000))
    kept = first.values[3].visits
    assert kept is not None
    second = search(EMPTY.play(3), Limit(playouts=500))
    # The first visit to a node is its own playout, and no child's.
    assert total_visits(second) == kept - 1 + 500


def test_without_reuse_and_elsewhere_it_starts_anew() -> None:
    limit = Limit(playouts=1000)
    there = EMPTY.play(3).play(3)
    fresh = timeless(MonteCarlo(seed=1)(there, limit))
    without = MonteCarlo(seed=1, reuse=False)
    without(EMPTY, limit)
    assert timeless(without(there, limit)) == fresh
    elsewhere = MonteCarlo(seed=1)
    elsewhere(EMPTY.play(0), limit)
    assert timeless(elsewhere(there, limit)) == fresh
    forgetful = MonteCarlo(seed=1)
    forgetful(EMPTY, limit)
    forgetful.forget()
    assert timeless(forgetful(there, limit)) == fresh


@pytest.mark.parametrize("variant", [STANDARD, FILL], ids=str)
def test_games_with_a_kept_tree_are_proven_right(variant: Variant) -> None:
    rng = random.Random(4)
    search = MonteCarlo()
    for _ in range(10):
        position = random_position(rng, Position.empty(4, 4, variant), 8)
        while not position.is_over:
            report = search(position, Limit(playouts=30_000))
            for column, value in report.values.items():
                assert value.result in (None, int(2 * aimed(position, column) - 1))
            position = position.play(report.column)
            if not position.is_over:
                position = position.play(rng.choice(position.legal))


# Every board


@pytest.mark.parametrize(("width", "height"), [(1, 5), (31, 1), (9, 6), (7, 8), (4, 3)])
@pytest.mark.parametrize("variant", VARIANTS.values(), ids=str)
def test_any_size(width: int, height: int, variant: Variant) -> None:
    search = MonteCarlo(expand="heuristic")
    position = Position.empty(width, height, variant)
    while not position.is_over:
        report = search(position, Limit(playouts=200))
        position = position.play(report.column)
    assert position.ply <= width * height


# Playouts


@kernel
def many(times: int, mine: int, filled: int, rules: Any, state: Randomness) -> tuple[int, int]:
    wins, draws = 0, 0
    for _ in range(times):
        result = playout(mine, filled, rules, state, None)
        wins += result == 1
        draws += result == 0
    return wins, draws


def plain_game(rng: random.Random, variant: Variant) -> float:
    """Play a random game with lists, on the rules as the reports tell them."""
    columns: list[list[int]] = [[] for _ in range(7)]
    for ply in range(42):
        column = rng.choice([each for each in range(7) if len(columns[each]) < 6])
        if variant.slips:
            targets = [each for each in (column - 1, column, column + 1) if 0 <= each < 7]
            weights = [0.6 if each == column else 0.4 / (len(targets) - 1) for each in targets]
            open_weights = [
                weight if len(columns[each]) < 6 else 0
                for each, weight in zip(targets, weights, strict=True)
            ]
            column = rng.choices(targets, open_weights)[0]
        columns[column].append(ply % 2)
        if not variant.plays_on and plain_fours(columns, ply % 2):
            return 1.0 - ply % 2
    ahead = plain_fours(columns, 0) - plain_fours(columns, 1) if variant.plays_on else 0
    return 0.5 if ahead == 0 else float(ahead > 0)


def plain_fours(columns: list[list[int]], player: int) -> int:
    own = {
        (x, y)
        for x, column in enumerate(columns)
        for y, owner in enumerate(column)
        if owner == player
    }
    return sum(
        all((x + k * dx, y + k * dy) in own for k in range(1, 4))
        for x, y in own
        for dx, dy in ((1, 0), (0, 1), (1, 1), (1, -1))
    )


@pytest.mark.parametrize("variant", VARIANTS.values(), ids=str)
def test_playouts_are_fair(variant: Variant) -> None:
    rng = random.Random(1)
    plain = [plain_game(rng, variant) for _ in range(1200)]
    start = Position.empty(variant=variant)
    wins, draws = many(200_000, start.mine, start.filled, start.rules, seeded(1))
    share = (wins + draws / 2) / 200_000
    assert sum(plain) / len(plain) == pytest.approx(share, abs=4 * 0.5 / 1200**0.5)
    drawn = plain.count(0.5) / len(plain)
    assert drawn == pytest.approx(draws / 200_000, abs=4 * (0.15 * 0.85 / 1200) ** 0.5)
    if variant is STANDARD:
        assert share == pytest.approx(0.556, abs=0.005)


def test_slips_have_the_stated_odds() -> None:
    position = read_board("-O--/-X--/XO-X/OX-O", width=4, height=4, variant=SLIP)
    state = seeded(2)
    for aim in position.legal:
        counts = Counter(slip(position.filled, aim, position.rules, state) for _ in range(20_000))
        for landing in position.landings(aim):
            share = counts.pop(landing.column) / 20_000
            assert share == pytest.approx(float(landing.probability), abs=0.015)
        assert not counts
