"""The shapes of what is known for certain: scores, explanations, hints, reviews."""

from pydantic import Field

from fourscore.web.schemas import CellView, Player, Result, Shape

__all__ = [
    "AnalysisView",
    "ColumnView",
    "CountView",
    "ExplanationView",
    "HintView",
    "JudgedView",
    "PointView",
    "ReviewView",
    "ScoreView",
    "SentenceView",
    "SideView",
]


class ScoreView(Shape):
    """An exact score, as the side to move sees it."""

    value: int = Field(description="Positive wins, 0 draws, negative loses; larger is better.")
    result: Result
    plies: int = Field(description="Discs until the end with perfect play.")
    says: str = Field(examples=["wins in 5"])


class ColumnView(Shape):
    """What is proved of a column, as the side to move sees it."""

    column: int
    score: ScoreView | None = Field(description="null if the time did not suffice to prove it.")
    lower: int = Field(description="The score is this or more.")
    says: str
    best: bool


class AnalysisView(Shape):
    """The truth about a position."""

    complete: bool = Field(description="Whether every column is proved; never in progress.")
    score: ScoreView | None = Field(description="Of the position; null if it is not proved.")
    columns: list[ColumnView] = Field(description="The legal ones, from left to right.")
    best: list[int] = Field(description="The columns that nothing beats.")


class SentenceView(Shape):
    """A sentence, and what it speaks of."""

    text: str
    kind: str = Field(description="What it claims.", examples=["verdict"])
    player: Player | None
    columns: list[int]
    cells: list[CellView] = Field(description="Cells to light on the board.")
    four: list[CellView] = Field(description="The cells of a four that it speaks of.")
    after: list[int] = Field(description="Moves that are played before it holds.")
    line: list[int] = Field(description="Play that it tells of.")


class ExplanationView(Shape):
    """Why a position is won, drawn or lost, or what a move does."""

    turn: Player | None = Field(description="null after the end.")
    column: int | None = Field(description="The move that was asked about.")
    brief: list[str] = Field(description="The few sentences that matter most.")
    sentences: list[SentenceView] = Field(description="Everything, the most important first.")
    note: str | None = Field(description="What cannot be said, and why.")


class JudgedView(Shape):
    """A move of a game, held against the truth."""

    number: int = Field(description="Which move of the game, from 1.")
    player: Player
    column: int
    score: ScoreView = Field(description="What it is worth, as its mover sees it.")
    best: ScoreView = Field(description="What the best move was worth.")
    best_columns: list[int] | None = Field(
        description="The best columns of a move that was not best, else null."
    )
    kind: str = Field(examples=["win to draw"])
    means: str = Field(description="What the kind means, in a sentence.")
    is_best: bool
    is_blunder: bool = Field(description="Whether it changed the result.")
    points_lost: int
    says: str = Field(examples=["draws, could have won in 5"])


class PointView(Shape):
    """The worth of the board after so many moves, as X sees it: above 0 X wins."""

    number: int
    value: int
    says: str = Field(examples=["X wins in 5"])


class SideView(Shape):
    """What one side did."""

    name: str
    moves: int
    counted: int = Field(description="Moves that were a choice.")
    best: int
    blunders: int
    accuracy: float | None = Field(description="0 to 100; null if there was no choice.")
    points_lost: int
    kinds: dict[str, int] = Field(description="How many moves of each kind.")


class ReviewView(Shape):
    """A whole game, held against the truth."""

    moves: list[JudgedView]
    graph: list[PointView] = Field(description="The start, then one point after each move.")
    sides: dict[str, SideView] = Field(description="By player.")
    moments: list[int] = Field(description="Numbers of the moves worth looking at.")
    turning_point: int | None = Field(description="The last move that changed the result.")
    story: list[str] = Field(description="The game in a few sentences.")


class HintView(Shape):
    """A column to recommend."""

    column: int
    proved: bool = Field(description="Whether nothing beats it; else it is a strong guess.")
    says: str = Field(examples=["Try column 3, which wins in 1."])


class CountView(Shape):
    """How far long work is."""

    done: int
    total: int
