"""The JSON of logging in."""

from typing import Annotated

from pydantic import Field

from fourscore.schemas.base import Schema
from fourscore.web.schemas import RequestBody, example

__all__ = ["LoginRequest", "SessionView"]


class LoginRequest(RequestBody):
    """The password of the server."""

    model_config = example(password="correct horse")

    password: Annotated[str, Field(min_length=1, max_length=1024)]


class SessionView(Schema):
    """What the server asks a password for, and whether this client has given it."""

    password: bool = Field(description="Whether changes need a password.")
    closed: bool = Field(description="Whether reading and playing need it, too.")
    allowed: bool = Field(description="Whether this client may change things.")
