"""The solver that a process shares."""

from collections.abc import Iterator

import pytest

from fourscore.book import default_book, solving
from fourscore.book.solving import forget_solvers, shared_solver, use_threads


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
