"""How long each kernel takes to compile.

    python bench/compiling.py [--write]

Everything is compiled in one process, in an empty cache folder. With --write the figures become
`src/fourscore/core/compile_seconds.json`, by which fourscore estimates how long compiling will
take. They are seconds of the processor, which a busy machine spoils less than those on the wall.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from statistics import fmean

PROGRAM = """
import json, time
from fourscore.warmup import steps
from fourscore.jit.kernel import kernel
from fourscore.jit.object_cache import seconds_taken

@kernel
def nothing(number: int) -> int:
    return number

begin = time.thread_time()
nothing(0)
first = time.thread_time() - begin
along = sum(map(sum, seconds_taken().values()))
own = sum(seconds_taken().pop("__main__.nothing"))
for _, run in steps():
    run()
print(json.dumps([first - along + own, seconds_taken()]))
"""
"""Compiles a kernel that takes no time, which shows what importing Numba takes, and all others."""


def measure() -> tuple[float, dict[str, list[float]]]:
    """Return the seconds for Numba, and for every build of each kernel."""
    with tempfile.TemporaryDirectory() as folder:
        program = Path(folder, "program.py")
        program.write_text(PROGRAM, encoding="utf-8")
        environment = {**os.environ, "FOURSCORE_CACHE": folder}
        printed = subprocess.run(
            [sys.executable, program],
            env=environment,
            check=True,
            stdout=subprocess.PIPE,
            text=True,
        ).stdout
    numba, taken = json.loads(printed)
    del taken["__main__.nothing"]
    return numba, taken


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--write", action="store_true", help="the table of fourscore")
    given = parser.parse_args()
    from fourscore.jit.compile_times import ALL, NUMBA, TABLE

    print(f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}", file=sys.stderr)
    numba, taken = measure()
    table = {NUMBA: numba, ALL: sum(map(sum, taken.values()))}
    table |= {name: fmean(each) for name, each in sorted(taken.items())}
    text = json.dumps({name: round(each, 2) for name, each in table.items()}, indent=2)
    print(text)
    if given.write:
        TABLE.write_text(f"{text}\n", encoding="utf-8")


if __name__ == "__main__":
    main()
