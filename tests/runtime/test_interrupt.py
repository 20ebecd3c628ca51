"""Work in another thread: results and errors come back as if it were done here."""

import threading
from collections.abc import Iterator

import pytest

from fourscore.runtime.interrupt import call_in_thread, iterate_in_thread


def test_it_runs_in_another_thread() -> None:
    assert call_in_thread(threading.get_ident) != threading.get_ident()


def test_items_come_as_they_are_made() -> None:
    seen = threading.Event()

    def items() -> Iterator[int]:
        yield 1
        assert seen.wait(30)
        yield 2

    found = iterate_in_thread(items())
    assert next(found) == 1
    seen.set()
    assert list(found) == [2]


def test_errors_come_back() -> None:
    with pytest.raises(ZeroDivisionError):
        call_in_thread(lambda: 1 // 0)
