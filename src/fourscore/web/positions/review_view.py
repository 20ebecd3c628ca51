"""From a review to the shape of the API."""

from collections.abc import Iterator

from fourscore.insight.review.review import Review, Side
from fourscore.insight.truth.judge import Judgement
from fourscore.solver import Score
from fourscore.web.positions.schemas import JudgedView, PointView, ReviewView, SideView
from fourscore.web.positions.views import score_view

__all__ = ["review_view"]


def review_view(review: Review) -> ReviewView:
    """Show a game held against the truth."""
    return ReviewView(
        moves=[_move(number, each) for number, each in enumerate(review.judgements, start=1)],
        graph=list(_graph(review)),
        sides={side.player: _side(side) for side in review.sides},
        moments=list(review.key_moments()),
        turning_point=review.turning_point,
        story=review.story,
    )


def _move(number: int, judgement: Judgement) -> JudgedView:
    columns = judgement.best_columns
    return JudgedView(
        number=number,
        player=judgement.player,
        column=judgement.column + 1,
        score=score_view(judgement.score),
        best=score_view(judgement.best),
        best_columns=None if columns is None else [column + 1 for column in columns],
        kind=str(judgement.kind),
        means=judgement.kind.explanation,
        is_best=judgement.is_optimal,
        is_blunder=judgement.is_blunder,
        points_lost=judgement.points_lost,
        says=str(judgement),
    )


def _graph(review: Review) -> Iterator[PointView]:
    """Say what each position was worth, always from the first player's side."""
    for number, (value, position) in enumerate(
        zip(review.scores, review.game.positions, strict=True)
    ):
        mover = Score(value if position.turn == "X" else -value, position)
        says = f"{position.turn} {mover}"
        yield PointView(number=number, value=value, says=says)


def _side(side: Side) -> SideView:
    return SideView(
        name=side.name,
        moves=side.moves,
        counted=side.counted,
        best=side.best,
        blunders=side.blunders,
        accuracy=side.accuracy,
        points_lost=side.points_lost,
        kinds={str(kind): count for kind, count in side.kinds.items()},
    )
