"""Runs of version 1.0 are read for ever: shown, played with and resumed."""

import zipfile
from pathlib import Path

import pytest

from fourscore.core.position import Position
from fourscore.insight.learning.report import report_on
from fourscore.learn.run import Run
from fourscore.learn.settings import TrainingSettings
from fourscore.learn.training import train_run
from tests.learn.helpers import tables

FILES = Path(__file__).parent / "files"
POSITION = Position("12", size=(4, 4))
CURVES = {
    "td": [(50, 0.6576), (130, 0.6739)],
    "zero": [(50, 0.6739), (130, 0.6793)],
    "truth": [(50, 0.6957), (130, 0.7337)],
}
"""Games, and the share of moves in the middle game that keep the result."""
VALUES = {
    "td": [-0.9418256, -0.9006635, -0.9999, -0.9996812],
    "zero": [0.1703853, -0.4906454, -0.1244243, 0.1855695],
    "truth": [0.0624278, -0.8659864, -0.1855695, -0.1128524],
}
"""What the last network says of the columns of `POSITION`."""


@pytest.mark.parametrize("method", CURVES)
def test_a_run_of_version_1_is_read_shown_played_and_resumed(tmp_path: Path, method: str) -> None:
    with zipfile.ZipFile(FILES / f"{method}.zip") as archive:
        archive.extractall(tmp_path)
    run = Run.open(tmp_path)
    assert run.settings == TrainingSettings(method, seed=1, size=(4, 4), tuples=2, length=4)
    assert (run.games, run.ages, run.provenance["fourscore"]) == (130, [0, 100, 130], "1.0.0")

    shown = report_on(run).as_json()
    points = [(each["games"], each["classes"]["middle"]["kept"]) for each in shown["curve"]]
    assert points == CURVES[method]

    values = run.network().column_values(POSITION)
    assert list(values.values()) == pytest.approx(VALUES[method], abs=1e-6)
    chosen = run.agent("zero:playouts=20" if method == "zero" else "tuples").choose(POSITION)
    assert chosen.column in POSITION.legal
    assert chosen.values.keys() == values.keys()

    state = tables(run)
    train_run(run, games=130)
    assert tables(run) == state
    train_run(run, games=140)
    again = Run.open(tmp_path)
    assert (again.games, again.ages) == (140, [0, 100, 140])
    assert again.curve == shown["curve"]
