"""What is stored and damaged, or made of other sources, is never taken for the kernel."""

import importlib
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from fourscore.jit import object_cache
from fourscore.core.digits import digit_builds
from fourscore.jit.kernel import Kernel
from fourscore.core.variants import make_rules
from fourscore.runtime.paths import cache_folder

KERNELS = """
from fourscore.core.bitboard import Rules, has_four
from fourscore.jit.kernel import kernel

@kernel
def twice(number: int) -> int:
    return 2 * number

@kernel
def has_line(discs: int, rules: Rules) -> bool:
    return has_four(discs, rules)
"""
CALL = """
import sys
import kernels
print(kernels.twice(4), "numba" in sys.modules, flush=True)
"""
CALL_AND_START_ANOTHER = f"""
{CALL}
import subprocess
subprocess.run([sys.executable, "-c", {CALL!r}], check=True)
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A module with kernels, and a cache with what is always compiled with others."""
    for kernel, arguments in digit_builds():
        kernel.build(*arguments)
    known = [path for path in object_cache.folder().glob("core.digits.*") if path.suffix != ".lock"]
    (tmp_path / "cache" / "kernels").mkdir(parents=True)
    for path in known:
        shutil.copy2(path, tmp_path / "cache" / "kernels")
    (tmp_path / "kernels.py").write_text(KERNELS)
    return tmp_path


def run(folder: Path, code: str, **variables: str) -> tuple[str, str]:
    """Return what a new process prints, and what it says on standard error."""
    environment = {**os.environ, "FOURSCORE_CACHE": str(folder / "cache"), **variables}
    command = [sys.executable, "-c", code]
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True)
    return done.stdout, done.stderr


def test_where_nothing_can_be_stored_it_is_said_once(folder: Path) -> None:
    shutil.rmtree(folder / "cache")
    (folder / "cache").write_text("not a folder")
    (folder / "temporary").mkdir()
    output, errors = run(folder, CALL_AND_START_ANOTHER, TMPDIR=str(folder / "temporary"))
    assert output == "8 True\n8 False\n"
    assert errors.count("cannot be stored") == 1
    assert list((folder / "temporary").iterdir()) == []


@pytest.fixture
def kernels(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """The module, whose kernels this process compiles into the cache of the folder."""
    monkeypatch.setenv("FOURSCORE_CACHE", str(folder / "cache"))
    monkeypatch.syspath_prepend(folder)
    object_cache.folder.cache_clear()
    assert cache_folder() == folder / "cache"
    yield importlib.import_module("kernels")
    del sys.modules["kernels"]
    object_cache.folder.cache_clear()


def find_again(kernel: Kernel, *arguments: Any) -> Any:
    """Find a kernel's code as a process does that has not loaded it yet."""
    return Kernel(kernel.function).find(*arguments)


def stored_code(kernel: Kernel) -> Path:
    (path,) = object_cache.folder().glob(f"kernels.{kernel.__name__}-*.kernel")
    return path


def test_the_next_process_loads_what_was_stored(kernels: Any, folder: Path) -> None:
    assert kernels.twice(4) == 8
    assert run(folder, CALL) == ("8 False\n", "")


def test_damaged_code_is_not_loaded(kernels: Any) -> None:
    assert kernels.twice(4) == 8
    path = stored_code(kernels.twice)
    content = path.read_bytes()
    flipped = content[:-50] + bytes([content[-50] ^ 1]) + content[-49:]
    for damaged in (b"", b"{", b"[]\n", content[:50], content[:-100], flipped):
        path.write_bytes(damaged)
        assert find_again(kernels.twice, 4) is None
    path.write_bytes(content)
    assert find_again(kernels.twice, 4)(4) == 8


def test_code_of_other_sources_is_not_loaded(kernels: Any, folder: Path) -> None:
    assert kernels.twice(4) == 8
    os.utime(folder / "kernels.py")
    assert find_again(kernels.twice, 4) is not None
    (folder / "kernels.py").write_text(f"{KERNELS}# edited\n")
    assert find_again(kernels.twice, 4) is None


def test_the_sources_are_those_of_all_that_a_kernel_calls(kernels: Any, folder: Path) -> None:
    assert kernels.has_line(15, make_rules())
    with stored_code(kernels.has_line).open("rb") as file:
        _, sources, _ = json.loads(file.readline())
    assert {str(folder / "kernels.py"), "core/bitboard.py"} <= sources.keys()
