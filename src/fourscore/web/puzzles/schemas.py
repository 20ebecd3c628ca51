"""Which puzzles a request wants."""

from typing import Annotated, Any, Literal

from pydantic import BaseModel, Field

from fourscore.errors import InputError
from fourscore.insight.puzzles.candidates import Aim
from fourscore.insight.puzzles.themes import Theme

__all__ = ["PuzzlesRequest"]

LEVELS = 10
Level = Annotated[int, Field(ge=1, le=LEVELS)]
Rating = Annotated[int | None, Field(ge=0, le=4000)]


class PuzzlesRequest(BaseModel):
    """Puzzles to draw."""

    count: Annotated[int, Field(ge=1, le=50, description="How many.")] = 3
    seed: Annotated[int, Field(ge=0, le=2**62, description="The same seed, the same ones.")] = 0
    kind: Annotated[Literal["win", "save"] | None, Field(description="Left out, both kinds.")] = (
        None
    )
    theme: Annotated[Theme | None, Field(description="Left out, all themes.")] = None
    easiest: Level = 1
    hardest: Level = LEVELS
    low: Annotated[Rating, Field(description="The lowest rating.")] = None
    high: Annotated[Rating, Field(description="The highest rating.")] = None

    @property
    def restrictions(self) -> dict[str, Any]:
        """What the puzzles must be like; raise `InputError` if none can be."""
        if self.easiest > self.hardest:
            raise InputError(f"level {self.easiest} is harder than level {self.hardest}")
        if self.low is not None and self.high is not None and self.low > self.high:
            raise InputError(f"the lowest rating, {self.low}, is above the highest, {self.high}")
        return {
            "aim": None if self.kind is None else Aim(self.kind),
            "theme": self.theme,
            "levels": range(self.easiest, self.hardest + 1),
            "low": self.low,
            "high": self.high,
        }
