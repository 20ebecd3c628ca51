"""One agent on one position, measured in a process of its own; `race` is the other side.

It is started with one line of JSON: the spec, the board, the limit. It compiles and warms up,
says that it is ready, and then answers each line "SEED" with two: that a decision begins, and what
it took.

On Linux every decision is made by a fork of the warm process, so that each begins with the same
memory and nothing is left of the ones before. What is measured is the growth of the peak resident
memory: the kernel's mark of the peak is reset, the resident memory is read, the decision is made,
and the new peak less what there was before is what the decision took. Pages that were in use
already, such as compiled code, do not count. Where the system has no such mark, decisions are
made one after the other in the one process and `getrusage` tells its peak, which never falls: only
the first that takes the most shows it.

When whoever asked is gone, however that came, a fork at work is ended with its process.
"""

import contextlib
import ctypes
import gc
import json
import os
import select
import signal
import sys
import threading
import time
from pathlib import Path
from typing import IO, Any

from fourscore.agents import agent
from fourscore.agents.base import Agent
from fourscore.agents.registry import take_apart
from fourscore.book.solving import forget_solvers
from fourscore.core.notation import read_board
from fourscore.core.variants import variant
from fourscore.errors import FourscoreError
from fourscore.search.types import Limit

__all__ = ["main"]

STATUS, RESET = Path("/proc/self/status"), Path("/proc/self/clear_refs")
M_MMAP_THRESHOLD, USUAL_THRESHOLD = -3, 128 * 1024
"""As glibc numbers it and sets it at first."""
LOOK, TOO_MUCH = 0.1, 77
"""Seconds between two looks at the memory, and the exit code of who has taken too much."""
TINY = Limit(depth=1, nodes=10, playouts=2, seconds=0.5)


def main() -> None:
    """Serve until the input ends."""
    # Set, it does not move: large arrays always come from the system and go back to it.
    _libc("mallopt", M_MMAP_THRESHOLD, USUAL_THRESHOLD)
    order = json.loads(sys.stdin.readline())
    try:
        desk = _Desk(order)
        desk.warm()
        _say({"ready": True})
        for line in sys.stdin:
            _say(desk.run(int(line)))
    except FourscoreError as error:
        _say({"error": str(error)})


class _Desk:
    """What is measured, and how."""

    def __init__(self, order: dict[str, Any]) -> None:
        width, height = order["size"]
        rules = variant(order["variant"])
        self.spec: str = order["spec"]
        self.position = read_board(order["board"], width=width, height=height, variant=rules)
        self.limit = Limit(**order["limit"]) if order["limit"] else None
        self.megabytes: int = order["megabytes"]
        self._external = take_apart(self.spec)[0].external
        self._forks = not self._external and RESET.exists() and hasattr(os, "fork")

    def _agent(self, seed: int) -> Agent:
        return agent(self.spec, seed=seed)

    def warm(self) -> None:
        """Decide once with a tiny budget, so that nothing is loaded while it is measured."""
        with self._agent(0) as player:
            if not self._external:
                player.choose(self.position, TINY)
        forget_solvers()

    def run(self, seed: int) -> dict[str, Any]:
        if not self._forks:
            return self._decide(seed)
        told = _forked(lambda: self._decide(seed))
        over = f"takes more memory than the {self.megabytes} MB that it may have"
        return {"error": over} if told.get("ended") == TOO_MUCH else told

    def _decide(self, seed: int) -> dict[str, Any]:
        # A fork has to find its program's pages again; that is no part of the decision.
        self.warm()
        if self._forks and self.megabytes:
            threading.Thread(target=_watch, args=(self.megabytes,), daemon=True).start()
        with self._agent(seed) as player:
            player.prepare()
            _say({"begins": True})
            before = _begin()
            start = time.perf_counter()
            report = player.choose(self.position, self.limit)
            seconds = time.perf_counter() - start
            memory = None if self._external else max(0, _peak() - before)
        told = {name: getattr(report, name) for name in ("column", "nodes", "depth", "playouts")}
        return {**told, "complete": report.complete, "seconds": seconds, "memory": memory}


def _forked(work: Any) -> dict[str, Any]:
    """Do work in a copy of this process; it ends without cleaning up what is not its own."""
    source, sink = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            told = work()
        except BaseException as error:
            told = {"error": f"{type(error).__name__}: {error}"}
        os.write(sink, json.dumps(told).encode())
        os._exit(0)
    os.close(sink)
    with os.fdopen(source, "rb") as pipe:
        if _is_deserted(pipe):
            os.kill(child, signal.SIGKILL)
            os._exit(0)
        content = pipe.read()
    _, status = os.waitpid(child, 0)
    if not content:
        code = os.waitstatus_to_exitcode(status)
        return {"error": f"its process ended with code {code}", "ended": code}
    found: dict[str, Any] = json.loads(content)
    return found


def _is_deserted(pipe: IO[bytes]) -> bool:
    """Wait for a fork's answer, and tell whether whoever asked has gone before it came.

    Nothing is asked while a question is open, so input can only be the end of it.
    """
    ready, _, _ = select.select([pipe, sys.stdin], [], [])
    return pipe not in ready


def _watch(megabytes: int) -> None:
    """End this process when it holds more memory than it may."""
    while _status("VmRSS") <= megabytes << 20:
        time.sleep(LOOK)
    os._exit(TOO_MUCH)


def _begin() -> int:
    """Forget the peak so far, and give the bytes that are resident now."""
    gc.collect()
    if RESET.exists():
        _libc("malloc_trim", 0)
        RESET.write_text("5", encoding="ascii")
        return _status("VmRSS")
    return _peak()


def _peak() -> int:
    """Return the most bytes that were resident since the peak was forgotten."""
    if RESET.exists():
        return _status("VmHWM")
    import resource

    unit = 1 if sys.platform == "darwin" else 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit


def _libc(name: str, *arguments: int) -> None:
    """Call a function of the C library that not every one has."""
    with contextlib.suppress(OSError, AttributeError, TypeError):
        getattr(ctypes.CDLL(None), name)(*arguments)


def _status(name: str) -> int:
    for line in STATUS.read_text(encoding="ascii").splitlines():
        if line.startswith(f"{name}:"):
            return int(line.split()[1]) * 1024
    raise OSError(f"{STATUS} does not tell {name}")


def _say(told: dict[str, Any]) -> None:
    sys.stdout.write(f"{json.dumps(told)}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
