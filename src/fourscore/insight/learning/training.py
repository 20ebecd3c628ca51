"""`train`: start or go on with a run, and hold it against the truth on the way."""

import os
from pathlib import Path

from fourscore.errors import InputError
from fourscore.insight.learning.watching import OnPoint, Watcher
from fourscore.insight.truth.suites import suite_for
from fourscore.learn.run import Run, new_run_folder
from fourscore.learn.settings import TrainingSettings
from fourscore.learn.training import OnRound, Progress, train_run
from fourscore.runtime.progress import OnCount, reporting
from fourscore.search.control import Cancel

__all__ = ["goal_of", "open_run", "train", "train_watched"]


def train(
    method: str = "td",
    *,
    minutes: float | None = None,
    games: int | None = None,
    out: str | Path | None = None,
    seed: int = 0,
    workers: int | str | None = None,
    size: tuple[int, int] = (7, 6),
    variant: str = "standard",
    progress: bool = False,
    on_progress: OnCount | None = None,
    cancel: Cancel | None = None,
) -> Run:
    """Let a player teach itself, for some minutes or some games, and return the run.

    The methods are "td" (temporal difference learning by self-play), "zero" (self-play with a
    tree search that the network guides) and "truth" (taught by exact scores, for comparison). The
    run is stored in the folder `out`, or in a new one among your runs. If `out` is a run of the
    same settings, its training goes on until it has had so many minutes or games in all. What it
    learns depends on the seed alone with one worker; by default there is one a core. `workers` may
    also be the address of a Dask cluster.

    `on_progress` receives how many seconds, or games, are done, and of how many. If cancelled, the
    run is stored as far as it is.

    >>> run = train(games=100, size=(4, 4), out=getfixture("tmp_path") / "run", workers=1)
    >>> run.games, run.curve[-1]["games"], run.ages
    (100, 100, [0, 100])
    """
    goal = goal_of(minutes, games)
    settings = TrainingSettings(method, seed, size, variant)
    run = open_run(new_run_folder(method) if out is None else Path(out), settings)
    with reporting("training", progress, on_progress) as report:

        def on_round(now: Progress) -> None:
            report(now.games if games is not None else int(now.seconds), goal)

        train_watched(run, minutes=minutes, games=games, workers=workers, cancel=cancel,
                      on_round=on_round)  # fmt: skip
    return run


def goal_of(minutes: float | None, games: int | None) -> int:
    """Return the games or the seconds to train. Raises `InputError` unless one is asked for."""
    if (minutes is None) == (games is None):
        raise InputError("say how long to train: either some minutes or some games")
    if games is not None:
        if games < 1:
            raise InputError(f"a training of {games} games teaches nothing")
        return games
    assert minutes is not None
    if not 0 < minutes < float("inf"):
        raise InputError(f"a training cannot take {minutes:g} minutes")
    return max(1, round(60 * minutes))


def open_run(folder: Path, settings: TrainingSettings, command: str = "") -> Run:
    """Open the run in a folder to go on with it, or start one.

    Raises `InputError` if the folder has something else, or a run of other settings.
    """
    if not (folder / "run.json").exists():
        return Run.create(folder, settings, command)
    run = Run.open(folder)
    if run.settings != settings:
        differing = [
            f"{name} {ours!r}, not {wanted!r}"
            for (name, ours), wanted in zip(
                run.settings.to_json().items(), settings.to_json().values(), strict=True
            )
            if ours != wanted
        ]
        raise InputError(f"'{folder}' is a run of other settings: it has {', '.join(differing)}")
    return run


def train_watched(
    run: Run,
    *,
    minutes: float | None = None,
    games: int | None = None,
    workers: int | str | None = None,
    cancel: Cancel | None = None,
    on_round: OnRound | None = None,
    on_point: OnPoint | None = None,
) -> None:
    """Train a run, and add points to its curve where the truth about its game is known.

    `workers` are threads, one a core by default, or the address of a cluster.
    """
    watcher = Watcher(run, suite_for(run.settings.size, run.settings.variant), on_point)

    def watch(progress: Progress) -> None:
        watcher(progress)
        if on_round is not None:
            on_round(progress)

    train_run(
        run,
        games=games,
        seconds=None if minutes is None else 60 * minutes,
        workers=_workers(workers),
        cancel=cancel,
        on_round=watch,
    )
    watcher.finish()


def _workers(workers: int | str | None) -> int | str:
    if isinstance(workers, int) and workers < 1:
        raise InputError(f"a training needs at least one worker, not {workers}")
    return workers or os.cpu_count() or 1
