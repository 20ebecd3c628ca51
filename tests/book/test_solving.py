"""The solver that a process shares."""

from collections.abc import Iterator

import pytest

import fourscore
from fourscore.book import default_book, solving
from fourscore.book.solving import forget_solvers, shared_solver, use_threads
from fourscore.core.notation import read_moves
from fourscore.core.position import Position


@pytest.fixture(autouse=True)
def fresh(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(solving, "_threads", 2)
    forget_solvers()
    yield
    forget_solvers()


def test_there_is_one_with_the_shipped_book() -> None:
    assert shared_solver() is shared_solver() is shared_solver(threads=2)
    assert shared_solver().book is default_book()
    assert shared_solver().threads == 2
    assert shared_solver(book=False).book is None


def test_its_threads_are_set_once_for_the_process() -> None:
    use_threads(1)
    assert shared_solver().threads == 1
    assert shared_solver() is shared_solver(threads=1)


def test_it_can_be_released() -> None:
    before = shared_solver()
    forget_solvers()
    assert shared_solver() is not before


def test_the_public_functions_use_it() -> None:
    position = read_moves("44444455555526")
    assert str(fourscore.solve(Position.empty())) == "wins in 21"
    assert fourscore.analyse(position).best == (2,)
    assert fourscore.solve_many([position]) == [fourscore.solve(position)]
