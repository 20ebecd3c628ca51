"""The runner: a process that plays one tournament, beside the server and below it in priority.

It is told what to play by a line of JSON on its standard input, ``{"ledger": PATH, "setup":
{...}}``, and stops when the input ends, at once and in the middle of a game: so it never outlives
its server, and everything that was played is in the ledger. It says lines of a word and JSON:
``progress`` with how many games are done, ``standings``, and at the end ``end``, ``busy`` if
another server plays the same tournament, or ``problem`` with a sentence.

The games are played by the arena's own pool, in a process below this one, so that whatever a game
does to its process costs that game at most.
"""

import json
import os
import signal
import sys
import threading
import time
from contextlib import closing, suppress
from pathlib import Path
from typing import Any, BinaryIO

from fourscore.arena.ledger import Ledger
from fourscore.arena.runlock import LedgerBusy
from fourscore.arena.summary import summarise
from fourscore.arena.tournament import Settings, open_ledger, run
from fourscore.errors import FourscoreError
from fourscore.runtime.workers import ProcessPool
from fourscore.schemas.tournaments import standings_view
from fourscore.web.tournaments.schemas import TournamentRequest
from fourscore.web.tournaments.setup import arena_settings
from fourscore.web.tournaments.views import without_folder

__all__ = ["main"]

BELOW = 10
"""How much lower its priority is than that of the workers who serve people."""
LAST_BREATH = 3.0
"""Seconds to close everything in when the input has ended."""
PACE, SHARE = 0.5, 10
"""Seconds between two standings, and how many times as long as it takes to make one."""


class Runner:
    """Plays a tournament and tells of it."""

    def __init__(self, sink: BinaryIO) -> None:
        self._sink = sink
        self._next = 0.0

    def play(self, settings: Settings, path: Path) -> None:
        """Play what is not in the ledger yet."""
        with open_ledger(settings, path) as ledger:
            self._tell(ledger, 0, "drawing")
            with closing(run(settings, ledger, ProcessPool(1))) as events:
                for event in events:
                    self._tell(ledger, event.done, "playing")
            self._next = 0.0
            self._tell(ledger, len(ledger.done()), "playing")

    def _tell(self, ledger: Ledger, done: int, doing: str) -> None:
        self.say("progress", {"done": done or len(ledger.done()), "doing": doing})
        start = time.monotonic()
        if start < self._next:
            return
        view = standings_view(summarise(ledger))
        if view is not None:
            self.say("standings", view.model_dump())
        end = time.monotonic()
        self._next = end + max(PACE, SHARE * (end - start))

    def say(self, word: str, content: dict[str, Any]) -> None:
        self._sink.write(f"{word} {json.dumps(content)}\n".encode())
        self._sink.flush()


def _obey(source: BinaryIO) -> None:
    """Stop the main thread when the input ends, and the process if that is not enough."""
    source.read()
    main_thread = threading.main_thread().ident
    with suppress(ProcessLookupError, TypeError):
        signal.pthread_kill(main_thread, signal.SIGTERM)  # type: ignore[arg-type]
    time.sleep(LAST_BREATH)
    os._exit(1)


def _stop(*_: object) -> None:
    raise KeyboardInterrupt


def main() -> None:
    """Play for the server at the other end of standard input and output."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, _stop)
    os.nice(BELOW)
    sink = os.fdopen(os.dup(1), "wb")
    # What anything prints must not come between the lines.
    os.dup2(2, 1)
    with suppress(KeyboardInterrupt, BrokenPipeError):
        _run(Runner(sink))
    # Whatever threads are left have nothing to lose.
    os._exit(0)


def _run(runner: Runner) -> None:
    asked = json.loads(sys.stdin.buffer.readline())
    path = Path(asked["ledger"])
    threading.Thread(target=_obey, args=(sys.stdin.buffer,), daemon=True).start()
    try:
        setup = TournamentRequest.model_validate_json(json.dumps(asked["setup"]))
        runner.play(arena_settings(setup), path)
        runner.say("end", {})
    except LedgerBusy:
        runner.say("busy", {})
    except FourscoreError as error:
        runner.say("problem", {"detail": without_folder(error, path)})
