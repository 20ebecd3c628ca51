"""Many positions in one call: the same answers, limits, cancelling and progress."""

import random

import pytest

import fourscore
from fourscore.book.solving import analyse_many, solve_many
from fourscore.core.notation import read_moves
from fourscore.core.position import Position
from fourscore.core.variants import FILL
from fourscore.errors import UnsupportedError
from fourscore.search.types import Limit
from fourscore.solver import Analysis, Bounds, Score, Solver
from tests.peers import random_game
from tests.solver.stopping import CancelUnderWay

HARD = Position.empty(9, 6)
"""No book has it, and it takes hours."""
EASY = read_moves("44444455555526")


def positions(count: int, seed: int) -> list[Position]:
    draw = random.Random(seed)
    return [random_game(draw, draw.randrange(18, 40))[1] for _ in range(count)]


def test_analyses_are_those_of_each_position() -> None:
    over = read_moves("1212121")
    wanted = [*positions(30, seed=1), over, Position.empty(), read_moves("11", width=4, height=4)]
    found = analyse_many(iter(wanted), threads=2)
    solver = Solver(megabytes=16, threads=1, book=None)
    for position, analysis in zip(wanted, found, strict=True):
        if position.ply or position.width == 4:
            expected = solver.analyse(position)
            assert (analysis.scores, analysis.line) == (expected.scores, expected.line)
        assert analysis.score == fourscore.solve(position)
    assert found[-3].scores == {}
    assert [each.score for each in found] == solve_many(wanted, threads=2)


def test_a_limit_is_for_each_position() -> None:
    wanted, limit = [HARD, EASY, HARD], Limit(nodes=200_000)
    analyses = analyse_many(wanted, limit=limit)
    assert [type(each) for each in analyses] == [type(None), Analysis, type(None)]
    assert [type(each) for each in solve_many(wanted, limit=limit)] == [Bounds, Score, Bounds]


@pytest.mark.parametrize("limit", [None, Limit(nodes=10**15)])
def test_cancelling_ends_the_whole_call(limit: Limit | None) -> None:
    cancel = CancelUnderWay()
    assert analyse_many([HARD, *[EASY] * 3, HARD], limit=limit, cancel=cancel)[-1] is None
    cancel = CancelUnderWay()
    assert isinstance(solve_many([HARD, HARD], limit=limit, cancel=cancel)[1], Bounds)


def test_progress_only_grows_and_ends_with_all() -> None:
    reported: list[tuple[int, int]] = []
    wanted = positions(300, seed=2)
    analyse_many(wanted, on_progress=lambda done, total: reported.append((done, total)))
    assert reported == sorted(reported)
    assert reported[-1] == (300, 300)
    assert {total for _, total in reported} == {300}


def test_a_bar_is_drawn_on_request(capsys: pytest.CaptureFixture[str]) -> None:
    wanted = positions(20, seed=3)
    solve_many(wanted)
    assert capsys.readouterr().err == ""
    solve_many(wanted, progress=True)
    out, err = capsys.readouterr()
    assert out == ""
    assert "solving" in err
    assert "20/20" in err


def test_other_rules_are_refused_before_the_work() -> None:
    with pytest.raises(UnsupportedError, match="standard rules only"):
        analyse_many([HARD, Position.empty(variant=FILL)])
