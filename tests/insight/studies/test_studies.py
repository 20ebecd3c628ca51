"""Each study, small: its tables hold what they say, and the same seed gives the same."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from fourscore.core.game import Game
from fourscore.insight.studies import accuracy, adversarial, depth_ladder, efficiency, replay
from fourscore.insight.studies.frame import Bench, Findings, Sheet, write
from fourscore.insight.truth.accuracy import accuracy_of
from fourscore.solver import Solver

Study = Callable[[Bench], Findings]

STUDIES: dict[str, Study] = {
    "adversarial": lambda bench: adversarial.run_adversarial(bench, 2),
    "depth-ladder": lambda bench: depth_ladder.run_depth_ladder(bench, 2, deepest=7),
    "replay": lambda bench: replay.run_replay(bench, 2, times=1),
    "efficiency": lambda bench: efficiency.run_efficiency(bench, 2, published=False),
    "accuracy": lambda bench: accuracy.run_accuracy(bench, 20, (50, 200), (1, 5)),
}
TIMED = re.compile(r"\bms\b|time|/s|Milliseconds")


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Findings]:
    folder = tmp_path_factory.mktemp("studies")
    return {name: study(Bench(folder, 3, 0)) for name, study in STUDIES.items()}


def sheet(findings: Findings, name: str) -> Sheet:
    return next(each for each in findings.sheets if each.name == name)


def lasting(findings: Findings) -> list[list[str]]:
    """Return all cells but those of times."""
    return [
        [
            cell
            for row in each.rows
            for header, cell in zip(each.headers, row, strict=True)
            if not TIMED.search(header)
        ]
        for each in findings.sheets
        if not TIMED.search(each.title)
    ]


@pytest.mark.parametrize("name", STUDIES)
def test_every_study_writes_pages_tables_and_pictures(
    name: str, found: dict[str, Findings], tmp_path: Path
) -> None:
    findings = found[name]
    assert findings.name == name
    names = [path.name for path in write(findings, tmp_path)]
    assert len(set(names)) == len(names)
    assert {Path(each).suffix for each in names} == {".md", ".csv", ".png", ".svg"}
    for each in findings.sheets:
        assert each.rows
        assert all(len(row) == len(each.headers) for row in each.rows), each.name
    assert findings.remarks


@pytest.mark.parametrize("name", ["adversarial", "replay", "accuracy"])
def test_the_same_seed_gives_the_same_tables(
    name: str, found: dict[str, Findings], tmp_path: Path
) -> None:
    assert lasting(STUDIES[name](Bench(tmp_path, 3, 0))) == lasting(found[name])


def test_adversarial_has_the_published_pairings_beside_ours(found: dict[str, Findings]) -> None:
    rows = sheet(found["adversarial"], "adversarial-matches").rows
    told = [(row[0], row[1]) for row in rows]
    assert told[:7] == [
        ("random - random", "7-3"),
        ("random - A*", "4-6"),
        ("random - minimax", "0-10"),
        ("random - MCTS", "0-3"),
        ("A* - minimax", "0-5"),
        ("A* - MCTS", "0-5"),
        ("minimax - MCTS", "0-5"),
    ]
    assert all(sum(map(int, row[3].split("-"))) == 2 for row in rows)


def test_the_ladder_has_every_depth_against_every_other(found: dict[str, Findings]) -> None:
    findings = found["depth-ladder"]
    single = sheet(findings, "depth-ladder-empty-board").rows
    assert all(cell in ("0", "½", "1") for row in single for cell in row[1:])
    openings = sheet(findings, "depth-ladder-openings").rows
    assert [[bool(cell) for cell in row[1:]] for row in openings] == [
        [one != other for other in range(7)] for one in range(7)
    ]
    rates = sheet(findings, "depth-ladder-winning-rate").rows
    assert [row[2] for row in rates] == ["12"] * 14
    shares = [float(row[3].rstrip(" %")) for row in rates[:7]]
    assert sum(shares) == pytest.approx(350, abs=0.5)
    times = sheet(findings, "depth-ladder-run-time").rows
    assert times[6][:2] == ("7", "2.5 s")
    assert any("depth 6 is" in remark for remark in findings.remarks)


def test_the_game_of_report_d_ends_where_the_rules_end_it(found: dict[str, Findings]) -> None:
    game = Game()
    for column in replay.GAME.split()[:18]:
        game.play(int(column) - 1)
    assert str(game.outcome) == "O wins"
    rows = sheet(found["replay"], "replay-each-nodes").rows
    assert len(rows) == 18 + 1
    assert rows[0][:5] == ("1", "X", "4", "19,608", "1,175")
    counts = [[int(cell.replace(",", "")) for cell in row[3:]] for row in rows]
    assert [sum(column) for column in zip(*counts[:-1], strict=True)] == counts[-1]
    totals = sheet(found["replay"], "replay-nodes").rows
    assert (totals[0][1], totals[1][1]) == ("36,414", "2,635")


def test_minimax_and_alpha_beta_would_play_the_same(found: dict[str, Findings]) -> None:
    rows = sheet(found["replay"], "replay-each-column").rows
    assert [row[3] for row in rows] == [row[4] for row in rows]


def test_efficiency_counts_matches_as_mcts_sees_them(found: dict[str, Findings]) -> None:
    findings = found["efficiency"]
    costs = {row[0]: row for row in sheet(findings, "efficiency-costs").rows}
    assert [bool(costs[spec][6]) for spec in (*efficiency.ALPHABETA, *efficiency.MCTS)] == [
        False, False, True, True, True,
    ]  # fmt: skip
    matches = sheet(findings, "efficiency-matches").rows
    assert len(matches) == 6
    for row in matches:
        wins, draws, losses = map(int, row[2].split("-"))
        assert f"{100 * (wins + draws / 2) / (wins + draws + losses):.1f} %" == row[3]


def test_accuracy_by_hand() -> None:
    """Count again what the study says, with a solver of our own."""
    from fourscore.insight.studies.asking import ask
    from fourscore.insight.studies.lines import sample

    bench = Bench(Path("unused"), 5, 0)
    positions = sorted(sample(25, bench.seed), key=lambda each: (each.ply, each.key))
    solver = Solver(16, threads=1)
    kept = best = at_stake = free = 0
    for position, answer in zip(positions, ask("alphabeta:depth=2,eval=centre", positions, 5),
                                strict=True):  # fmt: skip
        analysis = solver.analyse(position)
        if len(analysis.columns) == 1:
            continue
        free += 1
        best += answer.column in analysis.best
        if analysis.score.sign >= 0:
            at_stake += 1
            kept += analysis.columns[answer.column].sign == analysis.score.sign
    assert 0 < kept <= at_stake < free
    asked = {"alphabeta:depth=2,eval=centre": ask("alphabeta:depth=2,eval=centre", positions, 5)}
    judged = accuracy._judge(bench, positions, asked)
    row = accuracy._sheet(
        asked, {spec: accuracy_of(samples) for spec, samples in judged.items()}
    ).rows[0]
    assert row[2] == f"{100 * kept / at_stake:.1f} %"
    assert row[4] == f"{100 * best / free:.1f} %"


def test_later_positions_of_accuracy_are_all_there(found: dict[str, Findings]) -> None:
    rows = sheet(found["accuracy"], "accuracy-by-ply").rows
    assert sum(int(row[1]) for row in rows) == 20
    agents = [row[0] for row in sheet(found["accuracy"], "accuracy").rows]
    assert agents == ["random", "alphabeta:depth=1,eval=centre", "alphabeta:depth=5,eval=centre",
                      "mcts:playouts=50,c=2.0", "mcts:playouts=200,c=2.0"]  # fmt: skip
