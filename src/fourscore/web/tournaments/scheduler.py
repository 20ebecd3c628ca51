"""The tournament scheduler: starts tournaments, lets them take turns, resumes and ends them.

A tournament that has its turn is played by a process of its own (`runner`), at a lower priority
than the workers, which answer people. When others wait, a turn ends with the first game after
`TURN` seconds. However the server dies, everything is in the folder, and the next one continues.
Everything here runs on the event loop, except for short accesses to the disk.
"""

import asyncio
import json
import logging
import time
from contextlib import suppress

from fourscore.schemas.tournaments import StandingsView
from fourscore.web.metrics import Metrics
from fourscore.web.problems import STOPPING, Refused
from fourscore.web.settings import Settings
from fourscore.web.tournaments.process import (
    FINAL,
    RunnerProcess,
    RunnerProgress,
    RunnerRequest,
)
from fourscore.web.tournaments.schemas import TournamentRequest, TournamentView
from fourscore.web.tournaments.setup import arena_settings
from fourscore.web.tournaments.store import OPEN, Record, TournamentStore, now
from fourscore.web.tournaments.tournament import Tournament
from fourscore.web.tournaments.watchers import Watchers
from fourscore.web.workers.child import Message

__all__ = ["TournamentScheduler"]

TURN = 30.0
"""Seconds after which a tournament lets others have their turn, with the next game."""
POLL_SECONDS = 2.0
"""Seconds between two checks of a tournament that another server plays."""
MAX_DEATHS = 3
"""How often in a row a tournament's process may die without a game."""
RETRY_SECONDS = 60.0
"""Seconds before a tournament is tried again that could not be played or stored."""
MAX_OPEN, MAX_OPEN_BY_CLIENT = 50, 5
"""Tournaments that may be open at a time, in all and by one client."""
MAX_EXPORTS = 2
NOT_FOUND = "there is no such tournament"
log = logging.getLogger("fourscore.web")


class TournamentScheduler:
    """All tournaments of one folder."""

    def __init__(self, settings: Settings, metrics: Metrics) -> None:
        self._settings = settings
        self.store = TournamentStore(settings.data)
        self._tournaments: dict[str, Tournament] = {}
        self._queue: list[Tournament] = []
        """Open tournaments that are not running, in the order of their turns."""
        self._queue_changed = asyncio.Event()
        self._players: list[asyncio.Task[None]] = []
        self.is_closing = False
        self.watchers = Watchers()
        self.exports = asyncio.Semaphore(MAX_EXPORTS)
        """Bounds the copies of ledgers in memory."""
        self._add_metrics(metrics)

    def _add_metrics(self, metrics: Metrics) -> None:
        self._games = metrics.counter("tournament_games", "Tournament games played.")
        self._deaths = metrics.counter("tournament_deaths", "Tournament processes that died.")
        for name, about, read in (
            ("tournaments", "Tournaments stored.", lambda: len(self._tournaments)),
            ("tournaments_running", "Tournaments being played.", self._count_running),
            ("tournaments_waiting", "Tournaments waiting for a turn.", lambda: len(self._queue)),
            ("tournament_watchers", "Streams that follow one.", self.watchers.total),
        ):
            metrics.gauge(name, about, read)

    def _count_running(self) -> int:
        return sum(each.is_running for each in self._tournaments.values())

    # Starting and stopping

    def start(self) -> None:
        """Resume the open tournaments."""
        self.refresh()
        self._players = [
            asyncio.create_task(self._play_all()) for _ in range(self._settings.tournaments)
        ]

    async def close(self) -> None:
        """Stop the running tournaments; the next server resumes them."""
        if self.is_closing:
            return
        self.is_closing = True
        for each in self._tournaments.values():
            each.notify()
        for task in self._players:
            task.cancel()
        await asyncio.gather(*self._players, return_exceptions=True)

    # The folder

    def refresh(self) -> None:
        """Update everything from the folder."""
        stored = self.store.list()
        for name in self._tournaments.keys() - stored.keys():
            self._forget(self._tournaments[name])
        for name, modified in sorted(stored.items(), key=lambda item: item[1]):
            self._update(name, modified)

    def _update(self, name: str, modified: int) -> None:
        """Read a record if it is new or another server has changed it."""
        known = self._tournaments.get(name)
        if known is not None and known.modified == modified:
            return
        record = self.store.read(name)
        if record is None:
            return
        if known is None:
            done = record.done if record.has_ended else self.store.count(name)
            self._tournaments[name] = known = Tournament(
                record, self.store.ledger(name), done, modified
            )
        else:
            known.record, known.modified = record, modified
            if record.has_ended:
                known.done = record.done
                known.stop.set()
                self._dequeue(known)
            known.notify()
        if not record.has_ended:
            self._enqueue(known)

    def _forget(self, tournament: Tournament) -> None:
        tournament.stop.set()
        self._dequeue(tournament)
        self._tournaments.pop(tournament.record.id, None)
        deleted = {"state": "cancelled", "why": "it was deleted"}
        tournament.record = tournament.record.model_copy(update=deleted)
        tournament.notify()

    # Requests

    def find(self, name: str) -> Tournament:
        """Return a tournament; raises `Refused` if there is none."""
        modified = self.store.modified(name)
        if modified is None:
            if name in self._tournaments:
                self._forget(self._tournaments[name])
            raise Refused(404, NOT_FOUND)
        self._update(name, modified)
        if name not in self._tournaments:
            raise Refused(404, NOT_FOUND)
        found = self._tournaments[name]
        if found.is_elsewhere and not found.record.has_ended:
            found.done = self.store.count(name)
        return found

    def newest_first(self) -> list[Tournament]:
        """Return all tournaments."""
        self.refresh()
        return sorted(
            self._tournaments.values(),
            key=lambda each: (each.record.created, each.record.id),
            reverse=True,
        )

    def before(self, tournament: Tournament) -> int:
        """Return how many others have their turn before one that waits."""
        if tournament not in self._queue:
            return 0
        ahead = self._queue[: self._queue.index(tournament)]
        free = self._settings.tournaments - self._count_running()
        return max(0, sum(not each.is_elsewhere for each in ahead) + 1 - free)

    def view(self, tournament: Tournament) -> TournamentView:
        return tournament.view(self.before(tournament))

    def create(self, setup: TournamentRequest, client: str) -> Tournament:
        """Start a tournament; raises `InputError` if it is wrong, `Refused` if there are many."""
        specs = arena_settings(setup).specs
        self.refresh()
        self._check_open(client)
        setup = setup.model_copy(update={"agents": list(specs)})
        record = Record(id=self.store.new_id(), setup=setup, created=now())
        created = Tournament(record, self.store.ledger(record.id), 0, None)
        self._write(created, record)
        created.client = client
        self._tournaments[record.id] = created
        self._enqueue(created)
        self._prune()
        return created

    def _check_open(self, client: str) -> None:
        """Raise `Refused` if too many are open."""
        if self.is_closing:
            raise Refused(503, STOPPING, 2)
        is_open = [each for each in self._tournaments.values() if not each.record.has_ended]
        if sum(each.client == client for each in is_open) >= MAX_OPEN_BY_CLIENT:
            raise Refused(429, "too many of your tournaments are open; wait for one to end", 30)
        if len(is_open) >= MAX_OPEN:
            raise Refused(503, "too many tournaments are open; try again later", 60)

    def _prune(self) -> None:
        """Delete the tournaments that ended first if there are too many."""
        ended = sorted(
            (each for each in self._tournaments.values() if each.record.has_ended),
            key=lambda each: each.record.ended or "",
        )
        for each in ended[: max(0, len(self._tournaments) - self._settings.tournaments_kept)]:
            self._delete(each)

    def cancel(self, tournament: Tournament) -> None:
        """Stop a tournament; its games stay."""
        if not tournament.record.has_ended:
            self._end(tournament, "cancelled")
            tournament.stop.set()

    def resume(self, tournament: Tournament, games: int | None, client: str) -> None:
        """Resume a tournament that was stopped, or play more games for each pairing."""
        setup = tournament.record.setup
        longer = setup if games is None else setup.model_copy(update={"games": games})
        arena_settings(longer)
        if longer.games < setup.games:
            raise Refused(422, f"each pairing already has {setup.games} games")
        if not tournament.record.has_ended and longer == setup:
            return
        if tournament.record.has_ended:
            self._check_open(client)
            tournament.client = client
        again = {"setup": longer, "state": OPEN, "ended": None, "leaders": (), "why": ""}
        self._write(tournament, tournament.record.model_copy(update=again))
        tournament.deaths, tournament.not_before = 0, 0.0
        # A process that is playing does not know of more games.
        tournament.stop.set()
        self._enqueue(tournament)

    async def delete(self, tournament: Tournament) -> None:
        """Delete a tournament with its games."""
        self.cancel(tournament)
        while tournament.is_running:
            await asyncio.sleep(0.02)
            # It may have been resumed meanwhile.
            self.cancel(tournament)
        self._delete(tournament)

    def _delete(self, tournament: Tournament) -> None:
        self.store.delete(tournament.record.id)
        self._forget(tournament)

    # Turns

    def _write(self, tournament: Tournament, record: Record) -> None:
        self.store.write(record)
        tournament.record = record
        tournament.modified = self.store.modified(record.id)
        tournament.notify()

    def _end(self, tournament: Tournament, state: str, why: str = "") -> None:
        # Written first: if that fails, the tournament is still to be played.
        record = tournament.record.end(state, tournament.done, tournament.leaders, why)
        self._write(tournament, record)
        self._dequeue(tournament)

    def _enqueue(self, tournament: Tournament) -> None:
        if tournament not in self._queue and not tournament.is_running:
            self._queue.append(tournament)
        tournament.notify()
        self._queue_changed.set()

    def _dequeue(self, tournament: Tournament) -> None:
        if tournament in self._queue:
            self._queue.remove(tournament)

    async def _next(self) -> Tournament:
        """Wait for the next tournament whose turn it is."""
        while True:
            moment = time.monotonic()
            for each in self._queue:
                if each.not_before <= moment:
                    self._queue.remove(each)
                    return each
            self._queue_changed.clear()
            wait = min((each.not_before - moment for each in self._queue), default=None)
            with suppress(TimeoutError):
                await asyncio.wait_for(self._queue_changed.wait(), wait)

    async def _play_all(self) -> None:
        """Give one tournament after the other its turn, forever."""
        while not self.is_closing:
            tournament = await self._next()
            try:
                await self._play_turn(tournament)
            except Exception as error:
                # The disk may be full; the other tournaments need not wait for that.
                log.warning("tournament %s: %s", tournament.record.id, error)
                tournament.not_before = time.monotonic() + RETRY_SECONDS
                if not tournament.record.has_ended:
                    self._enqueue(tournament)

    async def _play_turn(self, tournament: Tournament) -> None:
        if self._is_elsewhere(tournament):
            self._follow(tournament)
            return
        tournament.is_elsewhere = False
        tournament.started()
        try:
            word, content = await self._play(tournament)
        finally:
            tournament.stopped()
        if tournament.record.id in self._tournaments:
            # The process may have recorded more games than it has reported.
            tournament.done = self.store.count(tournament.record.id)
            self._conclude(tournament, word, content)

    def _conclude(self, tournament: Tournament, word: str, content: str) -> None:
        """Decide what follows after a process has exited, with or without a last message."""
        record = tournament.record
        if record.has_ended:
            if record.done != tournament.done:
                changed = record.model_copy(update={"done": tournament.done})
                self._write(tournament, changed)
        elif word == "end" and tournament.done >= tournament.total:
            self._end(tournament, "finished")
        elif word == "problem":
            self._end(tournament, "failed", json.loads(content)["detail"])
        elif word == "busy":
            self._follow(tournament)
        elif tournament.stop.is_set() or word == "end":
            self._enqueue(tournament)
        else:
            self._after_death(tournament)

    def _is_elsewhere(self, tournament: Tournament) -> bool:
        """Return whether the other server that was playing a tournament still does."""
        return tournament.is_elsewhere and self.store.is_running(tournament.record.id)

    def _follow(self, tournament: Tournament) -> None:
        """Follow what another server plays, to take over if that server ends."""
        tournament.is_elsewhere = True
        tournament.done = self.store.count(tournament.record.id)
        tournament.not_before = time.monotonic() + POLL_SECONDS
        self._enqueue(tournament)

    def _after_death(self, tournament: Tournament) -> None:
        """Try again after a process has died, but not forever."""
        self._deaths.inc()
        tournament.deaths += 1
        log.warning("the process of tournament %s has died", tournament.record.id)
        if tournament.deaths >= MAX_DEATHS:
            self._end(tournament, "failed", f"its process died {MAX_DEATHS} times")
        else:
            tournament.not_before = time.monotonic() + tournament.deaths
            self._enqueue(tournament)

    # The process

    async def _play(self, tournament: Tournament) -> Message:
        """Play a turn; return the last message of the process, or nothing if it died."""
        start, record = time.monotonic(), tournament.record
        request = RunnerRequest(ledger=tournament.ledger, setup=record.setup)
        process = await RunnerProcess.launch(request)
        stopper = asyncio.create_task(process.end_on(tournament.stop))
        try:
            while (message := await process.receive()) is not None:
                if message[0] in FINAL:
                    return message
                if self._handle(tournament, *message) and self._is_turn_over(start):
                    tournament.stop.set()
        finally:
            stopper.cancel()
            await process.end()
        return "", ""

    def _handle(self, tournament: Tournament, word: str, content: str) -> int:
        """Handle a message of a process, and return how many games are new."""
        if word == "standings":
            tournament.set_standings(StandingsView.model_validate_json(content))
            return 0
        progress = RunnerProgress.model_validate_json(content)
        new = tournament.progress(progress.done, progress.doing)
        self._games.inc(new)
        if new:
            tournament.deaths = 0
        modified = self.store.modified(tournament.record.id)
        if modified is None:
            self._forget(tournament)
        else:
            self._update(tournament.record.id, modified)
        return new

    def _is_turn_over(self, start: float) -> bool:
        """Return whether it is time for others, if there are any."""
        moment = time.monotonic()
        return moment - start > TURN and any(
            each.not_before <= moment and not self._is_elsewhere(each) for each in self._queue
        )
