"""The routes of lessons and marks."""

import json
import re
from datetime import UTC, datetime
from typing import Annotated, Literal

from fastapi import APIRouter, Path, Request
from starlette.responses import Response

from fourscore.errors import InputError
from fourscore.insight.lessons.folder import Entry, find_lesson, list_lessons
from fourscore.insight.lessons.marks import ClassKey, Result, check_learner, read_keys, sign
from fourscore.schemas.lessons import LessonAnswersView, LessonsView, LessonView, lessons_view
from fourscore.web.lessons import jobs
from fourscore.web.lessons.schemas import ClassView, MarksRequest, MarksView
from fourscore.web.problems import Refused
from fourscore.web.responses import no_store, run_job
from fourscore.web.routing import BODY, EVENT_STREAM, JOB, PREFIX, QUICK, problems
from fourscore.web.service import get_service

__all__ = ["router"]

router = APIRouter(prefix=PREFIX, tags=["lessons"])
FOUND = problems(404)
Name = Annotated[
    str, Path(max_length=60, description="The name of its file.", examples=["minimax"])
]


def _entry(request: Request, name: str) -> Entry:
    folder = get_service(request).settings.lessons
    try:
        return find_lesson(name, folder)
    except InputError as error:
        known = any(each.name == name for each in list_lessons(folder))
        raise Refused(422 if known else 404, error.for_people) from None


@router.get("/lessons", response_model=LessonsView, responses=QUICK)
async def get_lessons(request: Request) -> Response:
    """List the lessons: those that come with fourscore, and those of this server."""
    view = lessons_view(list_lessons(get_service(request).settings.lessons))
    return no_store(request, view.model_dump_json())


@router.get("/lessons/{name}", response_model=LessonView, responses=JOB | EVENT_STREAM | FOUND)
async def get_lesson(request: Request, name: Name) -> Response:
    """Return a lesson, with every figure computed from its searches, without the answers."""
    entry = _entry(request, name)
    return await run_job(request, jobs.lesson, jobs.LessonRequest(name=entry.name), no_store)


@router.get(
    "/lessons/{name}/answers",
    response_model=LessonAnswersView,
    responses=JOB | EVENT_STREAM | FOUND,
)
async def get_answers(request: Request, name: Name) -> Response:
    """Return the answers to the questions of a lesson, with the reasons."""
    entry = _entry(request, name)
    return await run_job(request, jobs.answers, jobs.LessonRequest(name=entry.name), no_store)


@router.get("/classes/{name}", response_model=ClassView, responses=QUICK | FOUND)
async def get_class(request: Request, name: Annotated[str, Path(max_length=60)]) -> Response:
    """Say whether this server signs results for a class."""
    return no_store(request, ClassView(name=_key(request, name).name).model_dump_json())


@router.post("/marks", response_model=MarksView, responses=JOB | BODY | FOUND)
async def post_marks(request: Request, body: MarksRequest) -> Response:
    """Check the answers of a learner, and sign the result with the key of the class."""
    key, learner = _key(request, body.class_name), check_learner(body.learner)
    if (body.lesson is None) == (body.exercise is None):
        raise InputError("give either a lesson or an exercise")
    kind: Literal["lesson", "exercise"] = "lesson" if body.exercise is None else "exercise"
    item = body.exercise or _entry(request, body.lesson or "").name

    def respond(request: Request, content: str) -> Response:
        found = jobs.CheckView.model_validate(json.loads(content))
        result = Result(
            class_name=key.name,
            learner=learner,
            kind=kind,
            item=item,
            answers=tuple(body.answers),
            right=found.right,
            questions=found.questions,
            checked=True,
            time=_now(),
            digest=found.digest,
        )
        return no_store(request, _marks_view(result, key).model_dump_json())

    job = jobs.check if kind == "lesson" else jobs.check_exercise
    return await run_job(request, job, jobs.CheckRequest(name=item, answers=body.answers), respond)


def _key(request: Request, name: str) -> ClassKey:
    keys = read_keys(get_service(request).settings.classes)
    if name not in keys:
        raise Refused(404, f"this server has no class {name[:60]!r}")
    return keys[name]


def _marks_view(result: Result, key: ClassKey) -> MarksView:
    who = re.sub(r"[^\w-]+", "-", result.learner).strip("-")
    return MarksView(
        code=sign(result, key),
        file=f"{result.class_name}-{result.item}-{who}.marks.txt",
        right=result.right,
        questions=result.questions,
        checked=result.checked,
    )


def _now() -> str:
    return datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
