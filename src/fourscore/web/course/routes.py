"""The routes of courses: their size, their lines, and what they say in a position."""

from typing import Annotated

from fastapi import APIRouter, Path, Query, Request
from pydantic import BaseModel
from starlette.responses import Response

from fourscore.errors import InputError
from fourscore.insight.course.course import course
from fourscore.insight.course.goals import find_goal
from fourscore.insight.course.lines import find_chapter, lines
from fourscore.schemas.course import (
    CoursesView,
    LinesView,
    PlaceView,
    courses_view,
    lines_view,
    place_view,
)
from fourscore.web.cache import CachedResponse
from fourscore.web.position_params import GameParam
from fourscore.web.responses import cache_and_send
from fourscore.web.routing import PREFIX, QUICK

__all__ = ["router"]

router = APIRouter(prefix=PREFIX, tags=["course"], responses=QUICK)

Side = Annotated[
    str,
    Path(
        max_length=10,
        examples=["first"],
        description="The player who learns.",
        json_schema_extra={"enum": ["first", "second"]},
    ),
]
GoalQuery = Annotated[
    str | None,
    Query(
        max_length=20,
        description="Only the lines of this goal.",
        examples=["level-5"],
    ),
]
ChapterQuery = Annotated[
    str | None, Query(max_length=20, description="Only the lines of this chapter.", examples=["44"])
]


@router.get("/course", response_model=CoursesView)
async def get_courses(request: Request) -> Response:
    """Return the size of the courses, their chapters and goals, and the rules in use."""
    return _send(request, courses_view())


@router.get("/course/{side}/lines", response_model=LinesView)
async def get_lines(
    request: Request,
    side: Side,
    goal: GoalQuery = None,
    chapter: ChapterQuery = None,
    skip: Annotated[int, Query(ge=0, le=1_000_000, description="How many to leave out.")] = 0,
    count: Annotated[int, Query(ge=1, le=500, description="How many at most.")] = 100,
) -> Response:
    """Return lines to train, the main line first; those of a goal the most frequent first."""
    course(side)
    if goal is not None:
        found = find_goal(goal)
        if found.side != side:
            raise InputError(f"the goal {goal!r} is for the {found.side} player")
        chosen, shares = found.lines, found.shares
    else:
        chosen, shares = lines(side), {}
    if chapter is not None:
        wanted = find_chapter(side, chapter).id
        chosen = tuple(each for each in chosen if each.chapter == wanted)
    part = list(chosen[skip : skip + count])
    return _send(request, lines_view(part, len(chosen), shares))


@router.get("/course/{side}/positions/{moves}", response_model=PlaceView)
async def get_place(request: Request, side: Side, game: GameParam) -> Response:
    """Return what the course says after these moves: a move, a rule, or what may be replied."""
    if game.start.size != "7x6" or game.start.variant.name != "standard":
        raise InputError("the courses are for the standard rules on 7x6")
    return _send(request, place_view(course(side), game))


def _send(request: Request, view: BaseModel) -> Response:
    return cache_and_send(request, CachedResponse.of_model(view))
