"""What a caller can rely on: limits, cancelling, errors, analysis, books."""

import random
from concurrent.futures import ThreadPoolExecutor

import pytest

from fourscore.core.notation import read_moves
from fourscore.core.position import Position
from fourscore.core.variants import FILL, SLIP
from fourscore.errors import Cancelled, InputError, UnsupportedError
from fourscore.search.control import Cancel
from fourscore.search.types import Limit
from fourscore.solver import Bounds, Proof, Solver, score_of
from fourscore.solver.signature import random_position
from tests.solver.stopping import CancelUnderWay

SOLVER = Solver(megabytes=16)


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("nodes", [1, 10, 1_000, 100_000])
def test_limits_by_nodes_give_proven_bounds(nodes: int, threads: int) -> None:
    position = read_moves("444443")
    truth = SOLVER.solve(position).value
    proof = Solver(megabytes=16, threads=threads).prove(position, Limit(nodes=nodes))
    assert proof.result.lower <= truth <= proof.result.upper
    assert proof.nodes <= nodes
    assert isinstance(proof.result, Bounds) != proof.is_exact


def test_bounds_are_proven_at_every_limit() -> None:
    rng = random.Random(11)
    for _ in range(20):
        position = random_position(rng, rng.randint(13, 18))
        truth = SOLVER.solve(position).value
        for nodes in (5, 50, 500, 5_000):
            result = Solver(megabytes=1, threads=1).solve(position, Limit(nodes=nodes))
            assert result.lower <= truth <= result.upper


LARGE = Position.empty(7, 7)
"""A draw that takes too long to prove, however late a search is stopped."""


def test_limit_by_seconds() -> None:
    result = Solver(megabytes=16).solve(LARGE, Limit(seconds=0.01))
    assert isinstance(result, Bounds)
    assert result.lower <= 0 <= result.upper


def test_progress() -> None:
    seen: list[Proof] = []
    cancel = Cancel()

    def note(proof: Proof) -> None:
        seen.append(proof)
        if len(seen) == 3:
            cancel.cancel()

    assert isinstance(Solver(megabytes=16).solve(LARGE, cancel=cancel, on_progress=note), Bounds)
    assert len(seen) >= 3
    assert all(each.result.lower <= 0 <= each.result.upper for each in seen)


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


def test_sizes_may_alternate() -> None:
    solver = Solver(megabytes=1, threads=1)
    for _ in range(2):
        assert solver.solve(Position.empty(4, 4)).value == 0
        assert str(solver.solve(read_moves("121212"))) == "wins in 1"
        assert solver.solve(Position.empty(3, 3)).value == 0


def test_largest_boards() -> None:
    solver = Solver(megabytes=16, threads=1)
    for width, height in ((9, 6), (7, 8), (31, 1), (1, 31), (21, 2)):
        result = solver.solve(Position.empty(width, height), Limit(nodes=3_000))
        assert result.lower <= result.upper
    assert Solver().solve(Position.empty(31, 1), Limit(nodes=100)).upper > 0
    with pytest.raises(InputError, match="needs a table of 16 MB"):
        Solver(megabytes=1).solve(Position.empty(9, 6))


def test_refusals() -> None:
    for variant in (FILL, SLIP):
        with pytest.raises(UnsupportedError, match=str(variant)):
            SOLVER.solve(Position.empty(variant=variant))
    won = read_moves("1212121")
    with pytest.raises(InputError, match="four already"):
        SOLVER.solve(Position.from_bitboards(won.mine ^ won.filled, won.filled, won.rules))
    with pytest.raises(InputError, match="at least one thread, not 0"):
        Solver(threads=0)
    with pytest.raises(InputError, match="no room"):
        Solver(megabytes=0)
    with pytest.raises(InputError, match="inf is not a number of megabytes"):
        Solver(megabytes=float("inf"))
    with pytest.raises(InputError, match="no memory for a table of"):
        Solver(megabytes=1e15)


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


def test_book() -> None:
    class Everything:
        plies = 42

        def lookup(self, position: Position) -> int | None:
            return 5 if position.ply == 2 else None

    solver = Solver(megabytes=1, threads=1, book=Everything())
    position = Position.empty().play(0).play(0)
    assert solver.solve(position) == score_of(5, position)
    assert solver.solve_many([position, read_moves("121212")])[0] == score_of(5, position)


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
