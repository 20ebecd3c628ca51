"""Work in another thread: results and errors come back as if it were done here."""

import signal
import threading
from collections.abc import Iterator

import pytest

from fourscore.runtime.interrupt import call_in_thread, iterate_in_thread, remembered, uninterrupted


def test_it_runs_in_another_thread() -> None:
    assert call_in_thread(threading.get_ident) != threading.get_ident()


def test_items_come_as_they_are_made() -> None:
    seen = threading.Event()

    def items() -> Iterator[int]:
        yield 1
        seen.wait()
        yield 2

    found = iterate_in_thread(items())
    assert next(found) == 1
    seen.set()
    assert list(found) == [2]


def test_errors_come_back() -> None:
    with pytest.raises(ZeroDivisionError):
        call_in_thread(lambda: 1 // 0)


def test_an_interrupt_waits_for_the_end_of_a_block() -> None:
    done = []

    def work() -> None:
        with uninterrupted():
            signal.raise_signal(signal.SIGINT)
            done.append(True)

    with pytest.raises(KeyboardInterrupt):
        work()
    assert done
    with pytest.raises(KeyboardInterrupt):
        signal.raise_signal(signal.SIGINT)


def test_an_interrupt_that_is_lost_in_a_callback_is_remembered() -> None:
    done = []

    def work() -> None:
        with remembered():
            try:
                signal.raise_signal(signal.SIGINT)
            except KeyboardInterrupt:
                done.append("at once")
            done.append("went on")

    with pytest.raises(KeyboardInterrupt):
        work()
    assert done == ["at once", "went on"]


def test_in_other_threads_nothing_is_put_off() -> None:
    def inside() -> object:
        with uninterrupted():
            return signal.getsignal(signal.SIGINT)

    assert call_in_thread(inside) is signal.getsignal(signal.SIGINT)
