"""What shows itself in a notebook: sound markup that says the same as the object."""

from xml.etree import ElementTree

from hypothesis import given, settings

import fourscore
from fourscore.core.game import Game
from fourscore.core.notation import read_moves
from fourscore.core.picture import FIRST, SECOND, name_colours
from fourscore.core.position import Position
from fourscore.core.variants import SLIP
from fourscore.insight.explain.explanation import explain
from fourscore.insight.reports.accuracy import Accuracies
from fourscore.insight.review.review import review
from fourscore.insight.truth.accuracy import JudgedMove
from fourscore.insight.truth.judge import Judge, MoveKind
from fourscore.search.types import Report, Value
from fourscore.solver import Solver
from tests.core.strategies import lines_of_play

MINUS = "\N{MINUS SIGN}"
SMALL = Position.empty(5, 4)
JUDGE = Judge(Solver(megabytes=2, threads=1))


def cells(markup: str) -> list[str]:
    """Return the texts of all table cells; raises if the markup is not sound."""
    root = ElementTree.fromstring(f"<div>{markup}</div>")
    return ["".join(each.itertext()) for each in root.iter() if each.tag in ("td", "th")]


def test_a_report_shows_its_columns_and_visits_or_its_choice_alone() -> None:
    report = fourscore.agent("alphabeta:depth=4").choose(read_moves("4433"))
    shown = cells(report._repr_html_())
    assert shown[:3] == ["column", "value", ""]
    assert shown.count("chosen") == 1
    at = shown.index("chosen")
    assert shown[at - 2 : at] == [str(report.column + 1), "wins in 2"]
    assert f"{report.nodes:,}" in shown
    shown = cells(Report(0, {0: Value(0.5, visits=1234)})._repr_html_())
    assert shown[:4] == ["column", "value", "visits", ""]
    assert "1,234" in shown
    assert "<strong>7</strong>" in Report(6, {}, nodes=3)._repr_html_()


def test_names_from_outside_are_escaped() -> None:
    game = Game(SMALL, {"First": "a <b>", "Second": "c & d"})
    shown = cells(review(game, JUDGE)._repr_html_() or "")
    assert {"a <b>", "c & d"} <= set(shown)
    moves = {"one <1>": [JudgedMove(9, MoveKind.BEST, True, 0)], "two": []}
    shown = cells(Accuracies(moves, 1, 0, 0, 0)._repr_html_())
    assert {"one <1>", "100.0 %"} <= set(shown)
    assert "two" not in shown


def test_a_score_says_what_it_means_and_its_number() -> None:
    def shown(score: fourscore.Score) -> str:
        return "".join(ElementTree.fromstring(score._repr_html_()).itertext())

    assert shown(fourscore.solve("4453")) == f"loses in 18 (score {MINUS}2)"
    assert shown(fourscore.solve("44444455555526")) == "wins in 1 (score +14)"
    assert shown(fourscore.Score(0)) == "draws (score 0)"


@given(lines_of_play(SMALL))
@settings(max_examples=10)
def test_an_analysis_shows_the_score_of_every_column(columns: list[int]) -> None:
    position = SMALL
    for column in columns:
        position = position.play(column)
    analysis = JUDGE.solver.analyse(position)
    markup = analysis._repr_html_()
    rows = [
        [str(column + 1), str(score), f"{int(score):+d}".replace("-", MINUS) if score else "0",
         "best" if column in analysis.best else ""]
        for column, score in analysis.scores.items()
    ]  # fmt: skip
    assert cells(markup)[4:] == [cell for row in rows for cell in row]
    assert len(texts(markup)) == 1
    framed = [each for each in ElementTree.fromstring(markup).iter("div")
              if "bold" in each.attrib.get("style", "")]  # fmt: skip
    assert len(framed) == len(analysis.best)


def test_an_analysis_says_the_best_columns() -> None:
    for moves, said in (
        ("4455", "Red wins in 2 with column 3 or 6."),
        ("4453", "Red loses in 18 at best, with column 3, 6 or 7."),
        ("1122334", "Yellow has lost."),
    ):
        assert texts(fourscore.analyse(moves)._repr_html_()) == [said]


def texts(markup: str) -> list[str]:
    """Return the texts of all paragraphs."""
    root = ElementTree.fromstring(f"<div>{markup}</div>")
    return ["".join(each.itertext()) for each in root.iter("p")]


def test_an_explanation_shows_its_board_and_sentences() -> None:
    explanation = explain(read_moves("4455"))
    markup = explanation._repr_html_()
    said = [name_colours(each.text) for each in explanation.sentences]
    assert texts(markup) == said
    root = ElementTree.fromstring(markup)
    rings = [each for each in root.iter() if "stroke-dasharray" in each.attrib]
    # Red's two threats after column 3, and Yellow's threat if Red plays column 2 instead.
    assert sorted((each.attrib["stroke"], each.attrib["cx"]) for each in rings) == [
        (FIRST, "220"),
        (FIRST, "60"),
        (SECOND, "220"),
    ]
    unproven = explain(read_moves("4455", variant=SLIP))
    assert unproven.note in texts(unproven._repr_html_())
