"""Learning from the truth: the same network, taught by exact scores instead of its own play.

A lesson is a position drawn by random play, whose columns the solver scores; every position after
a move is learned towards its result. Proofs take time, so what was learned once is repeated: after
each chunk of new lessons come several of those before, drawn at random.

Scores are exact however many threads prove them, and one thread learns from them, so the same seed
learns the same with any number of workers.
"""

import random
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress

import numpy as np
from numpy.typing import NDArray

from fourscore.book.many import prove_columns
from fourscore.book.solving import shared_solver
from fourscore.core.bitboard import Rules
from fourscore.core.position import Position
from fourscore.errors import Cancelled
from fourscore.jit.kernel import kernel
from fourscore.learn.held_out import is_held_out
from fourscore.learn.learner import UNIT, Learner, correct, new_learner, rounded
from fourscore.learn.settings import TrainingSettings
from fourscore.learn.trainer import State, read_options
from fourscore.search.control import Cancel
from fourscore.search.tuples.layout import Geometry
from fourscore.search.tuples.network import Network
from fourscore.search.tuples.sums import column_states, read_indices, squash, sum_of

__all__ = ["TruthTrainer"]

USUAL = {"step": 2.0, "repeat": 8, "latest": 34}
"""The options of the method: the step of a correction, how often lessons are repeated, and the
most discs on the board."""
CHUNK = 64
"""Lessons that are proved together."""
MOST = 3_000_000
"""The most facts that are remembered; then the older half is dropped."""
POLL_SECONDS = 0.05
"""How soon a proof ends when the training is stopped."""


FIRST, FILLED, MOVER, RESULT = range(4)
"""The rows of facts, a column each: a position after a move (the discs of the first player and
those of both), who has moved (0 or 1), and the result for the first player."""
Facts = NDArray[np.int64]


@kernel
def learn_facts(
    geometry: Geometry,
    learner: Learner,
    facts: Facts,
    order: NDArray[np.int64],
    indices: NDArray[np.int32],
    rules: Rules,
    step: float,
) -> None:
    """Learn from facts in an order; `indices` is scratch."""
    for at in range(len(order)):
        fact = order[at]
        states = column_states(int(facts[FIRST, fact]), int(facts[FILLED, fact]), rules)
        read_indices(geometry, states, rules, indices)
        mover = facts[MOVER, fact]
        value = squash(sum_of(learner.weights[mover], indices) / UNIT)
        error = (facts[RESULT, fact] - value) * (1.0 - value * value)
        correct(learner, mover, indices, error, step)


@contextmanager
def _cancelled_by(stop: NDArray[np.int64]) -> Iterator[Cancel]:
    """Yield a `Cancel` that follows `stop` while the block runs: a proof may take hours."""
    cancel, ended = Cancel(), threading.Event()

    def follow() -> None:
        while not ended.wait(POLL_SECONDS):
            if stop.any():
                cancel.cancel()
                return

    threading.Thread(target=follow, daemon=True).start()
    try:
        yield cancel
    finally:
        ended.set()


class TruthTrainer:
    """Learns from exact scores; a `Trainer` whose games are lessons."""

    last_game: tuple[int, ...] = ()
    """It plays none."""

    def __init__(
        self,
        settings: TrainingSettings,
        workers: int = 1,
        stream: int = 0,  # noqa: ARG002
    ) -> None:
        options = read_options(settings.options, USUAL, "truth")
        self._settings, self._layout = settings, settings.layout
        self._step, self._repeat = float(options["step"]), int(options["repeat"])
        cells = settings.size[0] * settings.size[1]
        self._latest = min(int(options["latest"]), cells - 2)
        self._solver = shared_solver(threads=workers)
        self._learner = new_learner(self._layout)
        self._facts: Facts = np.zeros((4, MOST), np.int64)  # memory is used as it fills
        self._known = 0
        self._scratch = np.zeros(len(self._layout.geometry.empty), np.int32)
        self.games = 0

    @property
    def heads(self) -> tuple[Learner, ...]:
        return (self._learner,)

    def advance(self, games: int, stop: NDArray[np.int64]) -> None:
        """Prove and learn chunk after chunk; a chunk that is stopped is not learned."""
        with _cancelled_by(stop) as cancel, suppress(Cancelled):
            while self.games < games and not stop.any():
                # A chunk begins at the same lesson wherever a training was stopped.
                end = self.games - self.games % CHUNK + CHUNK
                self._learn(list(self._draw(self.games, min(end, games))), cancel)
                self.games = min(end, games)
                if self.games == end:
                    self._revise(end // CHUNK)

    def _draw(self, start: int, end: int) -> Iterator[Position]:
        """Draw the positions of lessons; the number of a lesson decides which."""
        for number in range(start, end):
            numbers = random.Random(f"{self._settings.seed} {number}")
            plies = int(numbers.random() * (self._latest + 1))
            yield Position.random(plies, int(numbers.random() * 2**53), size=self._settings.size)

    def _learn(self, positions: list[Position], cancel: Cancel) -> None:
        prove_columns(self._solver, positions, cancel)
        rows = [row for position in positions for row in self._facts_of(position, cancel)]
        start, self._known = self._known, self._known + len(rows)
        self._facts[:, start : self._known] = np.array(rows, np.int64).reshape(-1, 4).T
        self._run(np.arange(start, self._known))

    def _facts_of(self, position: Position, cancel: Cancel) -> Iterator[tuple[int, int, int, int]]:
        if is_held_out(position.mine, position.filled, position.rules):
            return
        sign = 1 - 2 * (position.ply & 1)
        for column, score in self._solver.columns(position, cancel=cancel).items():
            after = position.play(column)
            if after.is_over or is_held_out(after.mine, after.filled, after.rules):
                continue
            first = after.mine if after.ply % 2 == 0 else after.mine ^ after.filled
            yield first, after.filled, position.ply & 1, sign * score.sign

    def _revise(self, chunk: int) -> None:
        """Repeat what was learned before, in an order that depends on the chunk alone."""
        half = MOST // 2
        if self._known > MOST - CHUNK * self._settings.size[0]:
            self._facts[:, :half] = self._facts[:, self._known - half : self._known]
            self._known = half
        numbers = np.random.default_rng([self._settings.seed, chunk])
        count = min(self._known, self._repeat * CHUNK * self._settings.size[0])
        self._run(numbers.integers(0, max(1, self._known), count))

    def _run(self, order: NDArray[np.int64]) -> None:
        learn_facts(
            self._layout.geometry,
            self._learner,
            self._facts,
            order,
            self._scratch,
            self._settings.rules,
            self._step,
        )

    def network(self) -> Network:
        meta = {"variant": self._settings.variant}
        return Network(self._layout, rounded(self._learner), None, meta)

    def state(self) -> State:
        return {
            **self._learner._asdict(),
            "facts": self._facts[:, : self._known],
            "games": np.array(self.games),
        }

    def restore(self, state: State) -> None:
        for name, array in self._learner._asdict().items():
            np.copyto(array, state[name], casting="no")
        self._known = state["facts"].shape[1]
        self._facts[:, : self._known] = state["facts"]
        self.games = int(state["games"])

    def close(self) -> None:
        """Do nothing: it has started nothing."""
