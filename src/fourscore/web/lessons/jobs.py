"""The jobs about lessons: run the searches, fill in the figures, check the answers."""

import hashlib
from pathlib import Path

from pydantic import BaseModel

from fourscore.errors import Cancelled
from fourscore.insight.exercises.exercise import grade
from fourscore.insight.exercises.making import make_exercise, read_exercise_id
from fourscore.insight.lessons.computing import ComputedLesson, compute
from fourscore.insight.lessons.folder import find_lesson
from fourscore.insight.lessons.source import LessonError
from fourscore.schemas.lessons import LessonAnswersView, LessonView, answer_view, lesson_view
from fourscore.web.cache import LruCache
from fourscore.web.problems import Refused
from fourscore.web.workers.job import JobContext, job

__all__ = [
    "JOBS",
    "CheckRequest",
    "CheckView",
    "LessonRequest",
    "answers",
    "check",
    "check_exercise",
    "lesson",
]

_cache = LruCache[tuple[str, str], ComputedLesson](40)
"""Computed lessons by file and digest."""


class LessonRequest(BaseModel):
    """A lesson."""

    name: str


class CheckRequest(LessonRequest):
    """Answers to be checked."""

    answers: list[int]


class CheckView(BaseModel):
    """How many answers are right, and which version of the lesson they are for."""

    right: int
    questions: int
    digest: str


def _find(request: LessonRequest, context: JobContext) -> tuple[ComputedLesson, str]:
    entry = find_lesson(request.name, context.settings.lessons)
    digest = hashlib.sha256(Path(entry.path).read_bytes()).hexdigest()[:16]
    found = _cache.get((str(entry.path), digest))
    context.start()
    if found is None:
        assert entry.lesson is not None
        try:
            found = compute(entry.lesson, context.cancel, entry.path.name)
        except LessonError:
            if context.cancel.cancelled:
                raise Cancelled("the searches of the lesson did not finish in time") from None
            raise
        _cache.put((str(entry.path), digest), found, 1)
    return found, digest


@job("lesson")
def lesson(request: LessonRequest, context: JobContext) -> LessonView:
    """Show a lesson without its answers."""
    return lesson_view(_find(request, context)[0])


@job("lesson answers")
def answers(request: LessonRequest, context: JobContext) -> LessonAnswersView:
    """Show the answers to the questions of a lesson."""
    found, _ = _find(request, context)
    return LessonAnswersView(answers=[answer_view(each) for each in found.questions])


@job("lesson check")
def check(request: CheckRequest, context: JobContext) -> CheckView:
    """Count the right answers."""
    found, digest = _find(request, context)
    if len(request.answers) != len(found.questions):
        raise Refused(
            422, f"the lesson has {len(found.questions)} questions, not {len(request.answers)}"
        )
    pairs = zip(request.answers, found.questions, strict=True)
    right = sum(given == question.answer + 1 for given, question in pairs)
    return CheckView(right=right, questions=len(found.questions), digest=digest)


@job("exercise check")
def check_exercise(request: CheckRequest, context: JobContext) -> CheckView:
    """Count the right answers to an exercise; its id is its version."""
    exercise = make_exercise(*read_exercise_id(request.name))
    context.start()
    result = grade(exercise, [given - 1 for given in request.answers])
    return CheckView(right=result.right, questions=result.steps, digest="")


JOBS = (lesson, answers, check, check_exercise)
