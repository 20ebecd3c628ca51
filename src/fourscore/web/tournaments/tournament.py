"""A tournament in the server's memory: its record, its progress, and its watchers."""

import asyncio
import time
from collections import deque
from pathlib import Path

from fourscore.arena.schedule import pairings, unique_names
from fourscore.schemas.tournaments import StandingsView
from fourscore.web.tournaments.schemas import TournamentLineView, TournamentView
from fourscore.web.tournaments.store import Record
from fourscore.web.waiting import Signal

__all__ = ["Tournament"]

WINDOW = 60.0
"""Seconds over which the rate of games is measured."""


class Tournament:
    """One tournament; watchers are notified of every change."""

    def __init__(self, record: Record, ledger: Path, done: int, modified: int | None) -> None:
        self.record = record
        self.ledger = ledger
        self.done = done
        self.modified = modified
        """When the record on disk was modified, to notice what other servers write."""
        self.client = ""
        """Who started it, if it was started here."""
        self.is_running = False
        self.is_elsewhere = False
        """Whether another server plays it."""
        self.doing = "playing"
        self.not_before = 0.0
        """When it may have its next turn."""
        self.deaths = 0
        """How often in a row its process has died without a game."""
        self.stop = asyncio.Event()
        """Set when its process should end, for any reason."""
        self.standings: StandingsView | None = None
        self.standings_games = -1
        """How many games the standings are about."""
        self.standings_lock = asyncio.Lock()
        """Held while the standings are computed, so that it is done once for all who wait."""
        self._samples: deque[tuple[float, int]] = deque()
        self._changed = Signal()
        self.version = 0

    # Changes

    def notify(self) -> None:
        """Notify all watchers of a change."""
        self.version += 1
        self._changed.send()

    async def wait_for_change(self, version: int) -> None:
        """Wait until the version changes."""
        if self.version == version:
            await self._changed.wait()

    def started(self) -> None:
        """Note that its process has started."""
        self.is_running = True
        self.stop.clear()
        self._samples.clear()
        self.notify()

    def progress(self, done: int, doing: str) -> int:
        """Note its progress, and return how many games are new."""
        new = max(0, done - self.done)
        self.done, self.doing = done, doing
        moment = time.monotonic()
        self._samples.append((moment, done))
        while self._samples[0][0] < moment - WINDOW:
            self._samples.popleft()
        self.notify()
        return new

    def stopped(self) -> None:
        """Note that its process has ended."""
        self.is_running = False
        self.notify()

    def set_standings(self, standings: StandingsView | None) -> None:
        """Set the standings after the games that are done."""
        self.standings = standings
        self.standings_games = self.done
        self.notify()

    # State

    @property
    def leaders(self) -> tuple[str, ...]:
        """The strongest agent, with those that are just as strong."""
        if self.standings is None:
            return ()
        best, *others = self.standings.agents
        return (best.name, *(each.name for each in others if each.elo == best.elo))

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
        """Games per second, lately."""
        if not self.is_running or len(self._samples) < 2:
            return None
        (start, before), (_, now) = self._samples[0], self._samples[-1]
        seconds = time.monotonic() - start
        return (now - before) / seconds if now > before and seconds > 0 else None

    # Views

    def says(self, before: int) -> str:
        """Return the state in a sentence; `before` others have their turn first."""
        played = f"{self.done:,} of {self.total:,} games"
        match self.state:
            case "finished":
                return f"All {self.total:,} games are played."
            case "cancelled":
                return f"Stopped after {played}."
            case "failed":
                return f"Failed after {played}: {self.record.why}."
            case "waiting" if before:
                others = f"{before} {'other is' if before == 1 else 'others are'} before it"
                return f"Waiting for its turn; {others}."
            case "waiting":
                return "Starting."
        return "Drawing the openings." if self.doing == "drawing" else f"Playing: {played}."

    def line(self, before: int) -> TournamentLineView:
        """Return its line in the list."""
        return TournamentLineView.of(
            self.record,
            state=self.state,
            says=self.says(before),
            names=list(unique_names(tuple(self.record.setup.agents))),
            done=self.done,
            total=self.total,
            leaders=list(self.record.leaders),
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
