"""How fast the arena is: games a second with the ledger, and what a second worker adds.

    python bench/arena.py [--games N] [--spec SPEC] [--runs R]

The agent plays against itself from drawn openings of four plies, with a ledger on disk. "One
core" plays in this process, so that all the work, the ledger's too, is one thread's; its rate
is given by the clock on the wall and by the processor's, which a busy machine does not spoil.
Workers are timed from the moment when all of them play.
"""

import argparse
import os
import tempfile
import time
from pathlib import Path

from fourscore.arena.tournament import Settings, open_ledger, run
from fourscore.runtime.workers import ProcessPool, SerialPool, WorkerPool

GAMES_A_SECOND = 300
GAIN = 1.7


def play(settings: Settings, pool: WorkerPool, warm: int) -> tuple[float, float]:
    """Run a tournament; give games a second by the wall and by this process's time."""
    with (
        tempfile.TemporaryDirectory() as folder,
        open_ledger(settings, Path(folder) / "ledger") as ledger,
    ):
        wall = cpu = 0.0
        before = done = 0
        for event in run(settings, ledger, pool):
            done = event.done
            if done <= warm:
                before, wall, cpu = done, time.perf_counter(), time.process_time()
        return (
            (done - before) / (time.perf_counter() - wall),
            (done - before) / (time.process_time() - cpu),
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=2000)
    parser.add_argument("--spec", default="alphabeta:depth=3")
    parser.add_argument("--runs", type=int, default=3)
    given = parser.parse_args()
    settings = Settings((given.spec, given.spec), given.games, openings="random:4")
    print(f"{given.spec} against itself, {given.games} games, best of {given.runs} runs")
    print(f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}")
    here = [play(settings, SerialPool(), 1) for _ in range(given.runs)]
    wall, cpu = (max(each) for each in zip(*here, strict=True))
    print(f"one core     {wall:7.0f} games/s on the wall (target {GAMES_A_SECOND})")
    print(f"             {cpu:7.0f} games/s of processor time")
    warm = given.games // 10
    rates: dict[int, list[float]] = {1: [], 2: []}
    for _ in range(given.runs):
        # In turn, so that a busy spell hits both.
        for workers, found in rates.items():
            found.append(play(settings, ProcessPool(workers), warm)[0])
    one, two = (max(found) for found in rates.values())
    print(f"one worker   {one:7.0f} games/s")
    print(f"two workers  {two:7.0f} games/s, {two / one:.2f} times one (target {GAIN})")


if __name__ == "__main__":
    main()
