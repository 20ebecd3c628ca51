"""From fourscore's objects to the shapes of the API."""

from collections.abc import Iterable

from fourscore.core import bitboard
from fourscore.core.game import Game, write_game
from fourscore.core.position import EMPTY, PLAYERS, Cell, Outcome, Position
from fourscore.insight.explain.explanation import Explanation, Sentence
from fourscore.search.types import Report, Value
from fourscore.search.words import say_estimate, say_result
from fourscore.solver import Book, Score
from fourscore.web import reading
from fourscore.web.positions.schemas import (
    AnalysisView,
    ColumnView,
    ExplanationView,
    ScoreView,
    SentenceView,
)
from fourscore.web.schemas import (
    CellView,
    LandingView,
    OutcomeView,
    PlayedView,
    PositionView,
    ReportView,
    ThreatView,
    ValueView,
)

__all__ = [
    "analysis_view",
    "explanation_view",
    "final_analysis",
    "known_analysis",
    "played_views",
    "position_view",
    "report_view",
    "score_view",
]


def position_view(game: Game) -> PositionView:
    """Show where a game stands.

    >>> position_view(reading.read("445", None, "7x6", "standard")).says
    'O to move'
    """
    position, asked = game.position, reading.write(game)
    outcome, rows = position.outcome(), position.rows()
    heights = _heights(rows)
    return PositionView(
        moves=asked["moves"] or reading.NO_MOVES,
        start=asked["start"],
        size=position.size,
        variant=position.variant.name,
        columns=position.width,
        rows=position.height,
        ply=position.ply,
        turn=position.turn,
        says=str(outcome) if outcome else f"{position.turn} to move",
        board=list(rows),
        legal=[column + 1 for column in position.legal()],
        landings=_landings(position, heights),
        played=played_views(game),
        outcome=_outcome(outcome) if outcome else None,
        winning=[column + 1 for column in position.winning_columns()],
        threats={player: _threats(position, player, heights) for player in PLAYERS},
        fours={
            player: bitboard.count_fours(position.discs(player), position.rules)
            for player in PLAYERS
        },
        game=write_game(game),
    )


def _outcome(outcome: Outcome) -> OutcomeView:
    return OutcomeView(
        winner=outcome.winner,
        result=outcome.result,
        says=str(outcome),
        cells=[_cell(each) for each in outcome.cells],
    )


def _cell(cell: Cell) -> CellView:
    return CellView(column=cell.column + 1, row=cell.row + 1)


def _heights(rows: Iterable[str]) -> list[int]:
    """Count the discs of each column.

    >>> _heights(["-O-", "XX-"])
    [1, 2, 0]
    """
    return [sum(mark != EMPTY for mark in column) for column in zip(*rows, strict=True)]


def _landings(position: Position, heights: list[int]) -> dict[str, list[LandingView]]:
    return {
        str(aim + 1): [
            LandingView(
                column=each.column + 1,
                row=heights[each.column] + 1,
                probability=float(each.probability),
            )
            for each in position.landings(aim)
        ]
        for aim in position.legal()
    }


def _threats(position: Position, player: str, heights: list[int]) -> list[ThreatView]:
    return [
        ThreatView(
            column=cell.column + 1,
            row=cell.row + 1,
            now=cell.row == heights[cell.column],
        )
        for cell in position.threats(player)
    ]


def played_views(game: Game) -> list[PlayedView]:
    """Show every move, with the cell where its disc came to lie."""
    heights = _heights(game.start.rows())
    found = []
    for ply, move in enumerate(game.moves, start=game.start.ply):
        heights[move.landing] += 1
        found.append(
            PlayedView(
                player=PLAYERS[ply % 2],
                aim=move.aim + 1,
                column=move.landing + 1,
                row=heights[move.landing],
            )
        )
    return found


# Scores and reports


def score_view(score: Score) -> ScoreView:
    """Show an exact score."""
    return ScoreView(value=score.value, result=score.sign, plies=score.plies, says=str(score))


def analysis_view(position: Position, report: Report, final: bool = True) -> AnalysisView:
    """Show what the perfect player has proved of every column, so far or in the end."""
    complete = final and report.complete
    found = [_column(position, column, value) for column, value in sorted(report.values.items())]
    floor = max(each.lower for each in found)
    best = [each.column for each in found if each.lower == floor]
    return AnalysisView(
        complete=complete,
        score=score_view(Score(floor, position)) if complete else None,
        columns=[each.model_copy(update={"best": each.column in best}) for each in found],
        best=best,
    )


def known_analysis(position: Position, book: Book) -> AnalysisView | None:
    """Show an analysis for which looking up is enough, or None if the book does not have it."""
    values = {}
    for column in position.legal():
        known = book.lookup(position.play(column))
        if known is None:
            return None
        values[column] = Value(-known)
    return analysis_view(position, Report(min(values), values)) if values else None


def _column(position: Position, column: int, value: Value) -> ColumnView:
    exact = value.bound == "exact"
    score = Score(int(value.value), position)
    return ColumnView(
        column=column + 1,
        score=score_view(score) if exact else None,
        lower=int(value.value),
        says=str(score) if exact else say_result(value) or "not proved yet",
        best=False,
    )


def final_analysis(score: Score) -> AnalysisView:
    """Show the score of a game that is over."""
    return AnalysisView(complete=True, score=score_view(score), columns=[], best=[])


def explanation_view(explanation: Explanation) -> ExplanationView:
    """Show what there is to say, with what each sentence speaks of."""
    position = explanation.position
    return ExplanationView(
        turn=None if position.is_over() else position.turn,
        column=None if explanation.move is None else explanation.move + 1,
        brief=list(explanation.brief),
        sentences=[_sentence(each) for each in explanation.sentences],
        note=explanation.note or None,
    )


def _sentence(sentence: Sentence) -> SentenceView:
    fact = sentence.fact
    return SentenceView(
        text=sentence.text,
        kind=str(fact.kind),
        player=fact.player,
        columns=[column + 1 for column in fact.columns],
        cells=[_cell(cell) for cell in fact.cells],
        four=[_cell(cell) for cell in fact.four],
        after=[column + 1 for column in fact.after],
        line=[column + 1 for column in fact.line],
    )


def report_view(report: Report) -> ReportView:
    """Show what a search did."""
    return ReportView(
        column=report.column + 1,
        values=list(_values(report)),
        nodes=report.nodes,
        depth=report.depth,
        seconds=report.seconds,
        line=[column + 1 for column in report.line],
        playouts=report.playouts,
        complete=report.complete,
    )


def _values(report: Report) -> Iterable[ValueView]:
    for column, value in sorted(report.values.items()):
        yield ValueView(
            column=column + 1,
            value=value.value,
            bound=value.bound.value,
            result=value.result,
            plies=value.plies,
            visits=value.visits,
            says=say_result(value) or say_estimate(value),
        )
