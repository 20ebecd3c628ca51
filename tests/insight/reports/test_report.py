"""The page of a real tournament: everything on it, no request to elsewhere, in a real browser."""

import re
from dataclasses import replace
from itertools import permutations
from pathlib import Path

import pytest

from fourscore.arena.ledger import Ledger, PlayedGame
from fourscore.arena.schedule import Planned
from fourscore.arena.tournament import Settings, open_ledger, run
from fourscore.core.notation import write_board
from fourscore.core.position import Position
from fourscore.errors import InputError
from fourscore.insight.drawing.figures import svg_text
from fourscore.insight.reports.accuracy import measure_accuracy
from fourscore.insight.reports.report import LedgerReport, make_report
from fourscore.runtime.workers import SerialPool
from tests.arena.helpers import play
from tests.insight.browser import browse

SPECS = ("alphabeta:depth=2", "alphabeta:depth=1", "mcts:playouts=20", "random")
CHARTS = {"elo", "cross-table", "accuracy-by-ply", "time-by-ply", "nodes-by-ply"}


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> LedgerReport:
    path = tmp_path_factory.mktemp("report") / "games.ledger"
    play(Settings(SPECS, games=4, openings="random:12", seed=3), path)
    with Ledger.open(path) as ledger:
        return make_report(ledger, "Tournament <games>", measure_accuracy(ledger))


def test_the_page_stands_alone_in_a_browser(report: LedgerReport, tmp_path: Path) -> None:
    path = tmp_path / "report.html"
    report.write_page(path)
    with browse(path) as page:
        assert page.title() == "Tournament <games>"
        assert page.locator("figure:not(.board) svg").count() == len(CHARTS)
        shown = sum(len(each) for each in report.blunders.values())
        shown += sum(len(each) for each in report.openings.values())
        assert page.locator("figure.board svg").count() == shown > 0
        box = page.locator("figure.board svg").first.bounding_box()
        assert box is not None
        assert box["width"] <= 240
        headings = page.locator("h2").all_inner_texts()
        assert headings[:2] == ["Standings", "Who against whom"]
        rows = page.locator("table").first.locator("tbody tr")
        assert rows.count() == len(SPECS)
        cells = rows.first.locator("td").all_inner_texts()
        winner = report.summary.ranking[0]
        tally = report.summary.tally(winner)
        assert cells[1:6] == [winner, *(str(count) for count in (tally.games, *tally))]
        page.set_viewport_size({"width": 390, "height": 800})
        assert page.evaluate("document.documentElement.scrollWidth") <= 390


def test_every_chart_can_be_written(report: LedgerReport, tmp_path: Path) -> None:
    assert set(report.charts) == CHARTS
    one = replace(report, charts={"elo": report.charts["elo"]})
    paths = one.write_charts(tmp_path / "new" / "plots")
    assert sorted(path.name for path in paths) == ["elo.png", "elo.svg"]
    assert all(path.stat().st_size for path in paths)


def test_the_cross_table_shows_every_pairing(report: LedgerReport) -> None:
    drawing = svg_text(report.charts["cross-table"].figure)
    pairings = permutations(report.summary.ranking, 2)
    wanted = ["-".join(map(str, report.summary.tally(*each))) for each in pairings]
    assert sorted(re.findall(r">\s*(\d+-\d+-\d+)\s*<", drawing)) == sorted(wanted)


def test_other_rules_have_a_report_without_accuracy() -> None:
    settings = Settings(("random", "mcts:playouts=5"), games=2, variant="slip", size=(4, 4))
    with open_ledger(settings) as ledger:
        list(run(settings, ledger, SerialPool()))
        report = make_report(ledger, accuracy_note="There is none.")
    text = report.as_html()
    assert "There is none." in text
    assert "cross-table" not in report.charts


def test_faults_of_one_kind_share_a_row() -> None:
    settings = {"size": "7x6", "variant": "standard"}
    with Ledger.create(None, settings, {"a": "random", "b": "random"}) as ledger:
        with pytest.raises(InputError, match="has no game to report on"):
            make_report(ledger)
        ledger.add_openings([write_board(Position.empty())])
        for number in range(8):
            planned = Planned(number, number % 2, 1 - number % 2, 0, (0, 0, 0))
            culprit = "second" if number % 2 else "first"
            ledger.add([PlayedGame(planned, float(number % 2), "illegal move: <8>", culprit)])
        text = make_report(ledger, accuracy_note="None.").as_html()
    assert '<td class="r">8</td><td>0, 1, 2, 3, 4, …</td>' in text
    assert text.count("illegal move: &lt;8&gt;") == 1
