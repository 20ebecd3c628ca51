"""How long a command takes from a fresh process to its answer.

    python bench/startup.py [--runs N]

Each round runs every command once, so that a busy spell hits all of them. The median of the
rounds is given by the clock on the wall and by the processor's, which a busy machine does not
spoil, beside what Python and the libraries need by themselves. Machine code and byte code are
made before, as an installation has them.
"""

import argparse
import os
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from statistics import median

ENVIRONMENT = {
    name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"
}
FLOORS = {
    "python -c pass": ["-c", "pass"],
    "import typer": ["-c", "import typer"],
    "import rich.console": ["-c", "import rich.console"],
    "import numpy": ["-c", "import numpy"],
}
TARGETS = {
    "--version": 0.4,
    "--help": 0.4,
    "shwo": 0.4,
    "show 99": 0.4,
    "move 44 --agent nobody": 0.4,
    "tree 44 --load x.npz": 0.4,
    "show 4453": 0.4,
    "show 4453 --json": 0.4,
    "solve 4453": 0.4,
    "solve 4453 --json": 0.4,
    "agents": 0.4,
    "agents levels": 0.4,
    "ledger show LEDGER": 0.4,
    "ledger export LEDGER": 0.4,
    "book info": 0.4,
    "move 4453": 0.7,
    "explain 4453": 0.7,
    "review 435357352645243654": 0.7,
    "puzzles --count 1": 0.7,
}
"""The commands, and the most seconds that each may take on an idle machine."""


def seconds_of(arguments: list[str]) -> tuple[float, float]:
    """Run a fresh process; return its seconds on the wall and of the processor."""
    before, start = _processor(), time.perf_counter()
    subprocess.run(
        [sys.executable, *arguments],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        env=ENVIRONMENT,
        check=False,
    )
    return time.perf_counter() - start, _processor() - before


def _processor() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def commands(ledger: Path) -> dict[str, list[str]]:
    """Return the arguments of Python for each command."""
    return {
        f"fourscore {name}": ["-m", "fourscore", *name.replace("LEDGER", str(ledger)).split()]
        for name in TARGETS
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--runs", type=int, default=11)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        ledger = Path(folder) / "small.ledger"
        played = f"tournament random minimax:depth=1 --games 2 --ledger {ledger}"
        subprocess.run(
            [sys.executable, "-m", "fourscore", *played.split()], check=True, capture_output=True
        )
        every = {**FLOORS, **commands(ledger)}
        for arguments in every.values():
            seconds_of(arguments)
        print(f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}, {given.runs} runs of each")
        rounds = [
            {name: seconds_of(each) for name, each in every.items()} for _ in range(given.runs)
        ]
    print(f"{'':<38}{'wall':>9}{'processor':>12}{'target':>10}")
    for name in every:
        wall, processor = (median(each[name][place] for each in rounds) for place in (0, 1))
        target = TARGETS.get(name.removeprefix("fourscore "))
        wanted = "" if target is None else f"{1000 * target:>7.0f} ms"
        late = "  missed" if target is not None and wall > target else ""
        print(f"{name:<38}{1000 * wall:>6.0f} ms{1000 * processor:>9.0f} ms{wanted}{late}")


if __name__ == "__main__":
    main()
