"""The study of learning, small: every player is there, and nothing is done twice."""

from pathlib import Path

import pytest

from fourscore.insight.studies.ablation import IDEAS, run_ablation
from fourscore.insight.studies.learning import run_learning
from fourscore.insight.studies.study import Findings, Table, Workspace

SHAPE = {"tuples": 4, "length": 4}
REPORTS = ("random", "alphabeta:depth=5")
LEARNED = ("tuples", "alphabeta:depth=3,eval=tuples")


def study(folder: Path) -> Findings:
    return run_learning(Workspace(folder, 1, 0), 0.002, 20, shape=SHAPE, reports=REPORTS,
                        methods=("td", "truth"), learned=LEARNED)  # fmt: skip


def table(findings: Findings, name: str) -> Table:
    return next(each for each in findings.tables if each.name == name)


def test_methods_and_players_are_side_by_side_and_nothing_is_done_twice(tmp_path: Path) -> None:
    found = study(tmp_path)
    assert [row[0] for row in table(found, "learning-methods").rows] == ["td", "truth"]
    trained = [f"{spec} ({method})" for method in ("td", "truth") for spec in LEARNED]
    shares = {row[0]: row[2:] for row in table(found, "learning-agents").rows}
    assert list(shares) == [*REPORTS, *trained]
    assert shares["alphabeta:depth=5"][0] == "100.0 %"
    plies = table(found, "learning-by-ply")
    assert (plies.headers[1], plies.headers[-1]) == (">2 to 5", ">26 to 27")
    assert [row[0] for row in plies.rows] == ["random", "tuples (td)"]
    charts = {each.name for each in found.charts}
    assert charts >= {"learning-curves", "learning-by-budget", "learning-by-ply"}
    known = {path: path.stat().st_mtime_ns for path in (tmp_path / "decisions").iterdir()}
    assert study(tmp_path).tables == found.tables
    assert known == {path: path.stat().st_mtime_ns for path in (tmp_path / "decisions").iterdir()}


@pytest.mark.slow
def test_the_ablation_removes_one_idea_at_a_time(tmp_path: Path) -> None:
    found = run_ablation(Workspace(tmp_path, 1, 0), 0.002, SHAPE)
    (only,) = found.tables
    assert [row[0] for row in only.rows] == [idea.words for idea in IDEAS.values()]
    assert found.remarks[0].startswith("With everything ")
    assert len(list((tmp_path / "runs").iterdir())) == len(IDEAS)
