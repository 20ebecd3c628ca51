"""A worker: a process that does one job at a time, told so on its standard input.

A line of JSON is a question, ``{"id": 1, "job": "move", "ask": {...}, "seconds": 5}``, or takes
one back, ``{"cancel": 1}``. The end of the input ends the process, in the middle of a job too, so
that no worker outlives its server. Answers are lines of a word and JSON: ``ready``, and for each
question ``begun``, when its time begins to count, ``progress``, ``result`` or ``problem``.
"""

import json
import logging
import os
import resource
import signal
import sys
import threading
import time
from collections import deque
from collections.abc import Callable
from pathlib import Path
from queue import SimpleQueue
from typing import Any, BinaryIO

from pydantic import BaseModel

from fourscore.agents.warmup import steps
from fourscore.book.solving import use_threads
from fourscore.errors import Cancelled, FourscoreError, InputError
from fourscore.search.control import Cancel
from fourscore.web import problems
from fourscore.web.settings import OUT_OF_MEMORY
from fourscore.web.workers.context import Desk
from fourscore.web.workers.jobs import JOBS

__all__ = ["main"]

PACE = 0.1
"""Seconds between two reports of progress."""
LOOK = 0.25
"""Seconds between two looks at the memory."""


class Worker:
    """Does jobs as they come in."""

    def __init__(self, source: BinaryIO, sink: BinaryIO) -> None:
        self._source = source
        self._sink = sink
        self._jobs: SimpleQueue[tuple[dict[str, Any], Cancel]] = SimpleQueue()

    def run(self) -> None:
        """Work until the input ends; load kernels while there is nothing else to do."""
        threading.Thread(target=self._listen, daemon=True).start()
        self._say("ready", "{}")
        left = deque(steps())
        while True:
            if left and self._jobs.empty():
                _, load = left.popleft()
                load()
            else:
                self._do(*self._jobs.get())

    def _listen(self) -> None:
        """Take questions in while the other thread computes."""
        current, cancel = 0, Cancel()
        for line in self._source:
            message = json.loads(line)
            if "job" in message:
                current, cancel = message["id"], Cancel()
                self._jobs.put((message, cancel))
            elif message["cancel"] == current:
                cancel.cancel()
        os._exit(0)

    def _do(self, message: dict[str, Any], cancel: Cancel) -> None:
        told = 0.0

        def tell(make: Callable[[], BaseModel]) -> None:
            nonlocal told
            if time.monotonic() - told >= PACE:
                told = time.monotonic()
                self._say("progress", make().model_dump_json())

        timer = threading.Timer(message["seconds"], cancel.cancel)
        timer.daemon = True

        def begin() -> None:
            self._say("begun", "{}")
            timer.start()

        try:
            result = JOBS[message["job"]](message["ask"], Desk(cancel, tell, begin))
            self._say("result", result.model_dump_json())
        except Exception as error:
            self._say("problem", json.dumps(_problem(error)))
        finally:
            timer.cancel()

    def _say(self, word: str, content: str) -> None:
        self._sink.write(f"{word} {content}\n".encode())
        self._sink.flush()


def _problem(error: Exception) -> dict[str, Any]:
    if isinstance(error, InputError):
        return problems.as_dict(422, str(error))
    if isinstance(error, Cancelled):
        return problems.as_dict(503, "the time for this request was not enough")
    if isinstance(error, FourscoreError):
        return problems.as_dict(500, str(error))
    logging.getLogger("fourscore.web").error("a job failed", exc_info=error)
    return problems.as_dict(500, "the server has made a mistake; its log says which")


def _watch_memory(megabytes: int) -> None:
    def watch() -> None:
        while _memory() <= megabytes * 1024 * 1024:
            time.sleep(LOOK)
        os._exit(OUT_OF_MEMORY)

    threading.Thread(target=watch, daemon=True).start()


def _memory() -> int:
    """Return the bytes that this process holds, or where that is not told the most it ever held."""
    try:
        pages = Path("/proc/self/statm").read_text().split()[1]
        return int(pages) * resource.getpagesize()
    except OSError:
        unit = 1 if sys.platform == "darwin" else 1024
        return unit * resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


def main(megabytes: int) -> None:
    """Work for the server at the other end of standard input and output."""
    # Ctrl-C in a terminal reaches the server, which ends its workers.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    # What anything prints must not come between the answers.
    sink = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    _watch_memory(megabytes)
    # The workers share the cores.
    use_threads(1)
    Worker(sys.stdin.buffer, sink).run()


if __name__ == "__main__":
    main(int(sys.argv[1]))
