"""Courses: their size, their lines and goals, and what they say in a position."""

from typing import Annotated, Any

from pydantic import Field

from fourscore.core.game import Game
from fourscore.insight.course.course import SIDES, Course, Place, State, course
from fourscore.insight.course.goals import Goal, goals
from fourscore.insight.course.lines import Line, chapters, lines
from fourscore.insight.course.rules import Rule
from fourscore.insight.openings.folding import canonical_name, fold
from fourscore.schemas.base import Column, Player, Schema, one_of
from fourscore.schemas.positions import PositionName, write_position

__all__ = [
    "CourseView",
    "CoursesView",
    "LinesView",
    "PlaceView",
    "courses_view",
    "lines_view",
    "place_view",
]

SMALLEST = 20_000
"""Nodes of the smallest weak solution of others that we know of, about."""
States = Annotated[str, one_of(*State)]
SideName = Annotated[str, one_of(*SIDES)]


class RuleView(Schema):
    """A short rule that wins by itself."""

    id: str = Field(examples=["follow-4"])
    title: str = Field(examples=["Follow up"])
    text: str = Field(description="The whole rule, in words.")


class CardView(Schema):
    """One decision of the student's."""

    id: str = Field(description="The same for mirror images and other orders of moves.")
    moves: str = Field(description="The moves before it; `-` for none.")
    column: Column = Field(description="What the course plays.")


class CourseLineView(Schema):
    """A line to train."""

    id: str = Field(description="Its moves.")
    moves: str
    chapter: str
    ends: Annotated[str, one_of("rule", "win", "joins")] = Field(
        description="A rule begins, a four cannot be missed, or an earlier line goes on from here."
    )
    rule: RuleView | None
    cards: list[CardView]
    new: int = Field(description="How many of the last cards are in no earlier line.")
    share: float | None = Field(description="Of the games against a goal's opponent.")


class LinesView(Schema):
    """Lines of a course, the main line first."""

    total: int
    lines: list[CourseLineView]


class ChapterView(Schema):
    """The lines after one reply to the first move."""

    id: str
    title: str
    positions: int
    rules: int
    lines: int


class GoalView(Schema):
    """Something to learn a course for."""

    id: str = Field(examples=["level-5"])
    side: SideName
    title: str
    says: str
    agent: str = Field(description="The opponent, as a spec.")
    lines: int
    positions: int
    minutes: int = Field(description="About how long learning takes.")
    share: float | None = Field(description="The share of games that the lines cover.")
    games: int = Field(description="How many games that was measured in.")


class PlyCountView(Schema):
    """The positions of a course with a number of discs."""

    ply: int
    positions: int
    rules: int = Field(description="Those in which a rule begins.")


class CourseView(Schema):
    """One side's course."""

    side: SideName
    title: str
    says: str
    positions: int = Field(description="Positions with the student to move.")
    rules: int = Field(description="Those in which a rule begins.")
    lines: int
    plies: list[PlyCountView]
    chapters: list[ChapterView]
    goals: list[GoalView]


class CoursesView(Schema):
    """The courses that come with fourscore."""

    sides: list[CourseView]
    rules: list[RuleView] = Field(description="The rules in use, the most frequent first.")
    smallest: int = Field(description="Nodes of the smallest weak solution of others, about.")


class ReplyView(Schema):
    """A reply of the opponent's, and what the course has after it."""

    column: Column
    state: States


class PlaceView(PositionName):
    """A place in a game, as a course sees it."""

    side: SideName
    turn: Player
    yours: bool = Field(description="Whether it is the student's move.")
    state: States
    column: Column | None = Field(description="What the course plays.")
    rule: RuleView | None = Field(description="In force, or beginning with this move.")
    begins: bool = Field(description="Whether the rule begins with this move.")
    card: str | None = Field(description="The card to train; null unless the state is move.")
    canonical: str
    mirrored: bool
    replies: list[ReplyView] = Field(description="If the opponent is to move, every reply.")


_TITLES = {
    "first": ("Learn to win", "Win from the empty board, whatever the opponent replies."),
    "second": (
        "The longest resistance",
        "Hold out as long as possible, and take what the first player lets slip.",
    ),
}


def courses_view() -> CoursesView:
    """Show the courses."""
    return CoursesView(
        sides=[_course(course(side)) for side in SIDES],
        rules=[rule_view(each) for each in course("first").rules_used],
        smallest=SMALLEST,
    )


def _course(found: Course) -> CourseView:
    title, says = _TITLES[found.side]
    return CourseView(
        side=found.side,
        title=title,
        says=says,
        positions=len(found),
        rules=found.rules,
        lines=len(lines(found.side)),
        plies=[
            PlyCountView(ply=ply, positions=positions, rules=rules)
            for ply, (positions, rules) in found.plies.items()
        ],
        chapters=[ChapterView.of(each) for each in chapters(found.side)],
        goals=[_goal(each) for each in goals(found.side)],
    )


def _goal(goal: Goal) -> GoalView:
    return GoalView.of(goal, lines=len(goal.lines))


def rule_view(rule: Rule) -> RuleView:
    """Show a rule."""
    return RuleView.of(rule)


def lines_view(found: list[Line], total: int, shares: dict[str, float] | None = None) -> LinesView:
    """Show lines, with their shares where they belong to a goal."""
    return LinesView(total=total, lines=[_line(each, shares or {}) for each in found])


def _line(line: Line, shares: dict[str, float]) -> CourseLineView:
    return CourseLineView.of(
        line,
        id=line.moves,
        rule=line.rule and rule_view(line.rule),
        cards=[CardView.of(each, moves=each.moves or "-") for each in line.cards],
        share=shares.get(line.moves),
    )


def place_view(found: Course, game: Game) -> PlaceView:
    """Show what a course says at the end of a game."""
    place = found.follow(game)
    at = place.position
    yours = not at.is_over and at.turn == found.player
    return PlaceView.of(
        place,
        **write_position(game),
        side=found.side,
        turn=at.turn,
        yours=yours,
        state=str(place.state),
        rule=place.rule and rule_view(place.rule),
        begins=place.state is State.MOVE and place.rule is not None,
        card=found.card(at) if place.state is State.MOVE else None,
        canonical=canonical_name(at),
        mirrored=fold(at)[1],
        replies=_replies(found, game, place),
    )


def _replies(found: Course, game: Game, place: Place) -> list[dict[str, Any]]:
    if place.state is not State.REPLY:
        return []
    replies = []
    for column in place.position.legal:
        game.play(column)
        replies.append({"column": column, "state": str(found.follow(game).state)})
        game.undo()
    return replies
