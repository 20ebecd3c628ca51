"""The calibration of the levels, with two games a pairing."""

import json
from pathlib import Path
from typing import Any

import pytest

from fourscore.agents.levels import Level, Placed, Skill, level_table
from fourscore.insight.studies.levels import run_levels
from fourscore.insight.studies.study import Workspace

OPENINGS = "random:18"


def levels_of(folder: Path, variant: str = "standard") -> list[dict[str, Any]]:
    found = json.loads((folder / f"levels-{variant}.json").read_text(encoding="utf-8"))
    return list(found["levels"])


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("levels")
    run_levels(Workspace(folder, 4, 0), 2, OPENINGS, others=["tuples"])
    return folder


def test_the_table_is_written_as_it_is_shipped(folder: Path) -> None:
    found = json.loads((folder / "levels-standard.json").read_text(encoding="utf-8"))
    rows = [Level(**{**row, "skill": Skill(**row["skill"])}) for row in found["levels"]]
    assert [(row.number, row.skill) for row in rows] == [
        (level.number, level.skill) for level in level_table()
    ]
    assert rows[0].share_below is None
    assert all(row.games_below == 2 for row in rows[1:])
    assert all(row.low <= row.elo <= row.high and row.seconds > 0 for row in rows)
    assert all(row.step_low <= row.step <= row.step_high for row in rows)
    (placed,) = [Placed(**each) for each in found["agents"]]
    assert (placed.spec, placed.games) == ("tuples", 20)
    assert placed.low <= placed.elo <= placed.high
    source = found["provenance"]
    assert source["games"] == 2 * (9 + 8) + 20
    assert source["command"] == (
        "fourscore study levels --variant standard --games 2 --openings random:18 --seed 4 "
        "--with tuples"
    )


def test_the_same_seed_gives_the_same_strengths(folder: Path, tmp_path: Path) -> None:
    run_levels(Workspace(tmp_path, 4, 0), 2, OPENINGS)
    first, again = (
        [{**row, "seconds": 0} for row in levels_of(each)] for each in (folder, tmp_path)
    )
    assert first == again


def test_each_variant_has_a_table_of_its_own(tmp_path: Path) -> None:
    run_levels(Workspace(tmp_path, 4, 0), 2, OPENINGS, "slip")
    skills = [Skill(**row["skill"]) for row in levels_of(tmp_path, "slip")]
    assert skills == [level.skill for level in level_table("slip")]
