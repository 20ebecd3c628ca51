"""The scheduler of trainings: which there are, and whose turn it is."""

from fourscore.web.background.process import RunnerProcess
from fourscore.web.background.scheduler import Scheduler
from fourscore.web.background.store import now
from fourscore.web.metrics import Metrics
from fourscore.web.problems import Refused
from fourscore.web.settings import Settings
from fourscore.web.training.messages import RunnerProgress, RunnerRequest
from fourscore.web.training.schemas import TrainingRequest, TrainingView
from fourscore.web.training.setup import bytes_of, training_settings
from fourscore.web.training.store import Record, TrainingStore
from fourscore.web.training.training import Training

__all__ = ["TrainingScheduler"]


class TrainingScheduler(Scheduler[Training, Record]):
    """All trainings of one folder; one of them learns at a time."""

    thing = "training"
    runner = "fourscore.web.training.runner"
    turn = 60.0
    exit_seconds = 20.0  # everything that was learned is written first

    def __init__(self, settings: Settings, metrics: Metrics) -> None:
        self._folder = TrainingStore(settings.runs)
        super().__init__(self._folder, 1, settings.client_trainings, metrics)
        self._kept = settings.trainings_kept
        self._bytes = settings.training_megabytes << 20

    # Requests

    def view(self, training: Training, moves: str = "") -> TrainingView:
        return training.view(self.before(training), moves)

    def create(self, setup: TrainingRequest, client: str) -> Training:
        """Start a training; raises `InputError` if it is wrong, `Refused` if there are many."""
        training_settings(setup)
        return self._add(Record(id=self.store.new_id(), setup=setup, created=now()), client)

    def resume(self, training: Training, minutes: float | None, client: str) -> None:
        """Resume a training that was stopped, or let it learn for longer."""
        setup = training.record.setup
        longer = setup if minutes is None else setup.model_copy(update={"minutes": minutes})
        if longer.minutes < setup.minutes:
            raise Refused(422, f"it already has {_minutes(setup.minutes)} to learn; ask for more")
        if training.record.has_ended or longer != setup:
            self._reopen(training, longer, client)

    # Tasks

    def _make(self, record: Record, modified: int | None) -> Training:
        return Training(record, self._folder, modified)

    def _request(self, task: Training) -> str:
        return RunnerRequest(run=task.folder, setup=task.record.setup).model_dump_json()

    def _launched(self, task: Training, process: RunnerProcess) -> None:
        task.launched(process)

    def _held(self) -> list[Training]:
        """Return those for which there is no room beside the ones that were opened before."""
        held, room = list[Training](), self._bytes // 2
        for at, each in enumerate(sorted(self._open(), key=lambda each: each.record.opened)):
            needed = bytes_of(each.record.setup)
            if needed <= room or at == 0:
                room -= needed
            else:
                held.append(each)
        return held

    def _handle(self, task: Training, word: str, content: str) -> int:  # noqa: ARG002
        return task.progress(RunnerProgress.model_validate_json(content))

    def _outdated(self) -> list[Training]:
        """Return those that ended first, if there are too many or they take too much room."""
        ended = self._ended()
        sizes = {name: self._folder.size(name) for name in self._tasks}
        left = [sizes.pop(each.record.id) for each in ended]
        room = max(self._bytes // 2, self._bytes - sum(sizes.values()))
        while left and (len(left) > self._kept or sum(left) > room):
            del left[0]
        return ended[: len(ended) - len(left)]


def _minutes(minutes: float) -> str:
    return f"{minutes:g} minute{'' if minutes == 1 else 's'}"
