"""The jobs about exercises: make one, mark one."""

from typing import Annotated, Literal

from pydantic import BaseModel, Field

from fourscore.agents import agent
from fourscore.insight.exercises.exercise import grade
from fourscore.insight.exercises.making import KINDS, LARGEST_SEED, make_exercise, read_exercise_id
from fourscore.schemas.exercises import ExerciseView, ResultView, exercise_view, result_view
from fourscore.web.schemas import RequestBody, example
from fourscore.web.workers.job import JobContext, job

__all__ = ["JOBS", "AnswersRequest", "ExerciseRequest", "MarkRequest", "exercise", "mark"]


class ExerciseRequest(BaseModel):
    """Which exercise."""

    kind: Literal["minimax", "alphabeta", "expectiminimax", "mcts", "astar"] = "minimax"
    difficulty: Annotated[int, Field(ge=1, le=4)] = 1
    seed: Annotated[int, Field(ge=0, le=LARGEST_SEED)] = 0


class AnswersRequest(RequestBody):
    """The first answer to every question, counted from 0."""

    model_config = example(answers=[1, 0, 1, 0])

    answers: Annotated[list[Annotated[int, Field(ge=0, le=99)]], Field(max_length=200)]


class MarkRequest(AnswersRequest):
    """Answers to an exercise."""

    id: str


@job("exercise")
def exercise(request: ExerciseRequest, context: JobContext) -> ExerciseView:
    """Make an exercise."""
    _prepare(request.kind, request.difficulty)
    context.start()
    return exercise_view(make_exercise(request.kind, request.difficulty, request.seed))


@job("exercise result")
def mark(request: MarkRequest, context: JobContext) -> ResultView:
    """Mark the answers to an exercise."""
    kind, difficulty, seed = read_exercise_id(request.id)
    if kind in KINDS:
        _prepare(kind, difficulty)
    context.start()
    made = make_exercise(kind, difficulty, seed)
    return result_view(grade(made, request.answers))


def _prepare(kind: str, difficulty: int) -> None:
    """Compile what an exercise on a position searches with, before its time begins."""
    if difficulty >= 3:
        for name in {"minimax", kind}:
            agent(name).prepare(recorded=True)


JOBS = (exercise, mark)
