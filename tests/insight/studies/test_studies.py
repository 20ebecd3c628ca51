"""Each study, small: its tables hold what they say, and the same seed gives the same."""

import re
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest

from fourscore.core.game import Game
from fourscore.insight.reports.words import say_percent
from fourscore.insight.studies import accuracy, adversarial, depth_ladder, efficiency, replay
from fourscore.insight.studies.decisions import decide
from fourscore.insight.studies.lines import sample
from fourscore.insight.studies.study import Findings, Table, Workspace
from fourscore.insight.truth.accuracy import JudgedMove, accuracy_of
from fourscore.insight.truth.judge import Judge
from fourscore.solver import Solver

Study = Callable[[Workspace], Findings]
Found = Callable[[str], Findings]

STUDIES: dict[str, Study] = {
    "adversarial": lambda workspace: adversarial.run_adversarial(workspace, 2),
    "depth-ladder": lambda workspace: depth_ladder.run_depth_ladder(workspace, 2, deepest=7),
    "replay": lambda workspace: replay.run_replay(workspace, 2, times=1),
    "efficiency": lambda workspace: efficiency.run_efficiency(workspace, 2, published=False),
    "accuracy": lambda workspace: accuracy.run_accuracy(workspace, 20, (50, 200), (1, 5)),
}
TIMED = re.compile(r"\bms\b|time|/s|Milliseconds")


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory) -> Found:
    """Return a function that makes each study once."""
    folder = tmp_path_factory.mktemp("studies")
    return cache(lambda name: STUDIES[name](Workspace(folder, 3, 0)))


def table(findings: Findings, name: str) -> Table:
    return next(each for each in findings.tables if each.name == name)


def lasting(findings: Findings) -> list[list[str]]:
    """Return all cells but those of times."""
    return [
        [
            cell
            for row in each.rows
            for header, cell in zip(each.headers, row, strict=True)
            if not TIMED.search(header)
        ]
        for each in findings.tables
        if not TIMED.search(each.title)
    ]


SLOWEST = pytest.param("adversarial", marks=pytest.mark.slow)


@pytest.mark.parametrize("name", [SLOWEST, *list(STUDIES)[1:]])
def test_every_study_has_tables_pictures_and_remarks(name: str, found: Found) -> None:
    findings = found(name)
    assert findings.name == name
    assert len({each.name for each in findings.tables}) == len(findings.tables)
    assert len({each.name for each in findings.charts}) == len(findings.charts) > 0
    assert findings.remarks
    for each in findings.tables:
        assert each.rows
        assert all(len(row) == len(each.headers) for row in each.rows), each.name


@pytest.mark.parametrize("name", [SLOWEST, "replay", "accuracy"])
def test_the_same_seed_gives_the_same_tables(name: str, found: Found, tmp_path: Path) -> None:
    assert lasting(STUDIES[name](Workspace(tmp_path, 3, 0))) == lasting(found(name))


def test_the_ladder_has_every_depth_against_every_other(found: Found) -> None:
    findings = found("depth-ladder")
    single = table(findings, "depth-ladder-empty-board").rows
    assert all(cell in ("0", "½", "1") for row in single for cell in row[1:])
    openings = table(findings, "depth-ladder-openings").rows
    assert [[bool(cell) for cell in row[1:]] for row in openings] == [
        [one != other for other in range(7)] for one in range(7)
    ]
    rates = table(findings, "depth-ladder-winning-rate").rows
    assert [row[2] for row in rates] == ["12"] * 14
    shares = [float(row[3].rstrip(" %")) for row in rates[:7]]
    assert sum(shares) == pytest.approx(350, abs=0.5)
    times = table(findings, "depth-ladder-run-time").rows
    assert times[6][:2] == ("7", "2.5 s")
    assert any("depth 6 is" in remark for remark in findings.remarks)


def test_the_game_of_report_d_ends_where_the_rules_end_it(found: Found) -> None:
    game = Game()
    for column in replay.GAME.split()[:18]:
        game.play(int(column) - 1)
    assert str(game.outcome) == "O wins"
    rows = table(found("replay"), "replay-each-nodes").rows
    assert len(rows) == 18 + 1
    assert rows[0][:5] == ("1", "X", "4", "19,608", "1,175")
    counts = [[int(cell.replace(",", "")) for cell in row[3:]] for row in rows]
    assert [sum(column) for column in zip(*counts[:-1], strict=True)] == counts[-1]
    totals = table(found("replay"), "replay-nodes").rows
    assert (totals[0][1], totals[1][1]) == ("36,414", "2,635")
    moves = table(found("replay"), "replay-each-column").rows
    assert [row[3] for row in moves] == [row[4] for row in moves], "minimax, then alpha-beta"


def test_efficiency_counts_matches_as_mcts_sees_them(found: Found) -> None:
    findings = found("efficiency")
    costs = {row[0]: row for row in table(findings, "efficiency-costs").rows}
    assert [bool(costs[spec][6]) for spec in (*efficiency.ALPHABETA, *efficiency.MCTS)] == [
        False, False, True, True, True,
    ]  # fmt: skip
    matches = table(findings, "efficiency-matches").rows
    assert len(matches) == 6
    for row in matches:
        wins, draws, losses = map(int, row[2].split("-"))
        assert f"{100 * (wins + draws / 2) / (wins + draws + losses):.1f} %" == row[3]


def test_accuracy_by_hand(tmp_path: Path) -> None:
    """Judge again what the study judges, with a solver of our own."""
    workspace, spec = Workspace(tmp_path, 5, 0), "alphabeta:depth=2,eval=centre"
    positions = sorted(sample(25, workspace.seed), key=lambda each: (each.ply, each.key))
    decided = {spec: decide(spec, positions, 5)}
    judge = Judge(Solver(16, threads=1))
    wanted = accuracy_of(
        JudgedMove.of(judge.judge(position, answer.column), place)
        for place, (position, answer) in enumerate(zip(positions, decided[spec], strict=True))
    )
    judged = accuracy._judge(workspace, positions, decided)
    row = accuracy._table(decided, {spec: accuracy_of(judged[spec])}).rows[0]
    assert wanted.kept is not None
    assert wanted.best is not None
    assert 0 < wanted.kept.count < wanted.best.count
    assert (row[2], row[4]) == (say_percent(wanted.kept.value), say_percent(wanted.best.value))
