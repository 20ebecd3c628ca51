"""The generator against its definition on big integers, and its choices against fairness."""

import numpy as np
import pytest
from numpy.typing import NDArray

from fourscore.jit.kernel import kernel
from fourscore.search.randomness import (
    DIGIT_BITS,
    DIGIT_MASK,
    Randomness,
    below,
    draw,
    fraction,
    seeded,
)

WORD = (1 << 64) - 1
Counts = NDArray[np.int64]


def reference(word: int, count: int) -> list[int]:
    """Xorshift with a final multiplication, on unsigned integers of any size."""
    numbers = []
    for _ in range(count):
        word ^= word >> 12
        word ^= word << 25 & WORD
        word ^= word >> 27
        numbers.append((word * 0x2545F4914F6CDD1D & WORD) >> 1)
    return numbers


@kernel
def tally_below(state: Randomness, counts: Counts, times: int) -> None:
    for _ in range(times):
        counts[below(state, len(counts))] += 1


@kernel
def tally_digits(state: Randomness, counts: Counts, skip: int, times: int) -> None:
    """Count the digit after `skip` others of one fraction."""
    base = len(counts)
    for _ in range(times):
        rest = fraction(state)
        for _ in range(skip):
            rest = rest * base & DIGIT_MASK
        counts[rest * base >> DIGIT_BITS] += 1


def chi_square_per_degree(counts: Counts) -> float:
    return float(((counts - counts.mean()) ** 2 / counts.mean()).sum() / (len(counts) - 1))


@pytest.mark.parametrize("seed", [0, 1, 7, -1, 2**70])
def test_draws_follow_the_definition(seed: int) -> None:
    state = seeded(seed)
    expected = reference(int(state.view(np.uint64)[0]), 100)
    assert [draw(state) for _ in range(100)] == expected


def test_every_seed_has_its_own_numbers() -> None:
    firsts = [draw(seeded(seed)) for seed in range(-200, 200)]
    assert len(set(firsts)) == 400
    assert all(0 <= first < 1 << 63 for first in firsts)


@pytest.mark.parametrize("bound", [2, 5, 7, 31])
def test_choices_are_fair(bound: int) -> None:
    # Half a million choices: a bias of one percent in any of them would be seen.
    numbers, digits = np.zeros((2, bound), np.int64)
    tally_below(seeded(3), numbers, 500_000)
    tally_digits(seeded(4), digits, 7, 500_000)
    assert numbers.sum() == digits.sum() == 500_000
    assert max(map(chi_square_per_degree, (numbers, digits))) < 3.5
