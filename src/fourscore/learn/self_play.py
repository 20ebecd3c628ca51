"""What trainings by self-play share: a game, threads that play, and how they are stored.

The threads of a training share its tables without locks. Two that correct the same weight at the
same moment may lose one of the corrections, which does no harm; but only one thread learns the same
every time.
"""

import threading
from abc import ABC, abstractmethod
from typing import Any, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from fourscore.core.bitboard import Rules, landing_cell
from fourscore.jit.kernel import inlined
from fourscore.jit.structs import Struct, new_struct
from fourscore.learn.learner import Learner, rounded
from fourscore.learn.settings import TrainingSettings
from fourscore.learn.trainer import State
from fourscore.search.randomness import DIGIT_BITS, Randomness, below, fraction, seeded
from fourscore.search.tuples.layout import Layout
from fourscore.search.tuples.network import Network

__all__ = [
    "Game",
    "SelfPlay",
    "SelfPlayTrainer",
    "chance",
    "new_self_play",
    "random_column",
]

SEEDS, THREADS = 1 << 40, 1 << 10
"""Room for the streams of a seed, and the threads of a stream, each with a seed of its own."""
PLIES = 64
"""Room for the longest game."""


class Game(Struct, Protocol):
    """One game of self-play, and the generator, as a struct."""

    games: int
    """Played so far."""
    random: Randomness
    values: NDArray[np.float64]
    """Of the positions after each move that counts."""
    choices: NDArray[np.float64]
    """By move: the value of the move that was thought best."""
    explored: NDArray[np.int8]
    """By move: 1 if it was another one, drawn at random."""
    movers: NDArray[np.int8]
    """Who moved: 0 or 1; 2 if the position is held out."""
    columns: NDArray[np.int8]
    """The columns of the game, from its first move on, for those who watch."""
    length: int


GAME = np.dtype(
    [
        ("games", np.int64),
        ("random", np.int64, (1,)),
        ("values", np.float64, PLIES),
        ("choices", np.float64, PLIES),
        ("explored", np.int8, PLIES),
        ("movers", np.int8, PLIES),
        ("columns", np.int8, PLIES),
        ("length", np.int64),
    ],
    align=True,
)


class SelfPlay(NamedTuple):
    """What one thread of self-play needs."""

    game: Game
    indices: NDArray[np.int32]
    history: NDArray[np.int32]
    """By move: the indices of the position after it."""


def new_self_play(layout: Layout, seed: int) -> SelfPlay:
    """Return the state of a thread of self-play before its first game."""
    game = new_struct(GAME)
    game["random"] = seeded(seed)
    tuples = len(layout.geometry.empty)
    return SelfPlay(game, np.zeros(tuples, np.int32), np.zeros((PLIES, tuples), np.int32))


@inlined
def chance(random: Randomness) -> float:
    """Draw a number from 0 to 1."""
    return fraction(random) / float(1 << DIGIT_BITS)


@inlined
def random_column(random: Randomness, filled: int, rules: Rules) -> int:
    """Draw an open column."""
    column = below(random, rules.width)
    while landing_cell(filled, column, rules) == 0:
        column = below(random, rules.width)
    return column


class SelfPlayTrainer(ABC):
    """A training whose threads play against themselves; a `Trainer`."""

    def __init__(
        self,
        settings: TrainingSettings,
        heads: tuple[Learner, ...],
        workers: int = 1,
        stream: int = 0,
    ) -> None:
        self._settings, self._rules, self._layout = settings, settings.rules, settings.layout
        self.heads = heads
        """The value head, and the policy head if it has one."""
        begin = settings.seed * SEEDS + stream * THREADS
        self._threads = [new_self_play(self._layout, begin + each) for each in range(workers)]
        self._before = 0
        """Games of workers that are there no more."""

    @abstractmethod
    def _play(self, number: int, goal: int, stop: NDArray[np.int64]) -> None:
        """Let a thread play and learn until it has so many games."""

    @property
    def games(self) -> int:
        return self._before + sum(int(each.game["games"]) for each in self._threads)

    def advance(self, games: int, stop: NDArray[np.int64]) -> None:
        """Play on all threads until there are so many games."""
        left, calls = games - self.games, list[tuple[int, int, NDArray[np.int64]]]()
        for number, play in enumerate(self._threads):
            share = (left + number) // len(self._threads)
            calls.append((number, int(play.game["games"]) + share, stop))
        others = [threading.Thread(target=self._play, args=each) for each in calls[1:]]
        for thread in others:
            thread.start()
        try:
            self._play(*calls[0])
        finally:
            for thread in others:
                thread.join()

    def network(self) -> Network:
        values, *policy = (rounded(head) for head in self.heads)
        meta = {"variant": self._settings.variant}
        return Network(self._layout, values, policy[0] if policy else None, meta)

    @property
    def last_game(self) -> tuple[int, ...]:
        game = self._threads[0].game
        return tuple(int(each) for each in game["columns"][: int(game["length"])])

    def state(self) -> State:
        return {
            **self._tables(),
            "games": np.array([int(each.game["games"]) for each in self._threads]),
            "random": np.array([int(each.game["random"][0]) for each in self._threads]),
            "before": np.array(self._before),
        }

    def restore(self, state: State) -> None:
        """Go on; with another number of workers, not from the same random numbers."""
        for name, array in self._tables().items():
            np.copyto(array, state[name], casting="no")
        counts, numbers = state["games"], state["random"]
        self._before = int(state["before"]) + int(counts[len(self._threads) :].sum())
        for play, count, number in zip(self._threads, counts, numbers, strict=False):
            play.game["games"], play.game["random"] = count, number

    def _tables(self) -> dict[str, NDArray[Any]]:
        """Return the tables of all heads by name."""
        named = zip(("", "policy_"), self.heads, strict=False)
        return {
            f"{prefix}{name}": table
            for prefix, head in named
            for name, table in head._asdict().items()
        }

    def close(self) -> None:  # noqa: B027
        """Do nothing: its threads have ended."""
