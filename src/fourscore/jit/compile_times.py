"""How long it should take to compile some kernels on this machine.

`compile_seconds.json` has what each took on another machine, measured by `bench/compiling.py`; what
has been compiled here before shows how much faster or slower this one is. Both are seconds of the
processor; on a machine that is busy with other things a process gets its share of it.
"""

import json
import os
import sys
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from statistics import fmean
from typing import Any

from fourscore.jit.kernel import Kernel
from fourscore.jit.object_cache import name_of, seconds_taken
from fourscore.runtime.system import load_average

__all__ = ["ALL", "NUMBA", "TABLE", "expected_seconds", "seconds_of_all"]

TABLE = Path(__file__).with_name("compile_seconds.json")
ALL, NUMBA = "all", "numba"
"""What the table calls the sum of all builds, and importing Numba with what its first use takes."""
PRIOR = 5.0
"""Seconds for which both machines are taken to be equally fast, so that little says little."""
UNKNOWN = 0.5
"""Seconds for a kernel that is not in the table, such as a user's own."""


def expected_seconds(builds: Iterable[tuple[Kernel, Any]]) -> float:
    """Return how long it should take to compile these one after the other."""
    usual = [_table().get(name_of(kernel), UNKNOWN) for kernel, _ in builds]
    start = 0.0 if "numba" in sys.modules else _table().get(NUMBA, 0.0)
    return (start + sum(usual)) * _slowness() * _crowding(1)


def seconds_of_all(processes: int) -> float:
    """Return how long it should take some processes to compile everything."""
    table = _table()
    return (table[NUMBA] + table[ALL] / processes) * _slowness() * _crowding(processes)


@cache
def _table() -> dict[str, float]:
    return dict(json.loads(TABLE.read_text(encoding="utf-8")))


def _slowness() -> float:
    """Return how many times longer compiling has taken here than on the other machine."""
    table, here, there = _table(), 0.0, 0.0
    for name, seconds in seconds_taken().items():
        if name in table:
            here += fmean(seconds)
            there += table[name]
    return (here + PRIOR) / (there + PRIOR)


def _crowding(processes: int) -> float:
    """Return how many processes there will be for each core, if more than one."""
    return max(1.0, (load_average() + processes) / (os.cpu_count() or 1))
