"""Games compared with perfect play: a move, a side, a whole game, all moves of an agent."""

from collections.abc import Iterator

from pydantic import Field

from fourscore.insight.reports.accuracy import Accuracies
from fourscore.insight.review.review import Review
from fourscore.insight.truth.accuracy import Accuracy
from fourscore.insight.truth.judge import Judgement
from fourscore.schemas.base import Column, Player, Schema
from fourscore.schemas.truth import ScoreView, score_view
from fourscore.solver import score_of

__all__ = [
    "AccuraciesView",
    "AccuracyView",
    "AgentAccuracyView",
    "JudgedView",
    "MeasuredView",
    "PointView",
    "ReviewView",
    "SideView",
    "VerdictView",
    "accuracies_view",
    "review_view",
    "verdict_view",
]


class VerdictView(Schema):
    """What a move is worth compared with perfect play."""

    score: ScoreView
    kind: str = Field(examples=["slower win"])
    means: str = Field(description="What the kind means, in a sentence.")
    is_best: bool = Field(description="Whether no column is worth more.")
    is_blunder: bool = Field(description="Whether it changes the result.")
    points_lost: int = Field(description="Points of the exact score below the best column.")


class JudgedView(Schema):
    """A move of a game compared with perfect play."""

    number: int = Field(description="Which move of the game, from 1.")
    player: Player
    column: Column
    score: ScoreView = Field(description="What it is worth, as its mover sees it.")
    best: ScoreView = Field(description="What the best move was worth.")
    best_columns: list[Column] | None = Field(
        description="The best columns of a move that was not best, else null."
    )
    scores: dict[Column, int] | None = Field(
        None, description="The exact values of all columns of a move that was not best."
    )
    kind: str = Field(examples=["win to draw"])
    means: str = Field(description="What the kind means, in a sentence.")
    is_best: bool
    is_blunder: bool = Field(description="Whether it changed the result.")
    points_lost: int
    says: str = Field(examples=["draws, could have won in 5"])


class PointView(Schema):
    """The worth of the board after so many moves, as X sees it: above 0 X wins."""

    number: int
    value: int
    says: str = Field(examples=["X wins in 5"])


class SideView(Schema):
    """The moves of one side."""

    name: str
    moves: int
    counted: int = Field(description="Moves that were a choice.")
    best: int
    blunders: int
    accuracy: float | None = Field(description="0 to 100; null if there was no choice.")
    points_lost: int
    kinds: dict[str, int] = Field(description="How many moves of each kind.")


class ReviewView(Schema):
    """A whole game compared with perfect play."""

    moves: list[JudgedView]
    graph: list[PointView] = Field(description="The start, then one point after each move.")
    sides: dict[str, SideView] = Field(description="By player.")
    moments: list[int] = Field(description="Numbers of the moves worth looking at.")
    turning_point: int | None = Field(description="The last move that changed the result.")
    story: list[str] = Field(description="The game in a few sentences.")


def review_view(review: Review) -> ReviewView:
    """Show a game compared with perfect play."""
    return ReviewView.of(
        review,
        moves=[_move(number, each) for number, each in enumerate(review.judgements, start=1)],
        graph=list(_graph(review)),
        sides={side.player: SideView.of(side) for side in review.sides},
        moments=review.key_moments(),
    )


def verdict_view(judgement: Judgement) -> VerdictView:
    """Show what a move is worth."""
    return VerdictView.of(
        judgement,
        score=score_view(judgement.score),
        means=judgement.kind.explanation,
        is_best=judgement.is_optimal,
    )


def _move(number: int, judgement: Judgement) -> JudgedView:
    columns = judgement.columns
    return JudgedView.of(
        judgement,
        **dict(verdict_view(judgement)),
        number=number,
        best=score_view(judgement.best),
        says=str(judgement),
        scores=columns and {column: score.value for column, score in columns.items()},
    )


def _graph(review: Review) -> Iterator[PointView]:
    """Yield what each position was worth, always to the first player."""
    for number, (value, position) in enumerate(
        zip(review.scores, review.game.positions, strict=True)
    ):
        mover = score_of(value if position.turn == "X" else -value, position)
        yield PointView(number=number, value=value, says=f"{position.turn} {mover}")


# Of a ledger


class MeasuredView(Schema):
    """A mean or a share, its 95 % interval, and the number of samples."""

    value: float
    low: float
    high: float
    count: int


class AccuracyView(Schema):
    """How close to perfect play moves are; null where there was nothing to count."""

    moves: int
    forced: int = Field(description="Moves in the only column left, which count for nothing.")
    lost_already: int = Field(description="Moves in lost games: they cannot spoil the result.")
    result_kept: MeasuredView | None = Field(description="The share that keeps the result.")
    best: MeasuredView | None = Field(description="The share that nothing beats.")
    points_lost: MeasuredView | None
    kinds: dict[str, int] = Field(description="How many moves of each kind.")


class AgentAccuracyView(AccuracyView):
    """How close to perfect play an agent is."""

    name: str
    by_ply: dict[int, AccuracyView] = Field(description="By the discs on the board before.")


class AccuraciesView(Schema):
    """How close to perfect play the agents of a ledger are."""

    says: str
    games: int
    games_left_out: int
    from_ply: int
    moves_left_out: int
    agents: list[AgentAccuracyView]


def accuracies_view(found: Accuracies) -> AccuraciesView:
    """Show the accuracy of every agent of a ledger, in all and ply by ply."""
    agents = [
        AgentAccuracyView(
            **dict(_accuracy(found.of(name))),
            name=name,
            by_ply={ply: _accuracy(each) for ply, each in found.by_ply(name).items()},
        )
        for name in found.moves
    ]
    return AccuraciesView.of(found, says=found.description, agents=agents)


def _accuracy(accuracy: Accuracy) -> AccuracyView:
    return AccuracyView.of(accuracy, lost_already=accuracy.lost, result_kept=accuracy.kept)
