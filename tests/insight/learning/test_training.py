"""`train` and the curve that it draws: sparse, resumable, and refused where it cannot be."""

from dataclasses import replace
from pathlib import Path

import pytest

import fourscore as fs
from fourscore.errors import InputError
from fourscore.insight.learning import watching
from fourscore.insight.learning.measuring import Point
from fourscore.insight.learning.training import open_run, train, train_watched
from fourscore.insight.truth.suites import suite_for
from fourscore.learn.run import Run, new_run_folder
from fourscore.learn.settings import TrainingSettings
from fourscore.learn.training import Progress
from tests.learn.helpers import small_settings

SMALL = (4, 4)


def test_a_run_has_a_curve_where_the_truth_is_known(tmp_path: Path) -> None:
    run, points = Run.create(tmp_path / "run", small_settings()), list[Point]()
    train_watched(run, games=300, workers=1, on_point=points.append)
    assert points[-1]["games"] == run.games == 300
    assert run.curve[-1] == points[-1]
    assert {point["games"] for point in run.curve} <= {point["games"] for point in points}
    assert set(run.curve[-1]["classes"]) == {"easy", "medium", "hard", "middle"}
    fill = Run.create(tmp_path / "fill", small_settings(variant="fill"))
    train_watched(fill, games=100, workers=1)
    assert (fill.games, fill.curve) == (100, [])


def test_the_curve_is_sparse(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(watching, "EVERY", 0.0)
    monkeypatch.setattr(watching, "MOST", 1e9)
    monkeypatch.setattr(watching, "APART", 2.0)
    run, rounds = Run.create(tmp_path / "run", small_settings()), list[Progress]()
    train_watched(run, games=10, workers=1, on_round=rounds.append)
    points = list[Point]()
    watcher = watching.Watcher(run, suite_for((7, 6)), points.append)
    for games, seconds in ((20, 1e6), (30, 1.9e6), (40, 2e6), (50, 3e6), (60, 4.5e6)):
        watcher(replace(rounds[-1], games=games, seconds=seconds, share=0.5))
    assert [point["games"] for point in points] == [20, 30, 40, 50, 60]
    assert [point["games"] for point in run.curve] == [10, 20, 40, 60]


def test_train_goes_on_where_it_stopped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FOURSCORE_RUNS", str(tmp_path / "runs"))
    first = fs.train(games=60, size=SMALL, workers=1)
    assert first.folder == tmp_path / "runs" / "td-1"
    assert new_run_folder("td").name == "td-2"
    counts = list[tuple[int, int]]()
    run = train(games=120, out=str(first.folder), size=SMALL, workers=1,
                on_progress=lambda *count: counts.append(count))  # fmt: skip
    assert counts[-1] == (120, 120)
    assert run.games == 120
    position = fs.Position("22", size=SMALL)
    values = run.network().column_values(position)
    assert values[run.agent().choose(position).column] == max(values.values())
    assert run.agent("alphabeta:depth=2,eval=tuples").choose(position).column in range(4)
    assert run.agent("tuples:age=100").spec == "tuples:run=td-1,age=100"


def test_it_can_be_cancelled(tmp_path: Path) -> None:
    cancel = fs.Cancel()
    run = train(minutes=600, out=tmp_path / "run", size=SMALL, workers=1, cancel=cancel,
                on_progress=lambda *_: cancel.cancel())  # fmt: skip
    assert 0 < run.games < 1_000_000
    assert run.curve[-1]["games"] == run.games


@pytest.mark.parametrize(
    ("asked", "message"),
    [
        ({}, "say how long to train"),
        ({"minutes": 1, "games": 1}, "say how long to train"),
        ({"games": 0}, "a training of 0 games teaches nothing"),
        ({"minutes": -1}, "a training cannot take -1 minutes"),
        ({"games": 1, "workers": 0}, "at least one worker"),
    ],
)
def test_bad_input_is_refused(asked: dict[str, object], message: str, tmp_path: Path) -> None:
    with pytest.raises(fs.FourscoreError, match=message):
        train(out=tmp_path / "run", **asked)  # type: ignore[arg-type]


def test_a_run_of_other_settings_is_left_alone(tmp_path: Path) -> None:
    Run.create(tmp_path / "run", small_settings())
    with pytest.raises(InputError, match=r"it has seed 1, not 2, tuples 12, not 100"):
        open_run(tmp_path / "run", TrainingSettings(seed=2, length=6))
