"""The runner: a process that trains one run, at a lower priority than the server.

It reads a `RunnerRequest` as a line of JSON from its standard input, then `WatchedPositions`
whenever these change. When the input ends, it stores what it has learned and exits: so it never
outlives its server. Its messages are ``progress``, and a last one: ``end``, ``busy`` if another
server trains the same run, or ``problem`` with a sentence.
"""

import json
import os
import shutil
import time
from pathlib import Path

from fourscore.errors import FourscoreError
from fourscore.insight.learning.training import train_watched
from fourscore.learn.run import RECORD, Run, RunBusy
from fourscore.learn.training import Progress
from fourscore.search.control import Cancel
from fourscore.web.background.runner import run_task
from fourscore.web.training.messages import RunnerProgress, RunnerRequest, WatchedPositions
from fourscore.web.training.setup import training_settings
from fourscore.web.training.values import values_of
from fourscore.web.workers.child import Output

__all__ = ["main"]

EXIT_SECONDS = 15.0
"""Seconds to store everything when the input has ended."""
VALUE_SECONDS = 0.9
"""Seconds between two evaluations of the positions that are watched."""
MAX_THREADS = 2


class Runner:
    """Trains a run and reports on it."""

    def __init__(self) -> None:
        self.cancel = Cancel()
        self._watched: list[str] = []
        self._next_values = 0.0

    def watch(self, line: str) -> None:
        """Note which positions people watch."""
        self._watched = WatchedPositions.model_validate_json(line).moves
        self._next_values = 0.0

    def train(self, content: str, output: Output) -> None:
        """Train until the time is over or the server says so."""
        request = RunnerRequest.model_validate_json(content)
        try:

            def on_round(progress: Progress) -> None:
                output.send("progress", self._report(progress).model_dump_json())

            train_watched(
                _open(request),
                minutes=request.setup.minutes,
                workers=min(MAX_THREADS, os.cpu_count() or 1),
                cancel=self.cancel,
                on_round=on_round,
            )
            output.send("end")
        except RunBusy:
            output.send("busy")
        except FourscoreError as error:
            detail = str(error).replace(f"{request.run.parent}{os.sep}", "")
            output.send("problem", json.dumps({"detail": detail}))

    def _report(self, progress: Progress) -> RunnerProgress:
        game = progress.trainer.last_game
        values = []
        moment = time.monotonic()
        if self._watched and moment >= self._next_values:
            self._next_values = moment + VALUE_SECONDS
            network = progress.network()
            values = [values_of(network, moves, progress.games) for moves in self._watched]
        return RunnerProgress(
            games=progress.games,
            seconds=progress.seconds,
            last_game="".join(str(column + 1) for column in game) or None,
            values=values,
        )


def _open(request: RunnerRequest) -> Run:
    folder: Path = request.run
    if (folder / RECORD).exists():
        return Run.open(folder)
    shutil.rmtree(folder, ignore_errors=True)  # one that was killed before it was a run
    return Run.create(folder, training_settings(request.setup), "the page Learn")


def main() -> None:
    """Train for the server at the other end of standard input and output."""
    runner = Runner()
    run_task(runner.train, runner.cancel.cancel, EXIT_SECONDS, runner.watch)
