"""Trainings that take no time."""

from pathlib import Path

from fourscore.learn.run import Run
from tests.learn.helpers import small_settings

__all__ = ["tiny_run"]


def tiny_run(folder: Path, **changes: object) -> Run:
    """Return a new run whose network is small."""
    return Run.create(folder, small_settings(**{"tuples": 4, "length": 4, **changes}))  # type: ignore[arg-type]
