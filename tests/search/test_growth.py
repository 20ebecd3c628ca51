"""What Monte Carlo tree search and PUCT share: budgets, progress, proofs and the kept tree."""

import random
from collections.abc import Callable
from dataclasses import replace
from functools import partial

import pytest

from fourscore.core.position import Position
from fourscore.core.variants import FILL, SLIP, STANDARD, Variant
from fourscore.search.control import Cancel
from fourscore.search.mcts import growth
from fourscore.search.mcts.growth import TreeSearch
from fourscore.search.mcts.search import MonteCarlo
from fourscore.search.puct.search import PuctSearch
from fourscore.search.signature import made_up_network
from fourscore.search.types import Limit, Report
from tests.search.clock import ManualClock
from tests.search.positions import play_out
from tests.search.reference import result_of

EMPTY = Position.empty()
HEURISTIC = partial(MonteCarlo, expand="heuristic")
CHUNK = growth.FIRST_CHUNK
Make = Callable[..., TreeSearch]


def puct(start: Position = EMPTY, **options: bool) -> PuctSearch:
    return PuctSearch(made_up_network(start.width, start.height, start.variant), **options)


both = pytest.mark.parametrize("make", [MonteCarlo, puct], ids=["mcts", "zero"])
each_way = pytest.mark.parametrize(
    "make", [MonteCarlo, HEURISTIC, puct], ids=["mcts", "heuristic", "zero"]
)


def timeless(report: Report) -> Report:
    return replace(report, seconds=0.0)


def total_visits(report: Report) -> int:
    return sum(value.visits or 0 for value in report.values.values())


# Budgets


@both
def test_a_budget_of_nodes_is_spent_and_counted(make: Make) -> None:
    report = make()(EMPTY, Limit(nodes=500))
    assert (report.nodes, report.playouts, total_visits(report)) == (500, 499, 499)


@both
@pytest.mark.parametrize(
    ("step", "playouts"),
    [
        # Slow: the slices stay as they are.
        (1 / 16, 3 * CHUNK),
        # As long as `PACE`, then for so long that it is kept, and no more than 8 times longer.
        (1 / 64, sum([CHUNK, int(3.84 * CHUNK), int(3.84 * int(3.84 * CHUNK))])),
        (1 / 1024, CHUNK + 8 * CHUNK + 64 * CHUNK),
    ],
)
def test_seconds_end_a_decision_between_two_slices(make: Make, step: float, playouts: int) -> None:
    """The clock is read before and after each slice, so the third ends with the sixth step."""
    clock = ManualClock(step)
    report = make()(EMPTY, Limit(seconds=6 * step), clock=clock)
    assert (clock.asked, clock.waiting) == ([6 * step], [])
    assert report.playouts == total_visits(report) == playouts
    # It was read once more before the slice that was not begun, and for the report.
    assert report.seconds == 8 * step


@both
def test_progress_is_reported_until_it_is_cancelled(make: Make) -> None:
    reports, cancel = list[Report](), Cancel()

    def note(report: Report) -> None:
        reports.append(report)
        if len(reports) == 3:
            cancel.cancel()

    limit, clock = Limit(seconds=600), ManualClock(step=1 / 16)
    last = make()(EMPTY, limit, cancel=cancel, on_progress=note, clock=clock)
    assert [each.playouts for each in reports] == [CHUNK, 2 * CHUNK, 3 * CHUNK]
    assert (last.playouts, last.complete) == (3 * CHUNK, False)
    assert timeless(last) == replace(timeless(reports[-1]), complete=False)


@both
def test_slices_do_not_show(make: Make) -> None:
    slow, quick = (
        make()(EMPTY, Limit(playouts=20_000), clock=ManualClock(step)) for step in (1, 1e-9)
    )
    assert timeless(slow) == timeless(quick)


@both
def test_a_full_tree_goes_on_playing(make: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(growth, "MAX_NODES", 100)
    report = make()(EMPTY, Limit(playouts=5000))
    assert report.playouts == total_visits(report) == 5000
    assert report.complete
    assert report.nodes <= 100
    assert make()(EMPTY, Limit(nodes=5000)).nodes <= 100


# Wins, threats and proofs


@each_way
def test_a_win_needs_no_playouts_and_a_threat_is_blocked(make: Make) -> None:
    search, seen = make(), {"win": 0, "block": 0}
    for seed in range(200):
        position, _ = play_out(seed, 8 + seed % 22, 7, 6, "standard")
        wins = position.winning_columns
        blocks = [each for each in position.legal if not position.play(each).winning_columns]
        if wins:
            seen["win"] += 1
            report = search(position, Limit(playouts=1000))
            assert report.column in wins
            assert (report.values[report.column].plies, report.playouts) == (1, 0)
        elif 0 < len(blocks) < len(position.legal):
            seen["block"] += 1
            report = search(position, Limit(playouts=1000))
            assert report.column in blocks
            losing = set(position.legal) - set(blocks)
            assert {report.values[column].result for column in losing} == {-1}
    assert min(seen.values()) > 15


@each_way
@pytest.mark.parametrize("variant", [STANDARD, FILL], ids=str)
def test_proofs_agree_with_exhaustive_search(make: Make, variant: Variant) -> None:
    start, limit = Position.empty(4, 4, variant), Limit(playouts=50_000)
    search = puct(start) if make is puct else make()
    results = list[int]()
    for seed in range(30):
        position, _ = play_out(seed, 7 + seed % 7, 4, 4, str(variant))
        report = search(position, limit)
        truth = {column: result_of(position, column) for column in position.legal}
        for column, value in report.values.items():
            assert value.result in (None, truth[column])
        if report.playouts < 50_000:
            assert truth[report.column] == max(truth.values())
            chosen = report.values[report.column]
            assert chosen.result == truth[report.column]
            results.append(chosen.result)
            if chosen.result == 0 or variant is FILL:
                assert chosen.plies == 16 - position.ply
    # With a draw in hand it need not refute the rest, but most roots are proven.
    assert len(results) > 20
    assert len(set(results)) > 1


# The same again, and the tree that is kept


@both
def test_the_same_question_has_the_same_answer(make: Make) -> None:
    search, limit = make(), Limit(playouts=2000)
    first = timeless(search(EMPTY, limit))
    assert timeless(search(EMPTY, limit)) == timeless(make()(EMPTY, limit)) == first


@both
def test_the_tree_moves_on_with_the_game(make: Make) -> None:
    search = make()
    first = search(EMPTY, Limit(playouts=10_000))
    kept = first.values[first.column].visits
    assert kept is not None
    position = EMPTY.play(first.column)
    second = search(position, Limit(playouts=500))
    assert (second.playouts, second.depth + 1 >= first.depth - 1) == (500, True)
    # The first visit to a node is its own playout, and no child's.
    assert total_visits(second) == kept - 1 + 500
    two_on = position.play(second.line[0]).play(second.line[1])
    assert total_visits(search(two_on, Limit(playouts=100))) > 100


@pytest.mark.parametrize("variant", [FILL, SLIP], ids=str)
def test_the_tree_moves_on_in_every_variant(variant: Variant) -> None:
    search, position = MonteCarlo(seed=1), Position.empty(variant=variant)
    first = search(position, Limit(playouts=20_000))
    second = search(position.play(first.column), Limit(playouts=100))
    assert second.nodes <= 101
    assert total_visits(second) > 3000


@both
def test_without_reuse_and_elsewhere_it_starts_anew(make: Make) -> None:
    limit, there = Limit(playouts=1000), EMPTY.play(3).play(3)
    fresh = timeless(make()(there, limit))
    without, elsewhere, forgetful = make(reuse=False), make(), make()
    without(EMPTY, limit)
    elsewhere(EMPTY.play(0), limit)
    forgetful(EMPTY, limit)
    forgetful.forget()
    for search in (without, elsewhere, forgetful):
        assert timeless(search(there, limit)) == fresh


@pytest.mark.parametrize("variant", [STANDARD, FILL], ids=str)
def test_games_with_a_kept_tree_are_proven_right(variant: Variant) -> None:
    rng, search = random.Random(4), MonteCarlo()
    for seed in range(10):
        position, _ = play_out(seed, 8, 4, 4, str(variant))
        while not position.is_over:
            report = search(position, Limit(playouts=30_000))
            for column, value in report.values.items():
                assert value.result in (None, result_of(position, column))
            position = position.play(report.column)
            if not position.is_over:
                position = position.play(rng.choice(position.legal))
