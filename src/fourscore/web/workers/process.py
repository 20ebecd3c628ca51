"""A worker process, which does one job at a time.

Each line of its standard input is JSON: a job, ``{"id": 1, "job": "move", "request": "{...}",
"seconds": 5}``, or the cancellation of one, ``{"cancel": 1}``. The end of the input ends the
process, even in the middle of a job, so that no worker outlives its server. Its messages are
``ready``, and for each job ``loading`` once a second until it starts, ``started``, when the time
limit starts, ``progress``, and ``result`` or ``problem``.
"""

import json
import os
import sys
import threading
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from queue import SimpleQueue
from typing import Any

from pydantic import BaseModel, TypeAdapter

from fourscore.book.solving import use_threads
from fourscore.runtime.system import resident_memory
from fourscore.search.control import Cancel
from fourscore.web.problems import problem_json, problem_of
from fourscore.web.settings import OUT_OF_MEMORY, Settings
from fourscore.web.workers.child import Output
from fourscore.web.workers.job import Job, JobContext

__all__ = ["run_worker"]

REPORT_SECONDS = 0.1
"""Seconds between two reports of progress."""
LOADING_SECONDS = 1.0
"""Seconds between two messages that a job is not yet started."""
IDLE_SECONDS = 1.0
"""Seconds without a job after which kernels are loaded that a later one may need."""
MEMORY_SECONDS = 0.25
"""Seconds between two checks of the memory."""


def run_worker(jobs: Mapping[str, Job[Any]]) -> None:
    """Do jobs for the server at the other end of standard input and output."""
    output = Output()
    settings = TypeAdapter(Settings).validate_json(sys.argv[1])
    threading.Thread(target=_watch_memory, args=(settings,), daemon=True).start()
    use_threads(1)  # the workers share the cores
    with suppress(BrokenPipeError):
        _Worker(jobs, settings, output).run()
    os._exit(0)  # the server has gone; the thread that reads from it holds a lock


class _Worker:
    def __init__(self, jobs: Mapping[str, Job[Any]], settings: Settings, output: Output) -> None:
        self._jobs = jobs
        self._settings = settings
        self._output = output
        self._queue: SimpleQueue[tuple[dict[str, Any], Cancel]] = SimpleQueue()
        self._loading = threading.Event()
        """Set from the moment at which a job comes until it starts."""

    def run(self) -> None:
        """Work until the input ends."""
        threading.Thread(target=self._listen, daemon=True).start()
        threading.Thread(target=self._say_loading, daemon=True).start()
        self._output.send("ready")
        while True:
            self._do(*self._queue.get())

    def _listen(self) -> None:
        """Read the input while the other thread computes."""
        current, cancel = 0, Cancel()
        for line in sys.stdin.buffer:
            message = json.loads(line)
            if "job" in message:
                current, cancel = message["id"], Cancel()
                self._loading.set()
                self._queue.put((message, cancel))
            elif message["cancel"] == current:
                cancel.cancel()
        os._exit(0)

    def _say_loading(self) -> None:
        """Show that the process is alive while a job waits for what it needs."""
        with suppress(BrokenPipeError):
            while self._loading.wait():
                time.sleep(LOADING_SECONDS)
                if self._loading.is_set():
                    self._output.send("loading")

    def _do(self, message: dict[str, Any], cancel: Cancel) -> None:
        reported = 0.0

        def report(make_view: Callable[[], BaseModel]) -> None:
            nonlocal reported
            if time.monotonic() - reported >= REPORT_SECONDS:
                reported = time.monotonic()
                self._output.send("progress", make_view().model_dump_json())

        timer = threading.Timer(message["seconds"], cancel.cancel)
        timer.daemon = True

        def start() -> None:
            self._loading.clear()
            self._output.send("started")
            timer.start()

        job = self._jobs[message["job"]]
        context = JobContext(self._settings, message["seconds"], cancel, report, start)
        try:
            view = job.run(job.request.validate_json(message["request"]), context)
            self._output.send("result", view.model_dump_json())
        except Exception as error:
            self._output.send("problem", problem_json(*problem_of(error)))
        finally:
            self._loading.clear()
            timer.cancel()


def _watch_memory(settings: Settings) -> None:
    while resident_memory() <= settings.worker_megabytes * 1024 * 1024:
        time.sleep(MEMORY_SECONDS)
    os._exit(OUT_OF_MEMORY)
