"""Requests about positions, and the result of a person's move."""

from typing import Annotated

from pydantic import Field

from fourscore.schemas.base import Schema
from fourscore.schemas.positions import PlayedView, PositionView
from fourscore.web.schemas import PositionRequest, RequestBody, Seed, SizeText, VariantText, example

__all__ = ["DropRequest", "DropView", "ImportRequest", "ImportView"]


class ImportRequest(RequestBody):
    """A text that a person typed or pasted."""

    model_config = example(text="1. 4 4 2. 5 3 *")

    text: Annotated[str, Field(max_length=8000, examples=["4 4 5 3"])]
    size: SizeText = "7x6"
    variant: VariantText = "standard"


class ImportView(PositionView):
    """The position that a text leads to, and how the text was read."""

    form: str = Field(
        description="The form of the text; empty for fourscore's own.", examples=["a link"]
    )
    first: str | None = Field(description="Who played X, if the text says so.")
    second: str | None = Field(description="Who played O, if the text says so.")


class DropRequest(PositionRequest):
    """A person's move. In slip the seed and the ply decide where the disc lands."""

    model_config = example(moves="44", variant="slip", column=4, seed=7)

    column: Annotated[int, Field(ge=1, le=63, description="The column aimed at.", examples=[4])]
    seed: Seed | None = Field(None, description="For slip; by default the server draws one.")


class DropView(Schema):
    """A move and the position after it."""

    played: PlayedView
    position: PositionView
