"""What is known for certain: exact scores, explanations and hints."""

from typing import TYPE_CHECKING

from pydantic import Field

from fourscore.core.game import Game
from fourscore.core.position import Cell, Position
from fourscore.insight.truth.hint import say_hint
from fourscore.schemas.base import Column, Player, Result, Schema
from fourscore.schemas.positions import OwnedCellView, PositionName, write_position
from fourscore.search.types import Report, Value
from fourscore.search.words import say_result
from fourscore.solver import Analysis, Book, Score, score_of

if TYPE_CHECKING:
    from fourscore.insight.explain.explanation import Explanation
    from fourscore.insight.explain.facts import Fact

__all__ = [
    "AnalysisView",
    "ColumnView",
    "ExplanationView",
    "HintView",
    "ScoreView",
    "SentenceView",
    "SolutionView",
    "analysis_view",
    "column_view",
    "explanation_view",
    "final_analysis",
    "hint_view",
    "known_analysis",
    "score_view",
    "solution_view",
]


class ScoreView(Schema):
    """An exact score, as the side to move sees it."""

    value: int = Field(description="Positive wins, 0 draws, negative loses; larger is better.")
    result: Result
    plies: int = Field(description="Discs until the end with perfect play.")
    says: str = Field(examples=["wins in 5"])


class ColumnView(Schema):
    """What is proved of a column, as the side to move sees it."""

    column: Column
    score: ScoreView | None = Field(description="null if there was not enough time to prove it.")
    lower: int = Field(description="The score is this or more.")
    says: str
    best: bool


class AnalysisView(Schema):
    """The truth about a position."""

    complete: bool = Field(description="Whether every column is proved; never in progress.")
    score: ScoreView | None = Field(description="Of the position; null if it is not proved.")
    columns: list[ColumnView] = Field(description="The legal ones, from left to right.")
    best: list[Column] = Field(description="The columns that nothing beats.")


class SolutionView(AnalysisView, PositionName):
    """The truth about a position, with its name, best play, and what the proof took."""

    line: list[Column] = Field(description="Best play of both to the end.")
    nodes: int
    seconds: float


class SentenceView(Schema):
    """A sentence, and what it is about."""

    text: str
    kind: str = Field(description="What it claims.", examples=["verdict"])
    player: Player | None = Field(description="Whom it speaks of.")
    columns: list[Column]
    cells: list[OwnedCellView] = Field(
        description="Cells to highlight on the board, with the player who makes a four there, or, "
        "where the sentence names only columns, whose disc would land there."
    )
    four: list[OwnedCellView] = Field(description="The cells of the four that it is about.")
    after: list[Column] = Field(description="The moves after which it is true.")
    line: list[Column] = Field(description="The line of play that it describes.")
    other: Player | None = Field(None, description="Who has to play beneath a threat in the end.")
    score: ScoreView | None = Field(None, description="The exact score that it names.")
    scores: dict[Column, int] = Field({}, description="The exact values of columns it compares.")
    amount: float | None = Field(None, description="Fours that there are, or a probability.")


class ExplanationView(Schema):
    """Why a position is won, drawn or lost, or what a move does."""

    turn: Player | None = Field(description="null after the end.")
    column: Column | None = Field(description="The move to explain, if any.")
    brief: list[str] = Field(description="The few sentences that matter most.")
    sentences: list[SentenceView] = Field(description="Everything, the most important first.")
    note: str | None = Field(description="What cannot be explained, and why.")


class HintView(Schema):
    """A column to recommend."""

    column: Column
    proved: bool = Field(description="Whether nothing beats it; else it is a strong guess.")
    says: str = Field(examples=["Try column 3, which wins in 1."])


# Scores


def score_view(score: Score) -> ScoreView:
    """Show an exact score."""
    return ScoreView.of(score, result=score.sign, says=str(score))


def analysis_view(position: Position, report: Report, final: bool = True) -> AnalysisView:
    """Show what the perfect player has proved of every column, so far or in the end."""
    floor = max(int(value.value) for value in report.values.values())
    columns = [
        column_view(position, column, value, floor)
        for column, value in sorted(report.values.items())
    ]
    complete = final and report.complete
    return AnalysisView(
        complete=complete,
        score=score_view(score_of(floor, position)) if complete else None,
        columns=columns,
        best=[each.column for each in columns if each.best],
    )


def column_view(position: Position, column: int, value: Value, floor: int) -> ColumnView:
    """Show what is proved of a column; `floor` is the best that is proved of any."""
    exact, lower = value.bound == "exact", int(value.value)
    score = score_of(lower, position)
    return ColumnView(
        column=column,
        score=score_view(score) if exact else None,
        lower=lower,
        says=str(score) if exact else say_result(value) or "not proved yet",
        best=lower == floor,
    )


def known_analysis(position: Position, book: Book) -> AnalysisView | None:
    """Show an analysis from the book alone, or return None if the book does not have it."""
    values = {}
    for column in position.legal:
        known = book.lookup(position.play(column))
        if known is None:
            return None
        values[column] = Value(-known)
    return analysis_view(position, Report(min(values), values)) if values else None


def final_analysis(score: Score) -> AnalysisView:
    """Show the score of a game that is over."""
    return AnalysisView(complete=True, score=score_view(score), columns=[], best=[])


def solution_view(game: Game, analysis: Analysis) -> SolutionView:
    """Show the solver's analysis of a position."""
    values = {column: Value(score.value) for column, score in analysis.scores.items()}
    if values:
        truth = analysis_view(game.position, Report(min(values), values))
    else:
        truth = final_analysis(analysis.score)
    return SolutionView.of(analysis, **dict(truth), **write_position(game))


# Words


def explanation_view(explanation: "Explanation") -> ExplanationView:
    """Show an explanation, with the cells and columns of each sentence."""
    position = explanation.position
    sentences = [_sentence(each.text, each.fact, position) for each in explanation.sentences]
    return ExplanationView.of(
        explanation,
        turn=None if position.is_over else position.turn,
        column=explanation.move,
        sentences=sentences,
        note=explanation.note or None,
    )


def _sentence(text: str, fact: "Fact", position: Position) -> SentenceView:
    return SentenceView.of(
        fact,
        text=text,
        cells=_owned(fact, fact.cells) or _landings(fact, position),
        four=_owned(fact, fact.four),
        score=None if fact.score is None else score_view(fact.score),
        scores={column: score.value for column, score in fact.scores.items()},
    )


def _owned(fact: "Fact", cells: tuple[Cell, ...]) -> list[OwnedCellView]:
    return [OwnedCellView.of(cell, player=fact.owner) for cell in cells]


def _landings(fact: "Fact", position: Position) -> list[OwnedCellView]:
    """Show where the discs of a sentence that names only columns would land."""
    from fourscore.insight.explain.facts import FactKind, follow

    if fact.kind not in (FactKind.VERDICT, FactKind.MOVE, FactKind.REPLY, FactKind.CHANCE):
        return []
    board = follow(position, fact.after)
    return [
        OwnedCellView.of(Cell(column, board.column_height(column)), player=board.turn)
        for column in dict.fromkeys(fact.columns)
    ]


def hint_view(report: Report) -> HintView:
    """Show a column to recommend."""
    value = report.values.get(report.column)
    proved = report.complete and value is not None and value.result is not None
    return HintView(column=report.column, proved=proved, says=say_hint(report))
