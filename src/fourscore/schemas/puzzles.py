"""Puzzles, attempts at them, and their answers."""

from collections import Counter
from datetime import date
from typing import Annotated

from pydantic import Field, SerializeAsAny

from fourscore.core.game import Game
from fourscore.insight.puzzles.daily import daily_count
from fourscore.insight.puzzles.grades import GRADES
from fourscore.insight.puzzles.playing import Step
from fourscore.insight.puzzles.puzzle import Puzzle
from fourscore.insight.puzzles.shipped import entries
from fourscore.insight.puzzles.themes import Theme
from fourscore.schemas.base import Column, Player, Schema, one_of
from fourscore.schemas.positions import PositionView, position_view

__all__ = [
    "AnswerView",
    "AnsweredPuzzleView",
    "AttemptView",
    "DailyPuzzleView",
    "PuzzleView",
    "PuzzlesView",
    "StepView",
    "SummaryView",
    "daily_view",
    "puzzle_view",
    "step_view",
    "summary_view",
]

ThemeName = Annotated[str, one_of(*(theme.value for theme in Theme))]


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
    themes: list[ThemeName] = Field(description="What it is about; one or more.")
    rating: int = Field(description="Its Glicko-2 rating, on a scale where level 1 has 800.")
    deviation: int = Field(description="The rating's deviation.")
    shipped: bool = Field(description="Whether it comes with fourscore.")
    position: PositionView


class DailyPuzzleView(PuzzleView):
    """The puzzle of a day."""

    date: date


class PuzzlesView(Schema):
    """Puzzles, all different."""

    complete: bool = Field(
        description="Whether this is all there will be: as many as were requested, or all that "
        "there are. If not, making them was stopped."
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


class StepView(Schema):
    """One move of a puzzle that is played out, and the reply to it."""

    right: bool = Field(description="Whether the move keeps the win, or the draw.")
    done: bool = Field(description="Whether the puzzle is over: solved, or failed by this move.")
    column: Column
    reply: Column | None = Field(description="The best defence; null if the puzzle is over.")
    position: PositionView = Field(description="After the reply, or after the last move.")
    best: list[Column] = Field(description="What was best, once the puzzle is over.")
    says: str = Field(description="What the move does.", examples=["Column 4 keeps the win."])
    sentences: list[str] = Field(
        description="If the move is wrong, why; without naming a right one."
    )
    line: list[Column] = Field(
        description="If the move is wrong, best play of both to the end, this column first."
    )
    left: int | None = Field(
        description="How many moves a win still needs at best; null for a draw or a lost win."
    )


class SummaryView(Schema):
    """How many puzzles come with fourscore."""

    count: int
    daily: int = Field(description="After how many days the puzzles of the day come again.")
    lowest: int = Field(description="The lowest rating.")
    highest: int = Field(description="The highest rating.")
    grades: dict[str, int] = Field(description="How many of each grade, the easiest first.")
    themes: dict[str, int] = Field(description="How many of each theme; a puzzle may have several.")
    aims: dict[str, int] = Field(description="How many of each aim.")


def puzzle_view(puzzle: Puzzle, *, answer: bool = False) -> PuzzleView:
    """Show a puzzle; the answer is left out unless it is requested."""
    if answer:
        shown = AnswerView.of(puzzle.solution)
        return AnsweredPuzzleView.of(puzzle, **_shown(puzzle), answer=shown)
    return PuzzleView.of(puzzle, **_shown(puzzle))


def daily_view(puzzle: Puzzle, day: date) -> DailyPuzzleView:
    """Show the puzzle of a day."""
    return DailyPuzzleView.of(puzzle, **_shown(puzzle), date=day)


def _shown(puzzle: Puzzle) -> dict[str, object]:
    return {"turn": puzzle.position.turn, "position": position_view(Game(puzzle.position))}


def step_view(step: Step) -> StepView:
    """Show a move of a puzzle that is played out."""
    return StepView.of(step, position=position_view(step.game))


def summary_view() -> SummaryView:
    """Show how many puzzles come with fourscore."""
    found = entries().values()
    grades = Counter(entry.grade for entry in found)
    themes = Counter(theme for entry in found for theme in entry.themes)
    ratings = [entry.rating for entry in found]
    return SummaryView(
        count=len(found),
        daily=daily_count(),
        lowest=min(ratings),
        highest=max(ratings),
        grades={grade: grades[grade] for grade in GRADES},
        themes={theme.value: themes[theme.value] for theme in Theme},
        aims=dict(Counter(entry.aim for entry in found)),
    )
