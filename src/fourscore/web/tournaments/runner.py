"""The runner: a process that plays one tournament, at a lower priority than the server.

It reads a `RunnerRequest` as a line of JSON from its standard input, and stops when the input
ends, at once and even in the middle of a game: so it never outlives its server, and every game
that was finished is in the ledger. Its messages are ``progress``, ``standings``, and a last one:
``end``, ``busy`` if another server plays the same tournament, or ``problem`` with a sentence.

The games are played by the arena's own pool, in a process below this one, so that a game
that breaks its process costs that game at most.
"""

import json
import signal
import time
from contextlib import closing, suppress
from pathlib import Path

from fourscore.arena.ledger import Ledger
from fourscore.arena.runlock import LedgerBusy
from fourscore.arena.summary import summarise
from fourscore.arena.tournament import Settings, open_ledger, run
from fourscore.errors import FourscoreError
from fourscore.runtime.system import terminate_main_thread
from fourscore.runtime.workers import ProcessPool
from fourscore.schemas.tournaments import standings_view
from fourscore.web.background.runner import run_task
from fourscore.web.tournaments.messages import RunnerProgress, RunnerRequest
from fourscore.web.tournaments.setup import arena_settings
from fourscore.web.tournaments.views import without_folder
from fourscore.web.workers.child import Output

__all__ = ["main"]

EXIT_SECONDS = 3.0
"""Seconds to close everything when the input has ended."""
PAUSE, SHARE = 0.5, 10
"""Seconds between two standings, and how many times as long as it takes to compute one."""


class Runner:
    """Plays a tournament and reports on it."""

    def __init__(self, output: Output) -> None:
        self._output = output
        self._next_standings = 0.0

    def play(self, settings: Settings, path: Path) -> None:
        """Play what is not in the ledger yet."""
        with open_ledger(settings, path) as ledger:
            self._report(ledger, 0, "drawing")
            with closing(run(settings, ledger, ProcessPool(1))) as events:
                for event in events:
                    self._report(ledger, event.done, "playing")
            self._next_standings = 0.0
            self._report(ledger, len(ledger.done()), "playing")

    def _report(self, ledger: Ledger, done: int, doing: str) -> None:
        progress = RunnerProgress(done=done or len(ledger.done()), doing=doing)
        self._output.send("progress", progress.model_dump_json())
        start = time.monotonic()
        if start < self._next_standings:
            return
        view = standings_view(summarise(ledger))
        if view is not None:
            self._output.send("standings", view.model_dump_json())
        end = time.monotonic()
        self._next_standings = end + max(PAUSE, SHARE * (end - start))


def _stop() -> None:
    with suppress(ProcessLookupError):
        terminate_main_thread()


def _interrupt(*_: object) -> None:
    raise KeyboardInterrupt


def main() -> None:
    """Play for the server at the other end of standard input and output."""
    signal.signal(signal.SIGTERM, _interrupt)
    run_task(_play, _stop, EXIT_SECONDS)


def _play(content: str, output: Output) -> None:
    request = RunnerRequest.model_validate_json(content)
    try:
        Runner(output).play(arena_settings(request.setup), request.ledger)
        output.send("end")
    except LedgerBusy:
        output.send("busy")
    except FourscoreError as error:
        detail = without_folder(error, request.ledger)
        output.send("problem", json.dumps({"detail": detail}))
