"""What the requests of several resources share, and the two answers that only a server gives."""

from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field

from fourscore.core.variants import VARIANTS
from fourscore.schemas.base import Schema
from fourscore.schemas.positions import NO_MOVES

__all__ = [
    "LONGEST_TREE",
    "CountView",
    "LimitRequest",
    "MovesText",
    "PositionRequest",
    "Problem",
    "RequestBody",
    "Seed",
    "SizeText",
    "StartText",
    "VariantText",
    "example",
    "given_limits",
]

LONGEST_TREE = 1000
"""The most characters of a tree that someone wrote; ids of traces hold them."""

MovesText = Annotated[
    str,
    Field(
        max_length=400,
        description="Columns from 1, one after the other; `-` or nothing for no moves. In slip, "
        "`4>5` is a disc aimed at 4 that landed in 5. With ten or more columns, use commas.",
        examples=["4453", "-", "44444455555526"],
    ),
]
StartText = Annotated[
    str | None,
    Field(
        max_length=200,
        description="The board before the moves: rows of `-XO` from the top, separated by `/`. "
        "By default it is empty.",
    ),
]
# These are checked where they are read, which gives better error messages.
SizeText = Annotated[
    str,
    Field(
        max_length=10,
        description="Columns x rows; columns x (rows + 1) may be at most 63.",
        examples=["7x6", "5x4"],
        json_schema_extra={"pattern": r"^\s*[0-9]{1,2}\s*[xX]\s*[0-9]{1,2}\s*$"},
    ),
]
VariantText = Annotated[
    str,
    Field(
        max_length=20,
        description="The rules.",
        examples=["standard"],
        json_schema_extra={"enum": list(VARIANTS)},
    ),
]
Seed = Annotated[int, Field(ge=0, le=2**62, description="The same seed gives the same answer.")]


def example(**values: Any) -> ConfigDict:
    """Show an example in the OpenAPI document; a subclass needs one of its own."""
    return ConfigDict(json_schema_extra={"examples": [values]})


class Problem(BaseModel):
    """What went wrong (RFC 9457)."""

    model_config = example(
        type="about:blank",
        title="Unprocessable Entity",
        status=422,
        detail="move 7 of '4444444': column 4 is full after '444444'",
    )

    type: str = "about:blank"
    title: str
    status: int
    detail: str = Field(description="A sentence for people.")


class CountView(Schema):
    """How far a job is."""

    done: int
    total: int


class RequestBody(BaseModel):
    """The body of a request. It is strict: `true` and `"1"` are not numbers."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)


class PositionRequest(RequestBody):
    """A position: moves from a start."""

    moves: MovesText = NO_MOVES
    start: StartText = None
    size: SizeText = "7x6"
    variant: VariantText = "standard"


class LimitRequest(RequestBody):
    """The budget of a decision; the agent's own limits replace those left out."""

    depth: Annotated[int, Field(ge=1, le=63)] | None = None
    nodes: Annotated[int, Field(ge=1, le=2**53)] | None = None
    playouts: Annotated[int, Field(ge=1, le=2**53)] | None = None
    seconds: Annotated[float, Field(ge=0.001, le=86_400)] | None = None


def given_limits(limit: BaseModel | None) -> dict[str, Any]:
    """Return the limits that a request sets.

    >>> given_limits(LimitRequest(nodes=500)), given_limits(None)
    ({'nodes': 500}, {})
    """
    return {} if limit is None else limit.model_dump(exclude_none=True)
