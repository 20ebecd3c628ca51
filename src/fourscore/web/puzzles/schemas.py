"""The shapes of puzzles; the answer is in a shape of its own."""

from typing import Annotated

from pydantic import Field

from fourscore.web.schemas import Player, PositionView, Shape, one_of

__all__ = ["AnswerView", "AttemptView", "PuzzleView", "PuzzlesView"]


class PuzzleView(Shape):
    """A position in which one column matters."""

    id: str = Field(description="Brings the puzzle back.", examples=["9a6808g00"])
    turn: Player
    aim: Annotated[str, one_of("win", "save")] = Field(
        description="Whether one column alone wins, or one alone does not lose."
    )
    question: str
    grade: str = Field(description="How hard it is, in words.", examples=["medium"])
    level: int = Field(description="The lowest level from which on every level finds it.")
    moves: int = Field(description="How many moves of the winning side one has to see ahead.")
    position: PositionView


class PuzzlesView(Shape):
    """Puzzles, all different; in progress those that are made so far."""

    complete: bool = Field(
        description="Whether this is all there will be: as many as were asked for, or all that "
        "there are. If not, the time was not enough."
    )
    puzzles: list[PuzzleView]


class AnswerView(Shape):
    """The answer, and why."""

    column: int
    line: list[int] = Field(description="Best play of both to the end, the answer first.")
    sentences: list[str]


class AttemptView(Shape):
    """What becomes of a column that somebody thinks is the answer."""

    column: int
    right: bool
    sentences: list[str] = Field(
        description="Why; for a wrong column without naming the right one."
    )
    line: list[int] = Field(description="Best play of both to the end, this column first.")
