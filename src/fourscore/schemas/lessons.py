"""The JSON of lessons and marks, once for the command line and the API."""

from pydantic import Field

from fourscore.insight.lessons.computing import (
    ComputedLesson,
    ComputedQuestion,
    ComputedShot,
    ComputedStep,
)
from fourscore.insight.lessons.folder import Entry
from fourscore.schemas.base import Schema

__all__ = [
    "LessonAnswerView",
    "LessonAnswersView",
    "LessonEntryView",
    "LessonStepView",
    "LessonView",
    "LessonsView",
    "QuestionView",
    "ShotView",
    "TableView",
    "answer_view",
    "lesson_view",
    "lessons_view",
]


class ShotView(Schema):
    """What is to be seen beside a text."""

    moment: int = Field(description="How many steps of the search are done.")
    view: str = Field(description="`boards`, `near` or `whole`.")
    node: int | None = Field(description="The node that is chosen; none follows the search.")


class TableView(Schema):
    """Facts about the children of a node."""

    head: list[str]
    rows: list[list[str]]


class QuestionView(Schema):
    """A question, without its answer."""

    ask: list[str]
    choices: list[str]


class LessonSearchView(Schema):
    """The search that a step shows, as `POST /traces` takes it."""

    agent: str
    moves: str
    start: str | None
    size: str
    variant: str


class LessonStepView(Schema):
    """A step of a lesson."""

    search: LessonSearchView
    shot: ShotView
    text: list[str] = Field(description="Paragraphs; words between asterisks are terms.")
    table: TableView | None
    question: QuestionView | None


class LessonView(Schema):
    """A lesson with every figure filled in."""

    name: str
    title: str
    summary: str
    steps: list[LessonStepView]
    ending: list[str]
    questions: int


class LessonAnswerView(Schema):
    """The answer to a question, and the reason."""

    answer: int = Field(description="The number of the right choice, from 1.")
    because: list[str]
    reveal: ShotView


class LessonAnswersView(Schema):
    """The answers to all questions of a lesson."""

    answers: list[LessonAnswerView]


class LessonEntryView(Schema):
    """A lesson in the list."""

    name: str
    title: str
    summary: str
    steps: int
    questions: int
    own: bool = Field(description="Whether it is from the folder given by `serve --lessons`.")
    mistake: str = Field(description="Why it cannot be opened, if it cannot.")


class LessonsView(Schema):
    """The lessons of a server, in their order."""

    lessons: list[LessonEntryView]


def lessons_view(entries: list[Entry]) -> LessonsView:
    """Show a list of lessons."""
    return LessonsView(lessons=[_entry_view(each) for each in entries])


def _entry_view(entry: Entry) -> LessonEntryView:
    lesson = entry.lesson
    return LessonEntryView(
        name=entry.name,
        title=lesson.title if lesson else entry.name,
        summary=lesson.summary if lesson else "",
        steps=len(lesson.steps) if lesson else 0,
        questions=len(lesson.questions) if lesson else 0,
        own=entry.is_own,
        mistake=entry.mistake,
    )


def lesson_view(lesson: ComputedLesson) -> LessonView:
    """Show a lesson, without its answers."""
    return LessonView(
        name=lesson.name,
        title=lesson.title,
        summary=lesson.summary,
        steps=[_step_view(each) for each in lesson.steps],
        ending=list(lesson.ending),
        questions=len(lesson.questions),
    )


def _step_view(step: ComputedStep) -> LessonStepView:
    return LessonStepView(
        search=LessonSearchView.of(step.search),
        shot=_shot_view(step.shot),
        text=list(step.text),
        table=None if step.table is None else TableView.of(step.table),
        question=None if step.question is None else QuestionView.of(step.question),
    )


def _shot_view(shot: ComputedShot) -> ShotView:
    return ShotView.of(shot)


def answer_view(question: ComputedQuestion) -> LessonAnswerView:
    """Show the answer to a question."""
    return LessonAnswerView(
        answer=question.answer + 1,
        because=list(question.because),
        reveal=_shot_view(question.reveal),
    )
