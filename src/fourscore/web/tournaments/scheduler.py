"""The tournament scheduler: which tournaments there are, and whose turn it is."""

import asyncio

from fourscore.schemas.tournaments import StandingsView
from fourscore.web.background.scheduler import Scheduler
from fourscore.web.background.store import now
from fourscore.web.metrics import Metrics
from fourscore.web.problems import Refused
from fourscore.web.settings import Settings
from fourscore.web.tournaments.messages import RunnerProgress, RunnerRequest
from fourscore.web.tournaments.schemas import TournamentRequest, TournamentView
from fourscore.web.tournaments.setup import arena_settings
from fourscore.web.tournaments.store import Record, TournamentStore
from fourscore.web.tournaments.tournament import Tournament

__all__ = ["TournamentScheduler"]

MAX_EXPORTS = 2


class TournamentScheduler(Scheduler[Tournament, Record]):
    """All tournaments of one folder."""

    thing = "tournament"
    runner = "fourscore.web.tournaments.runner"

    def __init__(self, settings: Settings, metrics: Metrics) -> None:
        self._folder = TournamentStore(settings.data)
        super().__init__(self._folder, settings.tournaments, metrics)
        self._kept = settings.tournaments_kept
        self.exports = asyncio.Semaphore(MAX_EXPORTS)
        """Bounds the copies of ledgers in memory."""

    # Requests

    def view(self, tournament: Tournament) -> TournamentView:
        return tournament.view(self.before(tournament))

    def create(self, setup: TournamentRequest, client: str) -> Tournament:
        """Start a tournament; raises `InputError` if it is wrong, `Refused` if there are many."""
        specs = arena_settings(setup).specs
        setup = setup.model_copy(update={"agents": list(specs)})
        return self._add(Record(id=self.store.new_id(), setup=setup, created=now()), client)

    def resume(self, tournament: Tournament, games: int | None, client: str) -> None:
        """Resume a tournament that was stopped, or play more games for each pairing."""
        setup = tournament.record.setup
        longer = setup if games is None else setup.model_copy(update={"games": games})
        arena_settings(longer)
        if longer.games < setup.games:
            raise Refused(422, f"each pairing already has {setup.games} games")
        if tournament.record.has_ended or longer != setup:
            self._reopen(tournament, longer, client)

    # Tasks

    def _make(self, record: Record, modified: int | None) -> Tournament:
        return Tournament(record, self._folder, modified)

    def _request(self, task: Tournament) -> str:
        request = RunnerRequest(ledger=task.ledger, setup=task.record.setup)
        return request.model_dump_json()

    def _handle(self, task: Tournament, word: str, content: str) -> int:
        if word == "standings":
            task.set_standings(StandingsView.model_validate_json(content))
            return 0
        progress = RunnerProgress.model_validate_json(content)
        return task.progress(progress.done, progress.doing)

    def _outdated(self) -> list[Tournament]:
        """Return those that ended first, if there are too many."""
        return self._ended()[: max(0, len(self._tasks) - self._kept)]
