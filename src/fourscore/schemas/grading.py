"""Grades: the points of an agent by a rubric."""

from typing import Annotated

from pydantic import Field

from fourscore.core.notation import write_board
from fourscore.insight.grading.grading import Grade
from fourscore.schemas.base import Column, Schema, one_of

__all__ = ["FailureView", "GradeMatchView", "GradeView", "MarkView", "QuestionView", "grade_view"]


class MarkView(Schema):
    """The points for one criterion."""

    name: str
    measure: Annotated[str, one_of("legal", "kept", "best", "score")]
    share: float = Field(description="What was reached, from 0 to 1.")
    amount: float
    total: int = Field(description="How many answers or games the amount is out of.")
    points: float
    max_points: float
    says: str = Field(description="How a share becomes points.")


class QuestionView(Schema):
    """A position that the agent was asked about."""

    position: str
    kind: str | None = Field(description="Its class in the shipped suite.")
    best: int = Field(description="What the position is worth to the side to move.")
    column: Column | None = Field(description="The answer; null if there was no legal one.")
    score: int | None = Field(description="What that column is worth.")


class GradeMatchView(Schema):
    """Games against one opponent."""

    against: str
    wins: int
    draws: int
    losses: int
    forfeits: int = Field(description="Losses by an illegal move, an error or the clock.")


class FailureView(Schema):
    """Something that went wrong."""

    says: str
    count: int


class GradeView(Schema):
    """What an agent did, and its points."""

    agent: str
    title: str
    seed: int
    points: float
    max_points: float
    marks: list[MarkView]
    matches: list[GradeMatchView]
    positions: list[QuestionView]
    failures: list[FailureView]
    imports: list[str] = Field(description="The modules that its file imports.")
    notes: list[str]


def grade_view(grade: Grade) -> GradeView:
    """Show a grade."""
    rubric = grade.plan.rubric
    return GradeView(
        agent=grade.name,
        title=rubric.title,
        seed=grade.plan.seed,
        points=grade.points,
        max_points=rubric.points,
        marks=[
            MarkView(
                name=mark.criterion.name,
                measure=mark.criterion.measure.name,
                share=mark.share.value,
                amount=mark.share.amount,
                total=mark.share.of,
                points=mark.points,
                max_points=mark.criterion.points,
                says=mark.criterion.says,
            )
            for mark in grade.marks
        ],
        matches=[GradeMatchView.of(each) for each in grade.matches],
        positions=[
            QuestionView(
                position=write_board(answer.question.position),
                kind=answer.question.kind or None,
                best=answer.question.best,
                column=answer.column,
                score=None if answer.column is None else answer.question.scores[answer.column],
            )
            for answer in grade.answers
        ],
        failures=[FailureView(says=each.sentence, count=each.count) for each in grade.failures],
        imports=list(grade.imports),
        notes=list(grade.notes),
    )
