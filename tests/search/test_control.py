"""Limits of seconds, on a clock that the tests advance, and cancelling from other threads."""

import threading
from collections.abc import Callable
from typing import Any

import pytest

from fourscore.agents import agent
from fourscore.agents.levels import LevelPlayer, Skill
from fourscore.agents.perfect import Perfect
from fourscore.core.notation import read_moves
from fourscore.core.position import Position
from fourscore.runtime.time_source import SYSTEM_TIME
from fourscore.search.alphabeta import alphabeta
from fourscore.search.astar import astar
from fourscore.search.columns import value_columns
from fourscore.search.control import Cancel
from fourscore.search.deepening import deepening
from fourscore.search.evaluation.base import Evaluation
from fourscore.search.evaluation.custom import make_evaluation
from fourscore.search.expectiminimax import expectiminimax
from fourscore.search.minimax import minimax
from fourscore.search.types import Limit, Report
from fourscore.solver import Proof, Solver
from fourscore.solver.engine import Engine
from tests.search.clock import ManualClock
from tests.solver.stopping import CancelUnderWay
from tests.waiting import PATIENCE

EMPTY = Position.empty()
THINKERS = (
    "minimax:depth=40",
    "alphabeta:depth=40",
    "deepening",
    "expectiminimax:depth=40",
    "mcts",
)


# Seconds


def a_second_each(clock: ManualClock) -> Evaluation:
    """Return an evaluation that takes a second."""

    def evaluate(position: Position) -> float:  # noqa: ARG001
        clock.advance(1)
        return 0

    return make_evaluation("slow", evaluate)


@pytest.mark.parametrize(
    ("search", "nodes", "columns"),
    [
        # The root, a column with its 7 leaves, and 3 leaves of the next.
        (minimax, 1 + 8 + 4, [3]),
        (expectiminimax, 1 + 8 + 4, [3]),
        (value_columns, 1 + 8 + 4, [3]),
        # After the first column, a leaf is enough to refute another.
        (alphabeta, 1 + 8 + 2 + 2 + 2, [2, 3, 4]),
    ],
)
def test_a_search_ends_with_its_seconds(
    search: Callable[..., Report], nodes: int, columns: list[int]
) -> None:
    clock = ManualClock()
    limit = Limit(depth=2, seconds=10)
    report = search(EMPTY, limit, evaluation=a_second_each(clock), clock=clock)
    assert (clock.asked, clock.waiting) == ([10], [])
    assert (report.seconds, report.nodes, report.complete) == (10, nodes, False)
    assert (report.column, sorted(report.values)) == (3, columns)


def test_a_search_that_ends_in_time_cancels_its_alarm() -> None:
    clock = ManualClock()
    limit = Limit(depth=2, seconds=50)
    report = minimax(EMPTY, limit, evaluation=a_second_each(clock), clock=clock)
    assert (report.seconds, report.complete) == (49, True)
    assert (clock.asked, clock.waiting) == ([50], [])


def test_deepening_keeps_what_it_found_in_time() -> None:
    clock, reports = ManualClock(), list[Report]()

    def note(report: Report) -> None:
        reports.append(report)
        clock.advance(1)

    last = deepening(EMPTY, Limit(seconds=3), on_progress=note, clock=clock)
    assert [(each.depth, each.seconds) for each in reports] == [(1, 0), (2, 1), (3, 2)]
    assert (clock.asked, clock.waiting) == ([3], [])
    assert (last.depth, last.seconds, last.complete) == (3, 3, False)
    assert (last.column, last.nodes, last.values) == (
        reports[-1].column,
        reports[-1].nodes,
        reports[-1].values,
    )


@pytest.mark.parametrize(("leaves", "line"), [(1, 2), (14, 3)])
def test_deepening_takes_from_an_unfinished_iteration_what_is_settled(
    leaves: int, line: int
) -> None:
    """Depths 1 and 2 have 7 + 13 leaves; at depth 3, the best column has 13."""
    clock = ManualClock()
    limit = Limit(seconds=20 + leaves)
    report = deepening(EMPTY, limit, evaluation=a_second_each(clock), clock=clock)
    assert (report.depth, report.complete, report.seconds) == (2, False, 20 + leaves)
    assert len(report.line) == line


def test_astar_without_time_has_no_plan() -> None:
    clock = ManualClock(impatient=True)
    report = astar(EMPTY, Limit(seconds=2), clock=clock)
    assert (report.nodes, report.line, report.column) == (0, (), 3)
    assert (report.seconds, report.complete, clock.asked) == (2, False, [2])


@pytest.mark.parametrize("threads", [1, 2])
def test_a_proof_ends_with_its_seconds(threads: int) -> None:
    clock = ManualClock()

    def note(proof: Proof) -> None:
        assert not proof.is_exact
        clock.advance(5 - clock.time)

    # A draw that takes hours to prove.
    large = Position.empty(7, 7)
    proof = Engine(16, threads, clock=clock).prove(large, seconds=5, on_progress=note)
    assert (clock.asked, clock.waiting) == ([5], [])
    assert (proof.seconds, proof.is_exact) == (5, False)
    assert proof.result.lower <= 0 <= proof.result.upper


class SlowSolver(Solver):
    """Takes two seconds for a proof, and notes how many it was given."""

    def __init__(self, clock: ManualClock) -> None:
        super().__init__(megabytes=1, threads=1)
        self.clock, self.given = clock, list[float | None]()

    def prove(self, position: Any, limit: Any = None, *rest: Any, **options: Any) -> Proof:
        self.given.append(limit.seconds)
        self.clock.advance(2)
        return super().prove(position, limit, *rest, **options)


def test_the_perfect_player_shares_its_seconds_among_the_columns() -> None:
    clock = ManualClock()
    solver = SlowSolver(clock)
    report = Perfect(solver=solver)(EMPTY, Limit(nodes=100, seconds=10), clock=clock)
    assert solver.given == [10, 8, 6, 4, 2, 0.001, 0.001]
    assert report.seconds == 14


def test_a_level_searches_in_the_time_that_its_proof_has_left() -> None:
    position = read_moves("444444333333")
    clock = ManualClock(step=1)
    level = LevelPlayer(Skill(depth=2, endgame=42))
    assert level.knows(position)
    report = level(position, Limit(nodes=10, seconds=100), clock=clock)
    # The clock was read when the proof began and ended, after each column, and now.
    assert clock.asked == [100 - 3 - len(position.legal)]
    assert report.column in position.legal


@pytest.mark.parametrize("spec", [*THINKERS, "perfect:book=no"])
def test_real_time_runs_out_too(spec: str) -> None:
    report = agent(spec).choose(Position.empty(), Limit(seconds=0.01))
    assert report.column in EMPTY.legal


def test_an_alarm_rings_on_time_or_never() -> None:
    def timers() -> set[threading.Thread]:
        return {each for each in threading.enumerate() if isinstance(each, threading.Timer)}

    rung = threading.Event()
    with SYSTEM_TIME.alarm(0.001, rung.set):
        assert rung.wait(PATIENCE)
    rung.clear()
    before = timers()
    with SYSTEM_TIME.alarm(600, rung.set), SYSTEM_TIME.alarm(None, rung.set):
        (timer,) = timers() - before
    assert not timer.is_alive()
    assert not rung.is_set()


# Cancelling


@pytest.mark.parametrize("spec", THINKERS)
def test_another_thread_can_cancel(spec: str) -> None:
    limit = Limit(depth=40, playouts=10**9)
    report = agent(spec).choose(Position.empty(), limit, cancel=CancelUnderWay())
    assert not report.complete
    assert report.nodes > 10
    assert report.column in EMPTY.legal


@pytest.mark.parametrize("spec", THINKERS)
def test_a_cancel_before_the_start_counts(spec: str) -> None:
    cancel = Cancel()
    cancel.cancel()
    report = agent(spec).choose(read_moves("333333"), cancel=cancel)
    assert (report.column, report.playouts) == (3, 0)
    assert report.nodes <= 1
