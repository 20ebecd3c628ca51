"""Trainings: the same seed learns the same, however often it is stopped, and runs survive."""

import json
from pathlib import Path

import numpy as np
import pytest

from fourscore.core.position import Position
from fourscore.errors import InputError, UnsupportedError
from fourscore.jit.kernel import kernel
from fourscore.learn.cluster import ClusterTrainer
from fourscore.learn.held_out import HELD_OUT, is_held_out
from fourscore.learn.run import Run
from fourscore.learn.settings import TrainingSettings
from fourscore.learn.trainer import make_trainer
from fourscore.learn.training import Progress, train_run
from fourscore.runtime.workers import SerialPool
from fourscore.search.control import Cancel
from tests.learn.helpers import small_settings, tables, train
from tests.search.clock import ManualClock

METHODS = {"td": 300, "zero": 90, "truth": 150}
"""With the games that are enough to see a difference."""


@pytest.mark.parametrize("method", METHODS)
def test_stopped_and_resumed_training_equals_an_uninterrupted_one(
    tmp_path: Path, method: str
) -> None:
    games = METHODS[method]
    whole = train(tmp_path / "whole", small_settings(method), games)
    parts = train(tmp_path / "parts", small_settings(method), 1, 70, games)
    assert tables(whole) == tables(parts)
    assert whole.ages == parts.ages
    assert (whole.network().values == parts.network().values).all()
    other = train(tmp_path / "other", small_settings(method, seed=2), games)
    assert tables(other) != tables(whole)


def test_a_cancelled_training_stores_what_it_has_learned(tmp_path: Path) -> None:
    run, cancel = Run.create(tmp_path / "run", small_settings()), Cancel()
    seen: list[int] = []

    def stop_soon(progress: Progress) -> None:
        seen.append(progress.games)
        if len(seen) == 3:
            cancel.cancel()

    train_run(run, games=10**9, cancel=cancel, on_round=stop_soon)
    again = Run.open(run.folder)
    assert again.games == seen[-1] == again.ages[-1] > 0
    assert seen == sorted(seen)


def test_two_threads_learn_together_and_reach_the_games(tmp_path: Path) -> None:
    run = train(tmp_path / "run", small_settings(), 501, workers=2)
    assert run.games == 501
    train_run(run, games=700)
    assert run.games == 700


def test_time_ends_a_training(tmp_path: Path) -> None:
    """The clock is read before and after each round, and once to see whether to store."""
    run, clock, seen = Run.create(tmp_path / "run", small_settings()), ManualClock(step=1), []

    def note(progress: Progress) -> None:
        seen.append((progress.games, progress.seconds, progress.share))

    train_run(run, seconds=4, on_round=note, clock=clock)
    assert seen == [(50, 1, 0.25), (100, 2, 0.5), (150, 3, 0.75), (200, 4, 1)]
    assert (clock.asked, clock.waiting) == ([4, 3, 2, 1], [])
    assert (Run.open(run.folder).seconds, Run.open(run.folder).games) == (4, 200)
    hasty = ManualClock(impatient=True)
    train_run(run, seconds=9, clock=hasty)
    assert (hasty.asked, run.seconds, run.games) == ([5], 9, 200)


def test_time_ends_a_proof_that_takes_too_long(tmp_path: Path) -> None:
    run = Run.create(tmp_path / "run", small_settings("truth", size=(6, 7)))
    train_run(run, seconds=0.3)
    assert (run.games, run.seconds >= 0.3) == (0, True)


def test_the_state_is_stored_every_minute(tmp_path: Path) -> None:
    run, clock = Run.create(tmp_path / "run", small_settings()), ManualClock(step=15)
    stored = list[int]()

    def note(_: Progress) -> None:
        stored.append(Run.open(run.folder).games)

    train_run(run, games=300, on_round=note, clock=clock)
    # The clock is read three times for a round of 50 games.
    assert stored == [0, 0, 100, 100, 200, 200]


def test_only_one_process_trains_a_run(tmp_path: Path) -> None:
    run = Run.create(tmp_path / "run", small_settings())
    with run.locked(), pytest.raises(InputError, match="is being trained already"):
        train_run(Run.open(run.folder), games=10)


def test_what_came_after_the_last_state_is_made_again(tmp_path: Path) -> None:
    """As after a kill: a network and a point that the stored state does not know of."""
    run = train(tmp_path / "run", small_settings(), 250)
    for games in (100, 900):
        run.add_point({"games": games, "seconds": 0.1, "classes": {}})
    network = run.folder / "networks"
    (network / "000000000300.net").write_bytes((network / "000000000250.net").read_bytes())
    with (run.folder / "curve.jsonl").open("a") as file:
        file.write('{"games": 9')
    train_run(Run.open(run.folder), games=260)
    assert Run.open(run.folder).ages == [0, 100, 260]
    assert [point["games"] for point in run.curve] == [100]


# What is wrong


@pytest.fixture
def trained(tmp_path: Path) -> Run:
    return train(tmp_path / "run", small_settings(), 10)


def test_a_damaged_or_missing_state_is_one_sentence(trained: Run, tmp_path: Path) -> None:
    path = trained.folder / "state.npz"
    other = train(tmp_path / "other", small_settings(tuples=5), 10).folder / "state.npz"
    for content in (path.read_bytes()[:5000], b"", other.read_bytes()):
        path.write_bytes(content)
        with pytest.raises(InputError, match=r"its state\.npz is damaged"):
            train_run(Run.open(trained.folder), games=60)
    path.unlink()
    with pytest.raises(InputError, match=r"cannot resume the run .*: it has no state\.npz"):
        train_run(Run.open(trained.folder), games=60)


def test_foreign_and_damaged_runs_are_one_sentence(trained: Run, tmp_path: Path) -> None:
    with pytest.raises(InputError, match="is not a run of fourscore"):
        Run.open(tmp_path)
    record = trained.folder / "run.json"
    for content in (record.read_text().replace("fourscore run 1", "fourscore run 9"), "{"):
        record.write_text(content)
        with pytest.raises(InputError, match="is damaged, or of another version"):
            Run.open(trained.folder)
    with pytest.raises(InputError, match="is a run already"):
        Run.create(trained.folder, small_settings())
    with pytest.raises(InputError, match="is not empty, and not a run"):
        Run.create(trained.folder / "networks", small_settings())


@pytest.mark.parametrize("line", ["{", "7", '{"games": 5}', "\udcff"])
def test_a_damaged_curve_ends_where_it_is_damaged(trained: Run, line: str) -> None:
    trained.add_point({"games": 5, "seconds": 0.1, "classes": {}})
    with (trained.folder / "curve.jsonl").open("a", errors="surrogateescape") as file:
        file.write(f"{line}\n")
    trained.add_point({"games": 10, "seconds": 0.2, "classes": {}})
    assert [point["games"] for point in trained.curve] == [5]
    train_run(Run.open(trained.folder), games=20)
    assert Run.open(trained.folder).games == 20


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"method": "luck"}, "there is no method 'luck'"),
        ({"variant": "slip"}, "slip is a game of chance"),
        ({"method": "truth", "variant": "fill"}, "the truth cannot teach fill"),
        ({"method": "truth", "size": (8, 7)}, "8x7 take too long to prove, so the truth cannot"),
        ({"size": (4, 9)}, "at most 8 rows"),
        ({"tuples": 0}, "at least 1 tuple"),
    ],
)
def test_settings_that_make_no_sense(change: dict[str, object], message: str) -> None:
    with pytest.raises(InputError, match=message):
        TrainingSettings(**change)  # type: ignore[arg-type]


def test_unknown_options_of_a_method(tmp_path: Path) -> None:
    run = Run.create(tmp_path / "run", small_settings(options={"speed": 3}))
    with pytest.raises(InputError, match="td has no option 'speed'; its options are step"):
        train_run(run, games=1)


# What is held out


@kernel
def held_out_in_kernel(mine: int, filled: int, rules: object) -> bool:
    return is_held_out(mine, filled, rules)  # type: ignore[arg-type]


@pytest.mark.parametrize("size", [(7, 6), (9, 6), (4, 4)])
def test_held_out_positions(size: tuple[int, int]) -> None:
    """Kernels and Python agree, mirror images too, and about one position in 32 is held out."""
    count, held = 2000, 0
    for seed in range(count):
        position = Position.random(6 + seed % (size[0] * size[1] // 2 - 6), seed, size=size)
        image = position.mirror()
        out = is_held_out(position.mine, position.filled, position.rules)
        assert out == is_held_out(image.mine, image.filled, image.rules)
        assert out == bool(held_out_in_kernel(position.mine, position.filled, position.rules))
        held += out
    if size != (4, 4):
        assert 0.6 < held / count * HELD_OUT < 1.5


# Several machines


def test_workers_of_a_pool_learn_together() -> None:
    """In this process: what each sends back is merged, counted, stored and restored."""
    settings = small_settings()
    trainer = ClusterTrainer(settings, SerialPool(), seconds=0.1)
    stop = np.zeros(2, np.int64)
    trainer.advance(1, stop)
    before = trainer.games
    trainer.advance(before + 1, stop)
    assert trainer.games > before > 0
    assert trainer.last_game
    other = ClusterTrainer(settings, SerialPool(), seconds=0.1)
    other.restore(trainer.state())
    assert other.games == trainer.games
    assert (other.network().values == trainer.network().values).all()
    trainer.close()
    other.close()
    with pytest.raises(UnsupportedError, match="on this machine only"):
        ClusterTrainer(small_settings("truth"), SerialPool())


def test_younger_selves_are_stored_however_many_games_come_at_once(tmp_path: Path) -> None:
    """As on a cluster: no round ends with exactly 100 or 300 games."""
    run = Run.create(tmp_path / "run", small_settings())
    trainer, stop = make_trainer(run.settings), np.zeros(2, np.int64)
    for games in (0, 40, 120, 250, 350, 700, 900):
        trainer.advance(games, stop)
        run.store_network(trainer)
    assert run.ages == [0, 120, 350, 900]


@pytest.mark.slow
def test_cluster_training_through_dask(tmp_path: Path) -> None:
    from distributed import LocalCluster

    run = Run.create(tmp_path / "run", small_settings())
    with LocalCluster(
        n_workers=1, threads_per_worker=1, processes=False, dashboard_address=None
    ) as cluster:
        train_run(run, games=1, workers=cluster.scheduler_address)
    found = Run.open(run.folder)
    assert found.games >= 1
    assert json.loads((found.folder / "run.json").read_text())["games"] == found.games
    assert (found.network().values != 0).any()
