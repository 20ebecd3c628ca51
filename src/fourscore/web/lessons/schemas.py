"""What learners hand in, and what they get for it."""

from typing import Annotated

from pydantic import Field

from fourscore.insight.lessons.marks import MOST_ANSWERS
from fourscore.schemas.base import Schema
from fourscore.web.schemas import RequestBody, example

__all__ = ["ClassView", "MarksRequest", "MarksView"]

Name = Annotated[str, Field(min_length=1, max_length=60)]


class MarksRequest(RequestBody):
    """The answers of one learner to one lesson or one exercise."""

    model_config = example(**{"class": "10b"}, learner="Ada", lesson="minimax", answers=[1, 2, 1])

    class_name: Name = Field(alias="class")
    learner: Name
    lesson: Annotated[str, Field(max_length=60)] | None = None
    answers: Annotated[
        list[Annotated[int, Field(ge=0, le=20)]],
        Field(
            max_length=MOST_ANSWERS,
            description="The choice for each question, from 1; 0 where the answer was shown.",
        ),
    ] = []  # noqa: RUF012
    exercise: (
        Annotated[
            str, Field(max_length=60, description="The id of an exercise, instead of a lesson.")
        ]
        | None
    ) = None


class MarksView(Schema):
    """A signed result."""

    code: str = Field(description="One line, to be handed in.")
    file: str = Field(description="A name for a file with it.")
    right: int
    questions: int
    checked: bool = Field(description="Whether the server has checked the answers itself.")


class ClassView(Schema):
    """A class for which this server signs."""

    name: str
