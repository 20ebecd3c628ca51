"""Small networks and runs, quickly trained."""

from pathlib import Path

import numpy as np

from fourscore.learn.run import Run
from fourscore.learn.settings import TrainingSettings
from fourscore.learn.training import train_run


def small_settings(method: str = "td", **changes: object) -> TrainingSettings:
    """Return settings with a network that is quickly allocated and stored."""
    given = {"seed": 1, "tuples": 12, "length": 6, **changes}
    return TrainingSettings(method, **given)  # type: ignore[arg-type]


def train(folder: Path, settings: TrainingSettings, *games: int, workers: int = 1) -> Run:
    """Train a run to each of these numbers of games, opened again for each."""
    Run.create(folder, settings)
    for each in games:
        train_run(Run.open(folder), games=each, workers=workers)
    return Run.open(folder)


def tables(run: Run) -> dict[str, bytes]:
    """Return what decides how a run goes on, apart from the time it took."""
    with np.load(run.folder / "state.npz") as state:
        return {name: state[name].tobytes() for name in state.files if name != "seconds"}
