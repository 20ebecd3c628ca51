"""Kernels of users: compiled once, never taken for another, and nothing without Numba."""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from fourscore.jit import cache
from tests.jit.helpers import WITHOUT_NUMBA

KERNELS = """
from fourscore.jit.kernel import kernel

FACTOR = 2

@kernel
def times(number: int) -> int:
    return FACTOR * number
"""
CALL = """
import sys
import kernels
print(kernels.times(4), "numba" in sys.modules)
"""
EVALUATE = """
import fourscore as fs
fs.register_evaluation("mobility", lambda position: len(position.legal))
print(fs.agent("alphabeta:depth=2,eval=mobility").choose("4453").column)
"""
Run = Callable[..., str]


@pytest.fixture
def run(tmp_path: Path) -> Run:
    """Run a program in a new process beside a module with kernels; return all that it prints."""
    (tmp_path / "kernels.py").write_text(KERNELS)

    def run(code: str = CALL, **variables: str) -> str:
        environment = {**os.environ, "FOURSCORE_CACHE": str(tmp_path / "cache"), **variables}
        command = [sys.executable, "-B", "-c", code]
        done = subprocess.run(
            command, cwd=tmp_path, env=environment, capture_output=True, text=True
        )
        return done.stdout + done.stderr

    return run


def test_what_was_compiled_is_loaded_as_long_as_nothing_has_changed(
    run: Run, tmp_path: Path
) -> None:
    assert run() == "8 True\n"
    assert run() == "8 False\n"
    (tmp_path / "kernels.py").write_text(f"# {'edited'}\n{KERNELS}")
    assert run() == "8 False\n"
    (tmp_path / "kernels.py").write_text(KERNELS.replace("FACTOR = 2", "FACTOR = 3"))
    assert run() == "12 True\n"
    assert run(NUMBA_OPT="1") == "12 True\n"


def test_damaged_code_is_compiled_again(run: Run, tmp_path: Path) -> None:
    assert run() == "8 True\n"
    (path,) = (tmp_path / "cache" / "kernels").glob("kernels.times-*.o")
    content = path.read_bytes()
    flipped = content[:-50] + bytes([content[-50] ^ 1]) + content[-49:]
    for damaged in (b"", content[:10], content[:-100], flipped):
        path.write_bytes(damaged)
        assert cache.read(path) is None
    assert run() == "8 True\n"
    assert path.read_bytes() == content


def test_where_nothing_can_be_stored_everything_works(run: Run, tmp_path: Path) -> None:
    (tmp_path / "cache").write_text("not a folder")
    assert run() == "8 True\n"


def test_without_numba_a_kernel_names_the_extra_and_a_plain_function_works(run: Run) -> None:
    assert run(WITHOUT_NUMBA + CALL).endswith(
        "InputError: to run kernels.times, fourscore needs the package numba: "
        'pip install "fourscore[kernels]"\n'
    )
    assert run(WITHOUT_NUMBA + EVALUATE) == "3\n"
