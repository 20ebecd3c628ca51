"""What every study is made of."""

import csv
from pathlib import Path

from fourscore.arena.tournament import Settings
from fourscore.core.position import Position
from fourscore.insight.drawing.figures import Chart, new_figure
from fourscore.insight.reports.costs import move_costs
from fourscore.insight.studies.decisions import decide, decide_all
from fourscore.insight.studies.study import Findings, Table, Workspace


def test_findings_are_written_as_page_table_and_pictures(tmp_path: Path) -> None:
    figure, axes = new_figure()
    axes.plot([1, 2])
    table = Table("small", "A table", ("what", ">how many"), (("a, b", "1,000"), ("c", "2")))
    chart = Chart("picture", figure, "What it shows")
    found = Findings("name", "Title", "Why?", (table,), (chart,), ("So it is.",))
    names = [path.name for path in found.write(tmp_path)]
    assert names == ["name.md", "small.csv", "picture.png", "picture.svg"]
    page = (tmp_path / "name.md").read_text()
    assert "![What it shows](picture.svg)" in page
    assert "- So it is." in page
    rows = list(csv.reader((tmp_path / "small.csv").read_text().splitlines()))
    assert rows == [["what", "how many"], ["a, b", "1,000"], ["c", "2"]]
    lines = [line.strip("|") for line in page.splitlines() if line.startswith("|")]
    assert lines[1] == " --- | ---: "
    cells = [[cell.strip() for cell in line.split("|")] for line in (lines[0], *lines[2:])]
    assert cells == rows


def test_a_workspace_resumes_and_keeps_other_settings_apart(tmp_path: Path) -> None:
    steps: list[tuple[str, int, int]] = []
    settings = Settings(("alphabeta:depth=1", "random"), 4, openings="random:2", size=(5, 4))

    def play(seed: int) -> list[float | None]:
        workspace = Workspace(tmp_path, seed, 0, lambda *step: steps.append(step))
        with workspace.play("a step", settings) as ledger:
            return [row.result for row in ledger.games()]

    first = play(1)
    assert steps[-1] == ("a step", 4, 4)
    steps.clear()
    assert play(1) == first
    assert steps == [("a step", 4, 4)], "nothing is played again"
    play(2)
    assert len(list((tmp_path / "ledgers").glob("*.ledger"))) == 2


def test_costs_name_mover_opponent_and_colour(tmp_path: Path) -> None:
    settings = Settings(("minimax:depth=2", "random"), 2, size=(5, 4))
    with Workspace(tmp_path, workers=0).play("costs", settings) as ledger:
        found = list(move_costs(ledger))
        plies = sum(row.plies for row in ledger.games())
    assert len(found) == plies
    assert all(each.plays_first == (each.ply % 2 == 0) for each in found)
    assert {(each.game, each.plays_first, each.agent) for each in found} == {
        (0, True, "minimax:depth=2"),
        (0, False, "random"),
        (1, True, "random"),
        (1, False, "minimax:depth=2"),
    }


def test_decisions_depend_on_the_seed_alone() -> None:
    positions = [Position.empty(5, 4).play(column) for column in range(5)]
    specs = ["mcts:playouts=30", "random", "alphabeta:depth=3"]
    progress: list[tuple[int, int]] = []
    found = decide_all(specs, positions, 7, 0, lambda *step: progress.append(step))
    assert progress[-1] == (15, 15)
    for spec in specs:
        again = decide(spec, positions, 7, times=3)
        assert [each.column for each in again] == [each.column for each in found[spec]]
        assert [each.nodes for each in again] == [each.nodes for each in found[spec]]
    assert {each.nodes for each in found["mcts:playouts=30"]} == {31}
