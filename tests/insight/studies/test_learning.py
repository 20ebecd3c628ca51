"""The study of learning, small: every player is there, and nothing is done twice."""

from pathlib import Path

import pytest

from fourscore.insight.studies.ablation import IDEAS, run_ablation
from fourscore.insight.studies.learning import run_learning
from fourscore.insight.studies.study import Findings, Table, Workspace

SHAPE = {"tuples": 4, "length": 4}
REPORTS = ("random", "alphabeta:depth=5")
LEARNED = ("tuples", "alphabeta:depth=3,eval=tuples")


def small(folder: Path) -> Findings:
    return run_learning(Workspace(folder, 1, 0), 0.002, 20, shape=SHAPE, reports=REPORTS,
                        methods=("td", "truth"), learned=LEARNED)  # fmt: skip


def table(findings: Findings, name: str) -> Table:
    return next(each for each in findings.tables if each.name == name)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("learning")


@pytest.fixture(scope="module")
def found(folder: Path) -> Findings:
    return small(folder)


def test_methods_and_players_are_side_by_side(found: Findings) -> None:
    assert [row[0] for row in table(found, "learning-methods").rows] == ["td", "truth"]
    names = [row[0] for row in table(found, "learning-agents").rows]
    trained = [f"{spec} ({method})" for method in ("td", "truth") for spec in LEARNED]
    assert names == [*REPORTS, *trained]
    shares = {row[0]: row[2:] for row in table(found, "learning-agents").rows}
    assert shares["alphabeta:depth=5"][0] == "100.0 %"
    plies = table(found, "learning-by-ply")
    assert plies.headers[1] == ">2 to 5"
    assert plies.headers[-1] == ">26 to 27"
    assert [row[0] for row in plies.rows] == ["random", "tuples (td)"]
    charts = {each.name for each in found.charts}
    assert charts >= {"learning-curves", "learning-by-budget", "learning-by-ply"}


def test_it_resumes(found: Findings, folder: Path) -> None:
    known = {path: path.stat().st_mtime_ns for path in (folder / "decisions").iterdir()}
    again = small(folder)
    assert {path: path.stat().st_mtime_ns for path in (folder / "decisions").iterdir()} == known
    assert again.tables == found.tables


@pytest.mark.slow
def test_the_ablation_removes_one_idea_at_a_time(tmp_path: Path) -> None:
    found = run_ablation(Workspace(tmp_path, 1, 0), 0.002, SHAPE)
    (only,) = found.tables
    assert [row[0] for row in only.rows] == [idea.words for idea in IDEAS.values()]
    assert found.remarks[0].startswith("With everything ")
    assert len(list((tmp_path / "runs").iterdir())) == len(IDEAS)
