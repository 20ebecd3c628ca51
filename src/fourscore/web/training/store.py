"""The folder of trainings: their records, and beside each the folder of its run."""

import shutil
from pathlib import Path

from fourscore.errors import InputError
from fourscore.learn.run import Run, RunBusy
from fourscore.web.background.store import TaskRecord, TaskStore
from fourscore.web.training.schemas import TrainingRequest

__all__ = ["Record", "TrainingStore"]


class Record(TaskRecord):
    """What is known of a training besides its run."""

    setup: TrainingRequest
    games: int = 0
    """Games it had learned from when it ended,"""
    seconds: float = 0.0
    """and for how long."""


class TrainingStore(TaskStore[Record]):
    """The folder of trainings, in which specs find the runs by their names."""

    record = Record
    thing = "training"

    def run(self, name: str) -> Path:
        return self.folder / name

    def size(self, name: str) -> int:
        """Return how many bytes a training takes."""
        total = 0
        for path in self.run(name).rglob("*"):
            try:
                total += path.stat().st_size
            except OSError:  # it was replaced meanwhile
                continue
        return total

    def is_running(self, name: str) -> bool:
        """Return whether any process is training a run right now."""
        try:
            with Run.open(self.run(name)).locked():
                return False
        except RunBusy:
            return True
        except InputError:
            return False

    def _delete_files(self, name: str) -> None:
        shutil.rmtree(self.run(name), ignore_errors=True)
