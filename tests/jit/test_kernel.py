"""What kernels take and return."""

from collections.abc import Callable
from enum import IntEnum
from typing import Any, NamedTuple

import numpy as np
import pytest
from numpy.typing import NDArray

from fourscore.errors import UnsupportedError
from fourscore.jit.kernel import inlined, kernel, popcount, trailing_zeros
from fourscore.solver import Score


class Side(IntEnum):
    RIGHT = 3


class Pair(NamedTuple):
    numbers: NDArray[np.int64]
    factor: int


@kernel
def _bits(bits: int) -> tuple[int, int]:
    return popcount(bits), trailing_zeros(bits)


@inlined
def _half(number: int) -> float:
    return number / 2


@kernel
def _dot(pair: Pair, weights: NDArray[np.float64] | None, nothing: int) -> float:
    total = 0.0
    for place in range(len(pair.numbers)):
        weight = 1.0 if weights is None else weights[place]
        total += weight * _half(pair.numbers[place] * pair.factor)
    return total + nothing


@kernel
def _fill(numbers: NDArray[np.int64]) -> None:
    for row in range(numbers.shape[0]):
        for column in range(numbers.shape[1]):
            numbers[row, column] = 10 * row + column


@kernel
def _halves(number: float) -> float:
    return number / 2


@kernel
def _refuses(number: int) -> int:
    if number > 0:
        raise ValueError("too large")
    return number


def _times(factor: int) -> Callable[[int], int]:
    @kernel
    def times(number: int) -> int:
        return factor * number

    return times


@pytest.mark.parametrize("bits", [0, 1, 12, 2**62, 2**63 - 1])
def test_bit_intrinsics(bits: int) -> None:
    lowest = (bits & -bits).bit_length() - 1 if bits else 64
    assert _bits(bits) == (popcount(bits), trailing_zeros(bits)) == (bits.bit_count(), lowest)


def test_every_kind_of_argument() -> None:
    numbers = np.arange(10)[::2]
    assert _dot(Pair(numbers, 3), None, False) == 30.0
    assert _dot(Pair(numbers, 3), np.full(5, 0.5), 1) == 16.0


@pytest.mark.parametrize(
    "number", [np.int64(3), np.int32(3), np.uint8(3), np.array(3), Score(3), Side.RIGHT]
)
def test_numbers_of_other_types(number: Any) -> None:
    assert _bits(number) == (2, 0)
    assert _bits(12) == (2, 2)
    assert _times(2)(number) == 6


def test_fractions_of_other_types() -> None:
    half: Any = _halves
    assert [half(np.float64(3)), half(np.float32(3)), half(3.0)] == [1.5] * 3


def test_arrays_of_any_layout() -> None:
    numbers = np.zeros((4, 6), np.int64)
    assert _fill(numbers[::2, 1::2]) is None
    assert numbers[2, 3] == 11
    assert numbers.sum() == 0 + 1 + 2 + 10 + 11 + 12


def test_the_wrong_type_is_refused() -> None:
    with pytest.raises(OverflowError):
        _bits(2**64)
    with pytest.raises(TypeError, match="part of other kernels"):
        _half(3)


def test_what_a_kernel_raises_is_an_error() -> None:
    assert _refuses(0) == 0
    with pytest.raises(UnsupportedError, match="a kernel raised an exception"):
        _refuses(1)
