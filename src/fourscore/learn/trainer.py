"""`Trainer`: what every method of learning can do, so that one loop trains them all."""

from importlib import import_module
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from fourscore.errors import InputError
from fourscore.learn.learner import Learner
from fourscore.learn.settings import TrainingSettings
from fourscore.search.tuples.network import Network

__all__ = ["State", "Trainer", "make_trainer", "read_options"]

State = dict[str, NDArray[Any]]
"""Everything a trainer needs to go on from where it stopped."""


class Trainer(Protocol):
    """A training in memory."""

    @property
    def games(self) -> int:
        """The games that it has learned from, or lessons for a method without games."""

    def advance(self, games: int, stop: NDArray[np.int64]) -> None:
        """Learn until there are `games` in all; another thread may set `stop` to end it early.

        With one worker, where this stops and starts again does not change what is learned.
        """

    def network(self) -> Network:
        """Return what has been learned so far."""

    def state(self) -> State:
        """Return all there is to store; the arrays are the trainer's own."""

    def restore(self, state: State) -> None:
        """Go on from what was stored. Raises `KeyError` or `ValueError` if it does not fit."""

    @property
    def heads(self) -> tuple[Learner, ...]:
        """The tables that it learns: the value head, and the policy head if it has one."""

    def close(self) -> None:
        """End what it has started."""

    @property
    def last_game(self) -> tuple[int, ...]:
        """The columns of the last game of self-play, for those who watch."""


def make_trainer(settings: TrainingSettings, workers: int = 1, stream: int = 0) -> Trainer:
    """Return a trainer that knows nothing yet, with so many threads.

    Trainers of the same settings but another `stream` play other games.
    """
    method = settings.method
    module = import_module(f"fourscore.learn.{method}")
    trainer: Trainer = getattr(module, f"{method.title()}Trainer")(settings, workers, stream)
    return trainer


def read_options(given: dict[str, float], usual: dict[str, float], method: str) -> dict[str, float]:
    """Return a method's options, with what was given in place of the usual.

    Raises `InputError` for an option that the method does not have.
    """
    for name in given:
        if name not in usual:
            raise InputError(f"{method} has no option {name!r}; its options are {', '.join(usual)}")
    return {**usual, **given}
