"""What the tests of tournaments share."""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import psutil

from fourscore.arena.ledger import Ledger
from fourscore.arena.tournament import Progress, Settings, Stop, open_ledger, run
from fourscore.runtime.workers import SerialPool, WorkerPool
from tests.processes import children_of
from tests.waiting import eventually

QUICK = ("alphabeta:depth=2", "mcts:playouts=20", "random")


def play(
    settings: Settings,
    path: Path | None = None,
    pool: WorkerPool | None = None,
    stop: Stop | None = None,
) -> list[Progress]:
    """Run a tournament to its end."""
    with open_ledger(settings, path) as ledger:
        return list(run(settings, ledger, pool or SerialPool(), stop))


def content(path: Path) -> dict[str, Any]:
    """Return all that a ledger holds but times."""
    with Ledger.open(path) as ledger:
        return {
            "settings": ledger.settings,
            "agents": ledger.agents,
            "openings": ledger.openings(),
            "games": [row._replace(seconds=0, ended="") for row in ledger.games()],
            "moves": [row._replace(seconds=0) for row in ledger.moves()],
        }


def count_games(path: Path) -> int:
    """Count the games that a ledger holds by now."""
    if not path.exists() or not path.stat().st_size:
        return 0
    try:
        with Ledger.open(path) as ledger:
            return len(ledger.done())
    except ValueError:
        return 0  # It is just being made.


@contextmanager
def started(*command: str, **more: Any) -> Iterator["subprocess.Popen[str]"]:
    """Run a program in a session of its own, and end it with all that it has started."""
    process = subprocess.Popen(
        [sys.executable, *command],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        **more,
    )
    try:
        yield process
    finally:
        for each in _descendants(process.pid):
            kill(each)
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)  # those whose parent has ended
        process.communicate()


def _descendants(pid: int) -> list[int]:
    """Return a process and all that it has started, directly or not."""
    try:
        return [pid, *(each.pid for each in psutil.Process(pid).children(recursive=True))]
    except psutil.NoSuchProcess:
        return []


@contextmanager
def dask_cluster(folder: Path) -> Iterator[tuple[str, int]]:
    """Run a scheduler and two workers. Yield its address, and the process of one worker."""
    file = folder / "scheduler.json"
    scheduler = ["-m", "distributed.cli.dask_scheduler", "--host", "127.0.0.1", "--port", "0",
                 "--no-dashboard", "--scheduler-file", str(file)]  # fmt: skip
    worker = ["-m", "distributed.cli.dask_worker", "--scheduler-file", str(file),
              "--nthreads", "1", "--no-nanny", "--no-dashboard", "--host", "127.0.0.1",
              "--local-directory", str(folder)]  # fmt: skip
    with started(*scheduler) as _, started(*worker) as victim, started(*worker) as _:
        eventually(file.exists, "the scheduler")
        yield str(json.loads(file.read_text(encoding="utf-8"))["address"]), victim.pid


def workers_of(pid: int) -> list[int]:
    """Return the worker processes of a running tournament."""
    return children_of(pid, "spawn_main")


def kill(pid: int) -> None:
    """End a process of ours, if it still runs."""
    with suppress(ProcessLookupError):
        os.kill(pid, signal.SIGKILL)
