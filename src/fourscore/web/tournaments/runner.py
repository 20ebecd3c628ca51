"""The runner: a process that plays one tournament, at a lower priority than the server.

It reads a `RunnerRequest` as a line of JSON from its standard input, and stops when the input
ends, at once and even in the middle of a game: so it never outlives its server, and every game
that was finished is in the ledger. Its messages are ``progress``, ``live``, and a last one:
``end``, ``busy`` if another server plays the same tournament, or ``problem`` with a sentence.

The games are played by the arena's own pool, in a process below this one, so that a game
that breaks its process costs that game at most. What that process notes in between is shown live.
"""

import json
import signal
import threading
import time
from collections import deque
from contextlib import closing, suppress
from pathlib import Path
from typing import Self

from fourscore.arena.database import LedgerDamaged
from fourscore.arena.ledger import GameRow, Ledger
from fourscore.arena.runlock import LedgerBusy
from fourscore.arena.summary import summarise
from fourscore.arena.task import LiveGame
from fourscore.arena.tournament import Settings, open_ledger, run
from fourscore.errors import FourscoreError
from fourscore.insight.reports.words import say_rounds
from fourscore.runtime.system import terminate_main_thread
from fourscore.runtime.workers import ProcessPool
from fourscore.schemas.tournaments import standings_view
from fourscore.web.background.runner import run_task
from fourscore.web.tournaments.live import SHOWN, LiveGames
from fourscore.web.tournaments.messages import RunnerLive, RunnerProgress, RunnerRequest
from fourscore.web.tournaments.setup import arena_settings
from fourscore.web.tournaments.store import TournamentStore
from fourscore.web.tournaments.views import without_folder
from fourscore.web.workers.child import Output

__all__ = ["main"]

EXIT_SECONDS = 3.0
"""Seconds to close everything when the input has ended."""
PAUSE, SHARE = 0.5, 4
"""Seconds between two reports, and how many times as long as it takes to make one."""
LIVE_SECONDS = 0.2
"""Seconds between two looks at how the latest games ended."""


class Reporter:
    """Tells the server how a tournament stands, from a thread of its own.

    Everything that a report counts comes from one look at the ledger, so that its numbers agree.
    """

    def __init__(self, output: Output, path: Path, names: tuple[str, ...]) -> None:
        self._output, self._path = output, path
        self._live = LiveGames(names)
        self._ended: deque[GameRow] = deque(maxlen=SHOWN)
        self._next_look = 0.0
        self._changed, self._closing = threading.Event(), threading.Event()
        self._sending = threading.Lock()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self.doing = "drawing"

    def __enter__(self) -> Self:
        self._thread.start()
        self._changed.set()
        return self

    def __exit__(self, *_: object) -> None:
        self._closing.set()
        self._changed.set()
        self._thread.join()  # so that its connection to the ledger is closed first

    def note(self, game: object) -> None:
        """Show a move that was just played."""
        assert isinstance(game, LiveGame)
        self._live.note(game)
        self._send("live", RunnerLive(games=self._live.views()))

    def add(self, ledger: Ledger, games: tuple[GameRow, ...]) -> None:
        """Take note of games that are in the ledger now."""
        self.doing = "playing"
        self._ended.extend(games)
        if time.monotonic() >= self._next_look:
            self._live.end(ledger, self._ended)
            self._ended.clear()
            self._send("live", RunnerLive(games=self._live.views()))
            self._next_look = time.monotonic() + LIVE_SECONDS
        self._changed.set()

    def _run(self) -> None:
        with suppress(FourscoreError, BrokenPipeError), Ledger.open(self._path) as ledger:
            while self._changed.wait() and not self._closing.is_set():
                self._changed.clear()
                start = time.monotonic()
                self.report(ledger)
                cost = time.monotonic() - start
                self._closing.wait(max(PAUSE, SHARE * cost))

    def report(self, ledger: Ledger) -> None:
        """Report on everything that is in the ledger."""
        with ledger.snapshot():
            summary, rounds = summarise(ledger), say_rounds(ledger)
        progress = RunnerProgress(
            done=summary.games + len(summary.voids),
            doing=self.doing,
            standings=standings_view(summary),
            games=self._live.views(),
            rounds=rounds,
        )
        self._send("progress", progress)

    def _send(self, word: str, message: RunnerLive) -> None:
        with self._sending:
            self._output.send(word, message.model_dump_json())


def play(settings: Settings, path: Path, output: Output) -> None:
    """Play what is not in the ledger yet."""
    with open_ledger(settings, path) as ledger:
        reporter = Reporter(output, path, settings.names)
        with reporter, closing(run(settings, ledger, ProcessPool(1, reporter.note))) as events:
            for event in events:
                reporter.add(ledger, event.games)
        reporter.report(ledger)


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
        settings = arena_settings(request.setup, local_agents=request.local_agents)
        play(settings, request.ledger, output)
        output.send("end")
    except LedgerBusy:
        output.send("busy")
    except LedgerDamaged as error:
        # What can be saved of it, only a person can; a new one is played from the start.
        aside = TournamentStore(request.ledger.parent).set_aside(request.ledger)
        detail = f"{without_folder(error, request.ledger)}; it is now called '{aside.name}'"
        output.send("problem", json.dumps({"detail": detail}))
    except FourscoreError as error:
        detail = without_folder(error, request.ledger)
        output.send("problem", json.dumps({"detail": detail}))
