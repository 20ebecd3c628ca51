"""What the tests of tournaments share."""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import psutil

from fourscore.arena.ledger import Ledger
from fourscore.arena.tournament import Progress, Settings, Stop, open_ledger, run
from fourscore.runtime.workers import SerialPool, WorkerPool
from tests.processes import children_of, is_running
from tests.waiting import eventually


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
        with suppress(psutil.NoSuchProcess):
            for each in psutil.Process(process.pid).children(recursive=True):
                kill(each.pid)
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)  # itself, and those whose parent has ended
        process.communicate()


@contextmanager
def dask_cluster(folder: Path) -> Iterator[tuple[str, int]]:
    """Run a scheduler and two workers. Yield its address, and the process of one worker."""
    file = folder / "scheduler.json"
    scheduler = ["-m", "distributed.cli.dask_scheduler", "--host", "127.0.0.1", "--port", "0",
                 "--no-dashboard", "--scheduler-file", str(file)]  # fmt: skip
    worker = ["-m", "distributed.cli.dask_worker", "--scheduler-file", str(file),
              "--nthreads", "1", "--no-nanny", "--no-dashboard", "--host", "127.0.0.1",
              "--local-directory", str(folder)]  # fmt: skip
    with started(*scheduler), started(*worker) as victim, started(*worker):
        eventually(file.exists, "the scheduler")
        yield str(json.loads(file.read_text(encoding="utf-8"))["address"]), victim.pid


def workers_of(pid: int) -> list[int]:
    """Return the worker processes of a running tournament."""
    return children_of(pid, "spawn_main")


def wait_for_the_end(pids: Iterable[int]) -> None:
    """Wait until none of these processes runs."""
    eventually(lambda: not any(map(is_running, pids)), "the end of the processes")


def kill(pid: int) -> None:
    """End a process of ours, if it still runs."""
    with suppress(ProcessLookupError):
        os.kill(pid, signal.SIGKILL)
