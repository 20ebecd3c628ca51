"""A tournament as the server sees it: its record, how far it is, and who watches."""

import asyncio
import time
from collections import deque

from fourscore.arena.schedule import pairings, unique_names
from fourscore.schemas.tournaments import StandingsView
from fourscore.web.tournaments.schemas import TournamentLineView, TournamentView
from fourscore.web.tournaments.store import Record

__all__ = ["Tournament"]

WINDOW = 60.0
"""Seconds over which games a second are counted."""


class Tournament:
    """One that is kept; watchers are told when anything in it changes."""

    def __init__(self, record: Record, done: int, stamp: int | None) -> None:
        self.record = record
        self.done = done
        self.stamp = stamp
        """Of the record on disk, to notice what other servers write."""
        self.client = ""
        """Who has started it here."""
        self.is_running = False
        self.is_elsewhere = False
        """Whether another server plays it."""
        self.doing = "playing"
        self.wake_at = 0.0
        """When it may have its next turn."""
        self.deaths = 0
        """How often in a row its process has died without a game."""
        self.stop = asyncio.Event()
        """Set when its process shall end, whatever the reason."""
        self.standings: StandingsView | None = None
        self.counted = -1
        """How many games the standings are about."""
        self.adding_up = asyncio.Lock()
        """Held by whoever has the games added up, for all who want to know."""
        self._samples: deque[tuple[float, int]] = deque()
        self._changed = asyncio.Event()
        self.version = 0

    # What happens to it

    def touch(self) -> None:
        """Tell everybody who watches that something has changed."""
        self.version += 1
        changed, self._changed = self._changed, asyncio.Event()
        changed.set()

    async def change(self, version: int) -> None:
        """Wait until it is not as it was."""
        if self.version == version:
            await self._changed.wait()

    def begin(self) -> None:
        """Note that its process has started."""
        self.is_running = True
        self.stop.clear()
        self._samples.clear()
        self.touch()

    def count(self, done: int, doing: str) -> int:
        """Note how far it is; give how many games are new."""
        new = max(0, done - self.done)
        self.done, self.doing = done, doing
        moment = time.monotonic()
        self._samples.append((moment, done))
        while self._samples[0][0] < moment - WINDOW:
            self._samples.popleft()
        self.touch()
        return new

    def rest(self) -> None:
        """Note that its process has ended."""
        self.is_running = False
        self.touch()

    def add_up(self, standings: StandingsView | None) -> None:
        """Keep standings, which are about as many games as are done."""
        self.standings = standings
        self.counted = self.done
        self.touch()

    @property
    def leaders(self) -> tuple[str, ...]:
        """The strongest, with those who are just as strong."""
        if self.standings is None:
            return ()
        best, *others = self.standings.agents
        return (best.name, *(each.name for each in others if each.elo == best.elo))

    # How it is shown

    @property
    def total(self) -> int:
        setup = self.record.setup
        return max(self.done, setup.games * len(pairings(len(setup.agents), setup.format)))

    @property
    def is_over(self) -> bool:
        """Whether it has ended, and its process with it."""
        return self.record.has_ended and not self.is_running

    @property
    def state(self) -> str:
        if self.record.has_ended:
            return self.record.state
        return "running" if self.is_running or self.is_elsewhere else "waiting"

    @property
    def rate(self) -> float | None:
        """Games a second of late."""
        if not self.is_running or len(self._samples) < 2:
            return None
        (start, before), (_, now) = self._samples[0], self._samples[-1]
        seconds = time.monotonic() - start
        return (now - before) / seconds if now > before and seconds > 0 else None

    def says(self, before: int) -> str:
        """Say the state in a sentence."""
        played = f"{self.done:,} of {self.total:,} games"
        if self.state == "finished":
            return f"All {self.total:,} games are played."
        if self.state == "cancelled":
            return f"Stopped after {played}."
        if self.state == "failed":
            return f"Failed after {played}: {self.record.why}."
        if self.state == "waiting":
            others = f"{before} {'other is' if before == 1 else 'others are'} before it"
            return f"Waiting for its turn; {others}." if before else "Starting."
        return "Drawing the openings." if self.doing == "drawing" else f"Playing: {played}."

    def line(self, before: int) -> TournamentLineView:
        """Return it for the list."""
        record = self.record
        return TournamentLineView(
            id=record.id,
            state=self.state,
            says=self.says(before),
            created=record.created,
            ended=record.ended,
            setup=record.setup,
            names=list(unique_names(tuple(record.setup.agents))),
            done=self.done,
            total=self.total,
            leaders=list(record.leaders),
        )

    def view(self, before: int) -> TournamentView:
        """Return everything."""
        rate = self.rate
        return TournamentView(
            **dict(self.line(before)),
            before=before,
            games_a_second=rate,
            seconds_left=(self.total - self.done) / rate if rate else None,
            standings=self.standings,
        )
