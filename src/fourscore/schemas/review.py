"""Games compared with perfect play: a move, a side, a whole game, all moves of an agent."""

from collections.abc import Iterator, Mapping

from pydantic import Field

from fourscore.insight.reports.accuracy import Accuracies
from fourscore.insight.review.line import Line
from fourscore.insight.review.review import JudgedMove, Review, Worth, say_worth
from fourscore.insight.truth.accuracy import Accuracy
from fourscore.insight.truth.judge import Judgement, MoveKind
from fourscore.schemas.base import Column, Player, Result, Schema
from fourscore.schemas.positions import CellView, PlayedView, played_views
from fourscore.schemas.truth import ScoreView, score_view
from fourscore.solver import Score

__all__ = [
    "AccuraciesView",
    "AccuracyView",
    "AgentAccuracyView",
    "EstimationView",
    "JudgedView",
    "LineView",
    "MeasuredView",
    "PointView",
    "ReviewView",
    "SideView",
    "VerdictView",
    "WorthView",
    "accuracies_view",
    "line_view",
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


class WorthView(Schema):
    """What a column is worth to the side to move: proved, or else estimated."""

    column: Column
    score: ScoreView | None = Field(description="null unless it is proved by the solver.")
    chance: float | None = Field(
        description="The chances in per cent, a draw counting half; null if there is a score."
    )
    proved: bool = Field(description="Whether this is the truth, not an estimate.")
    result: Result | None = Field(description="The result if it is certain.")
    says: str = Field(examples=["wins in 5", "about 60 %"])
    best: bool


class JudgedView(Schema):
    """A move of a game compared with perfect play, or with the best that was found."""

    number: int = Field(description="Which move of the game, from 1.")
    player: Player
    column: Column
    aim: Column = Field(description="The column aimed at; another one only if the disc slipped.")
    score: ScoreView | None = Field(
        description="What it is worth, as its mover sees it; null if it is estimated."
    )
    best: ScoreView | None = Field(
        description="What the best move was worth; null if it is estimated."
    )
    best_columns: list[Column] | None = Field(description="The best columns.")
    best_says: str = Field(
        description="What they were worth, in words.", examples=["wins in 5", "about 60 %"]
    )
    scores: dict[Column, int] | None = Field(
        None, description="The exact values of all columns; null if they are estimated."
    )
    proved: bool = Field(description="Whether the kind is certain, not an estimate.")
    only_move: bool = Field(description="Whether it alone kept the result.")
    kind: str = Field(examples=["win to draw"])
    means: str = Field(description="What the kind means, in a sentence.")
    is_best: bool
    is_blunder: bool = Field(description="Whether it is certain that it changed the result.")
    points_lost: int = Field(
        description="Points of the exact score, or per cent of the chances in an estimate."
    )
    says: str = Field(examples=["draws, could have won in 5"])


class PointView(Schema):
    """The worth of the board after so many moves, as X sees it: above 0 X wins."""

    number: int
    value: int = Field(
        description="The exact score; in a review with estimates per cent from -100 to 100."
    )
    proved: bool
    result: Result | None = Field(description="As X sees it: 1 wins, 0 draws; null if uncertain.")
    moves: int | None = Field(description="In how many moves the winner wins, where that is known.")
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


class EstimationView(Schema):
    """How moves were estimated that could not be compared with perfect play."""

    method: str = Field(examples=["expectiminimax"])
    depth: int = Field(description="How many moves it looked ahead.")
    to_the_end: int = Field(description="With so many free cells or fewer it saw the whole game.")
    says: str


class ReviewView(Schema):
    """A whole game compared with perfect play, as far as that is known."""

    estimation: EstimationView | None = Field(
        description="null if every move is compared with perfect play."
    )
    moves: list[JudgedView]
    columns: list[list[WorthView]] = Field(
        description="What every column is worth at the start, then after each move."
    )
    graph: list[PointView] = Field(description="The start, then one point after each move.")
    sides: dict[str, SideView] = Field(description="By player.")
    moments: list[int] = Field(description="Numbers of the moves worth looking at.")
    turning_point: int | None = Field(description="The last move that changed the result.")
    story: list[str] = Field(description="The game in a few sentences.")


def review_view(review: Review) -> ReviewView:
    """Show a game compared with perfect play."""
    return ReviewView.of(
        review,
        moves=[
            _move(number, each, move.landing)
            for number, (each, move) in enumerate(
                zip(review.judgements, review.game.moves, strict=True), start=1
            )
        ],
        graph=list(_graph(review)),
        columns=[_worths(each) for each in review.columns],
        estimation=review.estimation
        and EstimationView.of(review.estimation, says=str(review.estimation)),
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


def _move(number: int, judgement: JudgedMove, landing: int) -> JudgedView:
    columns = judgement.columns or {}
    scores = {c: score.value for c, score in columns.items() if isinstance(score, Score)}
    return JudgedView.of(
        judgement,
        number=number,
        aim=judgement.column,
        column=landing,
        score=_score(judgement.score),
        best=_score(judgement.best),
        best_says=str(judgement.best),
        means=judgement.kind.explanation,
        is_best=judgement.is_optimal,
        proved=isinstance(judgement.kind, MoveKind),
        only_move=bool(judgement.is_only_move) and len(columns) > 1,
        says=str(judgement),
        scores=scores or None,
    )


def _score(worth: Worth) -> ScoreView | None:
    return score_view(worth) if isinstance(worth, Score) else None


def _worths(columns: Mapping[int, Worth]) -> list[WorthView]:
    """Show what every column of a position is worth."""
    best = max((each.value for each in columns.values()), default=0)
    return [
        WorthView(
            column=column,
            score=_score(each),
            chance=None if isinstance(each, Score) else each.chance,
            proved=isinstance(each, Score) or each.exact,
            result=each.sign,
            says=str(each),
            best=each.value == best,
        )
        for column, each in columns.items()
    ]


def _graph(review: Review) -> Iterator[PointView]:
    """Yield what each position was worth, always to the first player."""
    points = zip(review.scores, review.worths, review.game.positions, strict=True)
    for number, (value, worth, position) in enumerate(points):
        proved = isinstance(worth, Score) or worth.exact
        says = f"{position.turn} {say_worth(worth)}"
        sign = None if worth.sign is None else worth.sign if position.turn == "X" else -worth.sign
        moves = worth.moves if isinstance(worth, Score) and worth.sign else None
        yield PointView(
            number=number, value=value, proved=proved, result=sign, moves=moves, says=says
        )


# Lines of play


class LineView(Schema):
    """What would follow: the discs of both sides, one after the other."""

    discs: list[PlayedView]
    proved: bool = Field(description="Whether both sides play best for certain.")
    finished: bool = Field(description="Whether the game is over at the end of the line.")
    says: str = Field(description="What to know about the line, in a sentence.")
    winning: list[CellView] = Field(description="The fours at the end, if it is a win.")


def line_view(line: Line) -> LineView:
    """Show what would follow."""
    game = line.game
    outcome = game.outcome
    return LineView(
        discs=played_views(game),
        proved=line.proved,
        finished=outcome is not None,
        says=line.says,
        winning=[CellView.of(cell) for cell in outcome.cells] if outcome else [],
    )


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
