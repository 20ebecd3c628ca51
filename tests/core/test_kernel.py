"""The cache of compiled kernels: used by the next process unless it is out of date."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import fourscore
from fourscore.core import bitboard
from fourscore.core.kernel import kernel, popcount, trailing_zeros

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

@kernel
def head(row):
    return row[0]
"""
KINDS = """
from typing import NamedTuple

class Row(NamedTuple):
    number: int
"""
PROBE = """
import json
from fourscore.core.variants import make_rules
from fourscore.probe.caller import has_line
from fourscore.probe.loner import doubles

found = {"has_line": has_line(15, make_rules()), "doubles": doubles(4)}
hits = {each.__name__: sum(each.stats.cache_hits.values()) for each in (has_line, doubles)}
print(json.dumps([found, hits]))
"""


@kernel
def _bits(bits: int) -> tuple[int, int]:
    return popcount(bits), trailing_zeros(bits)


@pytest.mark.parametrize("bits", [0, 1, 12, 2**62, 2**63 - 1])
def test_bit_intrinsics(bits: int) -> None:
    lowest = (bits & -bits).bit_length() - 1 if bits else 64
    assert _bits(bits) == (bits.bit_count(), lowest)


def test_kernels_are_plain_functions_as_well() -> None:
    plain = bitboard.key.py_func  # type: ignore[attr-defined]
    assert plain(3, 7) == bitboard.key(3, 7) == 10


def test_the_cache_follows_the_sources(tmp_path: Path) -> None:
    package = copy_of_package(tmp_path)
    assert run(tmp_path) == {"has_line": 0, "doubles": 0}
    assert run(tmp_path) == {"has_line": 1, "doubles": 1}
    touch(package / "core" / "bitboard.py")
    assert run(tmp_path) == {"has_line": 0, "doubles": 1}
    touch(package / "core" / "kernel.py")
    assert run(tmp_path) == {"has_line": 0, "doubles": 0}


def test_an_index_that_names_a_lost_type_is_discarded(tmp_path: Path) -> None:
    kinds = copy_of_package(tmp_path) / "probe" / "kinds.py"
    kinds.write_text(KINDS)
    load = "from fourscore.probe.loner import head; "
    assert say(tmp_path, f"{load}from fourscore.probe.kinds import Row; print(head(Row(3)))") == "3"
    kinds.unlink()
    assert say(tmp_path, f"{load}print(head((5,)))") == "5"
    assert say(tmp_path, f"{load}head((5,)); print(sum(head.stats.cache_hits.values()))") == "1"


def copy_of_package(folder: Path) -> Path:
    source, package = Path(fourscore.__file__).parent, folder / "fourscore"
    shutil.copytree(source / "core", package / "core", ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("__init__.py", "errors.py"):
        shutil.copy(source / name, package / name)
    (package / "probe").mkdir()
    (package / "__init__.py").write_text("")
    (package / "probe" / "__init__.py").write_text("")
    (package / "probe" / "caller.py").write_text(CALLER)
    (package / "probe" / "loner.py").write_text(LONER)
    return package


def touch(path: Path) -> None:
    """Make a file look edited, whatever the resolution of the clock."""
    times = path.stat()
    os.utime(path, ns=(times.st_atime_ns, times.st_mtime_ns + 10**9))


def say(folder: Path, code: str) -> str:
    """Return what a fresh process prints."""
    environment = {k: v for k, v in os.environ.items() if not k.startswith("NUMBA_")}
    answer = subprocess.run(
        [sys.executable, "-c", code],
        cwd=folder,
        env=environment | {"PYTHONPATH": str(folder), "PYTHONDONTWRITEBYTECODE": "1"},
        capture_output=True,
        text=True,
        check=True,
    )
    return answer.stdout.strip()


def run(folder: Path) -> dict[str, int]:
    """Return the cache hits of a fresh process that calls both kernels."""
    found, hits = json.loads(say(folder, PROBE))
    assert found == {"has_line": True, "doubles": 8}
    assert isinstance(hits, dict)
    return hits
