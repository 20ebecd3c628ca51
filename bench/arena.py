"""How fast the arena is: games a second with the ledger, and what a second worker adds.

    python bench/arena.py [--games N] [--spec SPEC] [--runs R] [--profile]

The agent plays against itself from drawn openings of four plies, with a ledger on disk. "One
core" plays in this process, so that all the work, the ledger's too, is one thread's; its rate
is given by the clock on the wall and by the processor's, which a busy machine does not spoil.
Workers are timed from the moment when all of them play.

With `--profile` it says instead where one core's time goes. Every millisecond of processor time
(in practice every few) it notes which code runs; unlike a profiler that counts calls, that makes
no call dearer than it is. Code is counted where its innermost file of fourscore belongs.
"""

import argparse
import os
import signal
import tempfile
import time
from collections import Counter
from pathlib import Path
from types import FrameType

from fourscore.arena.tournament import Settings, open_ledger, run
from fourscore.runtime.workers import ProcessPool, SerialPool, WorkerPool

GAMES_A_SECOND = 500
ON_TWO_CORES = 1000
GAIN = 1.7
AREAS = {
    "search/tree.py:run": "the search itself, in machine code",
    "search/": "calling it: counters, arrays, the report",
    "core/": "positions and the record of the game",
    "agents/": "the agent: checking what it is asked, and a new one for each game",
    "arena/ledger.py": "the ledger",
    "arena/database.py": "the ledger",
    "arena/play.py": "the referee and the clock",
    "arena/clock.py": "the referee and the clock",
    "": "schedule, openings and tasks",
}
"""What the files of fourscore are there for, by the beginning of their paths."""


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


def area_of(frame: FrameType | None) -> str:
    """Return what the innermost code of fourscore is there for."""
    while frame is not None:
        code = frame.f_code
        _, inside, path = code.co_filename.replace(os.sep, "/").rpartition("/fourscore/")
        if inside:
            place = f"{path}:{code.co_name}"
            return next(area for start, area in AREAS.items() if place.startswith(start))
        frame = frame.f_back
    return AREAS[""]


def profile(settings: Settings) -> None:
    """Print the share of the processor's time that each area takes."""
    found: Counter[str] = Counter()
    play(settings, SerialPool(), 1)  # so that everything is loaded
    signal.signal(signal.SIGPROF, lambda _, frame: found.update([area_of(frame)]))
    signal.setitimer(signal.ITIMER_PROF, 0.001, 0.001)
    play(settings, SerialPool(), 1)
    signal.setitimer(signal.ITIMER_PROF, 0)
    print(f"{found.total():,} samples")
    for area, count in found.most_common():
        print(f"{100 * count / found.total():5.1f} %  {area}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=2000)
    parser.add_argument("--spec", default="alphabeta:depth=3")
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--profile", action="store_true")
    given = parser.parse_args()
    settings = Settings((given.spec, given.spec), given.games, openings="random:4")
    if given.profile:
        profile(settings)
        return
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
    print(f"two workers  {two:7.0f} games/s (target {ON_TWO_CORES}), "
          f"{two / one:.2f} times one (target {GAIN})")  # fmt: skip


if __name__ == "__main__":
    main()
