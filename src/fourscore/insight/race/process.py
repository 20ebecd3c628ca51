"""One agent on one position, measured in its own process; `race.Race` is the parent.

It starts with one line of JSON: the agent, the board, the limit. It warms up, says
that it is ready, and then answers each line, which is a seed, with two: that a decision begins, and
what it took.

On Linux every decision is made in a fork of the warm process, so that each begins with the same
memory and nothing is left of earlier ones. What is measured is the growth of the peak resident
memory: the kernel's record of the peak is reset, the resident memory is read, the decision is made,
and the difference between the new peak and that memory is what the decision took. Pages already in
use, such as compiled code, do not count. Where the system has no such record, decisions are made
one after another in the same process, and its peak never falls: only the first decision that takes
the most shows it.

If the parent dies, however that happens, a running fork is killed with its process.
"""

import base64
import gc
import json
import os
import pickle
import sys
import threading
import time
from collections.abc import Callable
from typing import Any

from fourscore.agents.base import Agent
from fourscore.agents.factory import AgentFactory
from fourscore.agents.output import Output
from fourscore.book.solving import forget_solvers
from fourscore.core.notation import read_board
from fourscore.core.variants import variant
from fourscore.errors import FourscoreError
from fourscore.runtime.system import (
    call_in_fork,
    hold_mmap_threshold,
    peak_memory,
    reset_peak_memory,
    resets_peak_memory,
    resident_memory,
)
from fourscore.search.types import Limit

__all__ = ["main"]

POLL, OUT_OF_MEMORY = 0.1, 77
"""Seconds between two checks of the memory, and the exit code of a fork that uses too much."""
REPORTED = ("column", "nodes", "depth", "playouts", "complete")
TINY = Limit(depth=1, nodes=10, playouts=2, seconds=0.5)


def main() -> None:
    """Serve until the input ends."""
    hold_mmap_threshold()
    task = json.loads(sys.stdin.readline())
    try:
        measurement = _Measurement(task)
        measurement.warm_up()
        _send({"ready": True})
        for line in sys.stdin:
            _send(measurement.run(int(line)))
    except FourscoreError as error:
        _send({"error": error.for_people})


class _Measurement:
    """What is measured, and how."""

    def __init__(self, task: dict[str, Any]) -> None:
        width, height = task["size"]
        rules = variant(task["variant"])
        self.position = read_board(task["board"], width=width, height=height, variant=rules)
        self.limit = Limit(**task["limit"]) if task["limit"] else None
        self.megabytes: int = task["megabytes"]
        sys.path += [each for each in task["path"] if each not in sys.path]
        self._factory: AgentFactory = pickle.loads(base64.b64decode(task["agent"]))
        self._external = self._factory.entry.external
        self._forks = not self._external and resets_peak_memory()

    def _agent(self, seed: int) -> Agent:
        player = self._factory(seed)
        player.set_output(Output.HIDDEN)
        return player

    def warm_up(self) -> None:
        """Decide once with a tiny budget, so that nothing is loaded during a measurement."""
        with self._agent(0) as player:
            if not self._external:
                player.choose(self.position, TINY)
        forget_solvers()

    def run(self, seed: int) -> dict[str, Any]:
        if not self._forks:
            return self._decide(seed)
        answer = _run_in_fork(lambda: self._decide(seed))
        if answer.get("exit_code") == OUT_OF_MEMORY:
            return {"error": f"exceeds its memory limit of {self.megabytes} MB"}
        return answer

    def _decide(self, seed: int) -> dict[str, Any]:
        # A fork has to map its program's pages again, which is not part of the decision.
        if self._factory.is_builtin:
            self.warm_up()
        if self._forks and self.megabytes:
            threading.Thread(target=_limit_memory, args=(self.megabytes,), daemon=True).start()
        with self._agent(seed) as player:
            player.prepare(self.position)
            _send({"begins": True})
            gc.collect()
            before = reset_peak_memory()
            start = time.perf_counter()
            report = player.choose(self.position, self.limit)
            seconds = time.perf_counter() - start
            memory = None if self._external else max(0, (peak_memory() or 0) - before)
        found = {name: getattr(report, name) for name in REPORTED}
        return {**found, "seconds": seconds, "memory": memory}


def _run_in_fork(work: Callable[[], dict[str, Any]]) -> dict[str, Any]:
    """Call a function in a fork, and return its answer or its error."""

    def answer() -> bytes:
        try:
            return json.dumps(work()).encode()
        except BaseException as error:
            kind = "" if isinstance(error, FourscoreError) else f"{type(error).__name__}: "
            return json.dumps({"error": f"{kind}{error}"}).encode()

    content, code = call_in_fork(answer)
    if not content:
        return {"error": f"its process ended with code {code}", "exit_code": code}
    return dict(json.loads(content))


def _limit_memory(megabytes: int) -> None:
    """End this process once it uses more memory than it may."""
    while resident_memory() <= megabytes << 20:
        time.sleep(POLL)
    os._exit(OUT_OF_MEMORY)


def _send(answer: dict[str, Any]) -> None:
    sys.stdout.write(f"{json.dumps(answer)}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
