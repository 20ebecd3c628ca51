"""A tournament in the server's memory: its record, its progress, and its watchers."""

import asyncio
from typing import Any

from fourscore.arena.schedule import pairings, unique_names
from fourscore.schemas.tournaments import StandingsView
from fourscore.web.background.task import Task
from fourscore.web.tournaments.schemas import TournamentLineView, TournamentView
from fourscore.web.tournaments.store import Record, TournamentStore

__all__ = ["Tournament"]


class Tournament(Task[Record]):
    """One tournament; watchers are notified of every change."""

    def __init__(self, record: Record, store: TournamentStore, modified: int | None) -> None:
        super().__init__(record, modified)
        self._store = store
        self.ledger = store.ledger(record.id)
        self.doing = "playing"
        self.standings: StandingsView | None = None
        self.standings_games = -1
        """How many games the standings are about."""
        self.standings_lock = asyncio.Lock()
        """Held while the standings are computed, so that it is done once for all who wait."""
        self.take(record, modified)

    # Changes

    def take(self, record: Record, modified: int | None) -> None:
        super().take(record, modified)
        if record.has_ended:
            self.done = record.done
        elif modified is not None:
            self.update()

    def update(self) -> None:
        self.done = self._store.count(self.record.id)

    def progress(self, done: int, doing: str) -> int:
        """Note its progress, and return how many games are new."""
        self.doing = doing
        return self.count(done)

    def set_standings(self, standings: StandingsView | None) -> None:
        """Set the standings after the games that are done."""
        self.standings = standings
        self.standings_games = self.done
        self.notify()

    # State

    @property
    def reached(self) -> dict[str, Any]:
        return {"done": self.done, "leaders": self.leaders}

    @property
    def is_complete(self) -> bool:
        return self.done >= self.total

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
            case "waiting":
                return self.says_waiting(before)
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
