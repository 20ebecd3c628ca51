"""The jobs about positions: prove, explain, review, hint."""

from fourscore.agents import agent
from fourscore.book.solving import shared_solver
from fourscore.core.position import Position
from fourscore.insight.explain import explanation
from fourscore.insight.review.line import best_line
from fourscore.insight.review.review import PATIENCE, is_solvable
from fourscore.insight.review.review import review as review_game
from fourscore.insight.truth.hint import find_hint
from fourscore.insight.truth.judge import shared_judge
from fourscore.schemas.review import LineView, ReviewView, line_view, review_view
from fourscore.schemas.truth import (
    AnalysisView,
    ExplanationView,
    HintView,
    analysis_view,
    explanation_view,
    final_analysis,
    hint_view,
)
from fourscore.search.types import Limit
from fourscore.solver.solver import require_solvable
from fourscore.web.position_params import game_of
from fourscore.web.schemas import PositionRequest
from fourscore.web.workers.job import JobContext, job

__all__ = [
    "JOBS",
    "ExplainRequest",
    "LineRequest",
    "analysis",
    "explain",
    "hint",
    "line",
    "review",
]


class ExplainRequest(PositionRequest):
    """A position, and perhaps a move in it."""

    column: int | None


class LineRequest(PositionRequest):
    """A position, and a move in it."""

    column: int


@job("analysis")
def analysis(request: PositionRequest, context: JobContext) -> AnalysisView:
    """Prove the score of every column, as far as the time allows."""
    position = game_of(request).position
    require_solvable(position)
    if position.is_over:
        return final_analysis(shared_solver().solve(position))
    shared_solver().warm(position)
    context.start()
    report = agent("perfect").choose(
        position,
        Limit(seconds=context.seconds),
        cancel=context.cancel,
        on_progress=lambda so_far: context.report(
            lambda: analysis_view(position, so_far, final=False)
        ),
    )
    return analysis_view(position, report)


@job("explain")
def explain(request: ExplainRequest, context: JobContext) -> ExplanationView:
    """Explain why a position is won, drawn or lost, or what a move does."""
    column = None if request.column is None else request.column - 1
    position, solver = game_of(request).position, shared_solver()
    solver.warm()
    context.start()
    found = explanation.explain(
        position, column, solver, context.report_count, cancel=context.cancel
    )
    return explanation_view(found)


@job("review")
def review(request: PositionRequest, context: JobContext) -> ReviewView:
    """Compare every move of a game with perfect play, or estimate what cannot be proved soon."""
    game = game_of(request)
    _warm(game.start)
    context.start()
    found = review_game(
        game, shared_judge(), context.cancel, context.report_count, patience=PATIENCE
    )
    return review_view(found)


@job("line")
def line(request: LineRequest, context: JobContext) -> LineView:
    """Play a move and what would follow it."""
    position = game_of(request).position
    _warm(position)
    context.start()
    found = best_line(position, request.column - 1, shared_judge(), PATIENCE, context.cancel)
    return line_view(found)


def _warm(position: Position) -> None:
    if is_solvable(position):
        shared_solver().warm(position)


@job("hint")
def hint(request: PositionRequest, context: JobContext) -> HintView:
    """Recommend a column, under any rules."""
    context.start()
    return hint_view(find_hint(game_of(request).position, context.cancel))


JOBS = (analysis, explain, review, line, hint)
