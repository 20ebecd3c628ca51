"""What tells two functions apart that compile to different machine code."""

import math
from collections.abc import Callable
from types import ModuleType
from typing import Any

import numba
import numpy as np
import pytest

from fourscore.jit.fingerprint import fingerprint
from fourscore.jit.kernel import kernel

helpers: Any = ModuleType("helpers")
helpers.STEP = 1
WEIGHTS = np.array([1, 2])


def step(number: int) -> int:
    return number + int(helpers.STEP)


def total(number: int) -> int:
    return sum([int(WEIGHTS[each]) for each in range(number)])


def nested(number: int) -> int:
    return _fast_total(number) + math.isqrt(number)


def compiled(number: int) -> int:
    return int(_numba_total(number))


_fast_total = kernel(total)
_numba_total = numba.njit(total)


def closure(factor: int) -> Callable[[int], int]:
    return lambda number: factor * number


def default(factor: int) -> Callable[[int], int]:
    def times(number: int, factor: int = factor) -> int:
        return factor * number

    return times


def test_the_same_function_has_the_same() -> None:
    assert fingerprint(closure(2)) == fingerprint(closure(2))
    assert fingerprint(_fast_total) == fingerprint(kernel(total))


@pytest.mark.parametrize("make", [closure, default])
def test_values_that_a_function_holds(make: Callable[[int], Any]) -> None:
    assert len({fingerprint(make(factor)) for factor in (2, 3)}) == 2


@pytest.mark.parametrize("function", [total, nested, compiled])
def test_arrays_in_globals(function: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    before = fingerprint(function)
    monkeypatch.setitem(globals(), "WEIGHTS", np.array([1, 3]))
    assert fingerprint(function) != before


def test_values_in_modules(monkeypatch: pytest.MonkeyPatch) -> None:
    before = fingerprint(step)
    monkeypatch.setattr(helpers, "STEP", 2)
    assert fingerprint(step) != before
