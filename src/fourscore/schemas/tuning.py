"""Tuning: what an agent's numbers have become, and whether that is a gain."""

from collections.abc import Sequence

from pydantic import Field

from fourscore.arena.sprt import SprtState
from fourscore.arena.tuning.running import TuneSettings
from fourscore.schemas.base import Schema
from fourscore.schemas.tournaments import SprtView

__all__ = ["ParameterView", "TuningView", "tuning_view"]


class ParameterView(Schema):
    """A number that was tuned."""

    name: str
    low: float
    high: float
    start: float
    result: float
    way: list[float] = Field(description="Where it stood at first and after each step.")


class TuningView(Schema):
    """How a tuning went."""

    start: str
    tuned: str
    steps: int
    games: int
    parameters: list[ParameterView]
    test: SprtView | None = Field(description="Of the tuned agent against the start.")


def tuning_view(
    settings: TuneSettings, leads: Sequence[float], tuned: str, test: SprtState | None
) -> TuningView:
    """Show how a tuning went."""
    way, result = settings.spsa.way(leads), settings.values_at(settings.spsa.result(leads))
    return TuningView(
        start=settings.start_spec,
        tuned=tuned,
        steps=len(leads),
        games=2 * settings.pairs * len(leads),
        parameters=[
            ParameterView.of(
                each,
                result=result[place],
                way=[round(each.low + at[place] * (each.high - each.low), 4) for at in way],
            )
            for place, each in enumerate(settings.parameters)
        ],
        test=None if test is None else SprtView.of(test, test=str(test.test), says=test.status),
    )
