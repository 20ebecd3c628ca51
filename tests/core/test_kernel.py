"""Compiled kernels on disk: used by the next process unless they are out of date."""

import json
import os
import shutil
import stat
import subprocess
import sys
from collections.abc import Callable
from enum import IntEnum
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pytest
from numpy.typing import NDArray

import fourscore
from fourscore.core import bitboard
from fourscore.core.kernel import inlined, kernel, popcount, trailing_zeros
from fourscore.core.variants import make_rules
from fourscore.errors import UnsupportedError
from fourscore.solver import Score

CALLER = """
from fourscore.core.bitboard import Rules, has_four
from fourscore.core.kernel import kernel

@kernel
def has_line(discs: int, rules: Rules) -> bool:
    return has_four(discs, rules)
"""
LONER = """
from fourscore.core.kernel import kernel

@kernel
def doubles(number: int) -> int:
    return 2 * number
"""
PROBE = """
import json, sys
from fourscore.core.variants import make_rules
from fourscore.probe.caller import has_line
from fourscore.probe.loner import doubles

found = []
for call in (lambda: has_line(15, make_rules()), lambda: doubles(4)):
    sys.modules.pop("fourscore.core.compiling", None)
    answer = call()
    found.append((answer, "fourscore.core.compiling" in sys.modules))
print(json.dumps([found, "numba" in sys.modules]))
"""

CHILD = f"""
import subprocess
sys.stdout.flush()
subprocess.run([sys.executable, "-c", {PROBE!r}], check=True)
"""


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


def test_closures_are_not_mistaken_for_each_other() -> None:
    assert [_times(factor)(5) for factor in (2, 3, 2)] == [10, 15, 10]


def test_the_rules_are_plain_python_as_well() -> None:
    rules = make_rules()
    assert bitboard.has_four(0b1111, rules)
    assert bitboard.column_of(1 << 22, rules) == 3
    assert bitboard.perft(0, 0, 4, rules) == 7**4


def test_stored_code_follows_the_sources(tmp_path: Path) -> None:
    package = copy_of_package(tmp_path)
    assert run(tmp_path) == {"has_line": True, "doubles": True, "numba": True}
    assert run(tmp_path) == {"has_line": False, "doubles": False, "numba": False}
    edit(package / "core" / "bitboard.py")
    assert run(tmp_path) == {"has_line": True, "doubles": False, "numba": True}
    os.utime(package / "core" / "bitboard.py")
    assert run(tmp_path)["numba"] is False


@pytest.mark.slow
def test_damaged_code_is_compiled_again(tmp_path: Path) -> None:
    copy_of_package(tmp_path)
    run(tmp_path)
    for path in (tmp_path / "cache" / "kernels").iterdir():
        path.write_bytes(b"{")
    assert run(tmp_path)["numba"] is True
    for path in (tmp_path / "cache" / "kernels").iterdir():
        path.write_bytes(path.read_bytes()[:-100])
    assert run(tmp_path)["numba"] is True


def test_a_folder_that_cannot_be_written(tmp_path: Path) -> None:
    copy_of_package(tmp_path)
    (tmp_path / "cache").write_text("not a folder")
    answer = start(tmp_path, PROBE + CHILD)
    first, second = answer.stdout.splitlines()
    assert json.loads(first)[0] == [[True, True], [8, True]]
    assert json.loads(second)[0] == [[True, False], [8, False]]
    assert answer.stderr.count("cannot be stored") == 1
    assert list((tmp_path / "temporary").iterdir()) == []


@pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="root may write anywhere")
def test_a_read_only_home(tmp_path: Path) -> None:
    copy_of_package(tmp_path)
    tmp_path.chmod(stat.S_IRUSR | stat.S_IXUSR)
    assert start(tmp_path, PROBE).stderr.count("cannot be stored") == 1


def copy_of_package(folder: Path) -> Path:
    source, package = Path(fourscore.__file__).parent, folder / "fourscore"
    (folder / "temporary").mkdir()
    for part in ("core", "runtime"):
        ignored = shutil.ignore_patterns("__pycache__")
        shutil.copytree(source / part, package / part, ignore=ignored)
    shutil.copy(source / "errors.py", package / "errors.py")
    (package / "probe").mkdir()
    (package / "__init__.py").write_text("")
    (package / "probe" / "__init__.py").write_text("")
    (package / "probe" / "caller.py").write_text(CALLER)
    (package / "probe" / "loner.py").write_text(LONER)
    return package


def edit(path: Path) -> None:
    path.write_text(path.read_text(encoding="utf-8") + "\n# edited\n", encoding="utf-8")


def start(folder: Path, code: str) -> subprocess.CompletedProcess[str]:
    environment = {"PYTHONPATH": str(folder), "PYTHONDONTWRITEBYTECODE": "1"}
    environment["FOURSCORE_CACHE"] = str(folder / "cache")
    environment["TMPDIR"] = str(folder / "temporary")
    return subprocess.run(
        [sys.executable, "-c", code],
        cwd=folder,
        env=dict(os.environ) | environment,
        capture_output=True,
        text=True,
        check=True,
    )


def run(folder: Path) -> dict[str, bool]:
    """Return what a fresh process that calls both kernels has to compile."""
    found, numba = json.loads(start(folder, PROBE).stdout)
    assert [answer for answer, _ in found] == [True, 8]
    return {"has_line": found[0][1], "doubles": found[1][1], "numba": numba}
