"""What a caller can rely on: limits, cancelling, errors, analysis, books."""

import random
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import pytest

from fourscore.core.notation import read_moves
from fourscore.core.position import Position
from fourscore.core.variants import FILL, SLIP
from fourscore.errors import Cancelled, InputError
from fourscore.search.types import Limit
from fourscore.solver import Bounds, Proof, Solver
from fourscore.solver.signature import random_position
from tests.solver.stopping import CancelUnderWay

SOLVER = Solver(megabytes=16)


@pytest.mark.parametrize("threads", [1, 2])
def test_limits_by_nodes_give_proven_bounds(threads: int) -> None:
    rng = random.Random(11)
    positions = [read_moves("444443"), *(random_position(rng, 13 + n % 6) for n in range(20))]
    for position in positions:
        truth = SOLVER.solve(position).value
        for nodes in (1, 10, 500, 5_000, 100_000):
            solver = Solver(megabytes=1, threads=threads)
            proof = solver.prove(position, Limit(nodes=nodes))
            assert proof.result.lower <= truth <= proof.result.upper
            assert proof.nodes <= nodes
            assert isinstance(proof.result, Bounds) != proof.is_exact


LARGE = Position.empty(7, 7)
"""A draw that takes too long to prove, however late a search is stopped."""


def test_cancel() -> None:
    solver = Solver(megabytes=16, threads=2)
    results = [
        solver.solve(LARGE, cancel=CancelUnderWay()),
        *solver.solve_many([LARGE] * 4, cancel=CancelUnderWay()),
    ]
    assert len(results) == 5
    assert all(isinstance(each, Bounds) and each.lower <= 0 <= each.upper for each in results)
    with pytest.raises(Cancelled, match="stopped before every column"):
        solver.analyse(LARGE, cancel=CancelUnderWay())


def test_an_error_in_the_callback_ends_the_search() -> None:
    def fail(_: Proof) -> None:
        raise RuntimeError("enough")

    with pytest.raises(RuntimeError, match="enough"):
        Solver(megabytes=16).solve(Position.empty(), on_progress=fail)


def test_shared_by_threads() -> None:
    rng = random.Random(2)
    positions = [random_position(rng, 16) for _ in range(8)]
    solver = Solver(megabytes=1, threads=1)
    with ThreadPoolExecutor(8) as threads:
        found = list(threads.map(solver.solve, positions))
    assert found == [SOLVER.solve(each) for each in positions]


def test_threads_may_ask_about_different_sizes() -> None:
    questions = [Position.random(34, 1), Position.random(20, 1, size=(6, 5))]
    truth = [SOLVER.solve(each) for each in questions]
    columns = [SOLVER.columns(each) for each in questions]
    solver = Solver(megabytes=16, threads=1)
    wrong: list[object] = []

    def ask(index: int) -> None:
        for _ in range(3000):
            found = solver.solve(questions[index]), solver.columns(questions[index])
            if found != (truth[index], columns[index]):
                wrong.append(found)

    with ThreadPoolExecutor() as threads:
        list(threads.map(ask, range(2)))
    assert wrong == []


def test_largest_boards() -> None:
    solver = Solver(megabytes=16, threads=1)
    for width, height in ((9, 6), (7, 8), (31, 1), (1, 31), (21, 2)):
        result = solver.solve(Position.empty(width, height), Limit(nodes=3_000))
        assert result.lower <= result.upper
    assert Solver().solve(Position.empty(31, 1), Limit(nodes=100)).upper > 0


WON = read_moves("1212121")


@pytest.mark.parametrize(
    ("ask", "message"),
    [
        (lambda: SOLVER.solve(Position.empty(variant=FILL)), "not the variant fill"),
        (lambda: SOLVER.solve(Position.empty(variant=SLIP)), "not the variant slip"),
        (
            lambda: SOLVER.solve(
                Position.from_bitboards(WON.mine ^ WON.filled, WON.filled, WON.rules)
            ),
            "four already",
        ),
        (lambda: Solver(megabytes=1).solve(Position.empty(9, 6)), "needs a table of 16 MB"),
        (lambda: Solver(threads=0), "at least one thread, not 0"),
        (lambda: Solver(megabytes=0), "no room"),
        (lambda: Solver(megabytes=float("inf")), "inf is not a number of megabytes"),
        (lambda: Solver(megabytes=1e15), "no memory for a table of"),
    ],
)
def test_refusals(ask: Callable[[], object], message: str) -> None:
    with pytest.raises(InputError, match=message):
        ask()


def test_analyse() -> None:
    position = read_moves("44444426")
    analysis = SOLVER.analyse(position)
    assert analysis.score == SOLVER.solve(position)
    assert set(analysis.scores) == set(position.legal)
    for column, score in analysis.scores.items():
        assert score.value == -SOLVER.solve(position.play(column)).value
        assert score.plies == SOLVER.solve(position.play(column)).plies + 1
    assert all(analysis.scores[column] == analysis.score for column in analysis.best)


def test_the_line_keeps_the_score_to_the_end() -> None:
    rng = random.Random(5)
    for discs in (14, 18, 25, 30):
        position = random_position(rng, discs)
        analysis = SOLVER.analyse(position)
        value = analysis.score.value
        assert len(analysis.line) == analysis.plies
        for column in analysis.line:
            position, value = position.play(column), -value
            assert SOLVER.solve(position).value == value
        assert position.is_over


def test_analyse_a_game_that_is_over() -> None:
    analysis = SOLVER.analyse(read_moves("1212121"))
    assert (analysis.best, analysis.line, analysis.plies) == ((), (), 0)


def test_solve_many_reports_progress() -> None:
    rng = random.Random(9)
    positions = [random_position(rng, 20) for _ in range(300)]
    positions += [random_position(rng, 8, 4, 4) for _ in range(30)]
    seen: list[tuple[int, int]] = []
    results = SOLVER.solve_many(
        positions, on_progress=lambda done, total: seen.append((done, total))
    )
    assert results == [SOLVER.solve(position) for position in positions]
    assert seen[-1] == (330, 330)
    assert seen == sorted(seen)


def test_reset_forgets() -> None:
    solver = Solver(megabytes=16, threads=1)
    position = read_moves("4444443")
    cold = solver.prove(position).nodes
    assert solver.prove(position).nodes < cold / 10
    solver.reset()
    assert solver.prove(position).nodes == cold
