"""The calibration of the levels, with two games a pairing."""

import json
from pathlib import Path

import pytest

from fourscore.agents.levels import Level, Skill, level_table
from fourscore.insight.studies.levels import run_levels
from fourscore.insight.studies.study import Workspace


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("levels")
    run_levels(Workspace(folder, 4, 0), 2, "random:18")
    return folder


def test_the_table_is_written_as_it_is_shipped(folder: Path) -> None:
    found = json.loads((folder / "levels.json").read_text(encoding="utf-8"))
    rows = [Level(**{**row, "skill": Skill(**row["skill"])}) for row in found["levels"]]
    assert [(row.number, row.words, row.skill) for row in rows] == [
        (level.number, level.words, level.skill) for level in level_table()
    ]
    assert rows[0].share_below is None
    assert all(row.games_below == 2 for row in rows[1:])
    assert all(row.low <= row.elo <= row.high and row.seconds > 0 for row in rows)
    source = found["provenance"]
    assert source["games"] == 2 * (9 + 8)
    assert source["command"] == "fourscore study levels --games 2 --openings random:18 --seed 4"


def test_the_same_seed_gives_the_same_strengths(folder: Path, tmp_path: Path) -> None:
    findings = run_levels(Workspace(tmp_path, 4, 0), 2, "random:18")
    again = json.loads((tmp_path / "levels.json").read_text(encoding="utf-8"))["levels"]
    first = json.loads((folder / "levels.json").read_text(encoding="utf-8"))["levels"]
    for one, other in zip(first, again, strict=True):
        assert {**one, "seconds": 0} == {**other, "seconds": 0}
    assert [row[0] for row in findings.tables[0].rows] == [str(number) for number in range(1, 11)]
