"""What the tests of tournaments share."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from fourscore.arena.ledger import Ledger
from fourscore.arena.tournament import Progress, Settings, Stop, open_ledger, run
from fourscore.runtime.workers import SerialPool, WorkerPool

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


def wait_for(condition: Callable[[], object], seconds: float = 120) -> None:
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "waited too long"
        time.sleep(0.02)


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
        for each in [*children(process.pid), process.pid]:
            kill(each)
        process.communicate(timeout=120)


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
        wait_for(file.exists)
        yield str(json.loads(file.read_text(encoding="utf-8"))["address"]), victim.pid


def children(pid: int) -> list[int]:
    """Return the processes that a process has started and that still run."""
    known = (int(entry.name) for entry in Path("/proc").iterdir() if entry.name.isdigit())
    return [each for each in known if _parent(each) == pid]


def _parent(pid: int) -> int | None:
    """Return the parent of a process that runs."""
    try:
        text = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8")
    except OSError:
        return None
    state, parent, *_ = text.rpartition(")")[2].split()
    return None if state == "Z" else int(parent)


def workers_of(pid: int) -> list[int]:
    """Return the worker processes of a running tournament."""
    return [child for child in children(pid) if "spawn_main" in _command(child)]


def is_running(pid: int) -> bool:
    return _parent(pid) is not None


def _command(pid: int) -> str:
    try:
        return Path(f"/proc/{pid}/cmdline").read_text(encoding="utf-8")
    except OSError:
        return ""


def kill(pid: int) -> None:
    """End a process of ours, if it still runs."""
    try:
        os.kill(pid, signal.SIGKILL)
    except ProcessLookupError:
        return
