"""What a request for a player's own games holds."""

from typing import Annotated, Literal

from pydantic import Field

from fourscore.web.schemas import RequestBody, example

__all__ = ["MAX_GAMES", "GamesRequest"]

MAX_GAMES = 200
"""Games that one request may hold."""


class GamesRequest(RequestBody):
    """Games to compare with perfect play."""

    model_config = example(text="4444426\n443", player="X")

    text: Annotated[
        str,
        Field(
            max_length=60_000,
            description="Games in the text format, or one move string a line.",
            examples=["4444426\n443"],
        ),
    ]
    player: Annotated[Literal["X", "O"] | None, Field(description="Left out, both colours.")] = None
    name: Annotated[
        str, Field(max_length=100, description="Only the moves of this player, by the games' tags.")
    ] = ""
