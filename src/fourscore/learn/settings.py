"""What a training is asked for: the method, the board, the network's shape, the rates."""

import json
from dataclasses import asdict, dataclass, field, fields
from typing import Any

from fourscore.core.bitboard import Rules
from fourscore.core.variants import make_rules
from fourscore.errors import InputError, UnsupportedError
from fourscore.search.limits import require_seed
from fourscore.search.tuples.layout import LENGTH, TUPLES, Layout, draw_layout

__all__ = ["METHODS", "TrainingSettings"]

METHODS = ("td", "zero", "truth")
"""The ways to learn."""
MAX_SOLVED = 42
"""Cells of the largest boards whose exact scores can be proved while something learns from them."""


@dataclass(frozen=True)
class TrainingSettings:
    """Everything that decides what one worker learns; the same settings learn the same."""

    method: str = "td"
    """"td", "zero" or "truth"."""
    seed: int = 0
    """What is random follows from it."""
    size: tuple[int, int] = (7, 6)
    """Columns and rows."""
    variant: str = "standard"
    """"standard" or "fill"."""
    tuples: int = TUPLES
    """How many tuples the network has."""
    length: int = LENGTH
    """How many cells each tuple has."""
    options: dict[str, float] = field(default_factory=dict)
    """Settings of the method that differ from its usual ones."""

    def __post_init__(self) -> None:
        if self.method not in METHODS:
            raise InputError(
                f"there is no method {self.method!r} to learn by; the methods are "
                f"{', '.join(METHODS)}"
            )
        require_seed(self.seed)
        if self.variant == "slip":
            raise UnsupportedError("networks learn games without chance; slip is a game of chance")
        if self.method == "truth" and self.variant != "standard":
            raise UnsupportedError("only games by the standard rules are solved, so the truth "
                                   f"cannot teach {self.variant}")  # fmt: skip
        width, height = self.size
        if self.method == "truth" and width * height > MAX_SOLVED:
            raise UnsupportedError(f"exact scores for {width}x{height} take too long to prove, so "
                                   "the truth cannot teach it; 7x6 is the largest "
                                   "board")  # fmt: skip
        if self.tuples < 1 or self.length < 2:
            raise InputError("a network needs at least 1 tuple of 2 cells")
        object.__setattr__(self, "size", tuple(self.size))
        assert self.rules
        assert self.layout

    @property
    def rules(self) -> Rules:
        """The rules on a board of this size."""
        return make_rules(*self.size, self.variant)

    @property
    def layout(self) -> Layout:
        """The network's tuples; they depend on the seed."""
        return draw_layout(*self.size, tuples=self.tuples, length=self.length, seed=self.seed)

    def to_json(self) -> dict[str, Any]:
        """Return them as a run stores them."""
        return asdict(self)

    @classmethod
    def from_json(cls, content: dict[str, Any]) -> "TrainingSettings":
        """Return the settings that a run has stored."""
        known = {each.name for each in fields(cls)}
        return cls(**{name: value for name, value in content.items() if name in known})

    def __str__(self) -> str:
        return json.dumps(self.to_json())
