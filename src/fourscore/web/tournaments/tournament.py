"""A tournament in the server's memory: its record, its progress, and its watchers."""

import asyncio
from typing import Any

from fourscore.arena.rounds import count_games
from fourscore.arena.schedule import unique_names
from fourscore.schemas.tournaments import StandingsView
from fourscore.web.background.task import Task
from fourscore.web.tournaments.command import tournament_command
from fourscore.web.tournaments.messages import RunnerProgress
from fourscore.web.tournaments.schemas import LiveGameView, TournamentLineView, TournamentView
from fourscore.web.tournaments.store import Record, TournamentStore

__all__ = ["Tournament"]


class Tournament(Task[Record]):
    """One tournament; watchers are notified of every change."""

    def __init__(self, record: Record, store: TournamentStore, modified: int | None) -> None:
        super().__init__(record, modified)
        self._store = store
        self.ledger = store.ledger(record.id)
        self.doing = "playing"
        self.live: list[LiveGameView] = []
        """The latest games, while it runs."""
        self.standings: StandingsView | None = None
        self.rounds: list[str] = []
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

    def progress(self, now: RunnerProgress) -> int:
        """Note how far it is, all at once, and return how many games are new."""
        self.doing, self.live = now.doing, now.games
        if now.standings is not None:
            self._take_standings(now.standings, now.rounds)
        return self.count(now.done)

    def set_live(self, games: list[LiveGameView]) -> None:
        """Set what is on the boards."""
        self.live = games
        self.notify()

    def set_standings(self, standings: StandingsView | None, rounds: list[str]) -> None:
        """Set the standings, which say themselves after how many games."""
        if standings is not None:
            self._take_standings(standings, rounds)
        self.notify()

    def _take_standings(self, standings: StandingsView, rounds: list[str]) -> None:
        self.standings, self.rounds = standings, rounds
        self.standings_games = standings.games + len(standings.voids)

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
        planned = count_games(len(setup.agents), setup.format, setup.games, setup.rounds)
        return max(self.done, planned)

    # Views

    @property
    def shown(self) -> int:
        """Games played, as the page says it: the same number that the standings add up to."""
        return self.done if self.standings is None else self.standings_games

    def says(self, before: int) -> str:
        """Return the state in a sentence; `before` others have their turn first."""
        played = f"{self.shown:,} of {self.total:,} games"
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
            done=self.shown,
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
            rounds=self.rounds,
            live=self.live if self.is_running else [],
            command=tournament_command(self.record.setup),
        )
