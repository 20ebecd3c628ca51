"""The calibration of the levels, with two games a pairing."""

import json
from pathlib import Path

from fourscore.agents.levels import Level, Placed, Skill, level_table
from fourscore.insight.studies.levels import run_levels
from fourscore.insight.studies.study import Workspace


def test_the_table_is_written_as_it_is_shipped(tmp_path: Path) -> None:
    run_levels(Workspace(tmp_path, 4, 0), 2, "random:18", others=["tuples"])
    found = json.loads((tmp_path / "levels-standard.json").read_text(encoding="utf-8"))
    rows = [Level(**{**row, "skill": Skill(**row["skill"])}) for row in found["levels"]]
    shipped = [(level.number, level.skill) for level in level_table()]
    assert [(row.number, row.skill) for row in rows] == shipped
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


def test_each_variant_has_a_table_of_its_own(tmp_path: Path) -> None:
    run_levels(Workspace(tmp_path, 4, 0), 2, "random:18", "slip")
    rows = json.loads((tmp_path / "levels-slip.json").read_text(encoding="utf-8"))["levels"]
    assert [Skill(**row["skill"]) for row in rows] == [each.skill for each in level_table("slip")]
