"""How fast the searches are and how long their kernels take to compile, against the targets.

Run it on an idle machine: `make bench`, or `python bench/search.py`. With `--signature` it only
prints what `fourscore bench` prints: the nodes of every search, whose sum ends a commit message.
"""

import sys
import time
from collections.abc import Callable
from statistics import median
from typing import NamedTuple

from fourscore import Limit, Position, agent
from fourscore.cli.main import main as fourscore

RUNS_OF_SPEED, RUNS_OF_TIME = 5, 50
SPEED_DEPTH = 12


class Measure(NamedTuple):
    """One line of the table."""

    what: str
    best: float
    median: float
    unit: str
    target: float
    more_is_better: bool = False

    def __str__(self) -> str:
        reached = self.best >= self.target if self.more_is_better else self.best < self.target
        sign = ">=" if self.more_is_better else "<"
        return (
            f"{self.what:<44}{self.best:>9.2f}{self.median:>9.2f} {self.unit:<10}"
            f"{sign:>3}{self.target:>6g}  {'reached' if reached else 'MISSED'}"
        )


def nodes_a_second() -> Measure:
    """Search deep from the empty board and count."""
    search, empty = agent("alphabeta"), Position.empty()
    search.choose(empty, Limit(depth=2))
    reports = [search.choose(empty, Limit(depth=SPEED_DEPTH)) for _ in range(RUNS_OF_SPEED)]
    speeds = [report.nodes / report.seconds / 1e6 for report in reports]
    what = f"alphabeta, windows, depth {SPEED_DEPTH}, empty board"
    return Measure(what, max(speeds), median(speeds), "M nodes/s", 5, more_is_better=True)


def first_move(name: str, target: float) -> Measure:
    """Time a whole decision at depth 5, as a caller sees it."""
    search, empty = agent(f"{name}:depth=5"), Position.empty()
    search.choose(empty)
    times = [1000 * timed(lambda: search.choose(empty)) for _ in range(RUNS_OF_TIME)]
    return Measure(f"{name}, depth 5, empty board", min(times), median(times), "ms", target)


def timed(work: Callable[[], object]) -> float:
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def main() -> None:
    if "--signature" in sys.argv:
        fourscore(["bench"])
        return
    print(f"{'':<44}{'best':>9}{'median':>9} {'':<10}{'target':>9}")
    print(nodes_a_second())
    print(first_move("alphabeta", 2))
    print(first_move("minimax", 20))
    fourscore(["bench"])


if __name__ == "__main__":
    main()
