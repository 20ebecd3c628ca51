"""Many games at once, as arrays: one kernel call steps them all."""

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from fourscore.core.bitboard import ONGOING, Rules, landing_cell, landing_cells, result
from fourscore.core.planes import Boards, Planes, count_discs, planes_of
from fourscore.core.position import Position
from fourscore.errors import InputError
from fourscore.jit.kernel import kernel, popcount
from fourscore.search.mcts.playout import slip
from fourscore.search.randomness import Randomness, below, seeded

__all__ = ["Batch"]

Flags = NDArray[np.bool_]

ILLEGAL_REWARD = -1
"""What a full column costs; it also ends the game, as in PettingZoo's classic environments."""


class Batch:
    """Games of one variant and size that are stepped together.

    A game that ends starts again at once, so that all of them are always in progress; with
    ``auto_reset=False`` it stays as it ended until `reset`.

    >>> games = Batch(3, seed=1)
    >>> rewards, done = games.step([3, 3, 0])
    >>> rewards.tolist(), done.tolist()
    ([0.0, 0.0, 0.0], [False, False, False])
    >>> games.observe().shape, games.legal.shape
    ((3, 2, 6, 7), (3, 7))
    """

    def __init__(
        self,
        count: int,
        variant: str = "standard",
        size: tuple[int, int] | str = (7, 6),
        seed: int = 0,
        *,
        auto_reset: bool = True,
    ) -> None:
        if not isinstance(count, int) or count < 1:
            raise InputError(f"a batch of {count!r} games has nothing to step")
        self.rules: Rules = Position(variant=variant, size=size).rules
        """The size and the variant, as kernels take them."""
        self.auto_reset = auto_reset
        """Whether a game that ends starts again at once."""
        self.mine: Boards = np.zeros(count, np.int64)
        """The discs of the side to move, in the layout that `fourscore.core.bitboard` draws."""
        self.filled: Boards = np.zeros(count, np.int64)
        """The discs of both."""
        self.done: Flags = np.zeros(count, np.bool_)
        """Which games ended in the last step, or without `auto_reset` at any time."""
        self._random: Randomness = seeded(seed)

    def __len__(self) -> int:
        return len(self.mine)

    def __getitem__(self, index: int) -> Position:
        """Return one game's position."""
        return Position.from_bitboards(int(self.mine[index]), int(self.filled[index]), self.rules)

    def reset(self, where: ArrayLike | None = None) -> None:
        """Empty all boards, or those that `where` selects: a mask or indices."""
        chosen: Any = slice(None) if where is None else np.asarray(where)
        self.mine[chosen] = self.filled[chosen] = 0
        self.done[chosen] = False

    def step(self, columns: ArrayLike) -> tuple[NDArray[np.float32], Flags]:
        """Play a column in each game; return the movers' rewards and which games have ended.

        The reward is 1 for a win, -1 for a loss or an illegal move, and 0 otherwise, as the
        player who has just moved sees it. Columns of games that are done are ignored.
        """
        chosen = self._check(columns)
        rewards = np.empty(len(self), np.float32)
        _step(
            *(self.mine, self.filled, self.done, chosen, rewards),
            *(self._random, int(self.auto_reset), self.rules),
        )
        return rewards, self.done.copy()

    def _check(self, columns: ArrayLike) -> Boards:
        chosen = np.asarray(columns)
        if chosen.shape != self.mine.shape or not np.issubdtype(chosen.dtype, np.integer):
            raise InputError(
                f"{len(self)} games need {len(self)} whole numbers as columns, "
                f"not {chosen.dtype} in the shape {chosen.shape}"
            )
        low, high = int(chosen.min()), int(chosen.max())
        if low < 0 or high >= self.rules.width:
            wrong = low if low < 0 else high
            raise InputError(
                f"column {wrong} is not on a board of {self.rules.width} columns "
                f"(0 to {self.rules.width - 1})"
            )
        return chosen.astype(np.int64)

    def sample(self) -> Boards:
        """Draw an open column for each game; 0 for games that are done."""
        columns = np.empty(len(self), np.int64)
        _sample(*self._state(), columns, self._random, self.rules)
        return columns

    @property
    def legal(self) -> Flags:
        """Which columns are open, shaped (games, columns); none where the game is over."""
        open_columns = np.empty((len(self), self.rules.width), np.bool_)
        _legal(*self._state(), open_columns, self.rules)
        return open_columns

    def _state(self) -> tuple[Boards, Flags]:
        ended = np.zeros_like(self.done) if self.auto_reset else self.done
        return self.filled, ended

    @property
    def ply(self) -> Boards:
        """The number of discs on each board; the first player moves where it is even."""
        return count_discs(self.filled)

    def observe(self, out: Planes | None = None) -> Planes:
        """Return the discs of the side to move and of the other, top row first.

        The shape is (games, 2, rows, columns). Given `out`, the planes are written there.
        """
        shape = (len(self), 2, self.rules.height, self.rules.width)
        if out is not None and not (
            out.shape == shape and out.dtype == np.int8 and out.flags.c_contiguous
        ):
            raise InputError(f"out must be a contiguous array of int8 in the shape {shape}")
        return planes_of(self.mine, self.filled, self.rules, out)


@kernel
def _step(
    mine: Boards,
    filled: Boards,
    done: Flags,
    columns: Boards,
    rewards: NDArray[np.float32],
    state: Randomness,
    auto_reset: int,
    rules: Rules,
) -> None:
    for index in range(len(mine)):
        rewards[index] = 0
        if done[index] and not auto_reset:
            continue
        own, both, column = int(mine[index]), int(filled[index]), int(columns[index])
        ended = landing_cell(both, column, rules) == 0
        if ended:
            rewards[index] = ILLEGAL_REWARD
        else:
            if rules.slips:
                column = slip(both, column, rules, state)
            cell = landing_cell(both, column, rules)
            own, both = own ^ both, both | cell
            outcome = result(own, both, rules)
            ended = outcome != ONGOING
            if ended:
                rewards[index] = -outcome
        done[index] = ended
        if ended and auto_reset:
            own, both = 0, 0
        mine[index], filled[index] = own, both


@kernel
def _sample(filled: Boards, ended: Flags, columns: Boards, state: Randomness, rules: Rules) -> None:
    for index in range(len(filled)):
        columns[index] = 0
        if ended[index]:
            continue
        cells = landing_cells(int(filled[index]), rules)
        for _ in range(below(state, popcount(cells))):
            cells &= cells - 1
        column = 0
        while cells & (((1 << rules.height) - 1) << (column * rules.stride)) == 0:
            column += 1
        columns[index] = column


@kernel
def _legal(filled: Boards, ended: Flags, open_columns: Flags, rules: Rules) -> None:
    for index in range(len(filled)):
        tops = int(filled[index]) >> (rules.height - 1)
        for column in range(rules.width):
            full = tops >> (column * rules.stride) & 1
            open_columns[index, column] = full == 0 and not ended[index]
