"""The tournament scheduler: which tournaments there are, and whose turn it is."""

import asyncio

from fourscore.arena.schedule import IN_ROUNDS
from fourscore.arena.tournament import Settings as ArenaSettings
from fourscore.web.background.scheduler import Scheduler
from fourscore.web.background.store import now
from fourscore.web.downloads import Downloads
from fourscore.web.metrics import Metrics
from fourscore.web.problems import Refused
from fourscore.web.settings import Settings
from fourscore.web.tournaments.messages import RunnerLive, RunnerProgress, RunnerRequest
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
        slots, client_open = settings.tournaments, settings.client_tournaments
        super().__init__(self._folder, slots, client_open, metrics)
        self._kept = settings.tournaments_kept
        self._local_agents = settings.local_agents
        self.exports = asyncio.Semaphore(MAX_EXPORTS)
        """Bounds the ledgers that are being copied."""
        self.downloads = Downloads()

    # Requests

    def view(self, tournament: Tournament) -> TournamentView:
        return tournament.view(self.before(tournament))

    def create(self, setup: TournamentRequest, client: str) -> Tournament:
        """Start a tournament; raises `InputError` if it is wrong, `Refused` if there are many."""
        specs = self._settings(setup).specs
        setup = setup.model_copy(update={"agents": list(specs)})
        return self._add(Record(id=self.store.new_id(), setup=setup, created=now()), client)

    def resume(self, tournament: Tournament, games: int | None, client: str) -> None:
        """Resume a tournament that was stopped, or play more games for each pairing."""
        setup = tournament.record.setup
        longer = setup if games is None else setup.model_copy(update={"games": games})
        self._settings(longer)
        if longer.games != setup.games and setup.format in IN_ROUNDS:
            why = "its pairings depend on its results"
            raise Refused(422, f"a {setup.format} tournament cannot be made longer: {why}")
        if longer.games < setup.games:
            raise Refused(422, f"each pairing already has {setup.games} games")
        if tournament.record.has_ended or longer != setup:
            self._reopen(tournament, longer, client)

    def _settings(self, setup: TournamentRequest) -> ArenaSettings:
        return arena_settings(setup, local_agents=self._local_agents)

    # Tasks

    def _make(self, record: Record, modified: int | None) -> Tournament:
        return Tournament(record, self._folder, modified)

    def _request(self, task: Tournament) -> str:
        request = RunnerRequest(
            ledger=task.ledger, setup=task.record.setup, local_agents=self._local_agents
        )
        return request.model_dump_json()

    def _handle(self, task: Tournament, word: str, content: str) -> int:
        if word == "live":
            task.set_live(RunnerLive.model_validate_json(content).games)
            return 0
        return task.progress(RunnerProgress.model_validate_json(content))

    def _outdated(self) -> list[Tournament]:
        """Return those that ended first, if there are too many."""
        return self._ended()[: max(0, len(self._tasks) - self._kept)]
