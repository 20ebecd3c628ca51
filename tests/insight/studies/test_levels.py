"""The calibration of the levels, with two games a pairing."""

import json
from pathlib import Path

import pytest

from fourscore.agents.levels import Level, Placed, Skill, level_table
from fourscore.core.variants import VARIANTS
from fourscore.insight.studies.levels import run_levels
from fourscore.insight.studies.study import Workspace

OPENINGS = "random:18"


def table_of(folder: Path, variant: str = "standard") -> dict[str, object]:
    text = (folder / f"levels-{variant}.json").read_text(encoding="utf-8")
    found: dict[str, object] = json.loads(text)
    return found


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
    findings = run_levels(Workspace(tmp_path, 4, 0), 2, OPENINGS)
    again, first = (table_of(each)["levels"] for each in (tmp_path, folder))
    assert isinstance(first, list)
    assert isinstance(again, list)
    for one, other in zip(first, again, strict=True):
        assert {**one, "seconds": 0} == {**other, "seconds": 0}
    assert [row[0] for row in findings.tables[0].rows] == [str(number) for number in range(1, 11)]


@pytest.mark.parametrize("variant", [each for each in VARIANTS if each != "standard"])
def test_each_variant_has_a_table_of_its_own(variant: str, tmp_path: Path) -> None:
    run_levels(Workspace(tmp_path, 4, 0), 2, OPENINGS, variant)
    rows = table_of(tmp_path, variant)["levels"]
    assert isinstance(rows, list)
    assert [Skill(**row["skill"]) for row in rows] == [
        level.skill for level in level_table(variant)
    ]
