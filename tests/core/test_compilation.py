"""Compiling once: among processes that start together, after one was stopped, and for the next.

What is stored and damaged, or made of other sources, is never taken for the kernel.
"""

import importlib
import json
import os
import shutil
import signal
import stat
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from fourscore.core.digits import digit_builds
from fourscore.core.variants import make_rules
from fourscore.jit import object_cache
from fourscore.jit.kernel import Kernel
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
CALL_WHEN_TOLD = f"""
import logging
import sys
from fourscore.jit import compilation
logging.basicConfig()
logging.getLogger("fourscore").setLevel(logging.DEBUG)
print("ready", flush=True)
sys.stdin.readline()
{CALL}
"""
CALL_AND_HOLD = f"""
import logging
import sys

class Hold(logging.Handler):
    def emit(self, record):
        if record.getMessage() == "compiling kernels.twice":
            print(record.getMessage(), file=sys.stderr, flush=True)
            sys.stdin.read()

logging.getLogger("fourscore").addHandler(Hold())
logging.getLogger("fourscore").setLevel(logging.DEBUG)
{CALL}
"""
"""Stays where it says that it compiles, which it says with the lock."""
CALL_ALOUD = f"""
from fourscore.runtime.compile_notice import plain_notice, use_notice
use_notice(plain_notice)
{CALL}
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


@contextmanager
def started(folder: Path, code: str, **variables: str) -> Iterator["subprocess.Popen[str]"]:
    environment = {**os.environ, "FOURSCORE_CACHE": str(folder / "cache"), **variables}
    with subprocess.Popen(
        [sys.executable, "-c", code],
        cwd=folder,
        env=environment,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        try:
            yield process
        finally:
            process.kill()


def read_until(process: "subprocess.Popen[str]", words: str) -> None:
    """Read standard error as far as some words."""
    assert process.stderr is not None
    text = ""
    while not text.endswith(words):
        letter = process.stderr.read(1)
        assert letter, text
        text += letter


def test_processes_that_start_together_compile_once(folder: Path) -> None:
    with started(folder, CALL_WHEN_TOLD) as one, started(folder, CALL_WHEN_TOLD) as two:
        for each in (one, two):
            assert each.stdout is not None
            assert each.stdout.readline() == "ready\n"
        for each in (one, two):
            assert each.stdin is not None
            each.stdin.write("\n")
            each.stdin.flush()
        outputs, errors = zip(*(each.communicate() for each in (one, two)), strict=True)
    assert [output.split()[0] for output in outputs] == ["8", "8"]
    assert "".join(errors).count("DEBUG:fourscore:compiling ") == 1


@pytest.mark.skipif(os.name != "posix", reason="needs signals")
@pytest.mark.parametrize("stop", [signal.SIGKILL, signal.SIGINT])
def test_a_process_that_is_stopped_blocks_nobody(folder: Path, stop: signal.Signals) -> None:
    with started(folder, CALL_AND_HOLD) as holder:
        read_until(holder, "compiling kernels.twice")
        with started(folder, CALL_ALOUD) as other:
            read_until(other, "... in another process ...")
            holder.send_signal(stop)
            assert other.communicate()[0] == "8 True\n"
        assert holder.wait() == -stop


@pytest.mark.parametrize("obstacle", ["a file", "rights"])
def test_where_nothing_can_be_stored_it_is_said_once(folder: Path, obstacle: str) -> None:
    if obstacle == "rights" and (os.name == "nt" or os.geteuid() == 0):
        pytest.skip("root may write anywhere")
    shutil.rmtree(folder / "cache")
    (folder / "temporary").mkdir()
    if obstacle == "a file":
        (folder / "cache").write_text("not a folder")
    else:
        folder.chmod(stat.S_IRUSR | stat.S_IXUSR)
    with started(folder, CALL_AND_START_ANOTHER, TMPDIR=str(folder / "temporary")) as process:
        output, errors = process.communicate()
    assert output == "8 True\n8 False\n"
    assert errors.count("cannot be stored") == 1
    assert list((folder / "temporary").iterdir()) == []


# What is stored


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
    with started(folder, CALL) as process:
        assert process.communicate() == ("8 False\n", "")


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
