"""The keeper of tournaments: starts them, lets them take turns, goes on with them, and ends them.

Each tournament that has its turn is played by a process of its own (`runner`), with a lower
priority than the workers who answer people. When others wait, a turn ends with the first game
after `TURN` seconds. Whatever the server dies of, everything is in the folder, and the next one
goes on. Everything here runs on the event loop, but for short looks at the disc.
"""

import asyncio
import json
import logging
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import aclosing, contextmanager, suppress
from dataclasses import replace

from fourscore.schemas.tournaments import StandingsView
from fourscore.web.metrics import Metrics
from fourscore.web.problems import Refused
from fourscore.web.settings import Settings
from fourscore.web.tournaments.process import FINAL, RunnerProcess
from fourscore.web.tournaments.schemas import TournamentRequest
from fourscore.web.tournaments.setup import arena_settings
from fourscore.web.tournaments.store import OPEN, Record, Store, now
from fourscore.web.tournaments.tournament import Tournament

__all__ = ["Keeper"]

TURN = 30.0
"""Seconds after which a tournament lets others have their turn, with the next game."""
ELSEWHERE = 2.0
"""Seconds between two looks at a tournament that another server plays."""
DEATHS = 3
"""How often in a row a tournament's process may die without a game."""
LATER = 60.0
"""Seconds before one is tried again that could not be played or written down."""
MOST_OPEN, MOST_OPEN_BY_CLIENT = 50, 5
"""Tournaments that may be open at a time, in all and by one client."""
MOST_WATCHERS = 64
"""Streams that one client may follow at a time."""
EXPORTS = 2
NOBODY = "there is no such tournament"
log = logging.getLogger("fourscore.web")


class Keeper:
    """All tournaments of one folder."""

    def __init__(self, settings: Settings, metrics: Metrics) -> None:
        self._settings = settings
        self.store = Store(settings.data)
        self._all: dict[str, Tournament] = {}
        self._queue: list[Tournament] = []
        """Those that are open and not running, in the order of their turns."""
        self._wake = asyncio.Event()
        self._players: list[asyncio.Task[None]] = []
        self.is_closing = False
        self._watchers: Counter[str] = Counter()
        self.exporting = asyncio.Semaphore(EXPORTS)
        """Keeps a crowd from filling the memory with copies of ledgers."""
        self._games = metrics.counter("tournament_games", "Games of tournaments that were played.")
        self._deaths = metrics.counter("tournament_deaths", "Tournament processes that died.")
        for name, about, read in (
            ("tournaments", "Tournaments in the folder.", self._all.__len__),
            ("tournaments_running", "Tournaments being played.", self._running),
            ("tournaments_waiting", "Tournaments that wait for a turn.", self._queue.__len__),
            ("tournament_watchers", "Clients following a tournament.", self._watched),
        ):
            metrics.gauge(name, about, read)

    # The life of the server

    def start(self) -> None:
        """Go on with whatever is open."""
        self.refresh()
        self._players = [
            asyncio.create_task(self._play_all()) for _ in range(self._settings.tournaments)
        ]

    async def close(self) -> None:
        """Stop all that runs; it goes on with the next server."""
        if self.is_closing:
            return
        self.is_closing = True
        for each in self._all.values():
            each.touch()
        for task in self._players:
            task.cancel()
        await asyncio.gather(*self._players, return_exceptions=True)

    def refresh(self) -> None:
        """Take note of what is in the folder now."""
        stamps = self.store.ids()
        for name in [name for name in self._all if name not in stamps]:
            self._forget(self._all[name])
        for name, stamp in sorted(stamps.items(), key=lambda item: item[1]):
            self._look(name, stamp)

    def _look(self, name: str, stamp: int) -> None:
        """Take note of one record, if it is new or another server has changed it."""
        known = self._all.get(name)
        if known is not None and known.stamp == stamp:
            return
        record = self.store.read(name)
        if record is None:
            return
        if known is None:
            done = record.done if record.has_ended else self.store.count(name)
            known = Tournament(record, done, stamp)
            self._all[name] = known
        else:
            self._adopt(known, record, stamp)
        if not record.has_ended:
            self._line_up(known)

    def _adopt(self, known: Tournament, record: Record, stamp: int) -> None:
        """Take over what another server has written."""
        known.record, known.stamp = record, stamp
        if record.has_ended:
            known.done = record.done
            known.stop.set()
            self._leave_line(known)
        known.touch()

    def _forget(self, gone: Tournament) -> None:
        gone.stop.set()
        self._leave_line(gone)
        self._all.pop(gone.record.id, None)
        gone.record = replace(gone.record, state="cancelled", why="it was deleted")
        gone.touch()

    # For those who ask

    def find(self, name: str) -> Tournament:
        """Return a tournament; raises `Refused` if there is none."""
        stamp = self.store.stamp(name)
        if stamp is None:
            if name in self._all:
                self._forget(self._all[name])
            raise Refused(404, NOBODY)
        self._look(name, stamp)
        if name not in self._all:
            raise Refused(404, NOBODY)
        found = self._all[name]
        if found.is_elsewhere and not found.record.has_ended:
            found.done = self.store.count(name)
        return found

    def newest_first(self) -> list[Tournament]:
        """Return all tournaments."""
        self.refresh()
        return sorted(
            self._all.values(), key=lambda each: (each.record.created, each.record.id), reverse=True
        )

    def before(self, tournament: Tournament) -> int:
        """Count those that have their turn before one that waits."""
        if tournament not in self._queue:
            return 0
        ahead = self._queue[: self._queue.index(tournament)]
        free = self._settings.tournaments - self._running()
        return max(0, sum(not each.is_elsewhere for each in ahead) + 1 - free)

    def create(self, setup: TournamentRequest, client: str) -> Tournament:
        """Start a tournament; raises `InputError` if it cannot be, `Refused` if there are many."""
        specs = arena_settings(setup).specs
        self.refresh()
        self._check_open(client)
        setup = setup.model_copy(update={"agents": list(specs)})
        record = Record(self.store.new_id(), setup, now())
        self._write(created := Tournament(record, 0, None), record)
        created.client = client
        self._all[record.id] = created
        self._line_up(created)
        self._make_room()
        return created

    def _check_open(self, client: str) -> None:
        """Refuse when too many are open."""
        if self.is_closing:
            raise Refused(503, "the server is stopping; ask again in a moment", 2)
        still = [each for each in self._all.values() if not each.record.has_ended]
        if sum(each.client == client for each in still) >= MOST_OPEN_BY_CLIENT:
            raise Refused(429, "too many of your tournaments are open; wait for one", 30)
        if len(still) >= MOST_OPEN:
            raise Refused(503, "too many tournaments are open; ask again later", 60)

    def _make_room(self) -> None:
        """Delete those that ended longest ago if there are too many."""
        ended = sorted(
            (each for each in self._all.values() if each.record.has_ended),
            key=lambda each: each.record.ended or "",
        )
        for each in ended[: max(0, len(self._all) - self._settings.tournaments_kept)]:
            self._delete(each)

    def cancel(self, tournament: Tournament) -> None:
        """Stop a tournament; what was played stays."""
        if not tournament.record.has_ended:
            self._end(tournament, "cancelled")
            tournament.stop.set()

    def resume(self, tournament: Tournament, games: int | None, client: str) -> None:
        """Go on with a tournament that was stopped, or with more games for each pairing."""
        setup = tournament.record.setup
        longer = setup if games is None else setup.model_copy(update={"games": games})
        arena_settings(longer)
        if longer.games < setup.games:
            raise Refused(422, f"there are {setup.games} games for each pairing already")
        if not tournament.record.has_ended and longer == setup:
            return
        if tournament.record.has_ended:
            self._check_open(client)
            tournament.client = client
        record = replace(
            tournament.record, setup=longer, state=OPEN, ended=None, leaders=(), why=""
        )
        self._write(tournament, record)
        tournament.deaths, tournament.wake_at = 0, 0.0
        # A process that plays now knows nothing of more games.
        tournament.stop.set()
        self._line_up(tournament)

    async def delete(self, tournament: Tournament) -> None:
        """Remove a tournament with its games."""
        self.cancel(tournament)
        while tournament.is_running:
            await asyncio.sleep(0.02)
            # Somebody may go on with it meanwhile.
            self.cancel(tournament)
        self._delete(tournament)

    def _delete(self, tournament: Tournament) -> None:
        self.store.delete(tournament.record.id)
        self._forget(tournament)

    def admit(self, client: str) -> None:
        """Refuse another watcher where there are too many."""
        if self._watchers[client] >= MOST_WATCHERS:
            raise Refused(429, "too many of your requests watch tournaments; end one", 5)

    @contextmanager
    def watching(self, client: str) -> Iterator[None]:
        """Count a client among those who watch."""
        self._watchers[client] += 1
        try:
            yield
        finally:
            self._watchers[client] -= 1
            # Clients that watch nothing leave no trace.
            self._watchers += Counter()

    def _running(self) -> int:
        return sum(each.is_running for each in self._all.values())

    def _watched(self) -> int:
        return self._watchers.total()

    # Turns

    def _write(self, tournament: Tournament, record: Record) -> None:
        self.store.write(record)
        tournament.record = record
        tournament.stamp = self.store.stamp(record.id)
        tournament.touch()

    def _end(self, tournament: Tournament, state: str, why: str = "") -> None:
        # Written first: one that cannot be ended is still to be played.
        self._write(
            tournament, tournament.record.end(state, tournament.done, tournament.leaders, why)
        )
        self._leave_line(tournament)

    def _line_up(self, tournament: Tournament) -> None:
        if tournament not in self._queue and not tournament.is_running:
            self._queue.append(tournament)
        tournament.touch()
        self._wake.set()

    def _leave_line(self, tournament: Tournament) -> None:
        if tournament in self._queue:
            self._queue.remove(tournament)

    async def _next(self) -> Tournament:
        """Wait for one whose turn it is."""
        while True:
            moment = time.monotonic()
            for each in self._queue:
                if each.wake_at <= moment:
                    self._queue.remove(each)
                    return each
            self._wake.clear()
            wait = min((each.wake_at - moment for each in self._queue), default=None)
            with suppress(TimeoutError):
                await asyncio.wait_for(self._wake.wait(), wait)

    async def _play_all(self) -> None:
        """Let one after the other have its turn, for ever."""
        while not self.is_closing:
            tournament = await self._next()
            try:
                await self._give_turn(tournament)
            except Exception as error:
                # No room on the disc, perhaps; nobody else shall wait for that.
                log.warning("tournament %s: %s", tournament.record.id, error)
                tournament.wake_at = time.monotonic() + LATER
                if not tournament.record.has_ended:
                    self._line_up(tournament)

    async def _give_turn(self, tournament: Tournament) -> None:
        if self._is_taken(tournament):
            self._look_on(tournament)
            return
        tournament.is_elsewhere = False
        tournament.begin()
        try:
            word, content = await self._play(tournament)
        finally:
            tournament.rest()
        if tournament.record.id in self._all:
            # The process may have written more than it had the time to tell.
            tournament.done = self.store.count(tournament.record.id)
            self._conclude(tournament, word, content)

    def _conclude(self, tournament: Tournament, word: str, content: str) -> None:
        """Say what becomes of a tournament whose process has ended with a word, or without."""
        record = tournament.record
        if record.has_ended:
            if record.done != tournament.done:
                self._write(tournament, replace(record, done=tournament.done))
        elif word == "end" and tournament.done >= tournament.total:
            self._end(tournament, "finished")
        elif word == "problem":
            self._end(tournament, "failed", json.loads(content)["detail"])
        elif word == "busy":
            self._look_on(tournament)
        elif tournament.stop.is_set() or word == "end":
            self._line_up(tournament)
        else:
            self._bury(tournament)

    def _is_taken(self, tournament: Tournament) -> bool:
        """Return whether another server, which was seen to play it, still does."""
        return tournament.is_elsewhere and self.store.is_played(tournament.record.id)

    def _look_on(self, tournament: Tournament) -> None:
        """Follow what another server plays, to go on if that server goes."""
        tournament.is_elsewhere = True
        tournament.done = self.store.count(tournament.record.id)
        tournament.wake_at = time.monotonic() + ELSEWHERE
        self._line_up(tournament)

    def _bury(self, tournament: Tournament) -> None:
        """Try again after the process has died, but not for ever."""
        self._deaths.inc()
        tournament.deaths += 1
        log.warning("the process of tournament %s has died", tournament.record.id)
        if tournament.deaths >= DEATHS:
            self._end(tournament, "failed", f"its process has died {DEATHS} times")
        else:
            tournament.wake_at = time.monotonic() + tournament.deaths
            self._line_up(tournament)

    # The process

    async def _play(self, tournament: Tournament) -> tuple[str, str]:
        """Return a tournament its turn, and the last words of its process if there are any."""
        record, began = tournament.record, time.monotonic()
        setup = record.setup.model_dump(exclude_none=True)
        process = await RunnerProcess.start(
            {"ledger": str(self.store.ledger(record.id)), "setup": setup}
        )
        try:
            async with aclosing(process.words(tournament.stop)) as words:
                async for word, content in words:
                    if word in FINAL:
                        return word, content
                    if self._take_in(tournament, word, content) and self._turn_is_over(began):
                        tournament.stop.set()
        finally:
            await process.end()
        return "", ""

    def _take_in(self, tournament: Tournament, word: str, content: str) -> int:
        """Take note of what a process tells; give how many games are new."""
        if word == "standings":
            tournament.add_up(StandingsView.model_validate_json(content))
            return 0
        told = json.loads(content)
        new = tournament.count(told["done"], told["doing"])
        self._games.inc(new)
        if new:
            tournament.deaths = 0
        stamp = self.store.stamp(tournament.record.id)
        if stamp is None:
            self._forget(tournament)
        else:
            self._look(tournament.record.id, stamp)
        return new

    def _turn_is_over(self, began: float) -> bool:
        """Return whether it is time for others, if there are any."""
        moment = time.monotonic()
        return moment - began > TURN and any(
            each.wake_at <= moment and not self._is_taken(each) for each in self._queue
        )
