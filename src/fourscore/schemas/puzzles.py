"""Puzzles, attempts at them, and their answers."""

from typing import Annotated

from pydantic import Field, SerializeAsAny

from fourscore.core.game import Game
from fourscore.insight.puzzles import Puzzle
from fourscore.schemas.base import Column, Player, Schema, one_of
from fourscore.schemas.positions import PositionView, position_view

__all__ = [
    "AnswerView",
    "AnsweredPuzzleView",
    "AttemptView",
    "PuzzleView",
    "PuzzlesView",
    "puzzle_view",
]


class PuzzleView(Schema):
    """A position in which one column matters."""

    id: str = Field(description="Names the puzzle in later requests.", examples=["9a6808g00"])
    turn: Player
    aim: Annotated[str, one_of("win", "save")] = Field(
        description="Whether one column alone wins, or one alone does not lose."
    )
    question: str
    grade: str = Field(description="How hard it is, in words.", examples=["medium"])
    level: int = Field(description="The lowest level from which on every level finds it.")
    moves: int = Field(description="How many moves of the winning side one has to see ahead.")
    position: PositionView


class PuzzlesView(Schema):
    """Puzzles, all different; in progress those that are made so far."""

    complete: bool = Field(
        description="Whether this is all there will be: as many as were requested, or all that "
        "there are. If not, the time was not enough."
    )
    puzzles: list[SerializeAsAny[PuzzleView]]


class AnswerView(Schema):
    """The answer, and why."""

    column: Column
    line: list[Column] = Field(description="Best play of both to the end, the answer first.")
    sentences: list[str]


class AttemptView(Schema):
    """The result of trying a column as the answer."""

    column: Column
    right: bool
    sentences: list[str] = Field(
        description="Why; for a wrong column without naming the right one."
    )
    line: list[Column] = Field(description="Best play of both to the end, this column first.")


class AnsweredPuzzleView(PuzzleView):
    """A puzzle with its answer."""

    answer: AnswerView


def puzzle_view(puzzle: Puzzle, *, answer: bool = False) -> PuzzleView:
    """Show a puzzle; the answer is left out unless it is requested."""
    shown = {"turn": puzzle.position.turn, "position": position_view(Game(puzzle.position))}
    if answer:
        return AnsweredPuzzleView.of(puzzle, **shown, answer=AnswerView.of(puzzle.solution))
    return PuzzleView.of(puzzle, **shown)
